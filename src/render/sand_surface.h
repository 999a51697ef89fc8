// The sand as a smooth surface, sampled on a grid of nodes.
//
// The relief gives one height per cell; drawn as it is, it shows its cells. Here
//   z(x, y) = sum_ij h_ij B((x - x_i) / s) B((y - y_j) / s),   s = max(cell, spacing of the nodes),
// with B the cubic B-spline: twice continuously differentiable, so that shading has no facets, and a low-pass at the
// scale s, so that a small picture does not alias. The weights are normalised; slopes are exact derivatives of the sum.
// Beyond the walls the relief is continued by reflection (rectangle) or along the radius (disc): sand meets the frame
// level, without a notch. Lengths in mm, table frame.
#pragma once

#include "core/grid.h"
#include "core/vec3f.h"
#include "render/node_grid.h"
#include "render/relief_scene.h"

namespace solgel::render {

struct SurfacePoint {
  float height = 0, slope_x = 0, slope_y = 0;
  Vec3f normal() const { return normalised(Vec3f{-slope_x, -slope_y, 1.0f}); }
};

class SandSurface {
 public:
  // Nodes lie at spacing * (i, j) and cover the table.
  SandSurface(const ReliefScene& scene, double spacing);

  int nx() const { return height_.nx(); }
  int ny() const { return height_.ny(); }
  float spacing() const { return spacing_; }
  const Grid<float>& height() const { return height_; }
  SurfacePoint node(int i, int j) const { return {height_(i, j), slope_x_(i, j), slope_y_(i, j)}; }
  float highest() const { return highest_; }
  float mean() const { return mean_; }

  // Bilinear between nodes, clamped to the table.
  SurfacePoint at(float x, float y) const;

 private:
  float spacing_;
  float highest_ = 0, mean_ = 0;
  Grid<float> height_, slope_x_, slope_y_;
};

// The relief with the cells outside a round table filled from inside; rectangular reliefs are returned as they are.
Grid<float> continued_beyond_wall(const ReliefScene& scene);

}  // namespace solgel::render
