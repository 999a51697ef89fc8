#include "jelly/packet_sweep.h"

#include "jelly/packet_sweep.inl"

namespace solgel::jelly {
namespace {

struct Lane {
  Vec3 gradient[4];
  Node* node[4];
  template <std::size_t kLanes>
  Lane(const Packet<kLanes>& packet, std::size_t lane, Node* nodes) {
    for (std::size_t q = 0; q < 4; ++q) {
      gradient[q] = {packet.gradient[q][0][lane], packet.gradient[q][1][lane], packet.gradient[q][2][lane]};
      node[q] = &nodes[packet.node[q][lane]];
    }
  }
};

}  // namespace

void sweep_packets(const PacketTask<4>& task) {
  SOLGEL_SIMD_NAMESPACE::sweep(task);
}

template <std::size_t kLanes>
void solve_barrier_of_lane(Packet<kLanes>& packet, std::size_t lane, Node* nodes) {
  const Lane of(packet, lane, nodes);
  solve_barrier(of.gradient, packet.barrier[lane], of.node);
}

template <std::size_t kLanes>
void solve_lane(const PacketTask<kLanes>& task, Packet<kLanes>& packet, std::size_t lane) {
  const Lane of(packet, lane, task.nodes);
  const Compliance alpha{packet.deviatoric_compliance[lane], packet.hydrostatic_compliance[lane]};
  Multipliers lambda{packet.deviatoric[lane], packet.hydrostatic[lane], packet.barrier[lane]};
  solve_elastic(of.gradient, alpha, task.material, lambda, of.node);
  solve_barrier(of.gradient, lambda.barrier, of.node);
  packet.deviatoric[lane] = lambda.deviatoric;
  packet.hydrostatic[lane] = lambda.hydrostatic;
  packet.barrier[lane] = lambda.barrier;
}

template void solve_lane(const PacketTask<4>&, Packet<4>&, std::size_t);
template void solve_lane(const PacketTask<8>&, Packet<8>&, std::size_t);
template void solve_barrier_of_lane(Packet<4>&, std::size_t, Node*);
template void solve_barrier_of_lane(Packet<8>&, std::size_t, Node*);

}  // namespace solgel::jelly
