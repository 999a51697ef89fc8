// Reads G-code: lines, arcs, dwells and home moves, in every dialect that drives sand tables (docs/tracks.md).
//
// Positions are machine positions in mm, work position plus the offset that G92 sets. Lines carry their numbers, moves
// the feed in force.
#pragma once

#include <memory>

#include "io/track_reader.h"

namespace solgel::io {

std::unique_ptr<TrackReader> make_gcode_reader();

}  // namespace solgel::io
