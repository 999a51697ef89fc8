// What a droplet meets: the land with its border, the masks that say where it may change, and the account of where
// water went. Views of what a Terrain owns.
#pragma once

#include <cstdint>

#include "core/grid.h"
#include "erosion/land.h"
#include "erosion/params.h"

namespace solgel::erosion {

// Sums over all steps of a droplet in a cell; 64 bits in steps of 2^-20, so that no order of adding matters.
struct Account {
  static constexpr double kPerUnit = 1048576;
  Grid<std::uint64_t> flow;      // volume times way in cells
  Grid<std::uint64_t> moisture;  // volume times time
  Grid<std::int64_t> eroded;     // quanta taken; quanta laid down are these plus the change
};

struct Ground {
  Land* land = nullptr;
  Border border = Border::open;
  const Grid<float>* softness = nullptr;  // factor on what is taken; null is 1
  const Grid<float>* licence = nullptr;   // factor on all change; 0 wherever a change would reach protected ground
  Account* account = nullptr;             // null: not kept
};

}  // namespace solgel::erosion
