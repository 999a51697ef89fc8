// Relaxation to the angle of repose: where a slope is too steep, material slides to the lower cell.
//
// For each pair of neighbouring cells (four axis pairs and four diagonal ones a cell) with height difference D, the
// excess is e = D - L, L = tan(repose) x cell on axes and sqrt(2) times that on diagonals. If e exceeds the dead zone,
// a share of it moves, all pairs at the same time (Jacobi), so that no raster order and no direction is preferred:
//   flux = min(share x e, (lid - lower height) / 8, higher height / 8).
// The second term keeps eight inflows below a lid: a ball is an obstacle, a wall (lid 0, height 0) takes nothing. The
// third keeps eight outflows above zero on any input.
// Shares are 1/4 on axes and 1/8 on diagonals: as fast as the simultaneous scheme is stable, which needs
// 4 axis + 8 diagonal <= 2 (the checkerboard mode, whose differences are twice its amplitude on the axis pairs; rows
// and columns that alternate meet 4 axis + 8 diagonal as well).
// The dead zone keeps the exponential tails from filling the whole map with activity; settled slopes exceed the angle
// of repose by at most it.
//
// One kernel for the sand table and for thermal erosion. Integers: conserves the sum exactly.
#pragma once

#include <cstdint>
#include <vector>

#include "core/bed.h"
#include "core/relaxation_rows.h"

namespace solgel {

struct ReposeLimits {
  std::int32_t axis = 0;       // largest standing height difference of axis neighbours, units, >= 0
  std::int32_t diagonal = 0;   // of diagonal neighbours
  std::int32_t dead_zone = 0;  // excess that is let stand, >= 0
};

// Scratch rows of a pass, kept between passes to save their allocation.
class Relaxation {
 public:
  explicit Relaxation(const Bed& bed);

  // One pass over the marked cells and their neighbours; what may still move stays marked. Cost follows the active
  // area, not the size of the bed. Returns true when anything moved.
  bool pass(Bed& bed, const ReposeLimits& limits);

 private:
  Bed::ActiveRange find_marks(Bed& bed);
  Bed::ActiveRange take_marks(Bed& bed);

  std::vector<std::int32_t> flux_;      // one row of flux to the east, two of each to north, north-east and north-west
  std::vector<std::uint64_t> columns_;  // marks of all rows together
  std::vector<BlockRow> blocks_;        // what to compute, see RelaxRows
  int first_block_ = 0, block_words_ = 0;
};

// The same physics written plainly, cell by cell, without blocks or lanes: what the fast pass is tested against.
// Relaxes the whole bed once; leaves the marks alone.
bool relax_plainly(Bed& bed, const ReposeLimits& limits);

}  // namespace solgel
