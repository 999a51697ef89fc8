// A height map as a smooth surface, sampled on a square grid of nodes.
//
//   z(x, y) = sum_ij h_ij K((x - x_i) / s_x) K((y - y_j) / s_y),   s = max(cell, spacing of the nodes),
//   K(t) = 4/3 B(t) - 1/6 (B(t - 1) + B(t + 1)),                   B the cubic B-spline.
// K is the quasi-interpolant of order 4 (de Boor and Fix 1973, "Spline approximation by quasiinterpolants"): twice
// continuously differentiable, so that shading shows neither cells nor creases, and, unlike B, sharp; it reproduces
// parabolas at the size of a cell. Stretched to the nodes' spacing it is the low-pass of a picture smaller than the
// map. Beyond the edge the land goes on as its mirror image through the edge's point, so slopes do not fade there.
// Lengths are those of the map, heights multiplied by the exaggeration.
#pragma once

#include <cstdint>

#include "core/grid.h"
#include "core/vec3f.h"
#include "render/node_grid.h"

namespace solgel::render {

struct CellSides {
  double x = 1, y = 1;
};

struct LandPoint {
  float z = 0, slope_x = 0, slope_y = 0;
  Vec3f normal() const { return normalised(Vec3f{-slope_x, -slope_y, 1.0f}); }
};

class TerrainSurface {
 public:
  // `height` has its cell (0, 0) centred at half a cell from the origin; nodes outside the map are moved to its edge.
  TerrainSurface(const Grid<float>& height, CellSides cell, double exaggeration, const NodeGrid& nodes);

  const NodeGrid& nodes() const { return nodes_; }
  const Grid<float>& z() const { return z_; }
  LandPoint node(int i, int j) const { return {z_(i, j), slope_x_(i, j), slope_y_(i, j)}; }
  // Bilinear between nodes.
  LandPoint at(float x, float y) const {
    const NodeWeights w = nodes_.weights(x, y);
    return {w(z_), w(slope_x_), w(slope_y_)};
  }

 private:
  NodeGrid nodes_;
  Grid<float> z_, slope_x_, slope_y_;
};

// Other values of the cells at the nodes, through the cubic B-spline: never above the highest nor below the lowest.
Grid<float> smooth_at_nodes(const Grid<float>& cells, CellSides cell, const NodeGrid& nodes);

// The heights with missing cells filled from their surroundings, coarse to fine.
Grid<float> with_filled_gaps(const Grid<float>& height, const Grid<std::uint8_t>& missing);

}  // namespace solgel::render
