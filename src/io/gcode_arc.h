// The geometry of G2 and G3.
//
// Centre form: centre c = start + (I, J). The radius runs from |start - c| to |end - c|: equal in a sound file, else a
// spiral, which is at least continuous. Radius form: with chord length d the centre lies h = sqrt(R^2 - d^2 / 4) from
// the chord's middle, to the left of the way for a short counter-clockwise arc, to the right for a short clockwise one;
// negative R takes the long way round. Angles in radians, lengths in mm.
#pragma once

#include "sand/track.h"

namespace solgel::io {

// Same angle within this is a full turn (GRBL's ARC_ANGULAR_TRAVEL_EPSILON): rounding must not turn one into nothing.
inline constexpr double kFullTurn = 5e-7;

// Fills the polar part of `move`, whose `to` is set, from start about centre.
void set_arc(sand::Move& move, Vec2 start, Vec2 centre, bool clockwise);

struct RadiusArc {
  Vec2 centre;
  double radius = 0;      // after repair
  bool repaired = false;  // the chord was longer than twice the radius: now half a circle on the chord
};
RadiusArc arc_of_radius(Vec2 start, Vec2 end, double radius, bool clockwise);

}  // namespace solgel::io
