// Reads SVG drawings.
#pragma once

#include <memory>

#include "io/track_reader.h"

namespace solgel::io {

std::unique_ptr<TrackReader> make_svg_reader();

}  // namespace solgel::io
