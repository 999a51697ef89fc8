#include "sand/placement.h"

#include <algorithm>
#include <cmath>

#include "core/math.h"

namespace solgel::sand {
namespace {

// f(t) = p + (r0 + dr t) cos(a0 + w t - axis), its extremes over [0, 1] included one by one.
struct PolarAxis {
  double r0, dr, a0, w;

  double slope(double t) const {
    const math::SinCos a = math::sincos(a0 + w * t);
    return dr * a.cos - (r0 + dr * t) * w * a.sin;
  }

  // The root between two points of opposite slope.
  double root(double low, double high) const {
    const bool rising = slope(low) > 0;
    for (int k = 0; k < 60 && low < high; ++k) {
      const double middle = 0.5 * (low + high);
      ((slope(middle) > 0) == rising ? low : high) = middle;
    }
    return low;
  }
};

Vec2 polar_point(const Move& m, double t) {
  const math::SinCos a = math::sincos(m.angle0 + m.sweep * t);
  return m.centre + (m.radius0 + (m.radius1 - m.radius0) * t) * Vec2{a.cos, a.sin};
}

// Extremes between t0 and t1, at most one turn apart.
void include_turn(Bounds& bounds, const Move& m, double t0, double t1) {
  constexpr int kPieces = 32;  // an extreme of each axis comes twice a turn, far apart against a piece
  for (const double axis : {0.0, kPi / 2}) {
    const PolarAxis f{m.radius0, m.radius1 - m.radius0, m.angle0 - axis, m.sweep};
    double before = t0;
    for (int k = 1; k <= kPieces; ++k) {
      const double t = t0 + (t1 - t0) * k / kPieces;
      if ((f.slope(before) > 0) != (f.slope(t) > 0)) bounds.include(polar_point(m, f.root(before, t)));
      before = t;
    }
  }
}

// The radius is largest at an end; a turn away from that end every direction has been seen, so that what lies between
// the last turns at both ends is inside their box.
void include_polar(Bounds& bounds, const Move& m) {
  bounds.include(polar_point(m, 0));
  bounds.include(polar_point(m, 1));
  const double turns = std::fabs(m.sweep) / (2 * kPi);
  if (turns <= 1) {
    include_turn(bounds, m, 0, 1);
  } else {
    include_turn(bounds, m, 0, 1 / turns);
    include_turn(bounds, m, 1 - 1 / turns, 1);
  }
  bounds.reach = std::max(bounds.reach, length(m.centre) + std::max(std::fabs(m.radius0), std::fabs(m.radius1)));
}

// Roots of the derivative of a cubic Bezier polynomial in (0, 1): a t^2 + b t + c = 0.
int cubic_extremes(double p0, double p1, double p2, double p3, double roots[2]) {
  const double a = p3 - 3 * p2 + 3 * p1 - p0, b = 2 * (p2 - 2 * p1 + p0), c = p1 - p0;
  const double square = b * b - 4 * a * c;
  if (!(square >= 0)) return 0;
  const double q = -0.5 * (b + (b < 0 ? -1 : 1) * std::sqrt(square));
  int count = 0;
  if (a != 0) roots[count++] = q / a;
  if (q != 0) roots[count++] = c / q;
  return count;
}

void include_cubic(Bounds& bounds, const Move& m, Vec2 from) {
  double roots[4];
  int count = cubic_extremes(from.x, m.c1.x, m.c2.x, m.to.x, roots);
  count += cubic_extremes(from.y, m.c1.y, m.c2.y, m.to.y, roots + count);
  for (int k = 0; k < count; ++k) {
    const double t = roots[k], s = 1 - t;
    if (!(t > 0 && t < 1)) continue;
    bounds.include(s * s * s * from + 3 * s * s * t * m.c1 + 3 * s * t * t * m.c2 + t * t * t * m.to);
  }
  bounds.reach = std::max({bounds.reach, length(m.c1), length(m.c2)});
}

// Cosine and sine of degrees, exact for multiples of 90.
math::SinCos of_degrees(double degrees) {
  const double quarters = degrees / 90;
  if (quarters == std::floor(quarters)) {
    constexpr math::SinCos kQuarters[4] = {{0, 1}, {1, 0}, {0, -1}, {-1, 0}};
    return kQuarters[static_cast<int>(quarters - 4 * std::floor(quarters / 4))];
  }
  return math::sincos(degrees * (kPi / 180));
}

// The largest scale at which a box of the given sides, turned, fits the table.
double fitting_scale(const Params& table, Vec2 sides, const math::SinCos& turn) {
  if (table.is_round()) {
    const double diagonal = length(sides);
    return diagonal > 0 ? table.diameter / diagonal : 1;
  }
  const double c = std::fabs(turn.cos), s = std::fabs(turn.sin);
  const Vec2 turned{c * sides.x + s * sides.y, s * sides.x + c * sides.y};
  if (turned.x <= 0 && turned.y <= 0) return 1;
  if (turned.x <= 0) return table.height / turned.y;
  if (turned.y <= 0) return table.width / turned.x;
  return std::min(table.width / turned.x, table.height / turned.y);
}

}  // namespace

void Bounds::include(Vec2 p) {
  if (!std::isfinite(p.x) || !std::isfinite(p.y)) return;
  low = empty ? p : Vec2{std::min(low.x, p.x), std::min(low.y, p.y)};
  high = empty ? p : Vec2{std::max(high.x, p.x), std::max(high.y, p.y)};
  reach = std::max(reach, length(p));
  empty = false;
}

void Bounds::include(const Bounds& other) {
  if (other.empty) return;
  const double farthest = std::max(reach, other.reach);  // the corners of a box reach farther than what is in it
  include(other.low);
  include(other.high);
  reach = farthest;
}

Bounds bounds_of(const Move& move, Vec2 from) {
  Bounds bounds;
  if (move.kind == MoveKind::dwell) return bounds;
  bounds.include(from);
  if (move.kind == MoveKind::home) {
    bounds.include(Vec2{0, from.y});
    bounds.include(Vec2{0, 0});
    return bounds;
  }
  bounds.include(move.to);
  if (move.kind == MoveKind::polar) include_polar(bounds, move);
  if (move.kind == MoveKind::cubic) include_cubic(bounds, move, from);
  return bounds;
}

Vec2 region_centre(const Params& table) {
  if (table.is_round()) return {table.diameter / 2, table.diameter / 2};
  return {table.width / 2, table.height / 2};
}

double region_radius(const Params& table) {
  return (table.is_round() ? table.diameter : std::min(table.width, table.height)) / 2;
}

Placement Placement::make(const Params& table, const PlacementOptions& options, Frame frame, const Bounds& track) {
  const double degrees = std::isfinite(options.rotate_deg) ? options.rotate_deg : 0;
  const math::SinCos turn = of_degrees(degrees);
  const bool fits = (options.fit || frame == Frame::drawing) && !track.empty;
  Vec2 centre;
  double scale = frame == Frame::unit_disc ? region_radius(table) : 1;
  if (fits && frame == Frame::unit_disc && table.is_round()) {
    if (track.reach > 0) scale = region_radius(table) / track.reach;
  } else if (fits) {
    centre = 0.5 * (track.low + track.high);
    const Vec2 sides = track.high - track.low;
    if (sides != Vec2{}) scale = fitting_scale(table, sides, turn);
  } else if (frame == Frame::machine && options.origin == Origin::corner) {
    centre = region_centre(table);
  }
  Placement p;
  p.scale_ = scale;
  p.mirror_ = options.mirror;
  p.turn_ = degrees * (kPi / 180);
  p.cos_ = scale * turn.cos;
  p.sin_ = scale * turn.sin;
  p.offset_ = region_centre(table) - p.place(centre);
  return p;
}

Vec2 Placement::place(Vec2 p) const {
  const double x = mirror_ ? -p.x : p.x;
  return {cos_ * x - sin_ * p.y + offset_.x, sin_ * x + cos_ * p.y + offset_.y};
}

Move Placement::place(const Move& move) const {
  if (move.kind == MoveKind::home || move.kind == MoveKind::dwell) return move;
  Move m = move;
  m.to = place(move.to);
  if (move.kind == MoveKind::cubic) {
    m.c1 = place(move.c1);
    m.c2 = place(move.c2);
  }
  if (move.kind == MoveKind::polar) {
    m.centre = place(move.centre);
    m.radius0 = scale_ * move.radius0;
    m.radius1 = scale_ * move.radius1;
    m.angle0 = (mirror_ ? kPi - move.angle0 : move.angle0) + turn_;
    m.sweep = mirror_ ? -move.sweep : move.sweep;
  }
  return m;
}

}  // namespace solgel::sand
