// Parameters of the sand table. Units of the model: millimetres, seconds, degrees for the angle of repose.
#pragma once

#include "core/params.h"

namespace solgel::sand {

struct Params {
  double width = 300;
  double height = 200;
  double diameter = 0;
  double cell = 0.5;
  double depth = 1;
  double ball_radius = 8;
  double repose = 30;
  int segments = 32;
  double step_fraction = 0.5;
  int repose_passes = 16;
  double feed = 1000;

  bool is_round() const { return diameter > 0; }
};

inline constexpr Param<Params> kParams[] = {
    {"width", &Params::width, "mm", 10, 5000, "Reachable extent along x; not used by a round table."},
    {"height", &Params::height, "mm", 10, 5000, "Reachable extent along y; not used by a round table."},
    {"diameter", &Params::diameter, "mm", 0, 5000,
     "Diameter of the reachable disc of a round table; 0 for a rectangular one."},
    {"cell", &Params::cell, "mm", 0.1, 5,
     "Size of a grid cell; half of it shows half as large ripples and costs about eight times the time."},
    {"depth", &Params::depth, "mm", 0, 40, "Depth of the level sand at the start."},
    {"ball_radius", &Params::ball_radius, "mm", 1, 40, "Radius of the ball, which always rests on the table."},
    {"repose", &Params::repose, "deg", 20, 45, "Angle of repose: the steepest slope that stands."},
    {"segments", &Params::segments, "", 4, 128,
     "Wedges of the displacement kernel: how finely the pushed sand keeps its direction."},
    {"step_fraction", &Params::step_fraction, "cells", 0.1, 1, "Length of a sub-step of the ball."},
    {"repose_passes", &Params::repose_passes, "", 1, 256,
     "Relaxation passes per sub-step: a cap in the reference kernel, a quarter of it (rounded up) in the fast one."},
    {"feed", &Params::feed, "mm/min", 1, 100000, "Feed rate until the track gives one."},
};
static_assert(every_member_has_a_row<Params>(kParams) && every_default_in_range<Params>(kParams));

// What the rows cannot say each for itself: the ball spans at least two cells and the grid stays below 64 million
// cells.
Status check(const Params& params);

// Cells of the physical table, which is 2 r wider than the reachable region, and whether a cell lies outside a round
// one.
struct TableSize {
  int nx = 0, ny = 0;
};
TableSize table_size(const Params& params);
bool outside_table(const Params& params, int i, int j);

}  // namespace solgel::sand
