// Closed triangulated surfaces as they are seen: what a soft body hands to optics, pictures and files.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "core/vec3f.h"

namespace solgel {

using Triangle = std::array<std::uint32_t, 3>;  // counterclockwise seen from outside

// Positions in metres, unit vertex normals; triangles refer to both. The arrays belong to somebody else.
struct SurfaceView {
  std::span<const Vec3f> positions;
  std::span<const Vec3f> normals;
  std::span<const Triangle> triangles;
};

}  // namespace solgel
