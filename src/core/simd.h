// Eight lanes of int32 or float over the compilers' vector extensions; plain loops with SOLGEL_SCALAR.
//
// Only what the kernels need. Every operation is exact or correctly rounded lane by lane (float + - * sqrt, conversions
// truncate), so every build computes the same bits. A kernel file that is compiled more than once for different
// instruction sets defines SOLGEL_SIMD_NAMESPACE first: each copy then has types of its own, and the linker cannot mix
// them. No other header may be included from such a file unless its functions are all inlined.
#pragma once

#include <cstdint>

#if !defined(SOLGEL_SCALAR)
#if defined(__SSE2__)
#include <immintrin.h>
#elif defined(__wasm_simd128__)
#include <wasm_simd128.h>
#endif
#endif

#if !defined(SOLGEL_SIMD_NAMESPACE)
#define SOLGEL_SIMD_NAMESPACE simd_base
#endif
#define SOLGEL_LANE_OP inline __attribute__((always_inline))

namespace solgel::SOLGEL_SIMD_NAMESPACE {

inline constexpr int kLanes = 8;

#if defined(SOLGEL_SCALAR)

template <class T>
struct Lanes {
  T lane[kLanes];
};
using I8 = Lanes<std::int32_t>;
using F8 = Lanes<float>;

template <class R, class F>
SOLGEL_LANE_OP R each(F f) {
  R r{};
  for (int k = 0; k < kLanes; ++k) r.lane[k] = f(k);
  return r;
}
SOLGEL_LANE_OP I8 operator+(I8 a, I8 b) {
  return each<I8>([&](int k) { return a.lane[k] + b.lane[k]; });
}
SOLGEL_LANE_OP I8 operator-(I8 a, I8 b) {
  return each<I8>([&](int k) { return a.lane[k] - b.lane[k]; });
}
SOLGEL_LANE_OP I8 operator&(I8 a, I8 b) {
  return each<I8>([&](int k) { return a.lane[k] & b.lane[k]; });
}
SOLGEL_LANE_OP I8 operator|(I8 a, I8 b) {
  return each<I8>([&](int k) { return a.lane[k] | b.lane[k]; });
}
SOLGEL_LANE_OP I8 operator^(I8 a, I8 b) {
  return each<I8>([&](int k) { return a.lane[k] ^ b.lane[k]; });
}
SOLGEL_LANE_OP I8 operator>>(I8 a, int s) {
  return each<I8>([&](int k) { return a.lane[k] >> s; });
}
SOLGEL_LANE_OP I8 operator>(I8 a, I8 b) {
  return each<I8>([&](int k) { return a.lane[k] > b.lane[k] ? -1 : 0; });
}
SOLGEL_LANE_OP I8 operator==(I8 a, I8 b) {
  return each<I8>([&](int k) { return a.lane[k] == b.lane[k] ? -1 : 0; });
}
SOLGEL_LANE_OP F8 operator+(F8 a, F8 b) {
  return each<F8>([&](int k) { return a.lane[k] + b.lane[k]; });
}
SOLGEL_LANE_OP F8 operator-(F8 a, F8 b) {
  return each<F8>([&](int k) { return a.lane[k] - b.lane[k]; });
}
SOLGEL_LANE_OP F8 operator*(F8 a, F8 b) {
  return each<F8>([&](int k) { return a.lane[k] * b.lane[k]; });
}
SOLGEL_LANE_OP I8 operator>=(F8 a, F8 b) {
  return each<I8>([&](int k) { return a.lane[k] >= b.lane[k] ? -1 : 0; });
}
SOLGEL_LANE_OP I8 splat(std::int32_t v) {
  return each<I8>([&](int) { return v; });
}
SOLGEL_LANE_OP F8 splat(float v) {
  return each<F8>([&](int) { return v; });
}
SOLGEL_LANE_OP I8 select(I8 mask, I8 a, I8 b) {
  return each<I8>([&](int k) { return mask.lane[k] != 0 ? a.lane[k] : b.lane[k]; });
}
SOLGEL_LANE_OP I8 min(I8 a, I8 b) {
  return each<I8>([&](int k) { return a.lane[k] < b.lane[k] ? a.lane[k] : b.lane[k]; });
}
SOLGEL_LANE_OP I8 max(I8 a, I8 b) {
  return each<I8>([&](int k) { return a.lane[k] > b.lane[k] ? a.lane[k] : b.lane[k]; });
}
SOLGEL_LANE_OP F8 max(F8 a, F8 b) {
  return each<F8>([&](int k) { return a.lane[k] > b.lane[k] ? a.lane[k] : b.lane[k]; });
}
SOLGEL_LANE_OP F8 sqrt(F8 a) {
  return each<F8>([&](int k) { return __builtin_sqrtf(a.lane[k]); });
}
SOLGEL_LANE_OP I8 truncated(F8 a) {
  return each<I8>([&](int k) { return static_cast<std::int32_t>(a.lane[k]); });
}
SOLGEL_LANE_OP bool any(I8 a) {
  std::int32_t all = 0;
  for (int k = 0; k < kLanes; ++k) all |= a.lane[k];
  return all != 0;
}
SOLGEL_LANE_OP unsigned sign_bits(I8 a) {
  unsigned bits = 0;
  for (int k = 0; k < kLanes; ++k) bits |= (a.lane[k] < 0 ? 1u : 0u) << k;
  return bits;
}

#else

typedef std::int32_t I8 __attribute__((vector_size(32)));
typedef float F8 __attribute__((vector_size(32)));

SOLGEL_LANE_OP I8 splat(std::int32_t v) {
  return I8{v, v, v, v, v, v, v, v};
}
SOLGEL_LANE_OP F8 splat(float v) {
  return F8{v, v, v, v, v, v, v, v};
}
SOLGEL_LANE_OP I8 select(I8 mask, I8 a, I8 b) {
  return mask ? a : b;
}
SOLGEL_LANE_OP I8 min(I8 a, I8 b) {
  return a < b ? a : b;
}
SOLGEL_LANE_OP I8 max(I8 a, I8 b) {
  return a > b ? a : b;
}
SOLGEL_LANE_OP F8 max(F8 a, F8 b) {
  return a > b ? a : b;
}
SOLGEL_LANE_OP I8 truncated(F8 a) {
  return __builtin_convertvector(a, I8);
}
SOLGEL_LANE_OP F8 sqrt(F8 a) {
#if defined(__AVX__)
  return static_cast<F8>(_mm256_sqrt_ps(static_cast<__m256>(a)));
#else
  for (int k = 0; k < kLanes; ++k) a[k] = __builtin_sqrtf(a[k]);
  return a;
#endif
}
SOLGEL_LANE_OP bool any(I8 a) {
#if defined(__AVX__)
  return _mm256_testz_si256(reinterpret_cast<__m256i>(a), reinterpret_cast<__m256i>(a)) == 0;
#else
  typedef std::int64_t L4 __attribute__((vector_size(32)));
  const L4 b = reinterpret_cast<L4>(a);
  return (b[0] | b[1] | b[2] | b[3]) != 0;
#endif
}
// Bit k is set when lane k is negative.
SOLGEL_LANE_OP unsigned sign_bits(I8 a) {
#if defined(__AVX__)
  return static_cast<unsigned>(_mm256_movemask_ps(reinterpret_cast<__m256>(a)));
#else
  typedef std::int32_t I4 __attribute__((vector_size(16)));
  I4 half[2];
  __builtin_memcpy(half, &a, sizeof a);
#if defined(__SSE2__)
  return static_cast<unsigned>(_mm_movemask_ps(reinterpret_cast<__m128>(half[0])) |
                               _mm_movemask_ps(reinterpret_cast<__m128>(half[1])) << 4);
#elif defined(__wasm_simd128__)
  return static_cast<unsigned>(wasm_i32x4_bitmask(reinterpret_cast<v128_t>(half[0])) |
                               wasm_i32x4_bitmask(reinterpret_cast<v128_t>(half[1])) << 4);
#else
  unsigned bits = 0;
  for (int k = 0; k < kLanes; ++k) bits |= (a[k] < 0 ? 1u : 0u) << k;
  return bits;
#endif
#endif
}

#endif

SOLGEL_LANE_OP I8 load(const std::int32_t* p) {
  I8 v;
  __builtin_memcpy(&v, p, sizeof v);
  return v;
}
SOLGEL_LANE_OP F8 load(const float* p) {
  F8 v;
  __builtin_memcpy(&v, p, sizeof v);
  return v;
}
SOLGEL_LANE_OP void store(std::int32_t* p, I8 v) {
  __builtin_memcpy(p, &v, sizeof v);
}
// |a| and a with the sign of s, for a >= 0.
SOLGEL_LANE_OP I8 abs(I8 a) {
  return max(a, splat(0) - a);
}
SOLGEL_LANE_OP I8 with_sign(I8 a, I8 s) {
  const I8 sign = s >> 31;
  return (a ^ sign) - sign;
}

}  // namespace solgel::SOLGEL_SIMD_NAMESPACE
