#define SOLGEL_SIMD_NAMESPACE simd_avx2
#include "erosion/tile_kernel.inl"
