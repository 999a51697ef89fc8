// Wavefront OBJ: one line an item, numbers as the shortest decimals that read back as the same float.
#include <string>

#include "io/mesh_surface.h"
#include "io/text_bytes.h"

namespace solgel::io {
namespace {

void add_line(Bytes& bytes, std::string_view word, std::initializer_list<double> values) {
  append_text(bytes, word);
  for (const double value : values) {
    append_text(bytes, " ");
    append_number(bytes, static_cast<float>(value));
  }
  append_text(bytes, "\n");
}

// An upper bound, so that the text is never copied: a float takes 15 characters, a vertex 8 of them.
std::size_t most_bytes(const MeshSurface& surface) {
  const std::size_t digits = std::to_string(surface.vertices()).size();
  constexpr std::size_t kVertex = 8 * 16 + 11;
  return static_cast<std::size_t>(surface.vertices()) * kVertex +
         static_cast<std::size_t>(surface.squares()) * 2 * (2 + 9 * (digits + 1));
}

}  // namespace

Result<Bytes> encode_mesh_obj(const MeshSurface& surface, std::span<const TextEntry> metadata) {
  Bytes bytes;
  for (const TextEntry& entry : metadata) {
    const std::string line = metadata_line(entry);
    append_text(bytes, "# " + line + (line.back() == '\\' ? " \n" : "\n"));  // a backslash would join it with the next
  }
  bytes.reserve(bytes.size() + most_bytes(surface));
  surface.for_each_vertex([&](MeshVertex v) {
    const Vec3 p = surface.position(v), n = surface.normal(v);
    add_line(bytes, "v", {p.x, p.y, p.z});
    add_line(bytes, "vt", {v.i / (surface.nx() - 1.0), v.j / (surface.ny() - 1.0)});
    add_line(bytes, "vn", {n.x, n.y, n.z});
  });
  const Grid<std::uint32_t> number = number_vertices(surface);
  surface.for_each_triangle([&](const MeshTriangle& t) {
    append_text(bytes, "f");
    for (const MeshVertex v : t) {
      const std::uint32_t k = number(v.i, v.j) + 1;
      append_text(bytes, " ");
      append_number(bytes, k);
      append_text(bytes, "/");
      append_number(bytes, k);
      append_text(bytes, "/");
      append_number(bytes, k);
    }
    append_text(bytes, "\n");
  });
  return bytes;
}

}  // namespace solgel::io
