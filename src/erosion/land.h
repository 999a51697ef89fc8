// The ground that rain works on: heights as integers, so that what is taken somewhere and laid down elsewhere adds up
// exactly, in any order.
//
// A height is `quantum` times an int32, the quantum being the power of two that makes the range of the input at most
// 2^28. What rounding to integers leaves is no part of the simulation: the map that comes out is the one that went in
// plus the change times the quantum, so a cell that nothing touched keeps its bits.
//
// Around the map lies a halo of two cells. Cells of the halo and missing cells hold kWall: a patch that contains one is
// completed before use (erosion/patch.h), all others need no checks.
#pragma once

#include <cstdint>
#include <vector>

#include "core/grid.h"

namespace solgel::erosion {

class Land {
 public:
  static constexpr int kHalo = 2;
  static constexpr int kRangeBits = 28;
  static constexpr std::int32_t kWall = -0x7fffffff - 1;

  Land() = default;
  // `missing` may be null; else 1 where there is no ground. At least one cell is ground and all heights of ground are
  // finite.
  Land(const Grid<double>& height, const Grid<std::uint8_t>* missing);

  int nx() const { return nx_; }
  int ny() const { return ny_; }
  int stride() const { return stride_; }
  double quantum() const { return quantum_; }
  double lowest() const { return lowest_; }      // height of integer 0
  std::int64_t cells() const { return cells_; }  // not missing

  bool contains(int i, int j) const { return i >= 0 && j >= 0 && i < nx_ && j < ny_; }

  // Cell (0, j); -kHalo <= j < ny + kHalo; columns -kHalo to nx + kHalo - 1.
  std::int32_t* row(int j) { return &height_[start(j)]; }
  const std::int32_t* row(int j) const { return &height_[start(j)]; }
  bool is_wall(int i, int j) const { return row(j)[i] == kWall; }

  // All of them, halo included, and where cell (i, j) is among them.
  const std::vector<std::int32_t>& heights() const { return height_; }
  std::size_t index(int i, int j) const { return start(j) + static_cast<std::size_t>(static_cast<std::ptrdiff_t>(i)); }

  std::int64_t sum() const;  // of all ground, in quanta. Exact.

 private:
  std::size_t start(int j) const {
    return static_cast<std::size_t>(j + kHalo) * static_cast<std::size_t>(stride_) + kHalo;
  }

  int nx_ = 0, ny_ = 0, stride_ = 0;
  double quantum_ = 1, lowest_ = 0;
  std::int64_t cells_ = 0;
  std::vector<std::int32_t> height_;
};

}  // namespace solgel::erosion
