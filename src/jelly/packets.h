// Packets: up to four elements that share no node, solved in the four lanes of a vector.
//
// Two elements that share a node must keep their order. That order is a graph with one edge from each element to the
// next one at each of its four nodes; list scheduling by the longest remaining path (Graham 1969, "Bounds on
// multiprocessing timing anomalies") fills packets from the elements whose predecessors are all done. Run backwards,
// the same packets serve the backward sweep.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "core/mesh.h"

namespace solgel::jelly {

inline constexpr int kPacketLanes = 4;

// Element numbers; -1 for an empty lane.
using PacketPlan = std::array<std::int32_t, kPacketLanes>;

// Each element in exactly one packet; packets in an order that keeps any two elements with a common node in theirs.
// O(n log n), the same everywhere.
std::vector<PacketPlan> plan_packets(std::span<const Tetrahedron> elements, std::size_t nodes);

// What the kernel reads and writes of four elements, lane by lane.
struct alignas(32) Packet {
  double gradient[3][3][kPacketLanes];  // q = 1..3, component
  double deviatoric_compliance[kPacketLanes], hydrostatic_compliance[kPacketLanes];
  double deviatoric[kPacketLanes], hydrostatic[kPacketLanes], barrier[kPacketLanes];  // multipliers
  std::uint32_t node[4][kPacketLanes];
};

}  // namespace solgel::jelly
