// Generated land, depressions, thermal erosion.
#include <cmath>

#include <doctest/doctest.h>

#include "core/parallel.h"
#include "erosion/depressions.h"
#include "erosion/mask.h"
#include "erosion/noise.h"
#include "land_samples.h"

using namespace solgel;
using namespace solgel::erosion;
using namespace solgel::erosion::test;

TEST_CASE("an octave of noise has the statistics that land is scaled by") {
  const Noise noise(5);
  double sum = 0, squares = 0, most = 0;
  constexpr int n = 400000;
  for (int k = 0; k < n; ++k) {
    const double v = noise.octave({0.37 * k, 0.0713 * k}, k % 3);
    sum += v;
    squares += v * v;
    most = std::max(most, std::abs(v));
  }
  CHECK(std::abs(sum / n) < 0.003);
  CHECK(std::sqrt(squares / n) == doctest::Approx(Noise::kDeviation).epsilon(0.01));
  CHECK(most < 0.7072);  // sqrt(1/2): unit gradients, at most half a diagonal away
}

TEST_CASE("a seed is the same land at every resolution") {
  for (const LandKind kind : {LandKind::fractal, LandKind::ridged, LandKind::billow, LandKind::island}) {
    LandParams band;
    band.detail = 96;
    const Grid<double> coarse = generate_land(kind, band, 3, {96, 96}), fine = generate_land(kind, band, 3, {288, 288});
    double worst = 0;
    for (int j = 0; j < 96; ++j) {
      for (int i = 0; i < 96; ++i) worst = std::max(worst, std::abs(coarse(i, j) - fine(3 * i + 1, 3 * j + 1)));
    }
    CAPTURE(static_cast<int>(kind));
    CHECK(worst < 1e-9);  // same points, rounding of coordinates
    // More detail changes heights by what fades in, not their level.
    const Grid<double> sharp = generate_land(kind, {}, 3, {288, 288});
    double mean = 0;
    for (int j = 0; j < 288; ++j) {
      for (int i = 0; i < 288; ++i) mean += (sharp(i, j) - fine(i, j)) / (288.0 * 288.0);
    }
    CHECK(std::abs(mean) < 0.03);
  }
}

TEST_CASE("generated land depends on the seed and not on threads") {
  set_threads(1);
  const Grid<double> one = generate_land(LandKind::island, {}, 3, {100, 77});
  set_threads(3);
  const Grid<double> three = generate_land(LandKind::island, {}, 3, {100, 77});
  set_threads(0);
  CHECK(std::equal(one.cells().begin(), one.cells().end(), three.cells().begin()));
  const Grid<double> other = generate_land(LandKind::island, {}, 4, {100, 77});
  CHECK(!std::equal(one.cells().begin(), one.cells().end(), other.cells().begin()));
}

TEST_CASE("pits are counted with their depth and volume") {
  Grid<double> bowl(41, 41);
  for (int j = 0; j < 41; ++j) {
    for (int i = 0; i < 41; ++i) bowl(i, j) = 10;
  }
  for (int j = 9; j <= 11; ++j) {
    for (int i = 9; i <= 11; ++i) bowl(i, j) = 7;
  }
  bowl(30, 30) = 9;
  for (int i = 31; i < 41; ++i) bowl(i, 30) = 9.5;  // a notch: the second pit spills at 9.5
  Land land(bowl, nullptr);
  const Pits pits = find_pits(land, Border::open);
  CHECK(pits.count == 2);
  CHECK(pits.cells == 10);
  CHECK(pits.deepest * land.quantum() == doctest::Approx(3).epsilon(1e-6));
  CHECK(static_cast<double>(pits.volume) * land.quantum() == doctest::Approx(27.5).epsilon(1e-6));
  // A closed map drains to its lowest cell: the first hollow is the outlet.
  CHECK(find_pits(land, Border::walled).count == 1);
}

TEST_CASE("filled or breached, no basin is left, and the sum of heights says by how much") {
  for (const Border border : {Border::open, Border::walled, Border::periodic}) {
    const Grid<double> height = sample_land(90, 70);
    Land filled(height, nullptr), breached(height, nullptr);
    const std::int64_t before = filled.sum();
    const Pits pits = find_pits(filled, border);
    CHECK(pits.count > 0);
    CHECK(fill_pits(filled, border) == pits.volume);
    CHECK(filled.sum() == before + pits.volume);
    CHECK(find_pits(filled, border).count == 0);
    const std::int64_t taken = breach_pits(breached, border);
    CHECK(breached.sum() == before - taken);
    CHECK(find_pits(breached, border).count == 0);
    CHECK(taken < 4 * pits.volume);
  }
}

TEST_CASE("thermal erosion leaves no slope above the angle and loses nothing") {
  Params params;
  params.droplets = 0;
  params.talus = 35;
  params.talus_passes = 20000;
  const Grid<double> land = sample_land(80, 80, LandKind::ridged);
  for (const Border border : {Border::open, Border::periodic}) {
    const Terrain terrain = eroded(land, params, {.border = border});
    const MapScale scale = sample_scale(params, 80, 80);
    const Grid<double> height = terrain.height();
    const int wrap = border == Border::periodic ? 80 : 79;
    double steepest = 0;
    for (int j = 0; j < wrap; ++j) {
      for (int i = 0; i < wrap; ++i) {
        const double east = std::abs(height((i + 1) % 80, j) - height(i, j)),
                     north = std::abs(height(i, (j + 1) % 80) - height(i, j));
        const double both = std::abs(height((i + 1) % 80, (j + 1) % 80) - height(i, j)) / std::sqrt(2.0);
        steepest =
            std::max({steepest, east * scale.value_length, north * scale.value_length, both * scale.value_length});
      }
    }
    // The dead zone lets 1/128 of the slope stand.
    CHECK(std::atan(steepest) * 180 / kPi < 35.4);
    CHECK(terrain.balance().error == 0);
    CHECK(terrain.balance().slid > 0);
    CHECK(terrain.balance().sum_after == doctest::Approx(terrain.balance().sum_before).epsilon(1e-12));
  }
}

TEST_CASE("feathering a mask keeps its mean and its flat parts") {
  Grid<float> mask(64, 48);
  for (int j = 20; j < 30; ++j) {
    for (int i = 20; i < 40; ++i) mask(i, j) = 1;
  }
  double before = 0, after = 0;
  for (const float v : mask.cells()) before += static_cast<double>(v);
  feather(mask, 3);
  for (const float v : mask.cells()) after += static_cast<double>(v);
  CHECK(after == doctest::Approx(before).epsilon(1e-6));  // it lies further than the reach from the edge
  CHECK(mask(0, 0) == 0);
  CHECK(mask(20, 25) > 0.4f);
  CHECK(mask(20, 25) < 0.7f);
  Grid<float> full(20, 20, 1);
  feather(full, 5);
  for (const float v : full.cells()) CHECK(v == doctest::Approx(1).epsilon(1e-7));
}
