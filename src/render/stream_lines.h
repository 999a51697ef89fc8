// What of the water on a map is a stream.
//
// Pits gather flow as well as valleys do, but their blots end after a few cells. A stream is a set of wet cells that
// touch each other, corners included, and that reaches far: its larger side in cells decides, softly.
#pragma once

#include "core/grid.h"

namespace solgel::render {

// Fades out of `wet` (0 to 1) the connected pieces that are shorter than 9 to 18 cells.
void keep_streams(Grid<float>& wet);

}  // namespace solgel::render
