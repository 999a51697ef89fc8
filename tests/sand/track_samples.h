// Points along a move, for tests that look at where the ball goes.
#pragma once

#include <vector>

#include "core/math.h"
#include "sand/track.h"

namespace solgel::sand {

// The move's point at t in [0, 1] when it starts at `from`. Home moves and dwells are not drawn.
inline Vec2 point_on(const Move& m, Vec2 from, double t) {
  const double s = 1 - t;
  if (m.kind == MoveKind::polar) {
    const math::SinCos a = math::sincos(m.angle0 + m.sweep * t);
    return m.centre + (m.radius0 * s + m.radius1 * t) * Vec2{a.cos, a.sin};
  }
  if (m.kind == MoveKind::cubic)
    return s * s * s * from + 3 * s * s * t * m.c1 + 3 * s * t * t * m.c2 + t * t * t * m.to;
  return s * from + t * m.to;
}

// All points of a track, at least `per_turn` a turn of a polar move and 16 a cubic. The first move places the ball.
inline std::vector<Vec2> points_of(const std::vector<Move>& moves, int per_turn = 90) {
  std::vector<Vec2> points;
  for (const Move& m : moves) {
    if (m.kind == MoveKind::dwell) continue;
    int count = 1;
    if (m.kind == MoveKind::polar) count = static_cast<int>(std::fabs(m.sweep) / (2 * kPi) * per_turn) + 1;
    if (m.kind == MoveKind::cubic) count = 16;
    if (points.empty()) {
      points.push_back(m.to);
      continue;
    }
    const Vec2 from = points.back();
    for (int k = 1; k <= count; ++k) points.push_back(point_on(m, from, static_cast<double>(k) / count));
  }
  return points;
}

}  // namespace solgel::sand
