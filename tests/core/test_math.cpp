// The claim of core/math.h: the nearest double, as far as an 80-bit reference can tell; and the same bits everywhere.
#include <bit>
#include <cfloat>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <limits>
#include <string>

#include <doctest/doctest.h>

#include "core/hash.h"
#include "core/math.h"
#include "core/random.h"
#include "math_bits.h"

using namespace solgel;

namespace {

constexpr double kInf = std::numeric_limits<double>::infinity();
const double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kLeast = 0x1p-1074, kMost = DBL_MAX;
#if defined(NDEBUG)
constexpr std::uint64_t kPoints = 120000;
#else
constexpr std::uint64_t kPoints = 12000;
#endif

// Error of r in units of the last place of a double at the reference.
double ulps(double r, long double reference) {
  if (std::fabs(reference) >= 0x1p1024L) return std::isinf(r) ? 0.5 : kInf;
  const int e = reference == 0 ? -1022 : std::max(std::ilogb(reference), -1022);
  return static_cast<double>(std::fabs(std::ldexp(r - reference, 52 - e)));
}

double unit(std::uint64_t stream, std::uint64_t i) {
  return random_unit({.seed = 11, .stream = stream}, i);
}
double between(double low, double high, std::uint64_t stream, std::uint64_t i) {
  return low + (high - low) * unit(stream, i);
}
// Magnitudes spread over exponents low to high, either sign.
double spread(int low, int high, std::uint64_t stream, std::uint64_t i) {
  const std::uint64_t bits = random_bits({.seed = 12, .stream = stream}, i);
  const int e = low + static_cast<int>((bits >> 1) % static_cast<std::uint64_t>(high - low + 1));
  return std::ldexp(1 + unit(stream, i), e) * ((bits & 1) != 0 ? 1 : -1);
}

bool same(double a, double b) {
  return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b);
}

// Worst error over points x(i) of f against reference; glibc's long double functions err by at most 1 ulp of 64 bits,
// or 2^-11 ulp of a double, so that a correctly rounded result shows less than 0.5 + 2^-11 < 0.501.
template <class Point, class F, class Reference>
void check_ulps(const char* name, Point x, F f, Reference reference) {
  if (LDBL_MANT_DIG < 64) return;
  double worst = 0, at = 0;
  for (std::uint64_t i = 0; i < kPoints; ++i) {
    const double p = x(i), error = ulps(f(p), reference(static_cast<long double>(p)));
    if (!(error <= worst)) worst = error, at = p;
  }
  INFO(std::string(name) << ": worst " << worst << " ulp at " << at);
  CHECK(worst <= 0.501);
}

template <class Point, class F, class Reference>
void check_ulps_2(const char* name, Point point, F f, Reference reference) {
  if (LDBL_MANT_DIG < 64) return;
  double worst = 0, at_x = 0, at_y = 0;
  for (std::uint64_t i = 0; i < kPoints; ++i) {
    const auto [x, y] = point(i);
    const double error = ulps(f(x, y), reference(static_cast<long double>(x), static_cast<long double>(y)));
    if (!(error <= worst)) worst = error, at_x = x, at_y = y;
  }
  INFO(std::string(name) << ": worst " << worst << " ulp at " << at_x << ", " << at_y);
  CHECK(worst <= 0.501);
}

struct Two {
  double x, y;
};

}  // namespace

TEST_CASE("sine, cosine and tangent are the nearest double") {
  const auto circle = [](std::uint64_t i) { return between(-7, 7, 1, i); };
  const auto any = [](std::uint64_t i) { return spread(-40, 1023, 2, i); };
  const auto near_zeros = [](std::uint64_t i) {  // of sine and cosine
    return static_cast<double>(static_cast<long double>(i) * 1.57079632679489661923L) * (1 + 0x1p-52 * unit(3, i));
  };
  const auto sin_l = [](long double x) { return std::sin(x); };
  const auto cos_l = [](long double x) { return std::cos(x); };
  const auto tan_l = [](long double x) { return std::tan(x); };
  check_ulps("sin, |x| < 7", circle, math::sin, sin_l);
  check_ulps("sin, all magnitudes", any, math::sin, sin_l);
  check_ulps("sin near multiples of pi / 2", near_zeros, math::sin, sin_l);
  check_ulps("cos, |x| < 7", circle, math::cos, cos_l);
  check_ulps("cos, all magnitudes", any, math::cos, cos_l);
  check_ulps("cos near multiples of pi / 2", near_zeros, math::cos, cos_l);
  check_ulps("tan, |x| < 7", circle, math::tan, tan_l);
  check_ulps("tan, all magnitudes", any, math::tan, tan_l);
}

TEST_CASE("inverse functions of the circle are the nearest double") {
  const auto inside = [](std::uint64_t i) { return between(-1, 1, 4, i); };
  const auto near_one = [](std::uint64_t i) { return 1 - std::fabs(spread(-50, -2, 5, i)); };
  const auto asin_l = [](long double x) { return std::asin(x); };
  const auto acos_l = [](long double x) { return std::acos(x); };
  check_ulps("asin", inside, math::asin, asin_l);
  check_ulps("asin near 1", near_one, math::asin, asin_l);
  check_ulps("acos", inside, math::acos, acos_l);
  check_ulps("acos near 1", near_one, math::acos, acos_l);
  check_ulps(
      "atan", [](std::uint64_t i) { return spread(-40, 60, 6, i); }, math::atan,
      [](long double x) { return std::atan(x); });
  const auto atan2_l = [](long double y, long double x) { return std::atan2(y, x); };
  check_ulps_2(
      "atan2",
      [](std::uint64_t i) {
        return Two{between(-1, 1, 7, i), between(-1, 1, 8, i)};
      },
      math::atan2, atan2_l);
  check_ulps_2(
      "atan2, all magnitudes",
      [](std::uint64_t i) {
        return Two{spread(-1074, 1023, 9, i), spread(-1074, 1023, 10, i)};
      },
      math::atan2, atan2_l);
  check_ulps_2(
      "atan2, ratios 2^-70 to 2^70",
      [](std::uint64_t i) {
        return Two{spread(-35, 35, 11, i), spread(-35, 35, 12, i)};
      },
      math::atan2, atan2_l);
}

TEST_CASE("exponential, logarithm and power are the nearest double") {
  const auto exp_l = [](long double x) { return std::exp(x); };
  const auto log_l = [](long double x) { return std::log(x); };
  const auto pow_l = [](long double x, long double y) { return std::pow(x, y); };
  check_ulps(
      "exp", [](std::uint64_t i) { return between(-746, 710, 13, i); }, math::exp, exp_l);
  check_ulps(
      "exp of subnormal result", [](std::uint64_t i) { return between(-745.2, -708.3, 14, i); }, math::exp, exp_l);
  check_ulps(
      "exp of small x", [](std::uint64_t i) { return spread(-60, 0, 15, i); }, math::exp, exp_l);
  check_ulps(
      "log", [](std::uint64_t i) { return std::fabs(spread(-1074, 1023, 16, i)); }, math::log, log_l);
  check_ulps(
      "log, x near 1", [](std::uint64_t i) { return 1 + spread(-52, -2, 17, i); }, math::log, log_l);
  check_ulps(
      "log, 1/2 < x < 2", [](std::uint64_t i) { return between(0.5, 2, 18, i); }, math::log, log_l);
  check_ulps_2(
      "pow, 0 < x < 10, |y| < 10",
      [](std::uint64_t i) {
        return Two{between(0, 10, 19, i), between(-10, 10, 20, i)};
      },
      math::pow, pow_l);
  const auto wide = [](std::uint64_t i) {  // results from the least to the greatest
    const double x = std::fabs(spread(-1000, 1000, 21, i));
    return Two{x, between(-1074, 1023, 22, i) / std::log2(x)};
  };
  check_ulps_2("pow, all results", wide, math::pow, pow_l);
  const auto near_one = [](std::uint64_t i) {
    const double x = 1 + spread(-50, -3, 23, i);
    return Two{x, between(-700, 700, 24, i) / std::log(x)};
  };
  check_ulps_2("pow, x near 1", near_one, math::pow, pow_l);
}

TEST_CASE("the hypotenuse is the nearest double") {
  const auto hypot_l = [](long double x, long double y) {
    return std::sqrt(x * x + y * y);
  };  // wide enough for squares
  check_ulps_2(
      "hypot",
      [](std::uint64_t i) {
        return Two{between(-1, 1, 25, i), between(-1, 1, 26, i)};
      },
      math::hypot, hypot_l);
  const auto wide = [](std::uint64_t i) {
    const double x = spread(-1074, 1022, 27, i);
    return Two{x, x * between(-2, 2, 28, i)};
  };
  check_ulps_2("hypot, all magnitudes", wide, math::hypot, hypot_l);
  CHECK(math::hypot(3, 4) == 5);
  CHECK(math::hypot(0x1p-1074, 0x1p-1074) == 0x1p-1074);
  CHECK(math::hypot(3 * kLeast, 4 * kLeast) == 5 * kLeast);
  CHECK(math::hypot(kMost, kMost) == kInf);
  CHECK(math::hypot(kMost, 1) == kMost);
  CHECK(math::hypot(-kInf, kNan) == kInf);
  CHECK(same(math::hypot(0, kNan), kNan));
  CHECK(same(math::hypot(-0.0, -0.0), 0.0));
  CHECK(math::hypot(-7, 0) == 7);
}

TEST_CASE("exact results are exact and ties go to even") {
  CHECK(math::exp(0) == 1);
  CHECK(math::log(1) == 0);
  CHECK(math::cos(0) == 1);
  for (int n = -1074; n <= 1023; ++n) CHECK(math::pow(2, n) == std::ldexp(1.0, n));
  for (std::uint64_t i = 0; i < 20000; ++i) {
    const double x = between(0, 1e6, 31, i);
    CHECK(math::pow(x, 0.5) == std::sqrt(x));
    CHECK(math::pow(x, 1) == x);
    CHECK(math::pow(x, 2) == x * x);
    CHECK(math::pow(x, -1) == 1 / x);
    // 27 odd bits squared make 54: half way between two doubles, like one product.
    const double odd = static_cast<double>((random_bits({.seed = 3}, i) >> 38) | 1 | 1 << 26);
    CHECK(math::pow(odd, 2) == odd * odd);
    CHECK(math::pow(-odd, 2) == odd * odd);
  }
  for (int n = 1; n <= 33; ++n) {
    double product = 1;
    for (int i = 0; i < n; ++i) product *= 3;
    CHECK(math::pow(3, n) == product);  // 3^33 has 53 bits
    CHECK(math::pow(-3, n) == (n % 2 != 0 ? -product : product));
  }
  CHECK(math::pow(1.5, 64) == static_cast<double>(std::pow(1.5L, 64)));
  CHECK(math::pow(0x3p-215, 5) == 122 * kLeast);   // 121.5 units of the least
  CHECK(math::pow(0x5p-215, 5) == 1562 * kLeast);  // 1562.5
  CHECK(math::pow(5, 3) == 125);
  CHECK(math::pow(8, 1.0 / 3) == static_cast<double>(std::pow(8.0L, 1.0 / 3)));
}

TEST_CASE("special values follow annex F of C") {
  for (const double z : {0.0, -0.0}) {
    CHECK(same(math::sin(z), z));
    CHECK(same(math::tan(z), z));
    CHECK(same(math::asin(z), z));
    CHECK(same(math::atan(z), z));
    CHECK(math::log(z) == -kInf);
    CHECK(math::exp(z) == 1);
  }
  for (const double x : {kLeast, -kLeast, 0x1p-1022, -0x1p-30}) {
    CHECK(math::sin(x) == x);
    CHECK(math::tan(x) == x);
    CHECK(math::asin(x) == x);
    CHECK(math::atan(x) == x);
  }
  for (const double x : {kInf, -kInf, kNan, -kNan}) {
    CHECK(same(math::sin(x), kNan));
    CHECK(same(math::cos(x), kNan));
    CHECK(same(math::tan(x), kNan));
    CHECK(same(math::asin(x), kNan));
    CHECK(same(math::acos(x), kNan));
  }
  for (const double x : {-1.0, -kLeast, -kInf, kNan}) CHECK(same(math::log(x), kNan));
  CHECK(same(math::asin(1 + 0x1p-52), kNan));
  CHECK(same(math::exp(kNan), kNan));
  CHECK(math::exp(kInf) == kInf);
  CHECK(same(math::exp(-kInf), 0.0));
  CHECK(math::exp(709.79) == kInf);
  CHECK(math::exp(709.78) < kInf);
  CHECK(math::exp(-745.14) == 0);
  CHECK(math::exp(-745.13) == kLeast);
  CHECK(math::log(kInf) == kInf);
  CHECK(math::asin(1) == 0x1.921fb54442d18p+0);
  CHECK(math::acos(-1) == 0x1.921fb54442d18p+1);
  CHECK(same(math::acos(1), 0.0));
}

TEST_CASE("powers of special values follow annex F of C") {
  struct Row {
    double x, y, power;
  };
  const Row rows[] = {{0, 3, 0},
                      {-0.0, 3, -0.0},
                      {-0.0, 2, 0},
                      {0, -3, kInf},
                      {-0.0, -3, -kInf},
                      {-0.0, -2, kInf},
                      {-0.0, 0.5, 0},
                      {-0.0, -0.5, kInf},
                      {-1, kInf, 1},
                      {-1, -kInf, 1},
                      {kNan, 0, 1},
                      {1, kNan, 1},
                      {0.5, kInf, 0},
                      {0.5, -kInf, kInf},
                      {2, kInf, kInf},
                      {2, -kInf, 0},
                      {-2, kInf, kInf},
                      {kInf, 2, kInf},
                      {kInf, -2, 0},
                      {-kInf, 3, -kInf},
                      {-kInf, 2, kInf},
                      {-kInf, -3, -0.0},
                      {-kInf, -2, 0},
                      {-kInf, 0.5, kInf},
                      {-8, 1.0 / 3, kNan},
                      {kNan, 1, kNan},
                      {2, kNan, kNan},
                      {-1, 0x1p53 - 1, -1},
                      {-1, 0x1p60, 1},
                      {10, 309, kInf},
                      {-10, 309, -kInf},
                      {10, -330, 0},
                      {-10, -331, -0.0},
                      {kMost, 1, kMost},
                      {kLeast, 1, kLeast},
                      {2, 0x1p-1074, 1},
                      {1 + 0x1p-52, 0x1p70, kInf},
                      {1 - 0x1p-53, 0x1p70, 0},
                      {0, kInf, 0},
                      {0, -kInf, kInf}};
  for (const Row& r : rows) {
    INFO(r.x << " to the " << r.y);
    CHECK(same(math::pow(r.x, r.y), r.power));
  }
}

TEST_CASE("atan2 keeps signs and quadrants at the edges") {
  constexpr double kPi = 0x1.921fb54442d18p+1;
  struct Row {
    double y, x, angle;
  };
  const Row rows[] = {{0, 1, 0},
                      {0, 0, 0},
                      {0, -0.0, kPi},
                      {0, -1, kPi},
                      {1, 0, kPi / 2},
                      {1, -0.0, kPi / 2},
                      {1, kInf, 0},
                      {1, -kInf, kPi},
                      {kInf, 1, kPi / 2},
                      {kInf, kInf, kPi / 4},
                      {kInf, -kInf, 0x1.2d97c7f3321d2p+1},
                      {1, 1, kPi / 4},
                      {1, -1, 0x1.2d97c7f3321d2p+1},
                      {kLeast, kMost, 0},
                      {kLeast, -kMost, kPi},
                      {kMost, kLeast, kPi / 2},
                      {kLeast, 1, kLeast},
                      {3 * kLeast, 2, kLeast},
                      {kLeast, 2, 0},
                      {kNan, 1, kNan},
                      {1, kNan, kNan}};
  for (const Row& r : rows) {
    INFO(r.y << ", " << r.x);
    CHECK(same(math::atan2(r.y, r.x), r.angle));
    if (!std::isnan(r.angle)) CHECK(same(math::atan2(-r.y, r.x), -r.angle));
  }
}

TEST_CASE("functions are monotone across the edges of their tables") {
  const auto rises = [](double (*f)(double), double edge) {
    double x = edge;
    for (int i = 0; i < 20; ++i) x = std::nextafter(x, -kInf);
    for (int i = 0; i < 40; ++i) {
      const double next = std::nextafter(x, kInf);
      if (!(f(x) <= f(next))) return false;
      x = next;
    }
    return true;
  };
  for (int i = -2000; i <= 2000; ++i) CHECK(rises(math::exp, (i + 0.5) * 0.0054152123481245727));
  for (int i = 0; i <= 256; ++i) CHECK(rises(math::log, 0.5 + (i + 0.5) / 256));
  for (int i = 0; i < 128; ++i) CHECK(rises(math::sin, (i + 0.5) * 0.01227184630308513));
  for (int i = 0; i < 300; ++i) CHECK(rises(math::atan, (i + 0.5) / 128));
  CHECK(rises(math::sin, 0x1p-27));
  CHECK(rises(math::sin, 0.006));
  CHECK(rises(math::log, 1.4142135623730951));
}

// Also computed by the WebAssembly module (tests/wasm/check.mjs).
TEST_CASE("every build computes the same bits") {
  CHECK(kMathBits == hash_text(math_bits()));
}
