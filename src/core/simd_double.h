// Four lanes of double, in the manner of core/simd.h: exact or correctly rounded lane by lane, so every build computes
// the same bits. One AVX2 register, two halves of 128 bits (SSE2, WebAssembly), or plain loops with SOLGEL_SCALAR.
//
// A kernel file that is compiled more than once defines SOLGEL_SIMD_NAMESPACE first (see core/simd.h).
#pragma once

#include <cstdint>

#include "core/simd.h"

namespace solgel::SOLGEL_SIMD_NAMESPACE {

#if defined(SOLGEL_SCALAR)

struct M4 {
  bool lane[4];
};
struct D4 {
  double lane[4];
};
template <class R, class F>
SOLGEL_LANE_OP R each4(F f) {
  R r{};
  for (int k = 0; k < 4; ++k) r.lane[k] = f(k);
  return r;
}
SOLGEL_LANE_OP D4 operator+(D4 a, D4 b) {
  return each4<D4>([&](int k) { return a.lane[k] + b.lane[k]; });
}
SOLGEL_LANE_OP D4 operator-(D4 a, D4 b) {
  return each4<D4>([&](int k) { return a.lane[k] - b.lane[k]; });
}
SOLGEL_LANE_OP D4 operator-(D4 a) {
  return each4<D4>([&](int k) { return -a.lane[k]; });
}
SOLGEL_LANE_OP D4 operator*(D4 a, D4 b) {
  return each4<D4>([&](int k) { return a.lane[k] * b.lane[k]; });
}
SOLGEL_LANE_OP D4 operator/(D4 a, D4 b) {
  return each4<D4>([&](int k) { return a.lane[k] / b.lane[k]; });
}
SOLGEL_LANE_OP M4 operator<(D4 a, D4 b) {
  return each4<M4>([&](int k) { return a.lane[k] < b.lane[k]; });
}
SOLGEL_LANE_OP M4 operator>=(D4 a, D4 b) {
  return each4<M4>([&](int k) { return a.lane[k] >= b.lane[k]; });
}
SOLGEL_LANE_OP M4 operator==(D4 a, D4 b) {
  return each4<M4>([&](int k) { return a.lane[k] == b.lane[k]; });
}
SOLGEL_LANE_OP M4 operator|(M4 a, M4 b) {
  return each4<M4>([&](int k) { return a.lane[k] || b.lane[k]; });
}
SOLGEL_LANE_OP M4 operator&(M4 a, M4 b) {
  return each4<M4>([&](int k) { return a.lane[k] && b.lane[k]; });
}
SOLGEL_LANE_OP D4 splat(double v) {
  return {{v, v, v, v}};
}
SOLGEL_LANE_OP D4 select(M4 mask, D4 a, D4 b) {
  return each4<D4>([&](int k) { return mask.lane[k] ? a.lane[k] : b.lane[k]; });
}
SOLGEL_LANE_OP D4 sqrt(D4 a) {
  return each4<D4>([&](int k) { return __builtin_sqrt(a.lane[k]); });
}
SOLGEL_LANE_OP D4 abs(D4 a) {
  return each4<D4>([&](int k) { return __builtin_fabs(a.lane[k]); });
}
// Bit k is set when lane k holds.
SOLGEL_LANE_OP unsigned bits(M4 a) {
  unsigned set = 0;
  for (int k = 0; k < 4; ++k) set |= (a.lane[k] ? 1u : 0u) << k;
  return set;
}
SOLGEL_LANE_OP D4 load(const double* p) {
  return {{p[0], p[1], p[2], p[3]}};
}
SOLGEL_LANE_OP void store(double* p, D4 a) {
  for (int k = 0; k < 4; ++k) p[k] = a.lane[k];
}
// Four records of four numbers: column c receives number c of each record; and back.
SOLGEL_LANE_OP void load_records(const double* const record[4], D4 column[4]) {
  for (int c = 0; c < 4; ++c) column[c] = each4<D4>([&](int k) { return record[k][c]; });
}
SOLGEL_LANE_OP void store_records(double* const record[4], const D4 column[4]) {
  for (int k = 0; k < 4; ++k) {
    for (int c = 0; c < 4; ++c) record[k][c] = column[c].lane[k];
  }
}

#elif defined(__AVX2__)

typedef double D4 __attribute__((vector_size(32)));
typedef std::int64_t M4 __attribute__((vector_size(32)));

SOLGEL_LANE_OP D4 splat(double v) {
  return D4{v, v, v, v};
}
SOLGEL_LANE_OP D4 select(M4 mask, D4 a, D4 b) {
  return static_cast<D4>(_mm256_blendv_pd(static_cast<__m256d>(b), static_cast<__m256d>(a), (__m256d)mask));
}
SOLGEL_LANE_OP D4 sqrt(D4 a) {
  return static_cast<D4>(_mm256_sqrt_pd(static_cast<__m256d>(a)));
}
SOLGEL_LANE_OP D4 abs(D4 a) {
  return (D4)((M4)a & M4{INT64_MAX, INT64_MAX, INT64_MAX, INT64_MAX});
}
SOLGEL_LANE_OP unsigned bits(M4 a) {
  return static_cast<unsigned>(_mm256_movemask_pd((__m256d)a));
}
SOLGEL_LANE_OP D4 load(const double* p) {
  return static_cast<D4>(_mm256_load_pd(p));
}
SOLGEL_LANE_OP void store(double* p, D4 a) {
  _mm256_store_pd(p, static_cast<__m256d>(a));
}
SOLGEL_LANE_OP void transpose4(const D4 in[4], D4 out[4]) {
  const D4 low01 = __builtin_shufflevector(in[0], in[1], 0, 4, 2, 6),
           high01 = __builtin_shufflevector(in[0], in[1], 1, 5, 3, 7);
  const D4 low23 = __builtin_shufflevector(in[2], in[3], 0, 4, 2, 6),
           high23 = __builtin_shufflevector(in[2], in[3], 1, 5, 3, 7);
  out[0] = __builtin_shufflevector(low01, low23, 0, 1, 4, 5);
  out[1] = __builtin_shufflevector(high01, high23, 0, 1, 4, 5);
  out[2] = __builtin_shufflevector(low01, low23, 2, 3, 6, 7);
  out[3] = __builtin_shufflevector(high01, high23, 2, 3, 6, 7);
}
SOLGEL_LANE_OP void load_records(const double* const record[4], D4 column[4]) {
  const D4 rows[4] = {load(record[0]), load(record[1]), load(record[2]), load(record[3])};
  transpose4(rows, column);
}
SOLGEL_LANE_OP void store_records(double* const record[4], const D4 column[4]) {
  D4 rows[4];
  transpose4(column, rows);
  for (int k = 0; k < 4; ++k) store(record[k], rows[k]);
}

#else

typedef double D2 __attribute__((vector_size(16)));
typedef std::int64_t M2 __attribute__((vector_size(16)));
struct D4 {
  D2 lo, hi;
};
struct M4 {
  M2 lo, hi;
};

SOLGEL_LANE_OP D4 operator+(D4 a, D4 b) {
  return {a.lo + b.lo, a.hi + b.hi};
}
SOLGEL_LANE_OP D4 operator-(D4 a, D4 b) {
  return {a.lo - b.lo, a.hi - b.hi};
}
SOLGEL_LANE_OP D4 operator-(D4 a) {
  return {-a.lo, -a.hi};
}
SOLGEL_LANE_OP D4 operator*(D4 a, D4 b) {
  return {a.lo * b.lo, a.hi * b.hi};
}
SOLGEL_LANE_OP D4 operator/(D4 a, D4 b) {
  return {a.lo / b.lo, a.hi / b.hi};
}
SOLGEL_LANE_OP M4 operator<(D4 a, D4 b) {
  return {a.lo < b.lo, a.hi < b.hi};
}
SOLGEL_LANE_OP M4 operator>=(D4 a, D4 b) {
  return {a.lo >= b.lo, a.hi >= b.hi};
}
SOLGEL_LANE_OP M4 operator==(D4 a, D4 b) {
  return {a.lo == b.lo, a.hi == b.hi};
}
SOLGEL_LANE_OP M4 operator|(M4 a, M4 b) {
  return {a.lo | b.lo, a.hi | b.hi};
}
SOLGEL_LANE_OP M4 operator&(M4 a, M4 b) {
  return {a.lo & b.lo, a.hi & b.hi};
}
SOLGEL_LANE_OP D4 splat(double v) {
  return {D2{v, v}, D2{v, v}};
}
SOLGEL_LANE_OP D2 select(M2 mask, D2 a, D2 b) {
  return (D2)((mask & (M2)a) | (~mask & (M2)b));
}
SOLGEL_LANE_OP D4 select(M4 mask, D4 a, D4 b) {
  return {select(mask.lo, a.lo, b.lo), select(mask.hi, a.hi, b.hi)};
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
SOLGEL_LANE_OP D4 sqrt(D4 a) {
  return {sqrt(a.lo), sqrt(a.hi)};
}
SOLGEL_LANE_OP D4 abs(D4 a) {
  constexpr M2 kValue = {INT64_MAX, INT64_MAX};
  return {(D2)((M2)a.lo & kValue), (D2)((M2)a.hi & kValue)};
}
SOLGEL_LANE_OP unsigned bits(M4 a) {
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
SOLGEL_LANE_OP D4 load(const double* p) {
  return {load_pair(p), load_pair(p + 2)};
}
SOLGEL_LANE_OP void store(double* p, D4 a) {
  store_pair(p, a.lo);
  store_pair(p + 2, a.hi);
}
SOLGEL_LANE_OP void load_records(const double* const record[4], D4 column[4]) {
  for (int half = 0; half < 2; ++half) {
    const D2 a0 = load_pair(record[0] + 2 * half), a1 = load_pair(record[1] + 2 * half);
    const D2 a2 = load_pair(record[2] + 2 * half), a3 = load_pair(record[3] + 2 * half);
    column[2 * half] = {__builtin_shufflevector(a0, a1, 0, 2), __builtin_shufflevector(a2, a3, 0, 2)};
    column[2 * half + 1] = {__builtin_shufflevector(a0, a1, 1, 3), __builtin_shufflevector(a2, a3, 1, 3)};
  }
}
SOLGEL_LANE_OP void store_records(double* const record[4], const D4 column[4]) {
  for (int half = 0; half < 2; ++half) {
    const D4 even = column[2 * half], odd = column[2 * half + 1];
    store_pair(record[0] + 2 * half, __builtin_shufflevector(even.lo, odd.lo, 0, 2));
    store_pair(record[1] + 2 * half, __builtin_shufflevector(even.lo, odd.lo, 1, 3));
    store_pair(record[2] + 2 * half, __builtin_shufflevector(even.hi, odd.hi, 0, 2));
    store_pair(record[3] + 2 * half, __builtin_shufflevector(even.hi, odd.hi, 1, 3));
  }
}

#endif

}  // namespace solgel::SOLGEL_SIMD_NAMESPACE
