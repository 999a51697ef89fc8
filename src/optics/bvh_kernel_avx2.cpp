#define SOLGEL_SIMD_NAMESPACE simd_avx2
#include "optics/bvh_kernel.inl"
