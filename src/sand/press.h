// Presses a body into a bed: what stands above its underside is cut off, laid down again around it, and what finds no
// room is spilt onto the ring outside.
//
// The bed's lids are the body's underside, so these functions know no ball; `lower_ball` writes the lids of one,
//   z(d) = r - sqrt(r^2 - d^2),   d = distance of the cell's centre from the ball's axis, for d <= r,
// evaluated in float with a correctly rounded root: within 2^-17 mm away from the rim, the same bits everywhere.
// All volumes are sums of heights in Bed units and are conserved exactly.
#pragma once

#include <cstdint>
#include <vector>

#include "core/bed.h"
#include "core/vec.h"
#include "sand/footprint.h"
#include "sand/press_rows.h"

namespace solgel::sand {

// The axis of the body: its cell, and its place in the cell, [0, 1).
struct Axis {
  int i = 0, j = 0;
  double fx = 0, fy = 0;
};
// `at` in units of the cell.
Axis axis_at(Vec2 at);

// A rectangle of whole blocks, i0 a multiple of Bed::kBlock; i1, j1 exclusive. May reach into the halo.
struct Window {
  int i0 = 0, i1 = 0, j0 = 0, j1 = 0;
  bool empty() const { return i0 >= i1; }
};
Window window_around(const Bed& bed, const Axis& axis, int reach);

struct Ball {
  double radius = 8, cell = 0.5;  // mm
};

// Opens the lids of `old` and lowers the ball's underside over `now`. Walls stay walls.
void lower_ball(Bed& bed, const Ball& ball, const Axis& axis, const Window& old, const Window& now);

// Volume carved in each wedge; the last entry, index `segments`, belongs to all wedges alike.
using Pools = std::vector<std::int64_t>;

// Scratch of `carve` and `deposit`, kept between calls.
struct PressScratch {
  std::vector<Carved> sums;
  std::vector<std::int32_t> ring;
};

// Cuts every cell of the window down to its lid; fills `pools` with what was cut. Marks the blocks that changed.
void carve(Bed& bed, const Footprint& footprint, const Axis& axis, const Window& window, PressScratch& scratch,
           Pools& pools);

// Fills the room under the body, wedge by wedge, outward from the axis; what is left of a wedge goes evenly onto its
// spill cells. A share that falls on no free cell, and what a wedge without spill cells has left, goes evenly to all
// free cells of the ring. Free is a cell that is no wall and stands at most `spill_rise` above the lowest cell of the
// ring: sand in a corner has no way out past the ball, and would be heaped up there without an end. Empties the pools.
// Follows `carve`, which takes the window into the bed's active range.
void deposit(Bed& bed, const Footprint& footprint, const Axis& axis, std::int32_t spill_rise, PressScratch& scratch,
             Pools& pools);

}  // namespace solgel::sand
