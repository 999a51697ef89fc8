// Values at the nodes of a square grid, and where a point lies between them.
#pragma once

#include <algorithm>

#include "core/grid.h"

namespace solgel::render {

// Where a point lies between the nodes of a grid of values: values(i, j) at spacing * (i, j). Points outside are moved
// to the edge. At least two nodes each way.
struct NodeWeights {
  int i, j;
  float u, v;
  NodeWeights(int nx, int ny, float spacing, float x, float y) {
    const float gx = std::min(std::max(x / spacing, 0.0f), static_cast<float>(nx - 1));
    const float gy = std::min(std::max(y / spacing, 0.0f), static_cast<float>(ny - 1));
    i = std::min(static_cast<int>(gx), nx - 2);
    j = std::min(static_cast<int>(gy), ny - 2);
    u = gx - static_cast<float>(i);
    v = gy - static_cast<float>(j);
  }
  template <class T>
  T operator()(const Grid<T>& values) const {
    const T low = values(i, j) + u * (values(i + 1, j) - values(i, j));
    const T high = values(i, j + 1) + u * (values(i + 1, j + 1) - values(i, j + 1));
    return low + v * (high - low);
  }
};

// Nodes at (x, y) + spacing * (i, j), in map lengths.
struct NodeGrid {
  double x = 0, y = 0, spacing = 1;
  int nx = 2, ny = 2;  // >= 2

  NodeWeights weights(float px, float py) const {
    return {nx, ny, static_cast<float>(spacing), px - static_cast<float>(x), py - static_cast<float>(y)};
  }
};

}  // namespace solgel::render
