// A triangle of rays as light on the floor: what both schemes of caustics draw with.
#pragma once

#include "optics/caustics.h"

namespace solgel::optics {

class Beams {
 public:
  Beams(const LightFrame& frame, AtlasPainter& painter, CausticsReport& report)
      : frame_(frame), painter_(painter), report_(report) {}

  static bool agree(const LightRay& a, const LightRay& b, const LightRay& c) {
    return a.valid() && a.branch == b.branch && a.branch == c.branch;
  }
  // `cells` is the triangle's area across the light in cells of the 64 x 64 lattice.
  double area(double cells) const { return cells * frame_.width * frame_.height / (64 * 64); }

  // Spreads the mean colour of three rays that agree over their triangle on the floor.
  void draw(const LightRay& a, const LightRay& b, const LightRay& c, double cells) {
    const Vec2 corners[3] = {texel(a), texel(b), texel(c)};
    Rgb power;
    for (std::size_t k = 0; k < 3; ++k) power[k] = (a.colour[k] + b.colour[k] + c.colour[k]) / 3 * area(cells);
    painter_.triangle(corners, power);
    count(power);
    ++report_.beams;
  }
  // Leaves a third of the light of each ray that arrives where it arrives.
  void leave_at_corners(const LightRay& a, const LightRay& b, const LightRay& c, double cells) {
    ++report_.mixed;
    for (const LightRay* ray : {&a, &b, &c}) {
      if (!ray->valid()) continue;
      Rgb power;
      for (std::size_t k = 0; k < 3; ++k) power[k] = ray->colour[k] / 3 * area(cells);
      painter_.point(texel(*ray), power);
      count(power);
    }
  }

 private:
  Vec2 texel(const LightRay& ray) const {
    return {ray.floor.x / frame_.texel + 0.5 * kAtlasSize, ray.floor.y / frame_.texel + 0.5 * kAtlasSize};
  }
  void count(const Rgb& power) {
    for (std::size_t k = 0; k < 3; ++k) report_.beam_power[k] += power[k];
  }

  const LightFrame& frame_;
  AtlasPainter& painter_;
  CausticsReport& report_;
};

// Calls triangle(corners, cells) for each triangle of the lattice: two a cell, eight where it is refined, cut along
// (i, j) - (i + 1, j + 1); corners are indices of rays.
template <class F>
void for_triangles(std::span<const std::uint8_t> flags, F triangle) {
  for (int cell = 0; cell < kBaseCells * kBaseCells; ++cell) {
    const int i0 = 2 * (cell % kBaseCells), j0 = 2 * (cell / kBaseCells);
    const int step = flags[static_cast<std::size_t>(cell)] != 0 ? 1 : 2;
    for (int j = j0; j < j0 + 2; j += step) {
      for (int i = i0; i < i0 + 2; i += step) {
        const int a = kLattice * j + i, b = a + step, c = a + kLattice * step, d = c + step;
        const double cells = 0.5 * step * step;
        triangle(std::array<int, 3>{a, b, d}, cells);
        triangle(std::array<int, 3>{a, d, c}, cells);
      }
    }
  }
}

}  // namespace solgel::optics
