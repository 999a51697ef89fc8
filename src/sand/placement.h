// Puts a track of any frame onto a table: one similarity transform,
//
//   p' = o + s R M (p - c),   M mirrors x -> -x (or is 1), R rotates counter-clockwise by `rotate_deg`,
//
// from the frame's own centre c to the centre o of the reachable region. Lengths in mm, angles in radians inside.
//
//   frame               c                        s
//   machine, corner     centre of the region     1
//   machine, centre     (0, 0)                   1
//   unit_disc           (0, 0)                   half the shorter reachable side; round: half the diameter
//   drawing             centre of its bounds     the largest that fits
//   fit, any frame      centre of its bounds     the largest that fits
//
// What fits: in a rectangle the box of the track's turned bounding box, which is the track's own box when the rotation
// is a multiple of 90 degrees and may be larger otherwise; on a round table the circle around the bounding box. A track
// in the unit disc on a round table keeps its centre and grows until its farthest point is on the rim.
//
// Multiples of 90 degrees and the identity are exact: only sums round. Feed rates, dwells and home moves stay as they
// are: they are the machine's, not the drawing's.
#pragma once

#include <cstdint>

#include "sand/params.h"
#include "sand/track.h"

namespace solgel::sand {

// What (0, 0) of a track in the machine's frame means.
enum class Origin : std::uint8_t {
  corner,  // lower left of the reachable region
  centre,
};

struct PlacementOptions {
  Origin origin = Origin::corner;
  bool fit = false;
  double rotate_deg = 0;  // counter-clockwise
  bool mirror = false;    // left becomes right, before the rotation
};

// Bounding box, and how far from (0, 0) it reaches. Points that are not finite are passed over.
struct Bounds {
  bool empty = true;
  Vec2 low, high;
  double reach = 0;

  void include(Vec2 p);
  void include(const Bounds& other);
};

// Of what a move draws when it starts at `from`; empty for dwells. The box is exact: lines by their ends, polar moves
// and cubics by the roots of their derivatives. The reach is exact for lines and for polar moves about (0, 0), else an
// upper bound.
Bounds bounds_of(const Move& move, Vec2 from);

class Placement {
 public:
  // `track` in the track's own frame; looked at for Frame::drawing and when fitting.
  static Placement make(const Params& table, const PlacementOptions& options, Frame frame, const Bounds& track);

  Vec2 place(Vec2 p) const;
  Move place(const Move& move) const;
  double scale() const { return scale_; }

 private:
  double scale_ = 1;
  bool mirror_ = false;
  double turn_ = 0;           // radians
  double cos_ = 1, sin_ = 0;  // of turn_, times the scale
  Vec2 offset_;
};

// Lower left of the reachable region is (0, 0); this is its middle, and half its shorter side.
Vec2 region_centre(const Params& table);
double region_radius(const Params& table);

}  // namespace solgel::sand
