// Which point of the shell a ray meets: for taking hold of it.
#pragma once

#include <array>
#include <optional>

#include "core/vec.h"
#include "optics/bvh.h"

namespace solgel::optics {

struct WorldRay {
  Vec3 origin, direction;  // unit direction
};

struct Pick {
  std::uint32_t face = 0;
  std::array<double, 3> weights{};  // barycentric, of the face's corners in order
  double distance = 0;              // m
  Vec3 point;
};

// The nearest hit beyond 1e-7 m.
std::optional<Pick> pick(const Bvh& body, const WorldRay& ray);

}  // namespace solgel::optics
