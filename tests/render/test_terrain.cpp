// Claims about pictures of terrain: what light does, what does not change a picture, what is refused.
#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <vector>

#include <doctest/doctest.h>

#include "core/parallel.h"
#include "core/vec.h"
#include "render/stream_lines.h"
#include "render/terrain.h"
#include "render/terrain_light.h"
#include "render/terrain_surface.h"

using namespace solgel;
using namespace solgel::render;
using doctest::Approx;

namespace {

constexpr double kDegree = kPi / 180;

template <class F>
Grid<float> land_of(int nx, int ny, F height) {
  Grid<float> land(nx, ny);
  for (int j = 0; j < ny; ++j) {
    for (int i = 0; i < nx; ++i) land(i, j) = static_cast<float>(height((i + 0.5) / nx, (j + 0.5) / ny));
  }
  return land;
}

// Smooth hills in map lengths of 100, whatever the number of cells.
Grid<float> hills(int cells) {
  return land_of(cells, cells, [](double u, double v) {
    return 12 * std::sin(7 * u + 1) * std::sin(6 * v) + 5 * std::sin(15 * u - 4 * v) + 15;
  });
}

TerrainSurface surface_of(const Grid<float>& land, double cell) {
  const NodeGrid nodes{0, 0, cell, land.nx() + 1, land.ny() + 1};
  return {land, {cell, cell}, 1, nodes};
}

float mean_of(const Image& image) {
  double sum = 0;
  for (int y = 0; y < image.height(); ++y) {
    for (int x = 0; x < image.width(); ++x) sum += static_cast<double>(image.at(x, y).y);
  }
  return static_cast<float>(sum / image.width() / image.height());
}

}  // namespace

TEST_CASE("the surface is exact for a plane, up to the edge, at any spacing") {
  const Grid<float> plane = land_of(20, 12, [](double u, double v) { return 4 + 10 * u - 6 * v; });
  for (const double spacing : {0.3, 1.0}) {
    const NodeGrid nodes{0, 0, spacing, static_cast<int>(20 / spacing) + 1, static_cast<int>(12 / spacing) + 1};
    const TerrainSurface surface(plane, {1, 1}, 2, nodes);
    for (const float x : {0.0f, 0.6f, 7.2f, 19.8f}) {
      const LandPoint at = surface.at(x, 6);
      CHECK(static_cast<double>(at.z) == Approx(2 * (4 + 10 * static_cast<double>(x) / 20 - 3)).epsilon(1e-4));
      CHECK(static_cast<double>(at.slope_x) == Approx(1.0).epsilon(1e-3));   // 2 * 10 / 20
      CHECK(static_cast<double>(at.slope_y) == Approx(-1.0).epsilon(1e-3));  // 2 * -6 / 12
    }
  }
}

TEST_CASE("the sun lights a plane by the cosine of its angle") {
  TerrainLook look;
  look.sky_share = 0;
  look.sun_azimuth = 90;
  look.sun_elevation = 40;
  look.sun_size = 0.2;
  for (const double tilt : {-20.0, 0.0, 25.0, 50.0}) {  // towards the sun; 50 faces it
    const double rise = -std::tan(tilt * kDegree);
    const TerrainSurface plane = surface_of(land_of(40, 40, [&](double u, double) { return 40 * rise * u; }), 1);
    const TerrainLight light({plane, plane}, -1e30f, look);
    const Vec3f n = plane.at(20, 20).normal();
    const double cosine = std::sin((40 + tilt) * kDegree);
    CHECK(static_cast<double>(light.sun_on(20, 20, n)) == Approx(cosine).epsilon(1e-3));  // float, three strips
  }
}

TEST_CASE("level, open land receives the sun's and the sky's shares") {
  TerrainLook look;
  for (const double share : {0.0, 0.3, 1.0}) {
    look.sky_share = share;
    const TerrainSurface level = surface_of(Grid<float>(30, 30, 5.0f), 1);
    const TerrainLight light({level, level}, -1e30f, look);
    const Vec3f e = light.irradiance(15, 15, {0, 0, 1});
    const float luminance = 0.2126f * e.x + 0.7152f * e.y + 0.0722f * e.z;
    CHECK(static_cast<double>(luminance) == Approx(1).epsilon(5e-3));  // colours have luminance 1
  }
}

TEST_CASE("the shadow of an edge is its height over the tangent of the sun's elevation") {
  TerrainLook look;
  look.sun_azimuth = 270;
  look.sun_elevation = 30;
  look.sun_size = 0.2;
  // A plateau whose eastern slope of 45 degrees lies in its own shadow; a sheer wall would overshoot when smoothed.
  const Grid<float> edge =
      land_of(400, 40, [](double u, double) { return std::min(60.0, std::max(0.0, 180 - 400 * u)); });
  const TerrainLight light({surface_of(edge, 1), surface_of(edge, 1)}, -1e30f, look);
  float end = 130;
  while (end < 400 && light.sunlit(end, 20) < 0.5f) end += 0.25f;
  CHECK(static_cast<double>(end - 120) == Approx(60 / std::tan(30 * kDegree)).epsilon(0.015));  // a node in 104, twice
}

TEST_CASE("under a zenith sun a symmetric hill is symmetric") {
  TerrainLook look;
  look.sun_elevation = 90;
  look.sun_size = 0.2;  // the disc ends at the zenith: its middle is 0.2 degrees off
  const Grid<float> hill = land_of(
      64, 64, [](double u, double v) { return 20 * std::exp(-20 * ((u - 0.5) * (u - 0.5) + (v - 0.5) * (v - 0.5))); });
  const TerrainSurface surface = surface_of(hill, 1);
  const TerrainLight light({surface, surface}, -1e30f, look);
  for (const float d : {3.0f, 9.0f, 17.0f}) {
    const auto at = [&](float x, float y) {
      return static_cast<double>(light.sun_on(x, y, surface.at(x, y).normal()));
    };
    CHECK(at(32 + d, 32) == Approx(at(32 - d, 32)).epsilon(0.01));  // 2 tan(0.2 degrees) times a slope of 1.2
    CHECK(at(32, 32 + d) == Approx(at(32 - d, 32)).epsilon(0.01));
  }
}

TEST_CASE("of the water on a map, lines are kept and blots are not") {
  Grid<float> wet(60, 60);
  for (int k = 0; k < 40; ++k) wet(5 + k, 5 + k / 2) = 0.8f;        // touches itself at corners
  for (int k = 0; k < 36; ++k) wet(40 + k % 6, 40 + k / 6) = 0.8f;  // a pit
  keep_streams(wet);
  CHECK(wet(25, 15) == 0.8f);
  CHECK(wet(42, 42) == 0.0f);
}

TEST_CASE("a picture hardly depends on the number of cells") {
  const Grid<float> coarse = hills(120), fine = hills(480);
  TerrainLook look;
  for (const TerrainView view : {TerrainView::map, TerrainView::perspective}) {
    const Image a =
        *render_terrain({.height = &coarse, .cell_x = 100.0 / 120, .cell_y = 100.0 / 120}, look, view, {160, 160});
    const Image b =
        *render_terrain({.height = &fine, .cell_x = 100.0 / 480, .cell_y = 100.0 / 480}, look, view, {160, 160});
    double difference = 0;
    for (int y = 0; y < 160; ++y) {
      for (int x = 0; x < 160; ++x) difference += static_cast<double>(std::fabs(a.at(x, y).y - b.at(x, y).y)) / 25600;
    }
    CHECK(difference < 0.01);  // of a mean of some 0.3: the coarse map rounds the land a little
  }
}

TEST_CASE("a picture of terrain is the same bytes at any number of threads") {
  const Grid<float> land = hills(90);
  const Grid<float> flow = land_of(90, 90, [](double u, double v) { return std::exp(9 * u * v); });
  const TerrainScene scene{.height = &land, .flow = &flow, .sea_level = 9};
  for (const TerrainView view : {TerrainView::map, TerrainView::perspective}) {
    set_threads(1);
    const Image8 one = develop(*render_terrain(scene, {}, view, {150, 110}));
    set_threads(2);
    const Image8 two = develop(*render_terrain(scene, {}, view, {150, 110}));
    set_threads(0);
    CHECK(one.rgb == two.rgb);
  }
}

TEST_CASE("a range keeps the camera and the colours of land that changes elsewhere") {
  Grid<float> land = hills(90);
  const TerrainPainter painter({}, TerrainView::perspective, {120, 90}, TerrainRange{-5, 40});
  const Image before = *painter.paint({.height = &land});
  land(85, 85) += 8;
  const Image after = *painter.paint({.height = &land});
  int same = 0;
  for (int y = 0; y < 90; ++y) {
    for (int x = 0; x < 120; ++x) same += std::memcmp(&before.at(x, y), &after.at(x, y), sizeof(Vec3f)) == 0;
  }
  CHECK(same > 120 * 90 / 2);
}

TEST_CASE("maps that are flat, tiny, long or partly unknown have pictures") {
  const Grid<float> flat(50, 30, 7.0f), tiny(3, 3, 1.0f), one(1, 1, 0.0f);
  const Grid<float> slab = land_of(3, 200, [](double u, double v) { return 3 * u + 40 * v * v; });
  Grid<float> holed = hills(60);
  Grid<std::uint8_t> missing(60, 60);
  for (int k = 0; k < 400; ++k) missing(10 + k % 20, 20 + k / 20) = 1;
  holed(15, 25) = std::numeric_limits<float>::quiet_NaN();
  const Grid<float> no_flow(50, 30, 0.0f);
  for (const TerrainView view : {TerrainView::map, TerrainView::perspective}) {
    for (const TerrainScene& scene :
         {TerrainScene{.height = &flat, .flow = &no_flow}, TerrainScene{.height = &tiny, .sea_level = 2},
          TerrainScene{.height = &one}, TerrainScene{.height = &slab, .cell_x = 2, .cell_y = 0.5},
          TerrainScene{.height = &holed, .missing = &missing}}) {
      const Result<Image> image = render_terrain(scene, {}, view, {70, 50});
      REQUIRE(image.has_value());
      const float mean = mean_of(*image);
      CHECK(std::isfinite(mean));
      CHECK(mean > 0.02f);
    }
  }
}

TEST_CASE("every parameter of the look changes a picture") {
  const Grid<float> land = hills(90);
  const Grid<float> flow = land_of(90, 90, [](double u, double v) {
    const double away = 60 * (v - 0.4 - 0.1 * std::sin(9 * u));
    return 1 + 300 * std::exp(-away * away);
  });
  const TerrainScene scene{.height = &land, .flow = &flow, .sea_level = 5};
  const auto bytes = [&](const TerrainLook& look, TerrainView view) {
    return develop(*render_terrain(scene, look, view, {100, 80})).rgb;
  };
  TerrainLook base;
  base.exaggeration = 2;
  base.vegetation = 0.5;
  const auto map = bytes(base, TerrainView::map), block = bytes(base, TerrainView::perspective);
  for (const Param<TerrainLook>& row : kTerrainLook) {
    TerrainLook look = base;
    const double value = row.get(base),
                 other = 0.6 * value + 0.4 * (value > row.high / 2 ? row.low : std::min(row.high, 2 * value + 1));
    if (row.real != nullptr) look.*row.real = other;
    if (row.whole != nullptr) look.*row.whole += 8;
    INFO(row.name);
    CHECK((bytes(look, TerrainView::map) != map || bytes(look, TerrainView::perspective) != block));
  }
}

TEST_CASE("scenes that cannot be drawn are refused") {
  Grid<float> land = hills(20);
  const Grid<float> flow(19, 20, 1.0f), negative(20, 20, -1.0f);
  const Grid<std::uint8_t> all(20, 20, 1);
  const auto refused = [](const TerrainScene& scene, ImageSize size) {
    return !render_terrain(scene, {}, TerrainView::map, size).has_value();
  };
  CHECK(refused({}, {20, 20}));
  CHECK(refused({.height = &land, .cell_x = 0}, {20, 20}));
  CHECK(refused({.height = &land, .flow = &flow}, {20, 20}));
  CHECK(refused({.height = &land, .flow = &negative}, {20, 20}));
  CHECK(refused({.height = &land, .missing = &all}, {20, 20}));
  CHECK(refused({.height = &land}, {0, 20}));
  CHECK(refused({.height = &land}, {20, 40000}));
  land(3, 4) = std::numeric_limits<float>::infinity();
  CHECK(refused({.height = &land}, {20, 20}));
}

TEST_CASE("a map's picture has its shape, and two pictures share a sheet") {
  const ImageSize size = map_picture_size(300, 200, 1, 0.5, 900);
  CHECK(size.width == 900);
  CHECK(size.height == 300);
  const Grid<float> land = hills(30);
  const Image8 a = develop(*render_terrain({.height = &land}, {}, TerrainView::map, {80, 60}));
  const Image8 b = develop(*render_terrain({.height = &land}, {}, TerrainView::map, {90, 40}));
  const Image8 pair = side_by_side(a, b, "", "after");
  CHECK(pair.width == 80 + 2 + 90);
  CHECK(pair.height == 60);
  CHECK(std::equal(a.pixel(0, 7), a.pixel(0, 7) + 3 * 80, pair.pixel(0, 7)));
}
