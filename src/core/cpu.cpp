#include "core/cpu.h"

#include <cstdlib>

namespace solgel {

bool cpu_has_avx2() {
#if defined(__x86_64__)
  static const bool has = __builtin_cpu_supports("avx2") && std::getenv("SOLGEL_NO_AVX2") == nullptr;
  return has;
#else
  return false;
#endif
}

bool cpu_has_avx512() {
#if defined(__x86_64__) && !defined(SOLGEL_SCALAR)
  static const bool has = cpu_has_avx2() && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
                          __builtin_cpu_supports("avx512vl") && std::getenv("SOLGEL_NO_AVX512") == nullptr;
  return has;
#else
  return false;
#endif
}

}  // namespace solgel
