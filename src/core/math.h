// Transcendental functions that return the same bits everywhere.
//
// The C libraries of Linux and of the browsers differ in the last bit; these are made of IEEE 754 addition,
// multiplication, division and square root only, so that every compiler and processor computes the same. All work in
// pairs of doubles (core/double_double.h) with relative errors below 2^-90 and round once at the end: the result is the
// double nearest to the exact value except in about one of 2^36 cases at worst, and never off by more than
// 0.50000001 ulp. tests/core/test_math.cpp holds 0.501 ulp, all that an 80-bit reference can tell.
//
//   exp    x = k log 2 / 128 + r, |r| < 2^-8.5; table of 2^(i / 128) (Tang 1989, "Table-driven implementation of the
//          exponential function") and Taylor's series of exp r - 1
//   log    x = 2^e m, r = c m - 1 with c about 1 / m from a table (Tang 1990, "Table-driven implementation of the
//          logarithm function"); 2 artanh(r / (2 + r)) by its series
//   pow    exp(y log x), both in pairs
//   sin    x = k pi / 256 + r with x 256 / pi modulo 512 in 256-bit integers (Payne and Hanek 1983, "Radian reduction
//          for trigonometric functions"), exact for every double; sine table and Taylor's series; likewise cos and tan
//   atan2  arctan(b / a) = arctan c + arctan((b - c a) / (a + c b)), c = i / 128; asin and acos through it
//   hypot  root of the exact sum of squares
//
// Special values are those of C's annex F; every nan that comes out is the same positive quiet one.
#pragma once

namespace solgel::math {

struct SinCos {
  double sin, cos;
};

double sin(double x);
double cos(double x);
SinCos sincos(double x);  // both for little more than one
double tan(double x);
double asin(double x);
double acos(double x);
double atan(double x);
double atan2(double y, double x);
double exp(double x);
double log(double x);
double pow(double x, double y);
double hypot(double x, double y);

}  // namespace solgel::math
