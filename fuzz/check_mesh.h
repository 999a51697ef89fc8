// What every mesh reader promises for every file: an error in one line, or a mesh whose indices are in range, whose
// coordinates are finite and near and whose size is within the limits; and no way of hurting the process.
#pragma once

#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <span>
#include <string>

#include "io/mesh_read.h"

namespace solgel::fuzz {

inline void require(bool holds) {
  if (!holds) std::abort();
}

template <class Element>
void check_elements(const std::vector<Vec3>& points, const std::vector<Element>& elements) {
  require(!elements.empty() && elements.size() <= io::kMostMeshElements && points.size() <= io::kMostMeshPoints);
  for (const Vec3 p : points) {
    for (const double x : {p.x, p.y, p.z}) require(std::fabs(x) <= io::kFarthestMeshPoint);
  }
  for (const Element& element : elements) {
    for (const std::uint32_t corner : element) require(corner < points.size());
  }
}

inline void check_mesh(std::span<const std::byte> bytes, const char* name, const io::MeshBytes& second = {}) {
  const Result<io::MeshFile> file = io::read_mesh({bytes, name}, second);
  if (!file) {
    require(!file.error().found.empty() && !file.error().file.empty());
    require(file.error().message().find('\n') == std::string::npos);
    return;
  }
  if (const auto* surface = std::get_if<TriangleMesh>(&file->mesh)) {
    check_elements(surface->points, surface->triangles);
  } else {
    const auto& body = std::get<TetrahedralMesh>(file->mesh);
    check_elements(body.points, body.elements);
  }
}

}  // namespace solgel::fuzz
