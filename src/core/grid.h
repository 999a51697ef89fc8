// A regular two-dimensional array, row by row; row 0 is the south edge (y = 0), column 0 the west edge.
//
// Cell (i, j) covers [i, i+1) x [j, j+1) in units of the cell size; its value belongs to the centre (i + 1/2, j + 1/2).
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "core/assert.h"

namespace solgel {

template <class T>
class Grid {
 public:
  Grid() = default;
  Grid(int nx, int ny, T value = T{})
      : nx_(nx), ny_(ny), cells_(static_cast<std::size_t>(nx) * static_cast<std::size_t>(ny), value) {}

  int nx() const { return nx_; }
  int ny() const { return ny_; }
  bool contains(int i, int j) const { return i >= 0 && j >= 0 && i < nx_ && j < ny_; }

  T& operator()(int i, int j) {
    SOLGEL_ASSERT(contains(i, j));
    return cells_[static_cast<std::size_t>(j) * static_cast<std::size_t>(nx_) + static_cast<std::size_t>(i)];
  }
  const T& operator()(int i, int j) const {
    SOLGEL_ASSERT(contains(i, j));
    return cells_[static_cast<std::size_t>(j) * static_cast<std::size_t>(nx_) + static_cast<std::size_t>(i)];
  }

  std::span<T> cells() { return cells_; }
  std::span<const T> cells() const { return cells_; }
  std::span<T> row(int j) {
    return cells().subspan(static_cast<std::size_t>(j) * static_cast<std::size_t>(nx_), static_cast<std::size_t>(nx_));
  }
  std::span<const T> row(int j) const {
    return cells().subspan(static_cast<std::size_t>(j) * static_cast<std::size_t>(nx_), static_cast<std::size_t>(nx_));
  }

 private:
  int nx_ = 0, ny_ = 0;
  std::vector<T> cells_;
};

}  // namespace solgel
