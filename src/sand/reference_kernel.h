// The reference kernel: the model text as it stands, in float, one cell after the other.
//
// Footprint snapped to the ball's cell, whole cells per wedge, spill shared equally, relaxation in place in raster
// order over the touched cells (modified cells grown by one), neighbours +x -x +y -y and then the four diagonals, at
// most `repose_passes` passes. It keeps the text's flaws: shares that fall outside the table are lost, the overflow of
// a wedge without spill cells is lost, the ball is no obstacle for sliding sand, and a run does not end settled. The
// fast kernel is tested against it where the two mean the same thing.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/grid.h"
#include "core/hash.h"
#include "core/vec.h"
#include "sand/params.h"

namespace solgel::sand {

class ReferenceKernel {
 public:
  explicit ReferenceKernel(const Params& params);

  void step(Vec2 at);
  int settle() { return 0; }  // the text ends where the ball ends

  int nx() const { return nx_; }
  int ny() const { return ny_; }
  bool is_wall(int i, int j) const { return open_[padded(i, j)] == 0; }
  double height_mm(int i, int j) const { return static_cast<double>(height_[padded(i, j)]); }
  double volume_mm3() const;
  void add_to(Hash& hash) const { hash.add(std::span<const float>(height_)); }
  std::vector<std::int32_t> save() const;
  bool restore(std::span<const std::int32_t> words);

 private:
  struct Cell {
    int di, dj;
    float under;  // the ball's underside, mm; inner cells only
  };
  struct Box {  // ends included; empty when i0 > i1
    int i0, i1, j0, j1;
  };

  bool open(int i, int j) const { return i >= 0 && j >= 0 && i < nx_ && j < ny_ && open_[padded(i, j)] != 0; }
  // Index into the grids that have a border of one cell around the table.
  std::size_t padded(int i, int j) const {
    return static_cast<std::size_t>(j + 1) * static_cast<std::size_t>(nx() + 2) + static_cast<std::size_t>(i + 1);
  }
  void press_wedge(int i, int j, std::size_t wedge);
  void modify(int i, int j);
  void relax();
  void grow_modified();
  void clear_modified();

  Params params_;
  int nx_, ny_;
  std::vector<float> height_;                            // padded, like all grids here
  std::vector<std::uint8_t> open_, modified_, touched_;  // padded
  Box box_{};                                            // of the modified cells
  std::vector<std::vector<Cell>> inner_, spill_;
  float rise_ = 0, rise_diagonal_ = 0;
};

}  // namespace solgel::sand
