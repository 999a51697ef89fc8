// How densely a track covers the table, for the report: how much it sweeps, how far neighbouring passes lie apart, and
// where it is too dense for the ball.
//
// A place counts as swept when the ball's contact disc, radius sqrt(2 r h0 - h0^2) at sand depth h0, has passed over
// it, and as passed again when it comes back after a path of more than four ball radii. Kept on a grid of its own, an
// eighth of the ball's radius a cell, over the reachable region; figures are exact to that resolution.
#pragma once

#include <cstdint>

#include "core/grid.h"
#include "core/vec.h"
#include "sand/params.h"

namespace solgel::sand {

struct CoverageFigures {
  double swept_fraction = 0;    // of the reachable region
  double spacing_mm = 0;        // swept area over path length: the mean distance of neighbouring passes
  double contact_width_mm = 0;  // diameter of the contact disc
  double dense_fraction = 0;    // of the swept area: passed three times or more, so that patterns blur
};

class Coverage {
 public:
  explicit Coverage(const Params& params);

  // The ball has come to `at` (track frame).
  void visit(Vec2 at);
  CoverageFigures figures(double path_mm) const;

 private:
  void mark(Vec2 at);

  Params params_;
  double cell_, contact_;
  Grid<std::uint8_t> passes_;
  Grid<float> last_;
  Vec2 at_;
  double travelled_ = 0, next_mark_ = 0;  // mm
};

}  // namespace solgel::sand
