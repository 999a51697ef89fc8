#include "erosion/thermal.h"

#include <algorithm>

#include "core/bed.h"
#include "core/relaxation.h"

namespace solgel::erosion {
namespace {

// A share of the standing slope that is let stand as excess: without it the last grains never come to rest.
constexpr std::int32_t kDeadZone = 128;
// Passes between two looks at the other side of a periodic map, and cells of it that are carried along: a pass moves
// material by one cell, so what the margin lacks beyond its own edge does not reach the map in between.
constexpr int kMargin = 16;

struct Lift {
  const Land& land;
  std::int32_t lowest;  // becomes 0: a bed has no heights below its floor
  int margin;

  int wrapped(int k, int n) const { return ((k - margin) % n + n) % n; }
  void fill(Bed& bed) const {
    for (int j = 0; j < bed.ny(); ++j) {
      for (int i = 0; i < bed.nx(); ++i) {
        const std::int32_t h = land.row(wrapped(j, land.ny()))[wrapped(i, land.nx())];
        if (h == Land::kWall) {
          bed.make_wall(i, j);
        } else {
          bed.height_row(j)[i] = h - lowest;
        }
      }
    }
    bed.mark_all();
  }
};

}  // namespace

std::int64_t slide(Land& land, Border border, const Talus& talus) {
  std::int32_t lowest = 0x7fffffff;
  for (int j = 0; j < land.ny(); ++j) {
    for (int i = 0; i < land.nx(); ++i) {
      if (!land.is_wall(i, j)) lowest = std::min(lowest, land.row(j)[i]);
    }
  }
  const bool is_periodic = border == Border::periodic;
  const Lift lift{land, lowest, is_periodic ? kMargin : 0};
  Bed bed(land.nx() + 2 * lift.margin, land.ny() + 2 * lift.margin, 0);
  Relaxation relaxation(bed);
  const ReposeLimits limits{
      .axis = talus.axis, .diagonal = talus.diagonal, .dead_zone = std::max(1, talus.axis / kDeadZone)};
  std::int64_t moved = 0;
  for (int pass = 0; pass < talus.passes;) {
    lift.fill(bed);
    const int end = is_periodic ? std::min(talus.passes, pass + kMargin - 1) : talus.passes;
    bool any = false;
    while (pass < end && relaxation.pass(bed, limits)) {
      any = true;
      ++pass;
    }
    for (int j = 0; j < land.ny(); ++j) {
      for (int i = 0; i < land.nx(); ++i) {
        std::int32_t& h = land.row(j)[i];
        if (h == Land::kWall) continue;
        const std::int32_t now = bed.height_row(j + lift.margin)[i + lift.margin] + lowest;
        moved += now > h ? now - h : 0;
        h = now;
      }
    }
    if (!any || !is_periodic) break;
  }
  return moved;
}

}  // namespace solgel::erosion
