// Work on the rows of a grid or picture in fixed blocks, and running means along them.
#pragma once

#include <algorithm>

#include "core/grid.h"
#include "core/parallel.h"

namespace solgel::render {

// body(j) for every row, blocks of them in parallel.
template <class Body>
void for_rows(int rows, Body body) {
  constexpr int kRowsPerBlock = 16;
  parallel_for((rows + kRowsPerBlock - 1) / kRowsPerBlock, [&](int block) {
    const int end = std::min(rows, (block + 1) * kRowsPerBlock);
    for (int j = block * kRowsPerBlock; j < end; ++j) body(j);
  });
}

// Mean over a square of 2 reach + 1 values, ends repeated.
void box_mean(Grid<float>& values, int reach);

}  // namespace solgel::render
