// The vector sweep, compiled once per instruction set (jelly/packet_sweep.inl).
#pragma once

#include <cstddef>

#include "jelly/element.h"
#include "jelly/packets.h"

namespace solgel::jelly {

template <std::size_t kLanes>
struct PacketTask {
  Packet<kLanes>* packets;
  std::size_t count;
  Node* nodes;
  Material material;
  bool backward;
};

void sweep_packets(const PacketTask<4>& task);
void sweep_packets_avx2(const PacketTask<4>& task);
void sweep_packets_avx512(const PacketTask<8>& task);

// One lane, or its barrier alone, plainly: seldom needed. The nodes are in memory.
template <std::size_t kLanes>
void solve_lane(const PacketTask<kLanes>& task, Packet<kLanes>& packet, std::size_t lane);
template <std::size_t kLanes>
void solve_barrier_of_lane(Packet<kLanes>& packet, std::size_t lane, Node* nodes);

}  // namespace solgel::jelly
