// A relief like those of the simulation, made from closed forms, so that the renderer is looked at and tested without
// it.
//
// Each strand of a track cuts the sphere's underside r - sqrt(r^2 - d^2) at distance d from the ball's path and leaves
// banks beside it: 0.58 = tan 30 deg outside, the sphere inside. Later strands cut through earlier ones.
#pragma once

#include <cmath>
#include <vector>

#include "core/random.h"
#include "render/relief_scene.h"

namespace solgel::render {

struct SyntheticTable {
  double width = 316, height = 216, cell = 0.5, radius = 8, depth = 1;
};

inline void draw_strand(Grid<float>& h, const SyntheticTable& t, const std::vector<Vec2>& path) {
  constexpr double kReach = 8;
  Grid<float> d(h.nx(), h.ny(), 1e9f);
  for (std::size_t k = 1; k < path.size(); ++k) {
    const int steps = static_cast<int>(distance(path[k - 1], path[k]) / 0.1) + 1;
    for (int s = 0; s <= steps; ++s) {
      const Vec2 p = path[k - 1] + (1.0 * s / steps) * (path[k] - path[k - 1]);
      const int i0 = static_cast<int>((p.x - kReach) / t.cell), j0 = static_cast<int>((p.y - kReach) / t.cell);
      const int n = static_cast<int>(2 * kReach / t.cell) + 1;
      for (int j = j0; j <= j0 + n; ++j) {
        for (int i = i0; i <= i0 + n; ++i) {
          if (!h.contains(i, j)) continue;
          const float away = static_cast<float>(distance(p, {(i + 0.5) * t.cell, (j + 0.5) * t.cell}));
          d(i, j) = std::min(d(i, j), away);
        }
      }
    }
  }
  for (int j = 0; j < h.ny(); ++j) {
    for (int i = 0; i < h.nx(); ++i) {
      const double away = static_cast<double>(d(i, j));
      if (away >= t.radius) continue;
      const double under = t.radius - std::sqrt(t.radius * t.radius - away * away);
      const double bank = t.depth + 0.58 * (6.7 - away);
      h(i, j) = static_cast<float>(std::min(under, std::max(static_cast<double>(h(i, j)), bank)));
    }
  }
}

inline Grid<float> level_relief(const SyntheticTable& t) {
  Grid<float> h(static_cast<int>(std::ceil(t.width / t.cell)), static_cast<int>(std::ceil(t.height / t.cell)),
                static_cast<float>(t.depth));
  std::uint64_t k = 0;
  for (float& v : h.cells()) v += static_cast<float>(0.004 * (random_unit({.seed = 3, .stream = 0}, k++) - 0.5));
  return h;
}

// A spiral, and a rosette cut into its middle.
inline Grid<float> synthetic_relief(const SyntheticTable& t) {
  Grid<float> h = level_relief(t);
  const Vec2 c{t.width / 2, t.height / 2};
  const double most = 0.5 * std::min(t.width, t.height) - t.radius;
  std::vector<Vec2> spiral, rose;
  for (double a = 0; 12.0 * a / (2 * kPi) < most; a += 0.02) {
    const double r = 12.0 * a / (2 * kPi);
    spiral.push_back(c + r * Vec2{std::cos(a), std::sin(a)});
  }
  for (double a = 0; a < 2 * kPi + 0.005; a += 0.005) {
    const double r = 0.62 * most * (0.6 + 0.4 * std::cos(6 * a));
    rose.push_back(c + r * Vec2{std::cos(a), std::sin(a)});
  }
  draw_strand(h, t, spiral);
  draw_strand(h, t, rose);
  if (t.width > t.height + 60) {
    for (int k = 0; k < 7; ++k) {
      const double x = t.radius + 7.5 * k;
      draw_strand(h, t, {{x, t.radius}, {x + 20.0, t.height - t.radius}});
    }
  }
  return h;
}

}  // namespace solgel::render
