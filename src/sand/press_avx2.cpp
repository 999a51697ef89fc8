#define SOLGEL_SIMD_NAMESPACE simd_avx2
#include "sand/press_kernel.inl"
