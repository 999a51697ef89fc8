// Claims about pictures of jellies: what light does at a surface and within, where shadows lie, what does not change a
// picture, what is refused.
#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <map>
#include <vector>

#include <doctest/doctest.h>

#include "core/parallel.h"
#include "render/filmic.h"
#include "render/jelly.h"
#include "render/jelly_floor.h"
#include "render/jelly_interface.h"
#include "render/jelly_paths.h"
#include "render/jelly_studio.h"

using namespace solgel;
using namespace solgel::render;
using doctest::Approx;

namespace {

constexpr JellyFlavour kClear{{0, 0, 0}, {1, 1, 1}};

struct Mesh {
  std::vector<Vec3f> positions, normals;
  std::vector<Triangle> triangles;
  SurfaceView view() const { return {positions, normals, triangles}; }
};

// A ball by subdivision of an octahedron, with exact normals.
Mesh ball(Vec3f centre, float radius, int cuts) {
  std::vector<Vec3f> points = {{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}};
  std::vector<Triangle> faces = {{0, 2, 4}, {2, 1, 4}, {1, 3, 4}, {3, 0, 4},
                                 {2, 0, 5}, {1, 2, 5}, {3, 1, 5}, {0, 3, 5}};
  for (int cut = 0; cut < cuts; ++cut) {
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> middles;
    const auto middle = [&](std::uint32_t a, std::uint32_t b) {
      const auto [at, is_new] =
          middles.try_emplace({std::min(a, b), std::max(a, b)}, static_cast<std::uint32_t>(points.size()));
      if (is_new) points.push_back(normalised(points[a] + points[b]));
      return at->second;
    };
    std::vector<Triangle> finer;
    for (const Triangle& t : faces) {
      const std::uint32_t ab = middle(t[0], t[1]), bc = middle(t[1], t[2]), ca = middle(t[2], t[0]);
      for (const Triangle& part : {Triangle{t[0], ab, ca}, {t[1], bc, ab}, {t[2], ca, bc}, {ab, bc, ca}}) {
        finer.push_back(part);
      }
    }
    faces = std::move(finer);
  }
  Mesh mesh{{}, points, faces};
  for (const Vec3f& p : points) mesh.positions.push_back(centre + radius * p);
  return mesh;
}

// Level faces at y = low and y = high, far wider than what is looked at; no sides.
Mesh slab(float low, float high) {
  Mesh mesh;
  for (const float y : {low, high}) {
    const float up = y > low ? 1.0f : -1.0f;
    const std::uint32_t first = static_cast<std::uint32_t>(mesh.positions.size());
    for (const Vec3f& p : {Vec3f{-1, y, -1}, {1, y, -1}, {1, y, 1}, {-1, y, 1}}) {
      mesh.positions.push_back(p);
      mesh.normals.push_back({0, up, 0});
    }
    if (up > 0)
      mesh.triangles.insert(mesh.triangles.end(), {{first, first + 2, first + 1}, {first, first + 3, first + 2}});
    if (up < 0)
      mesh.triangles.insert(mesh.triangles.end(), {{first, first + 1, first + 2}, {first, first + 2, first + 3}});
  }
  return mesh;
}

Mesh small_ball() {
  return ball({0, 0.0305f, 0}, 0.03f, 3);
}

// No sun, no floor, the same light from everywhere, a surface without a coat.
JellyLook uniform_light() {
  JellyLook look;
  look.sun_intensity = 0;
  look.floor_presence = 0;
  look.studio = 0;
  look.exposure = 1;
  return look;
}

Image picture(const Mesh& mesh, const JellyFlavour& flavour, const JellyLook& look, ImageSize size) {
  const Result<Image> image = render_jelly(mesh.view(), flavour, nullptr, look, size);
  REQUIRE(image.has_value());
  return *image;
}

double largest_ratio_error(const Image& image, Vec3f expected) {
  double worst = 0;
  for (int y = 0; y < image.height(); ++y) {
    for (int x = 0; x < image.width(); ++x) {
      const Vec3f c = image.at(x, y);
      for (const float ratio : {c.x / expected.x, c.y / expected.y, c.z / expected.z}) {
        worst = std::max(worst, std::fabs(static_cast<double>(ratio) - 1));
      }
    }
  }
  return worst;
}

bool is_same(const Image& a, const Image& b) {
  for (int y = 0; y < a.height(); ++y) {
    for (int x = 0; x < a.width(); ++x) {
      if (std::memcmp(&a.at(x, y), &b.at(x, y), sizeof(Vec3f)) != 0) return false;
    }
  }
  return true;
}

}  // namespace

TEST_CASE("in uniform light a body without absorption is invisible") {
  JellyLook look = uniform_light();
  look.samples = 4;
  for (const double roughness : {0.0, 0.075, 0.5}) {
    for (const double dispersion : {0.0, 5.0}) {
      look.roughness = roughness;
      look.dispersion = dispersion;
      INFO(roughness, " ", dispersion);
      const Image image = picture(small_ball(), kClear, look, {40, 30});
      double mean = 0;
      for (int y = 0; y < 30; ++y) {
        for (int x = 0; x < 40; ++x) mean += static_cast<double>(image.at(x, y).y / kJellyBackground.y) / 1200;
      }
      CHECK(mean == Approx(1).epsilon(2e-4));
      // Paths end in the same light with their weight untouched, but for roulette over ways of at most 0.03.
      CHECK(largest_ratio_error(image, kJellyBackground) < 0.03);
    }
  }
}

TEST_CASE("light falls off in a slab as Beer and Lambert say") {
  JellyLook look = uniform_light();
  look.polar = 1;
  look.distance = 0.3;
  look.fov = 5;
  look.roughness = 0;
  look.clearcoat = 0;
  look.samples = 256;
  const JellyFlavour flavour{{5, 46, 23}, {1, 1, 1}};
  for (const float thickness : {0.01f, 0.04f}) {
    const Image image = picture(slab(0, thickness), flavour, look, {1, 1});
    const double r = std::pow(0.35 / 2.35, 2);
    const auto expected = [&](double sigma) {  // reflections within: a geometric series
      const double a = std::exp(-sigma * static_cast<double>(thickness));
      return r + (1 - r) * (1 - r) * a * (1 + r * a) / (1 - r * r * a * a);
    };
    const Vec3f c = image.at(0, 0);
    // Directions up to 3 degrees off lengthen the way by 0.1 %; few paths are left to chance.
    CHECK(static_cast<double>(c.x / kJellyBackground.x) == Approx(expected(5)).epsilon(2e-3));
    CHECK(static_cast<double>(c.y / kJellyBackground.y) == Approx(expected(46)).epsilon(4e-3));
    CHECK(static_cast<double>(c.z / kJellyBackground.z) == Approx(expected(23)).epsilon(4e-3));
  }
}

TEST_CASE("Fresnel: the text's transmission at normal incidence, Brewster's angle, total reflection, reciprocity") {
  CHECK(1 - static_cast<double>(fresnel_reflectance(1, 1 / 1.35f)) == Approx(0.977818017202354).epsilon(1e-6));
  CHECK(static_cast<double>(fresnel_reflectance(1, 1.35f)) == Approx(0.022181982797646).epsilon(1e-4));
  CHECK(fresnel_reflectance(0.5f, 1.35f) == 1.0f);  // beyond 47.8 degrees from within
  CHECK(static_cast<double>(fresnel_reflectance(0, 1 / 1.35f)) == Approx(1));
  const float brewster = std::cos(std::atan(1.35f));  // only s is left: ((n^2 - 1) / (n^2 + 1))^2 / 2
  CHECK(static_cast<double>(fresnel_reflectance(brewster, 1 / 1.35f)) ==
        Approx(0.5 * std::pow((1.35 * 1.35 - 1) / (1.35 * 1.35 + 1), 2)).epsilon(1e-4));
  for (const float c : {0.2f, 0.5f, 0.9f}) {
    const float inside = std::sqrt(1 - (1 - c * c) / (1.35f * 1.35f));
    CHECK(static_cast<double>(fresnel_reflectance(c, 1 / 1.35f)) ==
          Approx(static_cast<double>(fresnel_reflectance(inside, 1.35f))).epsilon(1e-4));
  }
}

TEST_CASE("a refracted ray obeys Snell's law, and the way back is the way in") {
  JellyLook look;
  look.roughness = 0;
  const JellyMaterial material(look);
  const float angle = 0.6f;
  ShellHit hit{.at = {}, .normal = {0, 1, 0}, .face_normal = {0, 1, 0}};
  const Vec3f down{std::sin(angle), -std::cos(angle), 0};
  const Meeting in = meet(material, material.ior, hit, down, {0.5f, 0.5f});
  CHECK(static_cast<double>(in.refracted.x) == Approx(static_cast<double>(std::sin(angle)) / 1.35).epsilon(1e-5));
  hit.is_leaving = true;
  const Meeting back = meet(material, material.ior, hit, {in.refracted.x, in.refracted.y, 0}, {0.5f, 0.5f});
  CHECK(static_cast<double>(back.refracted.x) == Approx(static_cast<double>(down.x)).epsilon(1e-5));
  CHECK(static_cast<double>(back.reflectance) == Approx(static_cast<double>(in.reflectance)).epsilon(1e-4));
}

TEST_CASE("the shadow lies where the light goes") {
  const Mesh mesh = ball({0, 0.04f, 0}, 0.02f, 3);
  const JellyBody body{mesh.view(), kBerry};
  const JellyShells shells({&body, 1});
  for (const double azimuth : {0.0, 135.0, 250.0}) {
    JellyLook look;
    look.sky = 0;
    look.sun_azimuth = azimuth;
    look.sun_size = 0.1;
    const JellyStudio studio(look);
    const JellyFloor floor(shells, studio, look);
    const Vec3 travel = sun_travel(look);
    const auto light_at = [&](double along, double aside) {  // from below the centre, along the shadow
      const double reach = 0.04 / -travel.y, level = std::hypot(travel.x, travel.z);
      const double x = travel.x * reach * along + aside * travel.z / level,
                   z = travel.z * reach * along - aside * travel.x / level;
      return floor.seen({static_cast<float>(x), 0, static_cast<float>(z)}, {0, -1, 0}, 1e-4f, {0.5f, 0.5f}).light.x;
    };
    CHECK(light_at(1, 0) == 0.0f);
    CHECK(light_at(1, 0.019) == 0.0f);  // the ball is 0.02 m across the beam
    CHECK(light_at(1, 0.021) > 0.1f);
    CHECK(light_at(-1, 0) > 0.1f);
  }
}

TEST_CASE("open floor is lit by E sin(elevation), and by floor light in its units") {
  const Mesh mesh = small_ball();
  std::vector<Vec3f> texels(64 * 64, Vec3f{2, 1, 0.5f});
  const FloorLight light{64, 0.2, {0.5, 0}, texels};
  const JellyBody body{mesh.view(), kBerry, &light, {0.02, 0.01}};
  const JellyShells shells({&body, 1});
  JellyLook look;
  look.sky = 0;
  look.grid = 0;
  const JellyStudio studio(look);
  const JellyFloor floor(shells, studio, look);
  const Vec3f sun = studio.sun_across();
  const auto at = [&](float x) { return floor.seen({x, 0, 0.01f}, {0, -1, 0}, 1e-4f, {0, 0}).light; };
  const Vec3f dark = at(0.3f), bright = at(0.52f), ground = floor.albedo({0.3f, 0, 0}, 1e-4f);
  const double lambert = 0.5 / kPi * static_cast<double>(ground.x * sun.x);
  CHECK(static_cast<double>(dark.x) > lambert);         // the sheen comes on top
  CHECK(static_cast<double>(dark.x) < 1.15 * lambert);  // 0.04 of the light at most, in a wide lobe
  CHECK(static_cast<double>(bright.x - dark.x) == Approx(4 * lambert).epsilon(1e-4));  // 2 over sin 30 degrees
  CHECK(static_cast<double>(bright.z - dark.z) ==
        Approx(0.5 / kPi * static_cast<double>(ground.z * sun.z)).epsilon(1e-4));
}

TEST_CASE("the sun's disc holds its irradiance, whatever it is softened by") {
  JellyLook look;
  look.sun_elevation = 90;
  const JellyStudio studio(look);
  for (const float blur : {0.0f, 0.01f, 0.08f}) {
    double sum = 0;
    constexpr int kRings = 4000;
    const double widest = 0.5;
    for (int k = 0; k < kRings; ++k) {
      const double angle = (k + 0.5) / kRings * widest;
      const Vec3f d{static_cast<float>(std::sin(angle)), static_cast<float>(std::cos(angle)), 0};
      sum += 2 * kPi * std::sin(angle) * widest / kRings * static_cast<double>(studio.sun(d, blur).x);
    }
    CHECK(sum == Approx(look.sun_intensity).epsilon(0.02));  // float cosines near 1: 6e-8 against 1.5e-4
  }
}

TEST_CASE("a picture of a jelly is the same at any number of threads") {
  const Mesh mesh = small_ball();
  JellyLook look;
  look.samples = 4;
  set_threads(1);
  const Image one = picture(mesh, kMint, look, {48, 36});
  set_threads(2);
  const Image two = picture(mesh, kMint, look, {48, 36});
  set_threads(0);
  CHECK(is_same(one, two));
}

TEST_CASE("every parameter of a jelly's look changes the picture") {
  const Mesh mesh = ball({0, 0.0305f, 0}, 0.03f, 2);
  std::vector<Vec3f> texels(32 * 32, Vec3f{3, 1, 2});
  const FloorLight light{32, 0.1, {-0.05, 0.05}, texels};
  JellyLook base;
  base.samples = 1;
  const auto rendered = [&](const JellyLook& look) {
    return *render_jelly(mesh.view(), kBerry, &light, look, {24, 18});
  };
  const Image before = rendered(base);
  for (const Param<JellyLook>& row : kJellyLook) {
    JellyLook look = base;
    const double value = row.get(base);
    if (row.real != nullptr)
      look.*row.real = value > row.high / 2 ? 0.6 * value + 0.4 * row.low : std::min(row.high, 1.5 * value + 0.01);
    if (row.name == "dispersion") look.dispersion = 4;
    if (row.name == "bounces") look.bounces = 2;
    if (row.whole != nullptr && row.name != "bounces") look.*row.whole += 1;
    INFO(row.name);
    CHECK(!is_same(rendered(look), before));
  }
}

TEST_CASE("an offset moves a body and its light together") {
  const Mesh mesh = small_ball();
  std::vector<Vec3f> texels(32 * 32, Vec3f{3, 1, 2});
  const FloorLight light{32, 0.1, {-0.05, 0.05}, texels};
  const JellyBody bodies[] = {{mesh.view(), kBerry, &light, {-0.09, 0}}, {mesh.view(), kHoney, &light, {0.09, 0}}};
  JellyLook look;
  look.samples = 4;
  look.distance = 0.6;
  const Result<Image> both = render_jellies(bodies, look, {64, 32});
  REQUIRE(both.has_value());
  const Vec3f left = both->at(24, 15), right = both->at(40, 15);  // 11.5 mm a pixel
  CHECK(left.x > 1.5f * left.y);                                  // berry is red
  CHECK(right.y > 1.3f * right.z);                                // honey has no blue
}

TEST_CASE("the filmic curve keeps middle grey, rises, and ends at white") {
  CHECK(static_cast<double>(filmic({0.18f, 0.18f, 0.18f}).y) == Approx(0.18).epsilon(0.25));
  float last = -1;
  for (float v = 0; v < 40; v += 0.05f) {
    const float y = filmic({v, v, v}).y;
    CHECK(y >= last);
    last = y;
  }
  CHECK(last > 0.97f);
}

TEST_CASE("fields have pictures, with the light where it is") {
  std::vector<Vec3f> texels(32 * 32);
  texels[32 * 8 + 24] = {6, 2, 2};
  const FloorLight light{32, 0.2, {}, texels};
  const Image8 caustics = jelly_caustics_picture(light, 128);
  CHECK(caustics.pixel(24 * 4 + 2, 8 * 4 + 2)[0] > 200);
  CHECK(caustics.pixel(64, 64)[0] == 0);
  std::vector<std::uint8_t> masks(2 * 32 * 32);
  masks[2 * (32 * 20 + 10)] = 255;
  masks[2 * (32 * 20 + 20) + 1] = 255;
  const Image8 both = jelly_masks_picture({32, 0.2, {}, masks}, 128);
  CHECK(both.pixel(10 * 4 + 2, 20 * 4 + 2)[0] > 150);
  CHECK(both.pixel(20 * 4 + 2, 20 * 4 + 2)[1] > 150);
  CHECK(both.pixel(20 * 4 + 2, 20 * 4 + 2)[0] == 0);
}

TEST_CASE("bodies that cannot be drawn are refused") {
  Mesh mesh = small_ball();
  const auto refused = [&](ImageSize size) {
    return !render_jelly(mesh.view(), kBerry, nullptr, {}, size).has_value();
  };
  CHECK(refused({0, 20}));
  CHECK(refused({20, 40000}));
  CHECK(!render_jellies({}, {}, {8, 8}).has_value());
  std::vector<Vec3f> texels(10);
  const FloorLight light{32, 0.2, {}, texels};
  CHECK(!render_jelly(mesh.view(), kBerry, &light, {}, {8, 8}).has_value());
  mesh.positions[3].y = std::numeric_limits<float>::quiet_NaN();
  CHECK(refused({8, 8}));
  mesh = small_ball();
  mesh.triangles[5][1] = 100000;
  CHECK(refused({8, 8}));
  mesh = small_ball();
  mesh.normals.pop_back();
  CHECK(refused({8, 8}));
  mesh = {};
  CHECK(refused({8, 8}));
}
