#include "erosion/noise.h"

#include <cmath>

#include "core/math.h"
#include "core/random.h"

namespace solgel::erosion {
namespace {

constexpr double kTurn = 0.9;  // radians an octave: no multiple of a quarter turn within twenty octaves

double fade(double t) {
  return t * t * t * (t * (t * 6 - 15) + 10);
}

}  // namespace

Noise::Noise(std::uint64_t seed) : seed_(seed) {
  for (int k = 0; k < kDirections; ++k) {
    const math::SinCos a = math::sincos(2 * kPi * (k + 0.5) / kDirections);
    direction_[static_cast<std::size_t>(k)] = {a.cos, a.sin};
  }
  for (int k = 0; k < kOctaves; ++k) {
    const math::SinCos a = math::sincos(kTurn * k);
    turn_[static_cast<std::size_t>(k)] = {a.cos, a.sin};
  }
}

double Noise::octave(Vec2 p, int number) const {
  const Vec2 turn = turn_[static_cast<std::size_t>(number)];
  const Vec2 q{turn.x * p.x - turn.y * p.y, turn.y * p.x + turn.x * p.y};
  const double x0 = std::floor(q.x), y0 = std::floor(q.y);
  const double fx = q.x - x0, fy = q.y - y0;
  const RandomKey key{seed_, 0x6e6f697365000000u + static_cast<std::uint64_t>(number)};
  const auto slope = [&](int di, int dj) {
    const std::uint64_t i = static_cast<std::uint32_t>(static_cast<std::int64_t>(x0) + di);
    const std::uint64_t j = static_cast<std::uint32_t>(static_cast<std::int64_t>(y0) + dj);
    const Vec2 g = direction_[random_bits(key, (i << 32) | j) >> 56];
    return g.x * (fx - di) + g.y * (fy - dj);
  };
  const double u = fade(fx), v = fade(fy);
  const double low = slope(0, 0) + u * (slope(1, 0) - slope(0, 0));
  const double high = slope(0, 1) + u * (slope(1, 1) - slope(0, 1));
  return low + v * (high - low);
}

}  // namespace solgel::erosion
