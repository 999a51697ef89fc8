// Snell and Fresnel: the published figure, symmetry under reversal of the ray, and closed forms.
#include <doctest/doctest.h>

#include "bodies.h"
#include "optics/refraction.h"

using namespace solgel;
using namespace solgel::optics;
using namespace solgel::optics::test;

namespace {

const Vec3 kUp{0, 1, 0};

Vec3 falling(double angle) {
  const math::SinCos a = math::sincos(angle);
  return {a.sin, -a.cos, 0};
}

}  // namespace

TEST_CASE("at normal incidence 0.977818017202354 of the light passes between 1 and 1.35") {
  const Refraction r = refract({0, -1, 0}, kUp, {1, 1.35});
  REQUIRE(r.exists);
  CHECK(r.transmission == 0.977818017202354);
  CHECK(r.direction == Vec3{0, -1, 0});
  CHECK(r.transmission == doctest::Approx(4 * 1.35 / (2.35 * 2.35)).epsilon(1e-15));
}

TEST_CASE("refraction obeys Snell's law and keeps to the plane of incidence") {
  Dice dice(1);
  for (int k = 0; k < 1000; ++k) {
    const Vec3 n = normalised(dice.point(1));
    Vec3 d = normalised(dice.point(1));
    if (dot(d, n) > 0) d = d * -1.0;
    const double from = 1 + 0.4 * std::abs(dice.roll()), to = 1 + std::abs(dice.roll());
    const Refraction r = refract(d, n, {from, to});
    const double sine = length(cross(d, n));
    CHECK(r.exists == (from * sine < to));
    if (!r.exists) continue;
    CHECK(length(r.direction) == doctest::Approx(1).epsilon(1e-15));
    CHECK(to * length(cross(r.direction, n)) == doctest::Approx(from * sine).epsilon(1e-7));
    CHECK(std::abs(dot(r.direction, cross(d, n))) < 1e-15);
    CHECK(r.transmission >= 0);
    CHECK(r.transmission <= 1);
  }
}

TEST_CASE("as much light passes one way as the other along the same path") {
  for (int k = 0; k < 90; ++k) {
    const Refraction in = refract(falling(k * kPi / 180), kUp, {1, 1.35});
    const Refraction out = refract(in.direction * -1.0, kUp * -1.0, {1.35, 1});
    REQUIRE(out.exists);
    CHECK(out.transmission == doctest::Approx(in.transmission).epsilon(1e-10));  // 1 / cosine magnifies rounding
    CHECK(length(out.direction + falling(k * kPi / 180)) < 1e-13);
  }
}

TEST_CASE("at Brewster's angle only half of the s light is left to reflect") {
  const double n = 1.35;
  const Refraction r = refract(falling(math::atan(n)), kUp, {1, n});
  const double rs = (1 - n * n) / (1 + n * n);  // rp is zero there
  CHECK(r.transmission == doctest::Approx(1 - rs * rs / 2).epsilon(1e-14));
}

TEST_CASE("light from inside is reflected beyond the critical angle, and passes within it") {
  const double critical = math::asin(1 / 1.35);
  CHECK(refract(falling(critical - 1e-6), kUp, {1.35, 1}).exists);
  CHECK(!refract(falling(critical + 1e-6), kUp, {1.35, 1}).exists);
  CHECK(reflect(falling(1), kUp).y == -falling(1).y);
  CHECK(reflect(falling(1), kUp).x == doctest::Approx(falling(1).x).epsilon(1e-15));
}

TEST_CASE("media alike change nothing") {
  const Refraction r = refract(falling(0.7), kUp, {1.2, 1.2});
  CHECK(r.transmission == 1);
  CHECK(length(r.direction - falling(0.7)) < 1e-15);
}
