// Smooth noise with one random value per point of the integer lattice, for textures.
#pragma once

#include <cstdint>

namespace solgel::render {

// 32 mixed bits of a lattice point: the finaliser of MurmurHash3 (Appleby, public domain) over a linear combination.
inline std::uint32_t lattice_bits(std::uint32_t seed, int i, int j) {
  std::uint32_t h = seed + static_cast<std::uint32_t>(i) * 0x9e3779b1u + static_cast<std::uint32_t>(j) * 0x85ebca77u;
  h = (h ^ (h >> 16)) * 0x85ebca6bu;
  h = (h ^ (h >> 13)) * 0xc2b2ae35u;
  return h ^ (h >> 16);
}

inline int floor_of(float x) {
  const int i = static_cast<int>(x);
  return static_cast<float>(i) > x ? i - 1 : i;
}

struct NoiseSample {
  float value, dx, dy;
};

// Value noise in [-1, 1] with its gradient, smooth across the lattice.
inline NoiseSample lattice_noise(std::uint32_t seed, float x, float y) {
  const int i = floor_of(x), j = floor_of(y);
  const float u = x - static_cast<float>(i), v = y - static_cast<float>(j);
  constexpr float kScale = 2.0f / 65535.0f;
  const auto corner = [&](int di, int dj) {
    return static_cast<float>(lattice_bits(seed, i + di, j + dj) & 65535u) * kScale - 1.0f;
  };
  const float a = corner(0, 0), b = corner(1, 0), c = corner(0, 1), d = corner(1, 1);
  const float su = u * u * (3 - 2 * u), sv = v * v * (3 - 2 * v);
  const float k = a - b - c + d;
  return {a + su * (b - a) + sv * (c - a) + su * sv * k, 6 * u * (1 - u) * (b - a + sv * k),
          6 * v * (1 - v) * (c - a + su * k)};
}

}  // namespace solgel::render
