// Masks that shape where rain falls and what it may change.
#pragma once

#include "core/grid.h"

namespace solgel::erosion {

// Softens edges: the mean over a square of 2 radius + 1 cells, twice (a tent of twice the radius along each axis);
// cells beyond the edge count as the nearest one. radius >= 0. Cost does not depend on it.
void feather(Grid<float>& mask, int radius);

// What a mask at less than full strength says: strength times itself where it holds back (hardness, protection), and
// 1 - strength (1 - itself) where it lets through (rainfall).
void weaken_holding(Grid<float>& mask, double strength);
void weaken_passing(Grid<float>& mask, double strength);

}  // namespace solgel::erosion
