#define SOLGEL_SIMD_NAMESPACE simd_avx2
#include "core/relaxation_kernel.inl"
