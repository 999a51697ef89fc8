#include "io/mesh_read_format.h"

#include <algorithm>
#include <numeric>
#include <tuple>

namespace solgel::io {

void add_fan(TriangleMesh& mesh, std::span<const std::uint32_t> corners, MeshNumbers& numbers) {
  if (!numbers.ok()) return;
  if (corners.size() < 3) {
    return numbers.stop({.found = numbers.item_text() + " has " + std::to_string(corners.size()) + " corners",
                         .allowed = "allowed three or more",
                         .remedy = "mend the mesh and export it again"});
  }
  if (corners.size() - 2 > kMostMeshElements - mesh.triangles.size()) {
    return numbers.stop({.found = "the file has more than " + std::to_string(kMostMeshElements) + " triangles",
                         .remedy = "make the mesh coarser"});
  }
  for (std::size_t k = 1; k + 1 < corners.size(); ++k) {
    mesh.triangles.push_back({corners[0], corners[k], corners[k + 1]});
  }
}

void weld(TriangleMesh& mesh) {
  const std::vector<Vec3>& points = mesh.points;
  const auto key = [&points](std::uint32_t k) { return std::tuple(points[k].x, points[k].y, points[k].z); };
  std::vector<std::uint32_t> order(points.size());
  std::iota(order.begin(), order.end(), 0u);
  std::sort(order.begin(), order.end(), [&key](std::uint32_t a, std::uint32_t b) {
    return key(a) != key(b) ? key(a) < key(b) : a < b;  // all finite
  });
  std::vector<std::uint32_t> first(points.size());
  for (std::size_t k = 0; k < order.size(); ++k) {
    const bool is_new = k == 0 || key(order[k]) != key(order[k - 1]);
    first[order[k]] = is_new ? order[k] : first[order[k - 1]];
  }
  std::vector<std::uint32_t>& number = order;  // of each point among those that stay
  std::uint32_t kept = 0;
  for (std::uint32_t k = 0; k < first.size(); ++k) {
    number[k] = first[k] == k ? kept : number[first[k]];
    if (first[k] == k) mesh.points[kept++] = mesh.points[k];
  }
  mesh.points.resize(kept);
  for (Triangle& triangle : mesh.triangles) {
    for (std::uint32_t& corner : triangle) corner = number[corner];
  }
}

bool decode_base64(std::string_view text, std::size_t most, std::vector<std::byte>& bytes) {
  std::uint32_t bits = 0;
  int held = 0;  // bits
  for (const char c : text) {
    if (bytes.size() >= most) break;
    if (c == ' ' || c == '\n' || c == '\r' || c == '\t') continue;
    if (c == '=') {  // what is left of the group is no byte
      held = 0;
      continue;
    }
    const int digit = c >= 'A' && c <= 'Z'   ? c - 'A'
                      : c >= 'a' && c <= 'z' ? c - 'a' + 26
                      : c >= '0' && c <= '9' ? c - '0' + 52
                      : c == '+'             ? 62
                      : c == '/'             ? 63
                                             : -1;
    if (digit < 0) return false;
    bits = (bits << 6 | static_cast<std::uint32_t>(digit)) & 0xffffffu;
    held += 6;
    if (held < 8) continue;
    held -= 8;
    bytes.push_back(static_cast<std::byte>(bits >> held));
  }
  return true;
}

void warn_left_out(Warnings& warnings, std::uint64_t count, std::string_view items) {
  if (count == 0) return;
  warnings.add("left out " + std::string(items), 0, std::to_string(count) + " " + std::string(items) + " left out");
}

Error no_tetrahedra(std::uint64_t flat) {
  return {.found = "the file has no tetrahedra" +
                   (flat > 0 ? ", only " + std::to_string(flat) + " points, lines and faces" : std::string()),
          .allowed = "allowed meshes of tetrahedra, or of triangles as OBJ, PLY, STL or glTF",
          .remedy = "mesh the volume (gmsh -3), or export the surface"};
}

Error unfit_element(const MeshNumbers& numbers, std::string_view kind, std::string_view remedy) {
  return {.found = numbers.item_text() + " is " + std::string(kind),
          .allowed = "allowed tetrahedra of first order",
          .remedy = std::string(remedy)};
}

}  // namespace solgel::io
