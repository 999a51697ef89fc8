// sin, cos, tan and their inverses, hypot; methods in core/math.h. Term sizes beside a series are relative to its sum:
// what lies below 2^-49 is computed in double, its error of 2^-53 then counts for less than 2^-102.
#include <bit>
#include <cstdint>
#include <limits>
#include <utility>

#include "core/double_double.h"
#include "core/math.h"
#include "core/math_tables.h"

namespace solgel::math {
namespace {

constexpr double kInf = std::numeric_limits<double>::infinity();
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kTiny = 0x1p-27;  // below it sin, tan, asin and atan differ from x by less than a quarter ulp

bool is_nan(double x) {
  return x != x;
}
double magnitude(double x) {
  return __builtin_fabs(x);
}
double with_sign(double x, double sign) {
  return __builtin_copysign(x, sign);
}
DoubleDouble scaled(DoubleDouble a, double s) {
  return {a.hi * s, a.lo * s};
}  // s a power of two

// An angle is steps pi / 256 + rest, modulo a circle of 512 steps; |rest| <= pi / 512.
struct Angle {
  int steps;
  DoubleDouble rest;
};

__extension__ typedef unsigned __int128 Wide;

// Steps and fraction of a step from the product of x with 256 / pi, modulo 512 steps: word 0 begins with the 9 bits of
// the steps, 247 bits of fraction follow. There are 2^64 doubles, so none is expected to come nearer than about 2^-65
// to a whole step; the product is cut off with an error of 2^-194.
Angle from_fixed_point(std::uint64_t (&w)[4]) {
  int steps = static_cast<int>(w[0] >> 55);
  for (int i = 0; i < 4; ++i) w[i] = w[i] << 9 | (i < 3 ? w[i + 1] >> 55 : 0);
  double sign = 1;
  if (w[0] >> 63 != 0) {  // nearer to the next step
    steps = (steps + 1) & 511;
    sign = -1;
    for (std::uint64_t& word : w) word = ~word;
  }
  int shift = 0;
  for (; w[0] == 0 && shift < 128; shift += 64) {
    for (int i = 0; i < 3; ++i) w[i] = w[i + 1];
    w[3] = 0;
  }
  const int zeros = std::countl_zero(w[0] | 1);
  if (zeros != 0) {
    for (int i = 0; i < 2; ++i) w[i] = w[i] << zeros | w[i + 1] >> (64 - zeros);
  }
  const double high = static_cast<double>(w[0] >> 11);
  const double low = static_cast<double>((w[0] & 0x7ff) << 42 | w[1] >> 22) * 0x1p-53;
  const DoubleDouble fraction = scaled(quick_two_sum(high, low), sign * power_of_two(-53 - shift - zeros));
  return {steps, fraction * kAngleStep};
}

// The angle of 0 < x < inf.
Angle reduce(double x) {
  if (x < 0.006) return {0, {x, 0}};
  const std::uint64_t bits = std::bit_cast<std::uint64_t>(x);
  const std::uint64_t mantissa = (bits & 0x000fffffffffffff) | std::uint64_t{1} << 52;
  // x = mantissa 2^e. Bits of 256 / pi that weigh 2^(9 - e) and more make whole circles: begin with the one after.
  const int e = static_cast<int>(bits >> 52) - 1075;
  const int first = 70 - (8 - e);  // the table's first bit weighs 2^70
  const std::uint64_t* word = k256OverPi + first / 64;
  const int shift = first % 64;
  std::uint64_t product[4];
  std::uint64_t carry = 0;
  for (int i = 3; i >= 0; --i) {
    const std::uint64_t digits = shift == 0 ? word[i] : word[i] << shift | word[i + 1] >> (64 - shift);
    const Wide sum = static_cast<Wide>(digits) * mantissa + carry;
    product[i] = static_cast<std::uint64_t>(sum);
    carry = static_cast<std::uint64_t>(sum >> 64);
  }
  return from_fixed_point(product);
}

struct SinCosPair {
  DoubleDouble sin, cos;
};

// Of 0 < x < inf.
SinCosPair sin_cos_pair(double x) {
  const Angle angle = reduce(x);
  const DoubleDouble r = angle.rest, q = r * r;  // |r| < 2^-7.3
  // sin r = r + r^3 (-1 / 6 + r^2 / 120 - r^4 (1 / 5040 - ...)); r^6 / 5040 < 2^-56, r^12 / 13! < 2^-120
  const double sin_tail = -1.0 / 5040 + q.hi * (1.0 / 362880 - q.hi / 39916800);
  DoubleDouble p = plus_small(kOver120, q.hi * sin_tail);
  p = plus_small(-kSixth, q * p);
  const DoubleDouble sin_r = plus_small(r, r * q * p);
  // cos r - 1 = r^2 (-1 / 2 + r^2 / 24 - r^4 (1 / 720 - ...)); r^6 / 720 < 2^-53, r^12 / 12! < 2^-116
  const double cos_tail = -1.0 / 720 + q.hi * (1.0 / 40320 - q.hi / 3628800);
  p = plus_small(kOver24, q.hi * cos_tail);
  p = plus_small({-0.5, 0}, q * p);
  const DoubleDouble cos_r_less_1 = q * p;
  const int row = angle.steps & 127;
  const DoubleDouble s = kSin[row], c = kSin[128 - row];
  const DoubleDouble sin = plus_small(s, plus_small(c * sin_r, s * cos_r_less_1));
  const DoubleDouble cos = plus_small(c, plus_small(-s * sin_r, c * cos_r_less_1));
  switch (angle.steps >> 7) {
    case 0:
      return {sin, cos};
    case 1:
      return {cos, -sin};
    case 2:
      return {-sin, -cos};
    default:
      return {-cos, sin};
  }
}

// arctan(b / a) for 2^-61 < b <= a < 4, a > 1/4.
DoubleDouble arctan_quotient(DoubleDouble b, DoubleDouble a) {
  const int row = static_cast<int>(b.hi / a.hi * 128 + 0.5);
  const double c = row / 128.0;
  const DoubleDouble u = (b - a * c) / (a + b * c);
  // arctan u = u + u^3 (-1 / 3 + u^2 / 5 - u^4 (1 / 7 - ...)), |u| < 2^-8; u^6 / 7 < 2^-50, u^14 / 15 < 2^-115
  const DoubleDouble q = u * u;
  const double tail = -1.0 / 7 + q.hi * (1.0 / 9 + q.hi * (-1.0 / 11 + q.hi / 13));
  DoubleDouble p = plus_small(kFifth, q.hi * tail);
  p = plus_small(-kThird, q * p);
  return plus_small(kArctan[row], plus_small(u, u * q * p));
}

// The same for any order of b and a.
DoubleDouble arctan_pair(DoubleDouble b, DoubleDouble a) {
  return b.hi <= a.hi ? arctan_quotient(b, a) : kHalfPiPair - arctan_quotient(a, b);
}

struct Mantissa {
  double m;  // 1 <= m < 2
  int e;
};

// x = m 2^e, 0 < x < inf.
Mantissa mantissa_of(double x) {
  int e = 0;
  if (x < 0x1p-1022) {
    x *= 0x1p54;
    e = -54;
  }
  e += exponent_of(x);
  return {std::bit_cast<double>((std::bit_cast<std::uint64_t>(x) & 0x000fffffffffffff) | 0x3ff0000000000000), e};
}

// atan2 of finite y, x > 0 with the sign of x apart, up to the sign of y.
double atan2_positive(double y, double x, bool left) {
  const Mantissa my = mantissa_of(y), mx = mantissa_of(x);
  const int d = my.e - mx.e;
  DoubleDouble angle;
  if (d < -60) {
    const DoubleDouble quotient = DoubleDouble{my.m, 0} / DoubleDouble{mx.m, 0};
    // Too near to the quotient to tell, but below it: that decides ties among subnormal numbers.
    if (!left) return round_scaled({quotient.hi, quotient.lo - 0x1p-110}, d);
    return kPiPair.hi;
  }
  if (d > 60) return kHalfPiPair.hi;
  angle = d <= 0 ? arctan_pair({my.m * power_of_two(d), 0}, {mx.m, 0})
                 : arctan_pair({my.m, 0}, {mx.m * power_of_two(-d), 0});
  return left ? (kPiPair - angle).hi : angle.hi;
}

// Root of 1 - x^2, |x| <= 1; exact before the root, since 1 - x^2 of a double x fits a pair or is near 1.
DoubleDouble co_side(double x) {
  return root(-two_product(x, x) + 1.0);
}

}  // namespace

SinCos sincos(double x) {
  const double size = magnitude(x);
  if (!(size < kInf)) return {kNan, kNan};
  if (size < kTiny) return {x, 1 - 0.5 * x * x};
  const SinCosPair r = sin_cos_pair(size);
  return {x < 0 ? -r.sin.hi : r.sin.hi, r.cos.hi};
}

double sin(double x) {
  return sincos(x).sin;
}
double cos(double x) {
  return sincos(x).cos;
}

double tan(double x) {
  const double size = magnitude(x);
  if (!(size < kInf)) return kNan;
  if (size < kTiny) return x;
  const SinCosPair r = sin_cos_pair(size);
  return with_sign(1, x) * (r.sin / r.cos).hi;
}

double asin(double x) {
  const double size = magnitude(x);
  if (!(size <= 1)) return kNan;
  if (size < kTiny) return x;
  return with_sign(size == 1 ? kHalfPiPair.hi : arctan_pair({size, 0}, co_side(x)).hi, x);
}

double acos(double x) {
  const double size = magnitude(x);
  if (!(size <= 1)) return kNan;
  if (size == 1) return x > 0 ? 0 : kPiPair.hi;
  if (size < kTiny) return (kHalfPiPair + -x).hi;
  const DoubleDouble angle = arctan_pair(co_side(x), {size, 0});
  return x > 0 ? angle.hi : (kPiPair - angle).hi;
}

double atan(double x) {
  return atan2(x, 1);
}

double atan2(double y, double x) {
  if (is_nan(y) || is_nan(x)) return kNan;
  const bool left = std::bit_cast<std::uint64_t>(x) >> 63 != 0;
  double ay = magnitude(y), ax = magnitude(x);
  if (ay == kInf && ax == kInf) ay = ax = 1;
  double angle;
  if (ay == 0 || ax == kInf) {
    angle = left ? kPiPair.hi : 0;
  } else if (ax == 0 || ay == kInf) {
    angle = kHalfPiPair.hi;
  } else {
    angle = atan2_positive(ay, ax, left);
  }
  return with_sign(angle, y);
}

double hypot(double x, double y) {
  double a = magnitude(x), b = magnitude(y);
  if (a == kInf || b == kInf) return kInf;
  if (is_nan(a) || is_nan(b)) return kNan;
  if (a < b) std::swap(a, b);
  if (b == 0) return a;
  const Mantissa ma = mantissa_of(a), mb = mantissa_of(b);
  const int d = mb.e - ma.e;
  if (d < -60) return a;
  const double side = mb.m * power_of_two(d);
  const DoubleDouble square = two_product(ma.m, ma.m) + two_product(side, side);
  return round_scaled(settle_tie(root(square)), ma.e);
}

}  // namespace solgel::math
