// A node of the cage as the solvers hold it: four doubles, so that vector code loads and stores one at once.
#pragma once

#include "core/vec.h"

namespace solgel::jelly {

struct alignas(32) Node {
  double x = 0, y = 0, z = 0;  // position, m
  double w = 0;                // inverse mass, 1/kg; 0 for a pinned node
};

inline Vec3 position(const Node& node) {
  return {node.x, node.y, node.z};
}

}  // namespace solgel::jelly
