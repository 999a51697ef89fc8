// Claims about the light on the sand: closed forms, symmetry, and no trace of the grid.
#include <cmath>

#include <doctest/doctest.h>

#include "core/random.h"
#include "render/horizon.h"
#include "render/light_colour.h"
#include "render/relief.h"
#include "render/sand_light.h"

using namespace solgel;
using namespace solgel::render;
using doctest::Approx;

namespace {

constexpr double kDegree = kPi / 180;

template <class F>
Grid<float> relief_of(int nx, int ny, double cell, F height) {
  Grid<float> h(nx, ny);
  for (int j = 0; j < ny; ++j) {
    for (int i = 0; i < nx; ++i) h(i, j) = static_cast<float>(height((i + 0.5) * cell, (j + 0.5) * cell));
  }
  return h;
}

// Nothing but the sand: no frame, no ball, no grain.
ReliefLook bare_look() {
  ReliefLook look;
  look.frame_width = look.frame_height = look.grain = 0;
  look.ball = 0;
  return look;
}

struct Lit {
  SandSurface surface;
  TableFrame frame;
  SandLight light;
  Lit(const ReliefScene& scene, const ReliefLook& look, double spacing)
      : surface(scene, spacing), frame(scene, look, surface.mean()), light(surface, surface, frame, look) {}
  double lamp(double x, double y) const {
    const float fx = static_cast<float>(x), fy = static_cast<float>(y);
    return static_cast<double>(dot(surface.at(fx, fy).normal(), light.at(fx, fy).lamp));
  }
};

}  // namespace

TEST_CASE("level sand under a uniform sky has the same radiance everywhere") {
  const Grid<float> level = relief_of(80, 60, 0.5, [](double, double) { return 1.0; });
  const ReliefScene scene{&level, 0.5, {40, 30}, false, {}};
  ReliefLook look = bare_look();
  look.light_balance = 0;
  const Result<Image> image = render_relief(scene, look, View::top, {212, 159});
  REQUIRE(image.has_value());
  const Vec3f middle = image->at(106, 80);
  CHECK(middle.y > 0.2f);
  for (int y = 12; y < 147; ++y) {
    for (int x = 12; x < 200; ++x) CHECK(std::fabs(image->at(x, y).y / middle.y - 1) < 1e-5f);  // rounding
  }
  look.exposure = 1;  // one stop doubles linear light
  const Result<Image> brighter = render_relief(scene, look, View::top, {212, 159});
  CHECK(brighter->at(106, 80).y == Approx(2 * static_cast<double>(middle.y)).epsilon(1e-6));
}

TEST_CASE("the lamp's irradiance on a plane is the cosine of its angle of incidence") {
  const double slope = 0.3;
  const Grid<float> plane = relief_of(80, 80, 0.5, [&](double x, double) { return 1 + slope * x; });
  const ReliefScene scene{&plane, 0.5, {40, 40}, false, {}};
  ReliefLook look = bare_look();
  look.light_size = 0.2;
  look.frame_height = -20;  // a frame that hides nothing
  for (const double azimuth : {90.0, 0.0, 250.0}) {
    look.light_azimuth = azimuth;
    look.light_elevation = 35;
    const Lit lit(scene, look, 0.25);
    const Vec3 l{std::sin(azimuth * kDegree) * std::cos(35 * kDegree),
                 std::cos(azimuth * kDegree) * std::cos(35 * kDegree), std::sin(35 * kDegree)};
    const double cosine = dot(normalised(Vec3{-slope, 0, 1}), l);
    const double strength = look.light_balance / std::sin(35 * kDegree);
    CHECK(lit.lamp(20, 20) == Approx(strength * cosine).epsilon(1e-4));  // light_size^2 / 4 = 3e-6; single precision
  }
}

TEST_CASE("the shadow of a wall is as long as its height over the tangent of the lamp's elevation") {
  const double tall = 5, foot = 12;
  const Grid<float> wall = relief_of(120, 40, 0.5, [&](double x, double) { return x < foot ? tall : 0.0; });
  const ReliefScene scene{&wall, 0.5, {60, 20}, false, {}};
  ReliefLook look = bare_look();
  look.light_size = 0.5;
  look.light_azimuth = 270;  // in the west
  look.light_elevation = 25;
  const Lit lit(scene, look, 0.125);
  const double open = lit.lamp(55, 10);
  double x = foot + 3;
  while (x < 55 && lit.lamp(x, 10) < 0.5 * open) x += 0.01;
  CHECK(std::fabs(x - foot - tall / std::tan(25 * kDegree)) < 1);  // the spline spreads the edge over two cells
}

TEST_CASE("the swept horizon is the greatest slope to any point on the line") {
  Grid<float> h(40, 30);
  std::uint64_t k = 0;
  for (float& v : h.cells()) v = static_cast<float>(3 * random_unit({.seed = 5, .stream = 0}, k++));
  Grid<float> t(40, 30);
  HorizonSweep(h, 0.5f).run({0, 1}, -100, t);  // north: lines run through nodes, nothing is interpolated
  for (int i = 0; i < 40; ++i) {
    for (int j = 0; j < 29; ++j) {
      float best = -1e9f;
      for (int q = j + 1; q < 30; ++q) best = std::max(best, (h(i, q) - h(i, j)) / (0.5f * static_cast<float>(q - j)));
      CHECK(t(i, j) == Approx(static_cast<double>(best)).epsilon(1e-5));
    }
    CHECK(t(i, 29) == kNoHorizon);
  }
  Grid<float> high(40, 30);
  HorizonSweep(h, 0.5f).run({0, 1}, 1.5f, high);  // low horizons left out, the others unchanged
  for (std::size_t n = 0; n < t.cells().size(); ++n) {
    if (t.cells()[n] > 1.5f)
      CHECK(high.cells()[n] == Approx(static_cast<double>(t.cells()[n])).epsilon(1e-5));
    else
      CHECK(high.cells()[n] <= 1.5f + 1e-5f);
  }
}

TEST_CASE("a mirrored relief under a mirrored lamp gives the mirrored picture") {
  const auto bumps = [](double x, double y) {
    return 2 + std::sin(0.5 * x + 0.2 * y) + 0.7 * std::cos(0.31 * y - 0.1 * x);
  };
  const Grid<float> h = relief_of(64, 48, 0.5, bumps);
  const Grid<float> m = relief_of(64, 48, 0.5, [&](double x, double y) { return bumps(32 - x, y); });
  ReliefLook look;
  look.grain = 0;
  look.led_ring = 0.5;
  look.frame_width = 0.5 * (0.25 * 180 / 1.06 - 24);  // pixels of a quarter millimetre: nodes at mirrored places
  const ReliefScene scene{&h, 0.5, {32, 24}, false, SceneBall{{10, 15}, 3}};
  const ReliefScene mirrored{&m, 0.5, {32, 24}, false, SceneBall{{22, 15}, 3}};
  look.light_azimuth = 300;
  const Result<Image> a = render_relief(scene, look, View::top, {240, 180});
  look.light_azimuth = 60;
  const Result<Image> b = render_relief(mirrored, look, View::top, {240, 180});
  const double pixel = 1.06 * (24 + 2 * look.frame_width) / 180;
  double worst = 0;
  for (int y = 0; y < 180; ++y) {
    for (int x = 0; x < 240; ++x) {
      const double wx = 16 + (x - 119.5) * pixel, wy = 12 - (y - 89.5) * pixel;
      if (wx < 0.5 || wx > 31.5 || wy < 0.5 || wy > 23.5) continue;      // the frame's wood has no symmetry,
      if ((wx - 10) * (wx - 10) + (wy - 15) * (wy - 15) < 12) continue;  // nor has the studio that the ball reflects
      worst = std::max(worst, std::fabs(static_cast<double>(a->at(x, y).y - b->at(239 - x, y).y)));
    }
  }
  CHECK(worst < 2e-3);  // shadows are interpolated between lines one node apart
}

TEST_CASE("shading of a smooth surface shows no cells") {
  const double cell = 0.5;
  const Grid<float> h = relief_of(96, 96, cell, [](double x, double y) {
    return 3 + 1.5 * std::sin(0.35 * x + 0.11 * y) + 0.03 * x;  // slopes up to 28 degrees
  });
  const ReliefScene scene{&h, cell, {48, 48}, false, {}};
  ReliefLook look = bare_look();
  const int size = 400;
  const double pixel = 1.06 * 48 / size;
  const Result<Image> image = render_relief(scene, look, View::top, {size, size});
  const int n = 256, first = 72;
  double mean = 0, worst = 0;
  for (const bool along_x : {true, false}) {
    for (int line = 120; line < 280; line += 16) {
      double re = 0, im = 0, weight = 0, sum = 0;
      for (int k = 0; k < n; ++k) {
        const double hann = 0.5 - 0.5 * std::cos(2 * kPi * (k + 0.5) / n), phase = 2 * kPi * k * pixel / cell;
        const double v = static_cast<double>(along_x ? image->at(first + k, line).y : image->at(line, first + k).y);
        re += hann * v * std::cos(phase);
        im += hann * v * std::sin(phase);
        sum += hann * v;
        weight += hann;
      }
      mean = sum / weight;
      worst = std::max(worst, 2 * std::hypot(re, im) / weight / mean);
    }
  }
  MESSAGE("amplitude at the cell frequency: ", worst, " of the mean");
  CHECK(worst < 2e-3);  // half a step of eight bits
}

TEST_CASE("light of the reference temperature is white, lower is redder") {
  const Vec3f white = light_colour(kWhite), warm = light_colour(3000);
  CHECK(white.x == Approx(1).epsilon(1e-5));
  CHECK(white.z == Approx(1).epsilon(1e-5));
  CHECK(warm.x > 1.2f);
  CHECK(warm.z < 0.7f);
  CHECK(led_colour(240, 1).z > 5 * led_colour(240, 1).x);
}
