// The tree finds what testing every triangle finds, bit for bit, whatever it is built of or refitted to.
#include <limits>

#include <doctest/doctest.h>

#include "bodies.h"

using namespace solgel;
using namespace solgel::optics;
using namespace solgel::optics::test;

namespace {

// Rays from around and within the body, some along an axis, some that start on its surface.
std::vector<Ray> sample_rays(const Bvh& bvh, double size, int count, std::uint64_t seed) {
  Dice dice(seed);
  std::vector<Ray> rays;
  for (int k = 0; k < count; ++k) {
    const Vec3 from = dice.point(k % 3 == 0 ? 3 * size : size), to = dice.point(0.7 * size);
    Ray ray{narrow(from), narrow(normalised(to - from))};
    if (k % 7 == 1) ray.direction = {k % 2 == 0 ? 1.0f : -1.0f, 0.0f, -0.0f};
    if (k % 7 == 2) ray.direction = {0.0f, k % 2 == 0 ? 1.0f : -1.0f, 1e-30f};
    if (k % 7 == 3 && bvh.triangle_count() > 0) {
      ray.origin = bvh.corners(static_cast<std::uint32_t>(k) % bvh.triangle_count())[0];
    }
    rays.push_back(ray);
  }
  return rays;
}

int hits_alike(const Bvh& bvh, const std::vector<Ray>& rays, Reach reach) {
  int hits = 0, differ = 0;
  for (const Ray& ray : rays) {
    const Hit tree = bvh.closest_hit(ray, reach), all = bvh.closest_hit_of_all(ray, reach);
    hits += all.found();
    differ += !(tree == all);
  }
  CHECK(differ == 0);
  return hits;
}

}  // namespace

TEST_CASE("the tree finds the hits that testing every triangle finds") {
  for (const int parts : {2, 3, 9, 40}) {
    const Surface s = sphere({0.01, 0.03, -0.02}, 0.04, parts);
    const Bvh bvh(s.view(), {0.01, 0.03, -0.02});
    const std::vector<Ray> rays = sample_rays(bvh, 0.05, 1200, 1);
    CHECK(hits_alike(bvh, rays, {}) > 300);
    CHECK(hits_alike(bvh, rays, {.low = 1e-7f, .high = 0.03f}) > 90);
  }
}

TEST_CASE("the tree finds the hits that testing every triangle finds: the flower at rest, fallen and pulled apart") {
  Flower flower;
  Bvh bvh(flower.view().surface, flower.view().centre);
  CHECK(bvh.triangle_count() == 12672);
  CHECK(hits_alike(bvh, sample_rays(bvh, 0.05, 400, 2), {}) > 100);
  flower.step(240);
  bvh.refit(flower.view().surface.positions, flower.view().centre);
  CHECK(hits_alike(bvh, sample_rays(bvh, 0.05, 400, 3), {}) > 100);
  std::vector<Vec3f> torn(flower.view().surface.positions.begin(), flower.view().surface.positions.end());
  Dice dice(4);
  for (Vec3f& p : torn) p = p + narrow(dice.point(0.02));
  bvh.refit(torn, flower.view().centre);
  CHECK(hits_alike(bvh, sample_rays(bvh, 0.05, 400, 5), {}) > 100);
}

TEST_CASE("a refitted tree and one built for the new positions find the same hits") {
  Flower flower;
  Bvh refitted(flower.view().surface, flower.view().centre);
  flower.step(120);
  refitted.refit(flower.view().surface.positions, flower.view().centre);
  const Bvh rebuilt(flower.view().surface, flower.view().centre);
  int hits = 0, differ = 0;
  for (const Ray& ray : sample_rays(rebuilt, 0.05, 20000, 6)) {
    const Hit hit = refitted.closest_hit(ray, {});
    hits += hit.found();
    differ += !(hit == rebuilt.closest_hit(ray, {}));
  }
  CHECK(differ == 0);
  CHECK(hits > 5000);
}

TEST_CASE("a triangle soup with points, needles, doubles and wild coordinates is no trouble") {
  Dice dice(7);
  Surface s;
  for (int k = 0; k < 3000; ++k) s.add(dice.point(k % 50 == 0 ? 1e6 : 0.1), {0, 1, 0});
  for (std::uint32_t k = 0; k + 2 < 3000; ++k) {
    s.triangles.push_back({k, k % 5 == 0 ? k : k + 1, k % 11 == 0 ? k : k + 2});
    if (k % 3 == 0) s.triangles.push_back({k, k + 1, k + 2});  // the same place twice: the lower index counts
  }
  Bvh bvh(s.view(), {});
  CHECK(hits_alike(bvh, sample_rays(bvh, 0.1, 1500, 8), {}) > 500);
  const float nan = std::numeric_limits<float>::quiet_NaN(), inf = std::numeric_limits<float>::infinity();
  for (std::size_t k = 0; k < 3000; k += 17) s.positions[k] = {nan, 0, k % 2 == 0 ? inf : -inf};
  bvh.refit(s.positions, {});
  CHECK(hits_alike(bvh, sample_rays(bvh, 0.1, 500, 9), {}) > 100);
}

TEST_CASE("rays that are not finite, or have no direction, hit nothing; nor does any ray hit nothing") {
  const Surface s = sphere({}, 0.04, 12);
  const Bvh bvh(s.view(), {});
  const float nan = std::numeric_limits<float>::quiet_NaN(), inf = std::numeric_limits<float>::infinity();
  const Ray down{{0.001f, 0.1f, 0.002f}, {0, -1, 0}};
  CHECK(bvh.closest_hit(down, {}).found());
  CHECK(!bvh.closest_hit({down.origin, {0, 0, 0}}, {}).found());
  for (const float bad : {nan, inf, -inf}) {
    CHECK(!bvh.closest_hit({{bad, 0, 0}, down.direction}, {}).found());
    CHECK(!bvh.closest_hit({down.origin, {0, bad, 0}}, {}).found());
  }
  CHECK(!bvh.closest_hit(down, {.high = 0.05f}).found());
  const Surface none;
  CHECK(!Bvh(none.view(), {}).closest_hit(down, {}).found());
}

TEST_CASE("of two triangles in one place the one with the lower index is hit") {
  Surface s = box({-1, -1, -1}, {1, 1, 1});
  const std::size_t count = s.triangles.size();
  for (std::size_t k = 0; k < count; ++k) s.triangles.push_back(s.triangles[k]);
  const Bvh bvh(s.view(), {});
  const Hit hit = bvh.closest_hit({{0.3f, 5, 0.1f}, {0, -1, 0}}, {});
  REQUIRE(hit.found());
  CHECK(hit.triangle < count);
  CHECK(hit.t == 4);
}

TEST_CASE("a sphere is hit where geometry says") {
  const double r = 0.04;
  const Vec3 centre{0.2, 0.3, -0.1};
  const Surface s = sphere(centre, r, 120);
  const Bvh bvh(s.view(), centre);
  Dice dice(10);
  for (int k = 0; k < 2000; ++k) {
    const Vec3 from = normalised(dice.point(1)) * 0.2, to = normalised(dice.point(1)) * (0.9 * r);
    const Vec3 d = normalised(to - from);
    const double b = dot(from, d), exact = -b - std::sqrt(b * b - dot(from, from) + r * r);
    const std::optional<Pick> p = pick(bvh, {from + centre, d});
    REQUIRE(p);
    // Chords of an arc of pi / 120 lie up to r (pi / 120)^2 / 8 = 3.4e-6 m inside, over the least cosine of 0.43.
    CHECK(p->distance == doctest::Approx(exact).epsilon(8e-6 / 0.16));
    CHECK(p->weights[0] + p->weights[1] + p->weights[2] == doctest::Approx(1).epsilon(1e-12));
    const Triangle t = s.triangles[p->face];
    Vec3 point;
    for (std::size_t c = 0; c < 3; ++c) {
      const Vec3f v = s.positions[t[c]];
      point = point + Vec3{v.x, v.y, v.z} * p->weights[c];
    }
    CHECK(length(point - p->point) < 3e-7);  // float32 over 0.2 m, magnified by the slant
  }
}
