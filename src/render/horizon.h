// The horizon over a height field: how high the sand stands in one direction, seen from every node at once.
//
//   T(p) = max over s > 0 of (z(p + s d) - z(p)) / s,   the tangent of the horizon's angle towards d.
//
// T is continuous for a smooth surface, so it may be interpolated, and any light or sky can be clipped against it.
// The field is swept along sheared lines parallel to d. On a line, the points that can be a horizon for those behind
// them are the upper convex hull of what came before, kept on a stack: every point is pushed and popped once. (Line
// sweeps for height fields: Timonen and Westerholm 2010, "Scalable height field self-shadowing".)
// Horizons lower than a given tangent t0 can be left out. With w = z + t0 s, s growing away from the light, a point has
// a horizon above t0 only if an earlier w is greater; otherwise it also hides all earlier points from all later ones
// (as far as horizons above t0 go), and the stack starts afresh. Open ground then costs one comparison. Exact on the
// line; heights and results are linear between lines, one node apart.
#pragma once

#include "core/grid.h"
#include "core/vec.h"

namespace solgel::render {

// T where nothing stands in the way.
inline constexpr float kNoHorizon = -1e6f;

class HorizonSweep {
 public:
  // The height field outlives the sweep. Nodes are `spacing` apart.
  HorizonSweep(const Grid<float>& height, float spacing);

  // T towards the unit vector d, for every node; kNoHorizon where it is `lowest` or less.
  void run(Vec2 d, float lowest, Grid<float>& tangent);

 private:
  void sweep_columns(const Grid<float>& height, double step_x, double slope, float lowest, Grid<float>& tangent);

  const Grid<float>& height_;
  Grid<float> transposed_;
  Grid<float> lines_, turned_;
  float spacing_;
};

}  // namespace solgel::render
