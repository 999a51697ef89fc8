// Heights of a map that says nothing of units.
#pragma once

#include "core/grid.h"
#include "erosion/droplet.h"
#include "erosion/params.h"

namespace solgel::erosion {

// Cells are the unit of length; `range` in height values spans vertical_scale / 256 of the shorter side.
MapScale unitless_scale(const Params& params, int nx, int ny, double range);
// Highest less lowest height of what is not missing; 1 for level land.
double height_range(const Grid<double>& height, const Grid<std::uint8_t>* missing);

}  // namespace solgel::erosion
