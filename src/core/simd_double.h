// Lanes of double, in the manner of core/simd.h: exact or correctly rounded lane by lane, so every build computes the
// same bits. Real is eight lanes of an AVX-512 register, or four: one AVX2 register, two halves of 128 bits (SSE2,
// WebAssembly), or plain loops with SOLGEL_SCALAR. Mask is what comparisons give.
//
// A kernel file that is compiled more than once defines SOLGEL_SIMD_NAMESPACE first (see core/simd.h).
#pragma once

#include <cstdint>

#include "core/simd.h"

namespace solgel::SOLGEL_SIMD_NAMESPACE {

#if defined(SOLGEL_SCALAR)

inline constexpr int kReals = 4;

struct Mask {
  bool lane[4];
};
struct Real {
  double lane[4];
};
template <class R, class F>
SOLGEL_LANE_OP R each_real(F f) {
  R r{};
  for (int k = 0; k < 4; ++k) r.lane[k] = f(k);
  return r;
}
SOLGEL_LANE_OP Real operator+(Real a, Real b) {
  return each_real<Real>([&](int k) { return a.lane[k] + b.lane[k]; });
}
SOLGEL_LANE_OP Real operator-(Real a, Real b) {
  return each_real<Real>([&](int k) { return a.lane[k] - b.lane[k]; });
}
SOLGEL_LANE_OP Real operator-(Real a) {
  return each_real<Real>([&](int k) { return -a.lane[k]; });
}
SOLGEL_LANE_OP Real operator*(Real a, Real b) {
  return each_real<Real>([&](int k) { return a.lane[k] * b.lane[k]; });
}
SOLGEL_LANE_OP Real operator/(Real a, Real b) {
  return each_real<Real>([&](int k) { return a.lane[k] / b.lane[k]; });
}
SOLGEL_LANE_OP Mask operator<(Real a, Real b) {
  return each_real<Mask>([&](int k) { return a.lane[k] < b.lane[k]; });
}
SOLGEL_LANE_OP Mask operator>=(Real a, Real b) {
  return each_real<Mask>([&](int k) { return a.lane[k] >= b.lane[k]; });
}
SOLGEL_LANE_OP Mask operator==(Real a, Real b) {
  return each_real<Mask>([&](int k) { return a.lane[k] == b.lane[k]; });
}
SOLGEL_LANE_OP Mask operator|(Mask a, Mask b) {
  return each_real<Mask>([&](int k) { return a.lane[k] || b.lane[k]; });
}
SOLGEL_LANE_OP Mask operator&(Mask a, Mask b) {
  return each_real<Mask>([&](int k) { return a.lane[k] && b.lane[k]; });
}
SOLGEL_LANE_OP Real splat(double v) {
  return {{v, v, v, v}};
}
SOLGEL_LANE_OP Real sqrt(Real a) {
  return each_real<Real>([&](int k) { return __builtin_sqrt(a.lane[k]); });
}
SOLGEL_LANE_OP Real abs(Real a) {
  return each_real<Real>([&](int k) { return __builtin_fabs(a.lane[k]); });
}
// Bit k is set when lane k holds.
SOLGEL_LANE_OP unsigned bits(Mask a) {
  unsigned set = 0;
  for (int k = 0; k < 4; ++k) set |= (a.lane[k] ? 1u : 0u) << k;
  return set;
}
SOLGEL_LANE_OP Real load(const double* p) {
  return {{p[0], p[1], p[2], p[3]}};
}
SOLGEL_LANE_OP void store(double* p, Real a) {
  for (int k = 0; k < 4; ++k) p[k] = a.lane[k];
}
// Four records of four numbers: column c receives number c of each record; and back.
SOLGEL_LANE_OP void load_records(const double* const record[4], Real column[4]) {
  for (int c = 0; c < 4; ++c) column[c] = each_real<Real>([&](int k) { return record[k][c]; });
}
SOLGEL_LANE_OP void store_records(double* const record[4], const Real column[4]) {
  for (int k = 0; k < 4; ++k) {
    for (int c = 0; c < 4; ++c) record[k][c] = column[c].lane[k];
  }
}

#elif defined(__AVX512F__) && defined(__AVX512DQ__)

inline constexpr int kReals = 8;
typedef double Real __attribute__((vector_size(64)));
typedef std::int64_t Mask __attribute__((vector_size(64)));

SOLGEL_LANE_OP Real splat(double v) {
  return Real{v, v, v, v, v, v, v, v};
}
SOLGEL_LANE_OP Real sqrt(Real a) {
  return static_cast<Real>(_mm512_sqrt_pd(static_cast<__m512d>(a)));
}
SOLGEL_LANE_OP Real abs(Real a) {
  return static_cast<Real>(_mm512_abs_pd(static_cast<__m512d>(a)));
}
SOLGEL_LANE_OP unsigned bits(Mask a) {
  return static_cast<unsigned>(_mm512_movepi64_mask((__m512i)a));
}
SOLGEL_LANE_OP Real load(const double* p) {
  return static_cast<Real>(_mm512_load_pd(p));
}
SOLGEL_LANE_OP void store(double* p, Real a) {
  _mm512_store_pd(p, static_cast<__m512d>(a));
}
SOLGEL_LANE_OP Real load_pair(const double* low, const double* high) {
  return static_cast<Real>(_mm512_insertf64x4(_mm512_castpd256_pd512(_mm256_load_pd(low)), _mm256_load_pd(high), 1));
}
SOLGEL_LANE_OP void transpose(const Real in[4], Real out[4]) {
  const Real even01 = __builtin_shufflevector(in[0], in[1], 0, 8, 2, 10, 4, 12, 6, 14);
  const Real odd01 = __builtin_shufflevector(in[0], in[1], 1, 9, 3, 11, 5, 13, 7, 15);
  const Real even23 = __builtin_shufflevector(in[2], in[3], 0, 8, 2, 10, 4, 12, 6, 14);
  const Real odd23 = __builtin_shufflevector(in[2], in[3], 1, 9, 3, 11, 5, 13, 7, 15);
  out[0] = __builtin_shufflevector(even01, even23, 0, 1, 8, 9, 4, 5, 12, 13);
  out[1] = __builtin_shufflevector(odd01, odd23, 0, 1, 8, 9, 4, 5, 12, 13);
  out[2] = __builtin_shufflevector(even01, even23, 2, 3, 10, 11, 6, 7, 14, 15);
  out[3] = __builtin_shufflevector(odd01, odd23, 2, 3, 10, 11, 6, 7, 14, 15);
}
SOLGEL_LANE_OP void load_records(const double* const record[8], Real column[4]) {
  const Real rows[4] = {load_pair(record[0], record[4]), load_pair(record[1], record[5]),
                        load_pair(record[2], record[6]), load_pair(record[3], record[7])};
  transpose(rows, column);
}
SOLGEL_LANE_OP void store_records(double* const record[8], const Real column[4]) {
  Real rows[4];
  transpose(column, rows);
  for (int k = 0; k < 4; ++k) {
    _mm256_store_pd(record[k], _mm512_castpd512_pd256(static_cast<__m512d>(rows[k])));
    _mm256_store_pd(record[k + 4], _mm512_extractf64x4_pd(static_cast<__m512d>(rows[k]), 1));
  }
}

#elif defined(__AVX2__)

inline constexpr int kReals = 4;
typedef double Real __attribute__((vector_size(32)));
typedef std::int64_t Mask __attribute__((vector_size(32)));

SOLGEL_LANE_OP Real splat(double v) {
  return Real{v, v, v, v};
}
SOLGEL_LANE_OP Real sqrt(Real a) {
  return static_cast<Real>(_mm256_sqrt_pd(static_cast<__m256d>(a)));
}
SOLGEL_LANE_OP Real abs(Real a) {
  return (Real)((Mask)a & Mask{INT64_MAX, INT64_MAX, INT64_MAX, INT64_MAX});
}
SOLGEL_LANE_OP unsigned bits(Mask a) {
  return static_cast<unsigned>(_mm256_movemask_pd((__m256d)a));
}
SOLGEL_LANE_OP Real load(const double* p) {
  return static_cast<Real>(_mm256_load_pd(p));
}
SOLGEL_LANE_OP void store(double* p, Real a) {
  _mm256_store_pd(p, static_cast<__m256d>(a));
}
SOLGEL_LANE_OP void transpose(const Real in[4], Real out[4]) {
  const Real low01 = __builtin_shufflevector(in[0], in[1], 0, 4, 2, 6),
             high01 = __builtin_shufflevector(in[0], in[1], 1, 5, 3, 7);
  const Real low23 = __builtin_shufflevector(in[2], in[3], 0, 4, 2, 6),
             high23 = __builtin_shufflevector(in[2], in[3], 1, 5, 3, 7);
  out[0] = __builtin_shufflevector(low01, low23, 0, 1, 4, 5);
  out[1] = __builtin_shufflevector(high01, high23, 0, 1, 4, 5);
  out[2] = __builtin_shufflevector(low01, low23, 2, 3, 6, 7);
  out[3] = __builtin_shufflevector(high01, high23, 2, 3, 6, 7);
}
SOLGEL_LANE_OP void load_records(const double* const record[4], Real column[4]) {
  const Real rows[4] = {load(record[0]), load(record[1]), load(record[2]), load(record[3])};
  transpose(rows, column);
}
SOLGEL_LANE_OP void store_records(double* const record[4], const Real column[4]) {
  Real rows[4];
  transpose(column, rows);
  for (int k = 0; k < 4; ++k) store(record[k], rows[k]);
}

#else

inline constexpr int kReals = 4;
typedef double D2 __attribute__((vector_size(16)));
typedef std::int64_t M2 __attribute__((vector_size(16)));
struct Real {
  D2 lo, hi;
};
struct Mask {
  M2 lo, hi;
};

SOLGEL_LANE_OP Real operator+(Real a, Real b) {
  return {a.lo + b.lo, a.hi + b.hi};
}
SOLGEL_LANE_OP Real operator-(Real a, Real b) {
  return {a.lo - b.lo, a.hi - b.hi};
}
SOLGEL_LANE_OP Real operator-(Real a) {
  return {-a.lo, -a.hi};
}
SOLGEL_LANE_OP Real operator*(Real a, Real b) {
  return {a.lo * b.lo, a.hi * b.hi};
}
SOLGEL_LANE_OP Real operator/(Real a, Real b) {
  return {a.lo / b.lo, a.hi / b.hi};
}
SOLGEL_LANE_OP Mask operator<(Real a, Real b) {
  return {a.lo < b.lo, a.hi < b.hi};
}
SOLGEL_LANE_OP Mask operator>=(Real a, Real b) {
  return {a.lo >= b.lo, a.hi >= b.hi};
}
SOLGEL_LANE_OP Mask operator==(Real a, Real b) {
  return {a.lo == b.lo, a.hi == b.hi};
}
SOLGEL_LANE_OP Mask operator|(Mask a, Mask b) {
  return {a.lo | b.lo, a.hi | b.hi};
}
SOLGEL_LANE_OP Mask operator&(Mask a, Mask b) {
  return {a.lo & b.lo, a.hi & b.hi};
}
SOLGEL_LANE_OP Real splat(double v) {
  return {D2{v, v}, D2{v, v}};
}
SOLGEL_LANE_OP D2 sqrt(D2 a) {
#if defined(__SSE2__)
  return static_cast<D2>(_mm_sqrt_pd(static_cast<__m128d>(a)));
#elif defined(__wasm_simd128__)
  return (D2)wasm_f64x2_sqrt((v128_t)a);
#else
  return D2{__builtin_sqrt(a[0]), __builtin_sqrt(a[1])};
#endif
}
SOLGEL_LANE_OP Real sqrt(Real a) {
  return {sqrt(a.lo), sqrt(a.hi)};
}
SOLGEL_LANE_OP Real abs(Real a) {
  constexpr M2 kValue = {INT64_MAX, INT64_MAX};
  return {(D2)((M2)a.lo & kValue), (D2)((M2)a.hi & kValue)};
}
SOLGEL_LANE_OP unsigned bits(Mask a) {
  return (a.lo[0] < 0 ? 1u : 0u) | (a.lo[1] < 0 ? 2u : 0u) | (a.hi[0] < 0 ? 4u : 0u) | (a.hi[1] < 0 ? 8u : 0u);
}
SOLGEL_LANE_OP D2 load_pair(const double* p) {
  D2 v;
  __builtin_memcpy(&v, p, sizeof v);
  return v;
}
SOLGEL_LANE_OP void store_pair(double* p, D2 v) {
  __builtin_memcpy(p, &v, sizeof v);
}
SOLGEL_LANE_OP Real load(const double* p) {
  return {load_pair(p), load_pair(p + 2)};
}
SOLGEL_LANE_OP void store(double* p, Real a) {
  store_pair(p, a.lo);
  store_pair(p + 2, a.hi);
}
SOLGEL_LANE_OP void load_records(const double* const record[4], Real column[4]) {
  for (int half = 0; half < 2; ++half) {
    const D2 a0 = load_pair(record[0] + 2 * half), a1 = load_pair(record[1] + 2 * half);
    const D2 a2 = load_pair(record[2] + 2 * half), a3 = load_pair(record[3] + 2 * half);
    column[2 * half] = {__builtin_shufflevector(a0, a1, 0, 2), __builtin_shufflevector(a2, a3, 0, 2)};
    column[2 * half + 1] = {__builtin_shufflevector(a0, a1, 1, 3), __builtin_shufflevector(a2, a3, 1, 3)};
  }
}
SOLGEL_LANE_OP void store_records(double* const record[4], const Real column[4]) {
  for (int half = 0; half < 2; ++half) {
    const Real even = column[2 * half], odd = column[2 * half + 1];
    store_pair(record[0] + 2 * half, __builtin_shufflevector(even.lo, odd.lo, 0, 2));
    store_pair(record[1] + 2 * half, __builtin_shufflevector(even.lo, odd.lo, 1, 3));
    store_pair(record[2] + 2 * half, __builtin_shufflevector(even.hi, odd.hi, 0, 2));
    store_pair(record[3] + 2 * half, __builtin_shufflevector(even.hi, odd.hi, 1, 3));
  }
}

#endif

}  // namespace solgel::SOLGEL_SIMD_NAMESPACE
