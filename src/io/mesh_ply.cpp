// PLY, binary little-endian: vertices of six floats, faces of a byte 3 and three int.
#include <string>

#include "io/mesh_surface.h"

namespace solgel::io {

Result<Bytes> encode_mesh_ply(const MeshSurface& surface, std::span<const TextEntry> metadata) {
  std::string header = "ply\nformat binary_little_endian 1.0\n";
  for (const TextEntry& entry : metadata) header += "comment " + metadata_line(entry) + "\n";
  header += "element vertex " + std::to_string(surface.vertices()) + "\n";
  for (const char* name : {"x", "y", "z", "nx", "ny", "nz"}) header += std::string("property float ") + name + "\n";
  header += "element face " + std::to_string(2 * surface.squares()) + "\n";
  header += "property list uchar int vertex_indices\nend_header\n";

  constexpr std::size_t kVertex = 24, kFace = 13;
  Bytes bytes;
  bytes.reserve(header.size() + kVertex * static_cast<std::size_t>(surface.vertices()) +
                kFace * 2 * static_cast<std::size_t>(surface.squares()));
  append(bytes, header.data(), header.size());
  surface.for_each_vertex([&](MeshVertex v) {
    append_floats(bytes, surface.position(v));
    append_floats(bytes, surface.normal(v));
  });
  const Grid<std::uint32_t> number = number_vertices(surface);
  surface.for_each_triangle([&](const MeshTriangle& t) {
    bytes.push_back(std::byte{3});
    for (const MeshVertex v : t) append_word(bytes, number(v.i, v.j));
  });
  return bytes;
}

}  // namespace solgel::io
