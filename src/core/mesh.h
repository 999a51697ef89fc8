// Meshes as files hold them, before anybody has asked whether they make sense: indices are within range, and that is
// all.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "core/surface.h"
#include "core/vec.h"

namespace solgel {

using Tetrahedron = std::array<std::uint32_t, 4>;

// Lengths in the unit of the file.
struct TriangleMesh {
  std::vector<Vec3> points;
  std::vector<Triangle> triangles;
};

struct TetrahedralMesh {
  std::vector<Vec3> points;
  std::vector<Tetrahedron> elements;  // any orientation
};

}  // namespace solgel
