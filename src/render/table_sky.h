// How much of the sky a block of land leaves to the table that it stands on.
//
// Rays in 64 directions, weighted by the cosine, from the nodes of a coarse grid around the block; smooth between them.
// Under the block, where nothing is seen, it is dark, so that the foot of the walls is.
#pragma once

#include "render/node_grid.h"
#include "render/terrain_block.h"

namespace solgel::render {

class TableSky {
 public:
  explicit TableSky(const TerrainBlock& block);
  // Share of the sky, 0 to 1, that lights the table at (x, y).
  float operator()(float x, float y) const { return nodes_.weights(x, y)(seen_); }

 private:
  float seen(const TerrainBlock& block, int i, int j) const;

  NodeGrid nodes_;
  Grid<float> seen_;
};

}  // namespace solgel::render
