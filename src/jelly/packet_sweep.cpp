#include "jelly/packet_sweep.h"

#include "jelly/packet_sweep.inl"

namespace solgel::jelly {

void sweep_packets(const PacketTask& task) {
  SOLGEL_SIMD_NAMESPACE::sweep(task);
}

void solve_barrier_of_lane(Packet& packet, int lane, Node* nodes) {
  Node* node[4];
  for (int q = 0; q < 4; ++q) node[q] = &nodes[packet.node[q][lane]];
  Vec3 g[4];
  for (int q = 1; q < 4; ++q) {
    const auto& of = packet.gradient[q - 1];
    g[q] = {of[0][lane], of[1][lane], of[2][lane]};
  }
  g[0] = {-g[1].x - g[2].x - g[3].x, -g[1].y - g[2].y - g[3].y, -g[1].z - g[2].z - g[3].z};
  solve_barrier(g, packet.barrier[lane], node);
}

}  // namespace solgel::jelly
