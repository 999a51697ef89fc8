// The fast kernel: integer heights, exact sub-cell footprint, simultaneous relaxation. One sub-step is
// press (carve, deposit) and a few relaxation passes around what was disturbed; unfinished slides go on in the next
// one.
//
// Sand is conserved exactly. Passes a sub-step: a quarter of `repose_passes`, rounded up; fewer leave the banks beside
// the ball steeper for a moment, and change the settled relief by less than the footprint does.
#pragma once

#include <cstdint>
#include <span>

#include "core/bed.h"
#include "core/grid.h"
#include "core/hash.h"
#include "core/relaxation.h"
#include "sand/footprint.h"
#include "sand/params.h"
#include "sand/press.h"

namespace solgel::sand {

class FastKernel {
 public:
  // Level sand, no ball. `params` have passed check().
  explicit FastKernel(const Params& params);

  // Presses the ball at `at` (table frame, mm) and relaxes.
  void step(Vec2 at);
  // Relaxes until nothing moves; the ball stays. Returns the passes it took.
  int settle();

  int nx() const { return bed_.nx(); }
  int ny() const { return bed_.ny(); }
  bool is_wall(int i, int j) const { return bed_.is_wall(i, j); }
  double height_mm(int i, int j) const { return bed_.height_row(j)[i] / Bed::kUnitsPerLength; }
  double volume_mm3() const;
  void add_to(Hash& hash) const;

  // The whole state as words, for checkpoints; restore() takes what save() gave for the same parameters, and is false
  // for anything else.
  std::vector<std::int32_t> save() const;
  bool restore(std::span<const std::int32_t> words);

 private:
  Params params_;
  Bed bed_;
  Footprints footprints_;
  ReposeLimits limits_;
  std::int32_t spill_rise_;  // see deposit()
  Relaxation relaxation_;
  Window covered_;
  PressScratch scratch_;
  Pools pools_;
};

}  // namespace solgel::sand
