// Closed basins: finding, filling and breaching them.
//
// Water that enters a basin cannot leave it: rivers end there. All three work by flooding the map from its outlets in
// order of height with a priority queue (Barnes, Lehman and Mulla 2014, "Priority-flood: an optimal depression-filling
// and watershed-labeling algorithm for digital elevation models"). Outlets are the edge of an open map and the edges of
// missing data; a walled or periodic map without missing data drains to its lowest cell.
//
// Filling raises every cell of a basin to its spill level. Breaching lowers the cells between a basin's lowest cell and
// the next lower ground along the way the flood came (after Lindsay 2016, "Efficient hybrid breaching-filling sink
// removal methods for flow path enforcement in digital elevation models"): it moves less earth than filling in most
// land and leaves no flats.
#pragma once

#include <cstdint>

#include "erosion/land.h"
#include "erosion/params.h"

namespace solgel::erosion {

struct Pits {
  std::int64_t count = 0;    // basins
  std::int64_t cells = 0;    // below their spill level
  std::int32_t deepest = 0;  // quanta below the spill level
  std::int64_t volume = 0;   // quanta that filling them takes
};

// Cost of each: O(n log n) for n cells; memory up to 13 bytes a cell.
Pits find_pits(const Land& land, Border border);
// Return the quanta added, or taken (> 0).
std::int64_t fill_pits(Land& land, Border border);
std::int64_t breach_pits(Land& land, Border border);

}  // namespace solgel::erosion
