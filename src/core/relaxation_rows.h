// Arguments of the row loops of a relaxation pass. Row pointers are to column 0 of row 0, mark pointers to block 0 of
// row 0 (see Bed).
#pragma once

#include <cstddef>
#include <cstdint>

namespace solgel {

// Blocks of a row as bits, and of the pass' rows one after the other: bit k of a row's first word is block
// `first_block` + k. Each row has a word of none before and behind, and the rows have a row of none before and behind.
struct BlockRow {
  std::uint64_t flux;   // whose pairs may move
  std::uint64_t apply;  // whose cells may change; holds flux
};

struct RelaxRows {
  std::int32_t* height;
  const std::int32_t* lid;
  const std::uint8_t* covered;  // per block, see Bed
  std::uint8_t* marks;          // cleared before; the marks after the pass are or-ed into them
  const BlockRow* blocks;       // from the row before row_low on
  int block_words;              // words a row of blocks, with those before and behind
  std::ptrdiff_t first_block;
  std::int32_t* flux;  // seven rows of stride cells, from column -8 on
  std::ptrdiff_t stride, mark_stride;
  int row_low, row_high;  // ends included
  std::int32_t axis, diagonal, dead_zone;
};

using RelaxRowsLoop = bool (*)(const RelaxRows&);  // true when anything moved

}  // namespace solgel
