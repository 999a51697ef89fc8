#include "io/gcode_arc.h"

#include <cmath>

#include "core/math.h"

namespace solgel::io {

void set_arc(sand::Move& move, Vec2 start, Vec2 centre, bool clockwise) {
  const Vec2 from = start - centre;
  const Vec2 to = move.to - centre;
  move.kind = sand::MoveKind::polar;
  move.centre = centre;
  move.radius0 = length(from);
  move.radius1 = length(to);
  move.angle0 = math::atan2(from.y, from.x);
  // Exact for a full circle: the same point gives cross 0.
  double sweep = math::atan2(cross(from, to), dot(from, to));
  if (clockwise) {
    if (sweep >= -kFullTurn) sweep -= 2 * kPi;
  } else {
    if (sweep <= kFullTurn) sweep += 2 * kPi;
  }
  move.sweep = sweep;
}

RadiusArc arc_of_radius(Vec2 start, Vec2 end, double radius, bool clockwise) {
  const Vec2 way = end - start;
  const double chord = length(way);
  RadiusArc arc{.centre = 0.5 * (start + end), .radius = std::fabs(radius), .repaired = false};
  const double square = arc.radius * arc.radius - 0.25 * chord * chord;
  if (square < 0) {
    arc.radius = 0.5 * chord;
    arc.repaired = true;
    return arc;
  }
  const bool left = clockwise == (radius < 0);
  const double h = (left ? 1.0 : -1.0) * std::sqrt(square) / chord;
  arc.centre = arc.centre + h * Vec2{-way.y, way.x};
  return arc;
}

}  // namespace solgel::io
