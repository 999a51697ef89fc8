// Light clipped at a horizon: what a lamp's or the sky's radiance adds up to above an angle with tangent t.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>

#include "core/vec.h"

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

// A lamp's disc in upright strips, each of which a horizon clips from below: its direction (sine and cosine of the
// azimuth), the tangents of its lower and upper end, and its share of the disc.
struct Disc {
  double azimuth, elevation, radius;  // radians
};
struct DiscStrip {
  Vec2 direction;
  float low, high, share;
};
inline constexpr int kDiscStrips = 3;
inline std::array<DiscStrip, kDiscStrips> disc_strips(const Disc& disc) {
  constexpr double kZenith = 89.9 * (kPi / 180);  // its tangent is still a number
  double chords = 0;
  for (int k = 0; k < kDiscStrips; ++k) chords += std::sqrt(1 - std::pow((2 * k + 1.0) / kDiscStrips - 1, 2));
  std::array<DiscStrip, kDiscStrips> strips;
  for (int k = 0; k < kDiscStrips; ++k) {
    const double u = (2 * k + 1.0) / kDiscStrips - 1, chord = std::sqrt(1 - u * u), half = chord * disc.radius;
    const double azimuth = disc.azimuth + u * disc.radius / std::max(0.1, std::cos(disc.elevation));
    strips[static_cast<std::size_t>(k)] = {{std::sin(azimuth), std::cos(azimuth)},
                                           static_cast<float>(std::tan(disc.elevation - half)),
                                           static_cast<float>(std::tan(std::min(disc.elevation + half, kZenith))),
                                           static_cast<float>(chord / chords)};
  }
  return strips;
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
