// exp, log and pow; methods in core/math.h. Term sizes beside a series are relative to its sum: what lies below 2^-49
// is computed in double, its error of 2^-53 then counts for less than 2^-102.
#include <cstdint>
#include <limits>

#include "core/double_double.h"
#include "core/math.h"
#include "core/math_tables.h"

namespace solgel::math {
namespace {

constexpr double kInf = std::numeric_limits<double>::infinity();
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

bool is_nan(double x) {
  return x != x;
}
bool sign_bit(double x) {
  return std::bit_cast<std::uint64_t>(x) >> 63 != 0;
}

struct Scaled {
  DoubleDouble v;  // about 1 to 2
  int e;           // times 2^e
};

// exp x for |x| < 800.
Scaled exp_pair(DoubleDouble x) {
  constexpr double kStepsPerUnit = 0x1.71547652b82fep+7;  // 128 / log 2
  constexpr double kRounder = 0x1.8p52;                   // adding it rounds to an integer
  const double k = (x.hi * kStepsPerUnit + kRounder) - kRounder;
  // x.hi and k times the first part are nearly equal, so their difference is exact.
  const DoubleDouble near = two_sum(x.hi - k * kExpStepParts[0], -k * kExpStepParts[1]);
  const DoubleDouble r = near + two_sum(x.lo, -k * kExpStepParts[2]);
  // exp r - 1 = r + r^2 / 2 + r^3 / 6 + r^4 / 24 + r^5 (1 / 120 + ...); r^5 / 120 < 2^-49, r^11 / 11! < 2^-118
  const double h = r.hi;
  const double tail =
      1.0 / 120 + h * (1.0 / 720 + h * (1.0 / 5040 + h * (1.0 / 40320 + h * (1.0 / 362880 + h / 3628800))));
  DoubleDouble p = plus_small(kOver24, h * tail);
  p = plus_small(kSixth, r * p);
  p = plus_small({0.5, 0}, r * p);
  p = plus_small({1, 0}, r * p);
  p = r * p;
  const int steps = static_cast<int>(k);
  const DoubleDouble t = kExp2[steps & 127];
  return {plus_small(t, t * p), steps >> 7};
}

// log x for 0 < x < inf.
DoubleDouble log_pair(double x) {
  int e = 0;
  if (x < 0x1p-1022) {
    x *= 0x1p54;
    e = -54;
  }
  constexpr std::uint64_t kFraction = 0x000fffffffffffff;
  const std::uint64_t fraction = std::bit_cast<std::uint64_t>(x) & kFraction;
  const int row = static_cast<int>((fraction + (std::uint64_t{1} << 44)) >> 45);
  e += exponent_of(x);
  double m = std::bit_cast<double>(fraction | 0x3ff0000000000000);
  if (row > 53) {  // above root 2: so that 0.9999 is near 1 and not near 2
    m *= 0.5;
    ++e;
  }
  const DoubleDouble cm = two_product(kLog[row].c, m);
  const DoubleDouble r = quick_two_sum(cm.hi - 1, cm.lo);  // |r| < 2^-7.8
  // log(1 + r) = 2 (s + s^3 / 3 + s^5 / 5 + s^7 (1 / 7 + ...)), |s| < 2^-8.8; s^6 / 7 < 2^-55, s^14 / 15 < 2^-127
  const DoubleDouble s = r / plus_small({2, 0}, r);
  const DoubleDouble q = s * s;
  const double tail = 1.0 / 7 + q.hi * (1.0 / 9 + q.hi * (1.0 / 11 + q.hi / 13));
  DoubleDouble p = plus_small(kFifth, q.hi * tail);
  p = plus_small(kThird, q * p);
  p = plus_small(s, s * (q * p));
  const DoubleDouble small = plus_small(kLog[row].minus_log, {2 * p.hi, 2 * p.lo});
  if (e == 0) return small;
  const double n = e;
  const DoubleDouble big = quick_two_sum(n * kLn2Parts[0], n * kLn2Parts[1]) + n * kLn2Parts[2];
  return big + small;
}

enum class Parity { fraction, even, odd };
Parity parity(double y) {
  const double a = __builtin_fabs(y);
  if (a >= 0x1p53) return Parity::even;  // infinity too
  const auto whole = static_cast<std::int64_t>(a);
  if (static_cast<double>(whole) != a) return Parity::fraction;
  return (whole & 1) != 0 ? Parity::odd : Parity::even;
}

// pow for 0 < x < inf and finite y.
double pow_positive(double x, double y) {
  const double size = __builtin_fabs(y);
  if (size < 0x1p-70) return 1;  // |y log x| < 2^-60
  const bool grows = (x > 1) == (y > 0);
  if (size > 0x1p64) return grows ? kInf : 0.0;  // |log x| > 2^-54: |y log x| > 1024
  const DoubleDouble power = log_pair(x) * y;
  if (__builtin_fabs(power.hi) > 800) return grows ? kInf : 0.0;
  const Scaled r = exp_pair(power);
  return round_scaled(settle_tie(r.v), r.e);
}

}  // namespace

double exp(double x) {
  if (is_nan(x)) return kNan;
  if (x > 710) return kInf;
  if (x < -746) return 0;
  const Scaled r = exp_pair({x, 0});
  return round_scaled(r.v, r.e);
}

double log(double x) {
  if (is_nan(x)) return kNan;
  if (x == 0) return -kInf;
  if (x < 0) return kNan;
  return x == kInf ? kInf : log_pair(x).hi;
}

double pow(double x, double y) {
  if (x == 1 || y == 0) return 1;
  if (is_nan(x) || is_nan(y)) return kNan;
  const Parity whole = parity(y);
  const double size = __builtin_fabs(x);
  if (__builtin_fabs(y) == kInf) {
    if (size == 1) return 1;
    return (size > 1) == (y > 0) ? kInf : 0;
  }
  if (x < 0 && size != kInf && whole == Parity::fraction) return kNan;
  const bool negative = sign_bit(x) && whole == Parity::odd;
  double result;
  if (size == 0 || size == kInf) {
    result = (size == 0) == (y > 0) ? 0 : kInf;
  } else {
    result = size == 1 ? 1 : pow_positive(size, y);
  }
  return negative ? -result : result;
}

}  // namespace solgel::math
