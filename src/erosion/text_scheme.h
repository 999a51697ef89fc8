// The model text as it stands, one droplet after the other: what this project's schemes started from.
//
// Positions truncated to cells for reading and writing, changes of a single cell, no bound on a transfer, sediment as a
// share of a volume that shrinks without it, whatever a droplet still carries at its end lost. The text leaves the
// surface normal open: central differences at the cell, one-sided at the border. A droplet ends where its new cell is
// off the map, after its step's transfer with the height of the last cell on it.
//
// Lengths in units: one cell is `cell` units wide, whatever the parameter `unit` says of it.
#pragma once

#include <cstdint>

#include "core/grid.h"
#include "erosion/droplet.h"
#include "erosion/params.h"

namespace solgel::erosion {

class TextScheme {
 public:
  // `heights` in height values; `value_units` is what one is worth in the model's unit.
  TextScheme(const Params& params, const Grid<double>& heights, double value_units);

  struct Start {
    double x, y;  // in cells, [0, nx) x [0, ny)
  };
  void run(Start start);

  const Grid<double>& height() const { return height_; }  // units
  Grid<double>& height() { return height_; }
  struct Totals {
    double eroded = 0, deposited = 0, carried_off = 0;  // units times cells; what died with its droplet is in none
    std::uint64_t steps = 0, ended = 0, aged = 0;
  };
  const Totals& totals() const { return totals_; }
  Totals& totals() { return totals_; }
  double value_units() const { return value_units_; }

 private:
  Params params_;
  double value_units_;
  Grid<double> height_;
  Totals totals_;
};

}  // namespace solgel::erosion
