// Reads SVG drawings: paths, lines, polylines, polygons, circles, ellipses and rects, joined in document order.
//
// Every element is mapped through its transforms and the view box and flipped, so that the picture stands upright with
// y growing upwards. A drawing with a physical width or height (mm, cm, in, pt, pc, q) is in mm from its lower left
// corner; any other, pixels included, has no size of its own and is fitted to the table.
#pragma once

#include <memory>

#include "io/track_reader.h"

namespace solgel::io {

std::unique_ptr<TrackReader> make_svg_reader();

}  // namespace solgel::io
