#include "core/double_double.h"

#include <limits>

namespace solgel::math {

double round_scaled(DoubleDouble v, int e) {
  const int top = exponent_of(v.hi) + e;
  if (top > 1023) return std::numeric_limits<double>::infinity();
  if (top >= -1022) {
    const int half = e / 2;
    return v.hi * power_of_two(half) * power_of_two(e - half);  // exact: hi is v rounded to 53 bits
  }
  if (top < -1080) return 0;
  // Adding 2^52 units to fewer rounds to whole units, 2^-1074 after scaling; what that lost comes back with lo.
  const double unit = power_of_two(-1074 - e), rounder = 0x1p52 * unit;
  const DoubleDouble s = two_sum(rounder, v.hi);
  DoubleDouble lost = two_sum(s.lo, v.lo);
  if (__builtin_fabs(lost.hi) == 0.5 * unit && lost.lo != 0) lost.hi += lost.lo > 0 ? 0.25 * unit : -0.25 * unit;
  return ((s.hi + lost.hi) - rounder) / unit * 0x1p-1074;
}

DoubleDouble settle_tie(DoubleDouble v) {
  constexpr double kRounder = 1.5 * 0x1p-28;  // 3/2 2^52 times 2^-80
  const double settled = (v.lo + kRounder) - kRounder;
  return __builtin_fabs(v.lo - settled) < 0x1p-90 ? quick_two_sum(v.hi, settled) : v;
}

}  // namespace solgel::math
