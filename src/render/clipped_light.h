// Light clipped at a horizon: what a lamp's or the sky's radiance adds up to above an angle with tangent t.
#pragma once

#include <algorithm>

namespace solgel::render {

// Within 0.005 rad for t >= 0, which is plenty for a share of the sky.
inline float fast_atan(float t) {
  constexpr float kQuarter = 0.78539816f;
  return t <= 1 ? t / (1 + 0.28125f * t * t) * (kQuarter / 0.7804878f)
                : 2 * kQuarter - t / (t * t + 0.28125f) * (kQuarter / 0.7804878f);
}

// Share of the angles between `low` and `high` (tangents) above the horizon t, and the tangent of their middle.
struct Clipped {
  float share, middle;
};
inline Clipped clipped(float low, float high, float t) {
  const float from = std::min(high, std::max(low, t));
  return {(high - from) / (high - low), 0.5f * (from + high)};
}

// Irradiance vector of a uniform sky above the horizon t >= 0, per sector of azimuth and as a share of what level, open
// ground receives: `along` the sector's direction and `up`.
struct SkySector {
  float along, up;
};
inline SkySector sky_above(float t) {
  const float cosine2 = 1 / (1 + t * t);
  return {0.5f - (fast_atan(t) + t * cosine2) / 3.14159265f, cosine2};
}

}  // namespace solgel::render
