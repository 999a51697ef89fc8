// Land that tests agree on, and what they measure on it.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <vector>

#include <doctest/doctest.h>

#include "core/grid.h"
#include "erosion/generator.h"
#include "erosion/scale.h"
#include "erosion/terrain.h"

namespace solgel::erosion::test {

#if defined(SOLGEL_LONG_TESTS)
inline constexpr bool kIsLong = true;
#else
inline constexpr bool kIsLong = false;
#endif

inline Grid<double> sample_land(int nx, int ny, LandKind kind = LandKind::fractal, LandParams params = {}) {
  return generate_land(kind, params, 7, {nx, ny});
}

inline MapScale sample_scale(const Params& params, int nx, int ny) {
  return unitless_scale(params, nx, ny, 1);
}

inline Terrain make(const Grid<double>& height, const Params& params, const Options& options) {
  Result<Terrain> terrain =
      Terrain::create(params, options, {.height = &height, .scale = sample_scale(params, height.nx(), height.ny())});
  REQUIRE_MESSAGE(terrain.has_value(), terrain.error().message());
  return std::move(*terrain);
}

inline Terrain eroded(const Grid<double>& height, const Params& params, const Options& options = {}) {
  Terrain terrain = make(height, params, options);
  while (terrain.advance(terrain.droplets())) {
  }
  return terrain;
}

inline double rms(const Grid<float>& g) {
  double sum = 0;
  for (const float v : g.cells()) sum += static_cast<double>(v) * static_cast<double>(v);
  return std::sqrt(sum / static_cast<double>(g.cells().size()));
}
inline double mean_magnitude(const Grid<float>& g) {
  double sum = 0;
  for (const float v : g.cells()) sum += std::abs(static_cast<double>(v));
  return sum / static_cast<double>(g.cells().size());
}
inline Grid<float> difference(const Grid<float>& a, const Grid<float>& b) {
  Grid<float> d(a.nx(), a.ny());
  for (std::size_t k = 0; k < d.cells().size(); ++k) d.cells()[k] = a.cells()[k] - b.cells()[k];
  return d;
}
// Means over blocks of n x n cells.
inline Grid<float> averaged(const Grid<float>& g, int n) {
  Grid<float> out(g.nx() / n, g.ny() / n);
  for (int j = 0; j < out.ny(); ++j) {
    for (int i = 0; i < out.nx(); ++i) {
      double sum = 0;
      for (int b = 0; b < n; ++b) {
        for (int a = 0; a < n; ++a) sum += static_cast<double>(g(n * i + a, n * j + b));
      }
      out(i, j) = static_cast<float>(sum / (n * n));
    }
  }
  return out;
}

}  // namespace solgel::erosion::test
