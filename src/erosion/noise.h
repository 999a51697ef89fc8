// Gradient noise (Perlin 1985, "An image synthesizer"; fade curve of Perlin 2002, "Improving noise") with gradients
// from a counter-based generator, so that the value at a point depends on nothing but (seed, octave, point).
//
// Each octave is turned by an angle of its own: lattices that do not line up show no axes. Only + - * and floor in
// double: the same bits everywhere.
#pragma once

#include <array>
#include <cstdint>

#include "core/vec.h"

namespace solgel::erosion {

class Noise {
 public:
  explicit Noise(std::uint64_t seed);

  static constexpr int kOctaves = 32;

  // One octave, 0 <= number < kOctaves: wavelength about 1, mean 0, within 0.71 of it; 0 at lattice points.
  double octave(Vec2 p, int number) const;
  // Standard deviation of an octave, from ten million samples.
  static constexpr double kDeviation = 0.2158;

 private:
  static constexpr int kDirections = 256;
  std::uint64_t seed_;
  std::array<Vec2, kDirections> direction_;
  std::array<Vec2, kOctaves> turn_;  // cosine and sine of each octave's angle
};

}  // namespace solgel::erosion
