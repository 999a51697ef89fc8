#define SOLGEL_SIMD_NAMESPACE simd_avx512
#include "jelly/packet_sweep.inl"

namespace solgel::jelly {

void sweep_packets_avx512(const PacketTask<8>& task) {
  simd_avx512::sweep(task);
}

}  // namespace solgel::jelly
