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

}  // namespace solgel
