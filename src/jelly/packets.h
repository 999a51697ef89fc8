// Packets: elements that share no node, solved in the lanes of a vector, four or eight of them.
//
// Two elements that share a node must keep their order. That order is a graph with one edge from each element to the
// next one at each of its four nodes; list scheduling by the longest remaining path (Graham 1969, "Bounds on
// multiprocessing timing anomalies") fills packets from the elements whose predecessors are all done. Run backwards,
// the same packets serve the backward sweep.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/mesh.h"

namespace solgel::jelly {

inline constexpr std::size_t kMostLanes = 8;

// Element numbers, `lanes` of them a packet; -1 for an empty lane. Each element is in exactly one packet, and packets
// come in an order that keeps any two elements with a common node in theirs. O(n log n), the same everywhere.
std::vector<std::int32_t> plan_packets(std::span<const Tetrahedron> elements, std::size_t nodes, std::size_t lanes);

// What the kernel reads and writes of its elements, lane by lane.
template <std::size_t kLanes>
struct alignas(8 * kLanes) Packet {
  double gradient[4][3][kLanes];  // node, component
  double deviatoric_compliance[kLanes], hydrostatic_compliance[kLanes];
  double deviatoric[kLanes], hydrostatic[kLanes], barrier[kLanes];  // multipliers
  double slope[kLanes];                                             // sum over the nodes of w |g|^2, 1/(kg m^2)
  std::uint32_t node[4][kLanes];
};

}  // namespace solgel::jelly
