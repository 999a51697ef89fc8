// What a droplet meets: the land with its border, the masks that say where it may change, and the account of where
// water went. Views of what a Terrain owns.
#pragma once

#include <cstdint>
#include <vector>

#include "core/grid.h"
#include "erosion/land.h"
#include "erosion/params.h"

namespace solgel::erosion {

// Sums over all steps of a droplet in a cell, in integers, so that no order of adding matters.
struct Water {
  std::uint64_t flow = 0;      // volume times way in cells, in steps of 2^-24
  std::uint64_t moisture = 0;  // volume times time
};
struct Account {
  static constexpr double kPerUnit = 16777216;
  Grid<Water> water;
  Grid<std::int64_t> eroded;  // quanta taken; quanta laid down are these plus the change
  // What was taken since the last settle(), laid out like the heights of Land: the kernels add to it in the same way.
  std::vector<std::int32_t> recent;

  Account() = default;
  explicit Account(const Land& land);
  std::int32_t* recent_row(const Land& land, int j) { return recent.data() + land.index(0, j); }
  // Moves `recent` into `eroded`. Between two calls a cell must not lose 2^31 quanta, eight times the range of heights.
  void settle(const Land& land);
};

// How far the ground falls from each cell of the edge to the next beyond it, quanta: the fall of the input's last two
// cells where they fall outwards, else 0. Beyond an open border the land goes on as steep as it ends but never falls
// more steeply than that: else a river that leaves the map would dig at its mouth without end, ever steeper.
struct Rim {
  std::vector<std::int32_t> west, east, south, north;
};
Rim rim_of(const Land& land);

struct Ground {
  Land* land = nullptr;
  Border border = Border::open;
  const Rim* rim = nullptr;               // of an open border
  const Grid<float>* softness = nullptr;  // factor on what is taken; null is 1
  const Grid<float>* licence = nullptr;   // factor on all change; 0 wherever a change would reach protected ground
  Account* account = nullptr;             // null: not kept
};

}  // namespace solgel::erosion
