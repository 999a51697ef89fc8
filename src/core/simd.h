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
SOLGEL_LANE_OP F8 operator/(F8 a, F8 b) {
  return each<F8>([&](int k) { return a.lane[k] / b.lane[k]; });
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
SOLGEL_LANE_OP F8 select(I8 mask, F8 a, F8 b) {
  return each<F8>([&](int k) { return mask.lane[k] != 0 ? a.lane[k] : b.lane[k]; });
}
SOLGEL_LANE_OP F8 min(F8 a, F8 b) {
  return each<F8>([&](int k) { return a.lane[k] < b.lane[k] ? a.lane[k] : b.lane[k]; });
}
SOLGEL_LANE_OP F8 sqrt(F8 a) {
  return each<F8>([&](int k) { return __builtin_sqrtf(a.lane[k]); });
}
SOLGEL_LANE_OP F8 converted(I8 a) {
  return each<F8>([&](int k) { return static_cast<float>(a.lane[k]); });
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

#elif defined(__AVX2__)

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
SOLGEL_LANE_OP F8 select(I8 mask, F8 a, F8 b) {
  return mask ? a : b;
}
SOLGEL_LANE_OP F8 min(F8 a, F8 b) {
  return a < b ? a : b;
}
SOLGEL_LANE_OP I8 truncated(F8 a) {
  return __builtin_convertvector(a, I8);
}
SOLGEL_LANE_OP F8 converted(I8 a) {
  return __builtin_convertvector(a, F8);
}
SOLGEL_LANE_OP F8 sqrt(F8 a) {
  return static_cast<F8>(_mm256_sqrt_ps(static_cast<__m256>(a)));
}
SOLGEL_LANE_OP bool any(I8 a) {
  return _mm256_testz_si256(reinterpret_cast<__m256i>(a), reinterpret_cast<__m256i>(a)) == 0;
}
// Bit k is set when lane k is negative.
SOLGEL_LANE_OP unsigned sign_bits(I8 a) {
  return static_cast<unsigned>(_mm256_movemask_ps(reinterpret_cast<__m256>(a)));
}

#else

// Two halves of 128 bits: g++ 12 lowers wider vectors than the target has to scalar code, five times slower.
typedef std::int32_t I4 __attribute__((vector_size(16)));
typedef float F4 __attribute__((vector_size(16)));
struct I8 {
  I4 lo, hi;
};
struct F8 {
  F4 lo, hi;
};

SOLGEL_LANE_OP I8 operator+(I8 a, I8 b) {
  return {a.lo + b.lo, a.hi + b.hi};
}
SOLGEL_LANE_OP I8 operator-(I8 a, I8 b) {
  return {a.lo - b.lo, a.hi - b.hi};
}
SOLGEL_LANE_OP I8 operator&(I8 a, I8 b) {
  return {a.lo & b.lo, a.hi & b.hi};
}
SOLGEL_LANE_OP I8 operator|(I8 a, I8 b) {
  return {a.lo | b.lo, a.hi | b.hi};
}
SOLGEL_LANE_OP I8 operator^(I8 a, I8 b) {
  return {a.lo ^ b.lo, a.hi ^ b.hi};
}
SOLGEL_LANE_OP I8 operator>(I8 a, I8 b) {
  return {a.lo > b.lo, a.hi > b.hi};
}
SOLGEL_LANE_OP I8 operator==(I8 a, I8 b) {
  return {a.lo == b.lo, a.hi == b.hi};
}
SOLGEL_LANE_OP I8 operator>>(I8 a, int s) {
  return {a.lo >> s, a.hi >> s};
}
SOLGEL_LANE_OP F8 operator+(F8 a, F8 b) {
  return {a.lo + b.lo, a.hi + b.hi};
}
SOLGEL_LANE_OP F8 operator-(F8 a, F8 b) {
  return {a.lo - b.lo, a.hi - b.hi};
}
SOLGEL_LANE_OP F8 operator*(F8 a, F8 b) {
  return {a.lo * b.lo, a.hi * b.hi};
}
SOLGEL_LANE_OP F8 operator/(F8 a, F8 b) {
  return {a.lo / b.lo, a.hi / b.hi};
}
SOLGEL_LANE_OP I8 operator>=(F8 a, F8 b) {
  return {a.lo >= b.lo, a.hi >= b.hi};
}
SOLGEL_LANE_OP I8 splat(std::int32_t v) {
  return {I4{v, v, v, v}, I4{v, v, v, v}};
}
SOLGEL_LANE_OP F8 splat(float v) {
  return {F4{v, v, v, v}, F4{v, v, v, v}};
}
SOLGEL_LANE_OP I8 select(I8 mask, I8 a, I8 b) {
  return {mask.lo ? a.lo : b.lo, mask.hi ? a.hi : b.hi};
}
SOLGEL_LANE_OP I8 min(I8 a, I8 b) {
  return {a.lo < b.lo ? a.lo : b.lo, a.hi < b.hi ? a.hi : b.hi};
}
SOLGEL_LANE_OP I8 max(I8 a, I8 b) {
  return {a.lo > b.lo ? a.lo : b.lo, a.hi > b.hi ? a.hi : b.hi};
}
SOLGEL_LANE_OP F8 max(F8 a, F8 b) {
  return {a.lo > b.lo ? a.lo : b.lo, a.hi > b.hi ? a.hi : b.hi};
}
SOLGEL_LANE_OP F8 select(I8 mask, F8 a, F8 b) {
  return {mask.lo ? a.lo : b.lo, mask.hi ? a.hi : b.hi};
}
SOLGEL_LANE_OP F8 min(F8 a, F8 b) {
  return {a.lo < b.lo ? a.lo : b.lo, a.hi < b.hi ? a.hi : b.hi};
}
SOLGEL_LANE_OP I8 truncated(F8 a) {
  return {__builtin_convertvector(a.lo, I4), __builtin_convertvector(a.hi, I4)};
}
SOLGEL_LANE_OP F8 converted(I8 a) {
  return {__builtin_convertvector(a.lo, F4), __builtin_convertvector(a.hi, F4)};
}
SOLGEL_LANE_OP bool any(I8 a) {
  typedef std::int64_t L2 __attribute__((vector_size(16)));
  const L2 b = reinterpret_cast<L2>(a.lo | a.hi);
  return (b[0] | b[1]) != 0;
}
#if defined(__SSE2__)
SOLGEL_LANE_OP F8 sqrt(F8 a) {
  return {static_cast<F4>(_mm_sqrt_ps(static_cast<__m128>(a.lo))),
          static_cast<F4>(_mm_sqrt_ps(static_cast<__m128>(a.hi)))};
}
SOLGEL_LANE_OP unsigned sign_bits(I8 a) {
  return static_cast<unsigned>(_mm_movemask_ps(reinterpret_cast<__m128>(a.lo)) |
                               _mm_movemask_ps(reinterpret_cast<__m128>(a.hi)) << 4);
}
#elif defined(__wasm_simd128__)
SOLGEL_LANE_OP F8 sqrt(F8 a) {
  return {reinterpret_cast<F4>(wasm_f32x4_sqrt(reinterpret_cast<v128_t>(a.lo))),
          reinterpret_cast<F4>(wasm_f32x4_sqrt(reinterpret_cast<v128_t>(a.hi)))};
}
SOLGEL_LANE_OP unsigned sign_bits(I8 a) {
  return static_cast<unsigned>(wasm_i32x4_bitmask(reinterpret_cast<v128_t>(a.lo)) |
                               wasm_i32x4_bitmask(reinterpret_cast<v128_t>(a.hi)) << 4);
}
#else
SOLGEL_LANE_OP F8 sqrt(F8 a) {
  for (int k = 0; k < 4; ++k) {
    a.lo[k] = __builtin_sqrtf(a.lo[k]);
    a.hi[k] = __builtin_sqrtf(a.hi[k]);
  }
  return a;
}
SOLGEL_LANE_OP unsigned sign_bits(I8 a) {
  unsigned bits = 0;
  for (int k = 0; k < 4; ++k) bits |= (a.lo[k] < 0 ? 1u : 0u) << k | (a.hi[k] < 0 ? 16u : 0u) << k;
  return bits;
}
#endif

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
SOLGEL_LANE_OP void store(float* p, F8 v) {
  __builtin_memcpy(p, &v, sizeof v);
}

// Four neighbouring numbers of each of eight places, turned into four vectors with a lane per place: column[c] lane k
// is place[k][c]. And back: adds column[c] lane k to place[k][c], place after place, for those whose bit is set in
// `which`.
#if defined(SOLGEL_SCALAR)
SOLGEL_LANE_OP void load_columns(const std::int32_t* const place[kLanes], I8 column[4]) {
  for (int c = 0; c < 4; ++c) column[c] = each<I8>([&](int k) { return place[k][c]; });
}
SOLGEL_LANE_OP void add_columns(std::int32_t* const place[kLanes], const I8 column[4], unsigned which) {
  for (int k = 0; k < kLanes; ++k) {
    if ((which >> k & 1u) == 0) continue;
    for (int c = 0; c < 4; ++c) place[k][c] += column[c].lane[k];
  }
}
#else
typedef std::int32_t Four __attribute__((vector_size(16)));

#if defined(__AVX2__)
// Lanes k and k + 4 side by side: the transpose then stays within 128-bit halves.
SOLGEL_LANE_OP I8 pair_rows(const std::int32_t* low, const std::int32_t* high) {
  return reinterpret_cast<I8>(
      _mm256_loadu2_m128i(reinterpret_cast<const __m128i*>(high), reinterpret_cast<const __m128i*>(low)));
}
#define SOLGEL_UNPACK_LOW(a, b) __builtin_shufflevector(a, b, 0, 8, 1, 9, 4, 12, 5, 13)
#define SOLGEL_UNPACK_HIGH(a, b) __builtin_shufflevector(a, b, 2, 10, 3, 11, 6, 14, 7, 15)
#define SOLGEL_PAIRS_LOW(a, b) __builtin_shufflevector(a, b, 0, 1, 8, 9, 4, 5, 12, 13)
#define SOLGEL_PAIRS_HIGH(a, b) __builtin_shufflevector(a, b, 2, 3, 10, 11, 6, 7, 14, 15)
#else
#define SOLGEL_UNPACK_LOW(a, b) __builtin_shufflevector(a, b, 0, 4, 1, 5)
#define SOLGEL_UNPACK_HIGH(a, b) __builtin_shufflevector(a, b, 2, 6, 3, 7)
#define SOLGEL_PAIRS_LOW(a, b) __builtin_shufflevector(a, b, 0, 1, 4, 5)
#define SOLGEL_PAIRS_HIGH(a, b) __builtin_shufflevector(a, b, 2, 3, 6, 7)
#endif

// Transposes 4 x 4 numbers (twice that where V has eight).
template <class V>
SOLGEL_LANE_OP void transpose(V a, V b, V c, V d, V out[4]) {
  const V ab_low = SOLGEL_UNPACK_LOW(a, b), ab_high = SOLGEL_UNPACK_HIGH(a, b);
  const V cd_low = SOLGEL_UNPACK_LOW(c, d), cd_high = SOLGEL_UNPACK_HIGH(c, d);
  out[0] = SOLGEL_PAIRS_LOW(ab_low, cd_low);
  out[1] = SOLGEL_PAIRS_HIGH(ab_low, cd_low);
  out[2] = SOLGEL_PAIRS_LOW(ab_high, cd_high);
  out[3] = SOLGEL_PAIRS_HIGH(ab_high, cd_high);
}
#undef SOLGEL_UNPACK_LOW
#undef SOLGEL_UNPACK_HIGH
#undef SOLGEL_PAIRS_LOW
#undef SOLGEL_PAIRS_HIGH

SOLGEL_LANE_OP Four load_four(const std::int32_t* p) {
  Four v;
  __builtin_memcpy(&v, p, sizeof v);
  return v;
}
SOLGEL_LANE_OP void add_four(std::int32_t* p, Four v) {
  v += load_four(p);
  __builtin_memcpy(p, &v, sizeof v);
}

#if defined(__AVX2__)
SOLGEL_LANE_OP void load_columns(const std::int32_t* const place[kLanes], I8 column[4]) {
  transpose(pair_rows(place[0], place[4]), pair_rows(place[1], place[5]), pair_rows(place[2], place[6]),
            pair_rows(place[3], place[7]), column);
}
SOLGEL_LANE_OP void add_columns(std::int32_t* const place[kLanes], const I8 column[4], unsigned which) {
  I8 rows[4];
  transpose(column[0], column[1], column[2], column[3], rows);
  for (int k = 0; k < 4; ++k) {
    if ((which >> k & 1u) != 0) add_four(place[k], __builtin_shufflevector(rows[k], rows[k], 0, 1, 2, 3));
  }
  for (int k = 0; k < 4; ++k) {
    if ((which >> k & 16u) != 0) add_four(place[k + 4], __builtin_shufflevector(rows[k], rows[k], 4, 5, 6, 7));
  }
}
#else
SOLGEL_LANE_OP void load_columns(const std::int32_t* const place[kLanes], I8 column[4]) {
  Four low[4], high[4];
  transpose(load_four(place[0]), load_four(place[1]), load_four(place[2]), load_four(place[3]), low);
  transpose(load_four(place[4]), load_four(place[5]), load_four(place[6]), load_four(place[7]), high);
  for (int c = 0; c < 4; ++c) column[c] = {low[c], high[c]};
}
SOLGEL_LANE_OP void add_columns(std::int32_t* const place[kLanes], const I8 column[4], unsigned which) {
  Four rows[8];
  transpose(column[0].lo, column[1].lo, column[2].lo, column[3].lo, rows);
  transpose(column[0].hi, column[1].hi, column[2].hi, column[3].hi, rows + 4);
  for (int k = 0; k < kLanes; ++k) {
    if ((which >> k & 1u) != 0) add_four(place[k], rows[k]);
  }
}
#endif
#endif

// |a| and a with the sign of s, for a >= 0.
SOLGEL_LANE_OP I8 abs(I8 a) {
  return max(a, splat(0) - a);
}
SOLGEL_LANE_OP I8 with_sign(I8 a, I8 s) {
  const I8 sign = s >> 31;
  return (a ^ sign) - sign;
}

}  // namespace solgel::SOLGEL_SIMD_NAMESPACE
