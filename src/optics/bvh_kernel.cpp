#include "optics/bvh_kernel.inl"

#include "core/cpu.h"

namespace solgel {

#if defined(SOLGEL_HAS_AVX2_COPIES)
namespace simd_avx2 {
optics::BvhKernel bvh_kernel_copy();
}
#endif

namespace optics {

BvhKernel bvh_kernel() {
#if defined(SOLGEL_HAS_AVX2_COPIES)
  if (cpu_has_avx2()) return simd_avx2::bvh_kernel_copy();
#endif
  return simd_base::bvh_kernel_copy();
}

}  // namespace optics
}  // namespace solgel
