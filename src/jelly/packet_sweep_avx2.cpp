#define SOLGEL_SIMD_NAMESPACE simd_avx2
#include "jelly/packet_sweep.inl"

namespace solgel::jelly {

void sweep_packets_avx2(const PacketTask<4>& task) {
  simd_avx2::sweep(task);
}

}  // namespace solgel::jelly
