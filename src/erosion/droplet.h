// A droplet and the numbers of its step.
//
//   n      = surface normal of the ground under it               (lengths in units)
//   v     += dt cs n_h / (V density),  |v| <= v_max;  x += dt v (cells);  v *= 1 - dt cs friction
//   c_eq   = max(0, V |v| (h(old x) - h(new x)) / cs)            what the water can carry, as a share of its volume
//   m      = dt cs deposition_rate (V c_eq - M)                  taken from the ground, bounded; M the load
//   V     *= 1 - dt cs evaporation
// cs = min(1, cell / unit) makes steps of one cell shorter steps of time on a finer map: half the cell size gives the
// same mountain with more detail. cs = 1 is the model text, whose sediment is M / V: keeping the mass instead of
// the share is what conserves it while water evaporates.
//
// Bounds: m takes at most a quarter of the drop h(old) - h(new); it lays down at most a quarter of the drop downhill
// and at most the rise uphill. Masses are integers in quanta of height over one cell (erosion/land.h); what rounding
// leaves of m is carried to the next step.
//
// Positions are those of samples: the droplet lies at i + fx, j + fy between samples i and i + 1; sample i stands for
// the cell from i - 1/2 to i + 1/2, and the droplet is on the map while its cell is.
#pragma once

#include <cstdint>

#include "erosion/land.h"
#include "erosion/params.h"

namespace solgel::erosion {

struct Droplet {
  std::int32_t i = 0, j = 0;
  float fx = 0, fy = 0;  // [0, 1)
  float vx = 0, vy = 0;  // units per time
  float volume = 1;
  float remainder = 0;    // quanta that the ground still owes (> 0) or is owed
  std::int32_t mass = 0;  // quanta, >= 0
  std::int32_t age = 0;   // steps

  int cell_i() const { return i + (fx >= 0.5f ? 1 : 0); }
  int cell_j() const { return j + (fy >= 0.5f ? 1 : 0); }
};

// Lengths of the map behind the integers.
struct MapScale {
  double cell_x = 1, cell_y = 1;  // of a cell, > 0
  double value_length = 1;        // length of one height value, > 0
};

// Constants of a step, from parameters and scale. Heights in quanta.
struct Rules {
  float slope_x, slope_y;  // central difference (two cells) -> slope
  float push;              // dt cs / density
  float v_max;
  float move_x, move_y;  // dt, in cells
  float drag;            // 1 - dt cs friction
  float per_cs;          // 1 / cs
  float rate;            // dt cs deposition_rate
  float keep;            // 1 - dt cs evaporation
  float step_time;       // dt cs
  float min_volume;
  float base_level;          // quanta above integer 0; far below for none
  std::int32_t longest_age;  // a droplet that does not evaporate ends here
  int reach;                 // cells, >= 2: half the width of the tent
  double cs;

  static constexpr int kMostReach = 16;
  static constexpr int kMostCellsPerUnit = 512;
};
// Fails when the radius reaches further than kMostReach cells or a unit has more than kMostCellsPerUnit.
Result<Rules> make_rules(const Params& params, const MapScale& scale, const Land& land);

// Mass account, in quanta over one cell; exact.
struct Ledger {
  std::int64_t eroded = 0, deposited = 0, carried_off = 0;
  std::uint64_t steps = 0, ended = 0, aged = 0;  // droplets that ended, and those of them at longest_age

  void add(const Ledger& other) {
    eroded += other.eroded;
    deposited += other.deposited;
    carried_off += other.carried_off;
    steps += other.steps;
    ended += other.ended;
    aged += other.aged;
  }
};

}  // namespace solgel::erosion
