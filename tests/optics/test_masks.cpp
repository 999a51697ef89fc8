// Shadow, contact and view thickness of bodies whose shadow and chords are known.
#include <doctest/doctest.h>

#include "bodies.h"

using namespace solgel;
using namespace solgel::optics;
using namespace solgel::optics::test;

namespace {

Masks painted(const Surface& s, Vec3 light) {
  Masks masks;
  MaskPainter().paint(s.view(), light, masks);
  return masks;
}

double sum(const Masks& masks, std::size_t channel) {
  double total = 0;
  for (std::size_t k = channel; k < masks.texels.size(); k += 2) total += masks.texels[k];
  return total;
}

}  // namespace

TEST_CASE("a sphere's shadow is the ellipse that oblique light makes of its disc") {
  const double r = 0.04;
  const Vec3 light = light_direction({});
  const Masks masks = painted(sphere({0.1, 0.06, -0.05}, r, 60), light);
  const double texel = masks.span / masks.size, area = sum(masks, 0) / 255 * texel * texel;
  CHECK(area == doctest::Approx(kPi * r * r / -light.y).epsilon(0.005));  // perimeter in texels / area: 0.4 %
  CHECK(sum(masks, 1) == 0);                                              // it hovers at 0.02 m
}

TEST_CASE("contact darkens by exp(-h / 0.0028) below a flat bottom, fully in the floor and not above 0.016 m") {
  const Vec3 light = light_direction({});
  for (const double h : {-0.005, 0.0, 0.001, 0.0028, 0.0159, 0.0161}) {
    const Masks masks = painted(box({-0.03, h, -0.03}, {0.03, 0.05, 0.03}), light);
    const int i = static_cast<int>((0 - masks.x) / masks.span * kMaskSize);
    const int j = static_cast<int>((0 - masks.z) / masks.span * kMaskSize);
    const double expected = h < 0.016 ? std::min(1.0, math::exp(-h / 0.0028)) : 0;
    const std::uint8_t found = masks.texels[2 * static_cast<std::size_t>(j * kMaskSize + i) + 1];
    CHECK(found == static_cast<int>(255 * expected + 0.5));
  }
}

TEST_CASE("masks follow the body sideways, cover it and leave the two outer texels empty") {
  const Vec3 light = light_direction({});
  const Surface wide = box({-1, 0, -1}, {1, 0.4, 1});
  const Masks all = painted(wide, light);
  CHECK(all.span == 0.75);
  for (int k = 0; k < kMaskSize; ++k) {
    for (const int edge : {0, 1, kMaskSize - 2, kMaskSize - 1}) {
      CHECK(all.texels[2 * static_cast<std::size_t>(edge * kMaskSize + k)] == 0);
      CHECK(all.texels[2 * static_cast<std::size_t>(k * kMaskSize + edge)] == 0);
    }
  }
  const Masks here = painted(box({-0.03, 0.01, -0.03}, {0.03, 0.05, 0.03}), light);
  const Masks there = painted(box({0.97, 0.01, -0.03}, {1.03, 0.05, 0.03}), light);
  CHECK(there.x - here.x == doctest::Approx(1).epsilon(1e-6));
  CHECK(here.span == doctest::Approx(0.22));
}

TEST_CASE("seen through a sphere, thickness is the chord of the refracted ray") {
  const double r = 0.04, ior = 1.35;
  const Vec3 centre{0, 0.05, 0}, camera{0, 0.1, 0.25};
  const Surface s = sphere(centre, r, 150);
  const Bvh bvh(s.view(), centre);
  std::vector<float> thickness(s.positions.size(), kFirstThickness);
  update_thickness(bvh, s.view(), camera, ior, thickness);
  int seen = 0;
  for (std::size_t k = 0; k < s.positions.size(); ++k) {
    const Vec3 p{s.positions[k].x, s.positions[k].y, s.positions[k].z}, n = normalised(p - centre);
    const double c = -dot(normalised(p - camera), n);
    if (c < 0.009) CHECK(thickness[k] == kFirstThickness);
    if (c < 0.011) continue;
    ++seen;
    const double sine = std::sqrt(1 - c * c) / ior, chord = 2 * r * std::sqrt(1 - sine * sine);
    CHECK(thickness[k] == doctest::Approx(chord).epsilon(2e-4));  // facets: r (pi / 150)^2 / 8 = 2.2e-6 m, and 2e-6 m
  }
  CHECK(seen > 10000);
}
