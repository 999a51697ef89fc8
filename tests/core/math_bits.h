// A hash over the results of every function of core/math on spread arguments: the same literal in the native test and
// in the WebAssembly module's holds "the same bits everywhere".
#pragma once

#include <cstdint>
#include <string_view>

#include "core/hash.h"
#include "core/math.h"
#include "core/random.h"

namespace solgel {

inline constexpr std::string_view kMathBits = "471ab32b1f14f124";

// 64 random bits as a double, nan and infinity too.
inline double any_double(std::uint64_t i) {
  return std::bit_cast<double>(random_bits({.seed = 1, .stream = 0}, i));
}

inline std::uint64_t math_bits() {
  Hash hash;
  for (std::uint64_t i = 0; i < 20000; ++i) {
    const double any = any_double(i), other = any_double(i + 1);
    const double x = 20 * random_unit({.seed = 1, .stream = 1}, i) - 10;
    const double y = 20 * random_unit({.seed = 1, .stream = 2}, i) - 10;
    for (const double v : {any, x, 0.1 * x}) {
      const math::SinCos both = math::sincos(v);
      for (const double r : {both.sin, both.cos, math::tan(v), math::asin(v), math::acos(v), math::atan(v),
                             math::exp(v), math::log(v)}) {
        hash.add(r);
      }
    }
    for (const double r : {math::pow(x < 0 ? -x : x, y), math::pow(any, other), math::pow(any, y), math::atan2(y, x),
                           math::atan2(any, other), math::hypot(x, y), math::hypot(any, other)}) {
      hash.add(r);
    }
  }
  return hash.value();
}

}  // namespace solgel
