// Light through bodies whose refraction is known, and the books of power.
#include <limits>

#include <doctest/doctest.h>

#include "bodies.h"
#include "core/parallel.h"
#include "optics/refraction.h"

using namespace solgel;
using namespace solgel::optics;
using namespace solgel::optics::test;

namespace {

Scene scene_of(const Bvh& bvh, const Surface& s, const Params& params) {
  return {bvh, s.normals, light_frame(bvh, light_direction(params)), params.ior, extinction(params)};
}

double total(const Atlas& atlas, float Vec3f::*colour, bool raw) {
  double sum = 0;
  for (const Vec3f& texel : raw ? atlas.raw : atlas.irradiance) sum += double{texel.*colour};
  return sum * atlas.texel() * atlas.texel();
}

LightFrame test_frame() {
  LightFrame frame;
  frame.span = 0.384;
  frame.texel = 0.001;
  return frame;
}

}  // namespace

TEST_CASE("light through a slab: path, transmission, absorption and where it lands") {
  const Params params;
  const double thick = 0.02, base = 0.015;
  const Vec3 centre{0, base + thick / 2, 0};
  const Surface s = box({-0.3, base, -0.3}, {0.3, base + thick, 0.3});
  const Bvh bvh(s.view(), centre);
  const Scene scene = scene_of(bvh, s, params);
  const Vec3 d = scene.frame.direction;
  const Refraction in = refract(d, {0, 1, 0}, {1, params.ior});
  const double path = thick / -in.direction.y;
  const double through = in.transmission * in.transmission;  // reciprocity

  const LightRay ray = trace_light(scene, 32, 32);  // through the middle
  REQUIRE(ray.valid());
  CHECK(ray.branch == 4);
  CHECK(ray.path == doctest::Approx(path).epsilon(2e-4));  // 2e-6 m of offset are left out
  CHECK(ray.entry == doctest::Approx(scene.frame.reach + thick / 2 / d.y).epsilon(1e-6));
  for (std::size_t c = 0; c < 3; ++c) {
    CHECK(ray.colour[c] == doctest::Approx(through * math::exp(-scene.sigma[c] * path)).epsilon(2e-4));
  }
  const Vec3 enters = d * (thick / 2 / d.y);
  const Vec3 leaves = enters + in.direction * path;
  const Vec3 lands = leaves + d * ((kReceiverHeight - base) / d.y);  // parallel to how it came
  CHECK(distance(ray.floor, {lands.x, lands.z}) < 2e-6);
}

TEST_CASE("light through the middle of a sphere goes straight on; light beside it bends towards the axis") {
  Params params;
  params.light_x = params.light_z = 0;
  params.light_y = -1;
  const double r = 0.04;
  const Vec3 centre{0, 0.06, 0};
  const Surface s = sphere(centre, r, 150);
  const Bvh bvh(s.view(), centre);
  const Scene scene = scene_of(bvh, s, params);
  for (const double offset : {0.0, 0.1, 0.3, 0.5, 0.8}) {  // of the radius
    const double x = 32 + 64 * offset * r / scene.frame.width;
    const LightRay ray = trace_light(scene, x, 32);
    REQUIRE(ray.valid());
    CHECK(ray.branch == 4);
    const double outer = math::asin(offset), inner = math::asin(offset / params.ior);
    CHECK(ray.path == doctest::Approx(2 * r * math::cos(inner)).epsilon(3e-4));
    // Leaves at an angle of 2 (outer - inner) to the axis, from the sphere's point at outer + 2 (pi / 2 - inner).
    const double bend = 2 * (outer - inner), at = outer - 2 * inner;
    const double drop = centre.y - r * math::cos(at) - kReceiverHeight;
    const double lands = -r * math::sin(at) - drop * math::tan(bend);
    CHECK(length(ray.floor) == doctest::Approx(std::abs(lands)).epsilon(0.02).scale(r));  // facets tilt by pi / 300
  }
}

TEST_CASE("a body that light passes unchanged casts as much light as falls on it, in both schemes") {
  Params params = with_flavour({}, Flavour::mint);
  params.ior = 1.01;
  params.extinction_red = params.extinction_green = params.extinction_blue = 0;
  params.depth = 3;
  const double r = 0.03;
  const Surface s = sphere({0, 0.05, 0}, r, 60);
  const Bvh bvh(s.view(), {0, 0.05, 0});
  Caustics caustics;
  Atlas atlas;
  const CausticsReport report = caustics.refresh(bvh, s.normals, params, Scheme::adaptive, atlas);
  // pi r^2 of beam, less 5e-5 per surface at normal incidence and the silhouette's resolution of 1/512 of the beam.
  CHECK(report.beam_power[0] == doctest::Approx(kPi * r * r).epsilon(0.005));
  CHECK(report.intercepted == doctest::Approx(kPi * r * r).epsilon(0.02));  // 1600 rays: a circle's edge
  const CausticsReport dropped = caustics.refresh(bvh, s.normals, params, Scheme::specified, atlas);
  CHECK(dropped.beam_power[0] < report.beam_power[0]);
}

TEST_CASE("what beams carry is received, clipped or clamped: to 1e-4, in both schemes, wherever the body is") {
  Flower flower;
  Optics optics(flower.view().surface, flower.view().centre);
  for (const int steps : {0, 60, 180}) {
    flower.step(steps);
    for (const Flavour flavour : {Flavour::berry, Flavour::mint, Flavour::honey}) {
      for (const Scheme scheme : {Scheme::specified, Scheme::adaptive}) {
        const CausticsReport r = optics.refresh(flower.view(), with_flavour({}, flavour), scheme);
        float Vec3f::*const colours[3] = {&Vec3f::x, &Vec3f::y, &Vec3f::z};
        for (std::size_t c = 0; c < 3; ++c) {
          const double in_atlas = total(optics.atlas(), colours[c], true);
          CHECK(in_atlas == doctest::Approx(r.power.received[c]).epsilon(1e-9));
          CHECK(in_atlas + r.power.clipped[c] + r.power.clamped[c] ==
                doctest::Approx(r.beam_power[c]).epsilon(1e-4).scale(0));
          CHECK(total(optics.atlas(), colours[c], false) == doctest::Approx(in_atlas).epsilon(1e-5).scale(0));
          CHECK(r.power.clipped[c] < 0.06 * r.beam_power[c]);
        }
      }
    }
  }
}

TEST_CASE("a beam is spread by its exact overlap with each texel") {
  AtlasPainter painter;
  Atlas atlas;
  Dice dice(1);
  const LightFrame frame = test_frame();
  for (int k = 0; k < 60; ++k) {
    const double size = k % 4 == 0 ? 300 : k % 4 == 1 ? 20 : k % 4 == 2 ? 1 : 0.01;
    Vec2 corners[3];
    const Vec2 middle{192 + 100 * dice.roll(), 192 + 100 * dice.roll()};
    for (Vec2& c : corners) c = {middle.x + size * dice.roll(), middle.y + size * dice.roll()};
    painter.begin(frame, atlas);
    painter.triangle(corners, {0.001, 0.002, 0.003});
    const Power power = painter.end(atlas);
    CHECK(power.received[0] + power.clipped[0] == doctest::Approx(0.001).epsilon(1e-5).scale(0));
    CHECK(power.received[2] == doctest::Approx(3 * power.received[0]).epsilon(1e-5).scale(1e-9));
    // First moment: the light's centre is the triangle's, where none is lost.
    if (size > 20 || power.clipped[0] > 0) continue;
    Vec2 moment;
    for (int at = 0; at < kAtlasSize * kAtlasSize; ++at) {
      const double share = double{atlas.raw[static_cast<std::size_t>(at)].x} * 1e-3;
      moment = moment + Vec2{at % kAtlasSize + 0.5, at / kAtlasSize + 0.5} * share;
    }
    const Vec2 centroid = (corners[0] + corners[1] + corners[2]) * (1.0 / 3);
    CHECK(distance(moment, centroid) < 0.71);  // texels are read at their centres
  }
}

TEST_CASE("a beam that covers texels evenly lights them evenly, half a texel by half") {
  AtlasPainter painter;
  Atlas atlas;
  const LightFrame frame = test_frame();
  const double area = 0.5 * 100 * 100 * 1e-6;
  const Vec2 corners[3] = {{100, 100}, {200, 100}, {100, 200}};
  painter.begin(frame, atlas);
  painter.triangle(corners, {area, area, area});
  painter.end(atlas);
  const auto raw = [&](int i, int j) { return double{atlas.raw[static_cast<std::size_t>(kAtlasSize * j + i)].x}; };
  CHECK(raw(120, 120) == doctest::Approx(1).epsilon(1e-6));
  CHECK(raw(150, 149) == doctest::Approx(0.5).epsilon(1e-6));  // the long side cuts it
  CHECK(raw(99, 120) == 0);
  CHECK(double{atlas.at(120.5e-3 - 0.192, 120.5e-3 - 0.192).x} == doctest::Approx(1).epsilon(1e-6));
  // Between texels: bilinear. The filter leaves 5/6 inside the edge and 1/6 outside.
  CHECK(double{atlas.at(100e-3 - 0.192, 120.5e-3 - 0.192).x} == doctest::Approx(0.5).epsilon(1e-6));
  CHECK(double{atlas.at(99.5e-3 - 0.192, 120.5e-3 - 0.192).x} == doctest::Approx(1.0 / 6).epsilon(1e-6));
  CHECK(atlas.at(1, 1).x == 0);
}

TEST_CASE("light beyond the kept square is clipped, light on its outer texels too") {
  AtlasPainter painter;
  Atlas atlas;
  painter.begin(test_frame(), atlas);
  painter.point({1.9, 200}, {1, 0, 0});
  painter.point({2.1, 200}, {0, 1, 0});
  painter.point({500, 200}, {0, 0, 1});
  const Power power = painter.end(atlas);
  CHECK(power.clipped == Rgb{1, 0, 1});
  CHECK(power.received[1] + power.clamped[1] == doctest::Approx(1).epsilon(1e-9));
  CHECK(power.clamped[1] == doctest::Approx(1 - 60000e-6));
  for (int k = 0; k < kAtlasSize; ++k) {
    CHECK(atlas.irradiance[static_cast<std::size_t>(kAtlasSize * k)].y == 0);
    CHECK(atlas.irradiance[static_cast<std::size_t>(k)].y == 0);
  }
}

TEST_CASE("a surface with broken points is lit without harm") {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  for (const double bad : {nan, 1e30, -1e30, 1e38 * 10, 1e-40}) {
    Surface s = sphere({0, 0.05, 0}, 0.03, 24);
    Optics optics(s.view(), {0, 0.05, 0});
    for (std::size_t k = 0; k < s.positions.size(); k += 37) {
      s.positions[k] = narrow({bad, k % 2 == 0 ? bad : 0.05, -bad});
      s.normals[k] = narrow({0, bad, 0});
    }
    for (const Scheme scheme : {Scheme::specified, Scheme::adaptive}) {
      const CausticsReport r = optics.refresh({s.view(), {0, 0.05, 0}}, {}, scheme);
      CHECK(std::isfinite(r.power.received[0]));
      for (const float t : optics.thickness()) CHECK((t >= 0.0002f && t <= 0.16f));
    }
  }
}

TEST_CASE("deeper adaptive caustics converge: light and colours settle as triangles shrink") {
  Flower flower;
  flower.step(240);
  Optics optics(flower.view().surface, flower.view().centre);
  Params params;
  std::vector<std::vector<Vec3f>> images;
  std::vector<double> red;
  for (params.depth = 0; params.depth <= 3; ++params.depth) {
    optics.forget();
    const CausticsReport r = optics.refresh(flower.view(), params, Scheme::adaptive);
    images.push_back(optics.atlas().raw);
    red.push_back(r.power.received[0]);
  }
  double sum = 0;
  for (const Vec3f& texel : images[3]) sum += double{texel.x};
  double last = 1e9;
  for (std::size_t depth = 0; depth < 3; ++depth) {
    double apart = 0;
    for (std::size_t k = 0; k < images[3].size(); ++k) {
      apart += std::abs(double{images[depth][k].x} - double{images[3][k].x});
    }
    CHECK(apart / sum < 0.75 * last);
    last = apart / sum;
    CHECK(red[depth] == doctest::Approx(red[3]).epsilon(0.03));
  }
}
