// The reference kernel: the model text as it stands, in float, one cell after the other.
//
// Footprint snapped to the ball's cell, whole cells per wedge, spill shared equally, relaxation in place in raster order
// over the touched cells (modified cells grown by one), neighbours +x -x +y -y and then the four diagonals, at most
// `repose_passes` passes. It keeps the text's flaws: shares that fall outside the table are lost, the overflow of a wedge
// without spill cells is lost, the ball is no obstacle for sliding sand, and a run does not end settled. The fast kernel
// is tested against it where the two mean the same thing.
#pragma once

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

  int nx() const { return height_.nx(); }
  int ny() const { return height_.ny(); }
  bool is_wall(int i, int j) const;
  double height_mm(int i, int j) const { return static_cast<double>(height_(i, j)); }
  double volume_mm3() const;
  void add_to(Hash& hash) const { hash.add(std::span<const float>(height_.cells())); }
  std::vector<std::int32_t> save() const;
  bool restore(std::span<const std::int32_t> words);

 private:
  struct Cell {
    int di, dj;
    float under;  // the ball's underside, mm; inner cells only
  };
  struct Box {  // touched cells, ends included
    int i0, i1, j0, j1;
  };

  bool open(int i, int j) const { return height_.contains(i, j) && !is_wall(i, j); }
  void press_wedge(int i, int j, std::size_t wedge);
  void touch(int i, int j);
  void relax();
  bool relax_cell(int i, int j);

  Params params_;
  Grid<float> height_;
  Grid<std::uint8_t> touched_;
  Box box_{};
  std::vector<std::vector<Cell>> inner_, spill_;
  std::vector<int> modified_;
  float rise_ = 0, rise_diagonal_ = 0;
};

}  // namespace solgel::sand
