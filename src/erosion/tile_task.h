// What the tile loop gets (erosion/tile_kernel.inl): plain data, for it is compiled once per instruction set.
#pragma once

#include <cstddef>
#include <cstdint>

#include "erosion/droplet.h"
#include "erosion/ground.h"

namespace solgel::erosion {

struct TileTask {
  Ground ground;
  std::int32_t* heights;  // cell (0, 0) of its land
  std::int32_t stride;
  std::int32_t* recent;  // of the account, cell (0, 0); null without
  Water* water;
  std::int32_t nx;  // cells of a row of `water`
  const Rules* rules;
  bool has_walls;               // in what droplets of the tile may read
  std::int32_t i0, j0, i1, j1;  // cells of the tile, ends not included
  const Droplet* queue;
  std::size_t count;
  Droplet* leaving;  // room for `count`: those that went on to another tile
  std::size_t left;  // how many did
  Ledger ledger;
};

using TileLoop = void (*)(TileTask&);

// Takes over a droplet whose step has ended it or led it out of the tile.
void release(TileTask& task, Droplet d);

}  // namespace solgel::erosion
