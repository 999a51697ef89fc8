// The smallest box along the axes around points.
#pragma once

#include <algorithm>

#include "core/vec.h"

namespace solgel {

struct Box {
  Vec3 low{1e300, 1e300, 1e300}, high{-1e300, -1e300, -1e300};  // of no points: inside out

  void add(Vec3 p) {
    low = {std::min(low.x, p.x), std::min(low.y, p.y), std::min(low.z, p.z)};
    high = {std::max(high.x, p.x), std::max(high.y, p.y), std::max(high.z, p.z)};
  }
  Vec3 size() const { return high - low; }
  double longest_side() const { return std::max({high.x - low.x, high.y - low.y, high.z - low.z}); }
};

}  // namespace solgel
