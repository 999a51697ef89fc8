// Pairs of doubles: the unevaluated sum hi + lo with |lo| <= half an ulp of hi, about 106 bits.
//
// Error-free sums after Knuth, error-free products after Dekker (1971, "A floating-point technique for extending the
// available precision") with Veltkamp's splitting: no fused multiply-add, so that every processor computes the same
// bits. Pair arithmetic after Joldes, Muller and Popescu (2017, "Tight and rigorous error bounds for basic building
// blocks of double-word arithmetic"), whose bounds stand beside the functions; u = 2^-53.
// Products need |a|, |b| < 2^996 and a product that does not underflow: callers scale first.
#pragma once

#include <bit>
#include <cfloat>
#include <cstdint>

namespace solgel::math {

static_assert(FLT_EVAL_METHOD == 0, "double arithmetic must round to double: no x87");

struct DoubleDouble {
  double hi = 0, lo = 0;
};

// a + b exactly, given |a| >= |b|.
inline DoubleDouble quick_two_sum(double a, double b) {
  const double s = a + b;
  return {s, b - (s - a)};
}

// a + b exactly.
inline DoubleDouble two_sum(double a, double b) {
  const double s = a + b;
  const double from_b = s - a;
  return {s, (a - (s - from_b)) + (b - from_b)};
}

// a b exactly.
inline DoubleDouble two_product(double a, double b) {
  constexpr double kSplitter = 0x1p27 + 1;
  const double p = a * b;
  const double ga = kSplitter * a, gb = kSplitter * b;
  const double a1 = ga - (ga - a), b1 = gb - (gb - b);
  const double a2 = a - a1, b2 = b - b1;
  return {p, ((a1 * b1 - p) + a1 * b2 + a2 * b1) + a2 * b2};
}

inline DoubleDouble operator-(DoubleDouble a) {
  return {-a.hi, -a.lo};
}

// Relative error 2 u^2.
inline DoubleDouble operator+(DoubleDouble a, double b) {
  const DoubleDouble s = two_sum(a.hi, b);
  return quick_two_sum(s.hi, a.lo + s.lo);
}

// Relative error 3 u^2.
inline DoubleDouble operator+(DoubleDouble a, DoubleDouble b) {
  const DoubleDouble s = two_sum(a.hi, b.hi);
  const DoubleDouble t = two_sum(a.lo, b.lo);
  const DoubleDouble v = quick_two_sum(s.hi, s.lo + t.hi);
  return quick_two_sum(v.hi, t.lo + v.lo);
}

// a + b given |a| >= 2 |b| or a = 0, in a third of the operations; relative error 4 u^2.
inline DoubleDouble plus_small(DoubleDouble a, DoubleDouble b) {
  const DoubleDouble s = quick_two_sum(a.hi, b.hi);
  return quick_two_sum(s.hi, s.lo + (a.lo + b.lo));
}
inline DoubleDouble plus_small(DoubleDouble a, double b) {
  const DoubleDouble s = quick_two_sum(a.hi, b);
  return quick_two_sum(s.hi, s.lo + a.lo);
}

inline DoubleDouble operator-(DoubleDouble a, DoubleDouble b) {
  return a + -b;
}

// Relative error 3 u^2.
inline DoubleDouble operator*(DoubleDouble a, double b) {
  const DoubleDouble p = two_product(a.hi, b);
  return quick_two_sum(p.hi, p.lo + a.lo * b);
}

// Relative error 5 u^2.
inline DoubleDouble operator*(DoubleDouble a, DoubleDouble b) {
  const DoubleDouble p = two_product(a.hi, b.hi);
  return quick_two_sum(p.hi, p.lo + (a.hi * b.lo + a.lo * b.hi));
}

// Relative error 15 u^2.
inline DoubleDouble operator/(DoubleDouble a, DoubleDouble b) {
  const double q = a.hi / b.hi;
  const DoubleDouble r = b * q;
  const double rest = (a.hi - r.hi) + (a.lo - r.lo);
  return quick_two_sum(q, rest / b.hi);
}

// Root of a > 0: one step of Newton's method on the rounded root; relative error 4 u^2.
inline DoubleDouble root(DoubleDouble a) {
  const double h = __builtin_sqrt(a.hi);
  const DoubleDouble square = two_product(h, h);
  const double rest = (a.hi - square.hi) - square.lo + a.lo;
  return quick_two_sum(h, rest / (2 * h));
}

// 2^n for a normal result.
inline double power_of_two(int n) {
  return std::bit_cast<double>(static_cast<std::uint64_t>(n + 1023) << 52);
}

// The exponent of the leading bit of a normal x.
inline int exponent_of(double x) {
  return static_cast<int>(std::bit_cast<std::uint64_t>(x) >> 52 & 0x7ff) - 1023;
}

// v 2^e rounded once, also where the result is subnormal; 1/4 <= v < 4.
double round_scaled(DoubleDouble v, int e);

// v with lo moved to the nearest multiple of 2^-80, if that lies within 2^-90; 1/4 <= v < 4. Where the exact result
// lies half way between two doubles, the errors of v must not decide which way it is rounded.
DoubleDouble settle_tie(DoubleDouble v);

}  // namespace solgel::math
