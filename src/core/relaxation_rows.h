// Arguments of the row loops of a relaxation pass. Row pointers are to column 0 of row 0, mark pointers to block 0 of
// row 0 (see Bed).
#pragma once

#include <cstddef>
#include <cstdint>

namespace solgel {

// Blocks of a row to compute, ends included; empty when low > high.
struct BlockRange {
  std::int32_t low, high;
};

struct RelaxRows {
  std::int32_t* height;
  const std::int32_t* lid;
  const std::uint8_t* covered;  // per block, see Bed
  std::uint8_t* marks;          // cleared before; the marks after the pass are or-ed into them
  const std::uint8_t* grown;    // the marks before, grown by one cell
  const BlockRange* ranges;     // of row row_low - 1 to row_high + 1; those two are empty
  std::int32_t* flux;           // seven rows of stride cells, from column -8 on
  std::ptrdiff_t stride, mark_stride;
  int row_low, row_high;  // rows of `grown` that have a block to compute, ends included
  std::int32_t axis, diagonal, dead_zone;
};

using RelaxRowsLoop = bool (*)(const RelaxRows&);  // true when anything moved

}  // namespace solgel
