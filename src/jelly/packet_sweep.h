// The vector sweep, compiled once per instruction set (jelly/packet_sweep.inl).
#pragma once

#include <cstddef>

#include "jelly/element.h"
#include "jelly/packets.h"

namespace solgel::jelly {

struct PacketTask {
  Packet* packets;
  std::size_t count;
  Node* nodes;
  Material material;
  bool backward;
};

void sweep_packets(const PacketTask& task);
void sweep_packets_avx2(const PacketTask& task);

// The barrier of one lane, plainly: seldom needed. The nodes are in memory.
void solve_barrier_of_lane(Packet& packet, int lane, Node* nodes);

}  // namespace solgel::jelly
