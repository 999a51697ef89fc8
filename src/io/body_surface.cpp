// The surface of a body as OBJ, PLY and STL: the layouts of io/mesh.h, for any triangles.
#include <limits>
#include <string>

#include "io/body_format.h"
#include "io/little_endian.h"
#include "io/text_bytes.h"

namespace solgel::io {
namespace {

void append_line(Bytes& bytes, std::string_view word, Vec3f v) {
  append_text(bytes, word);
  for (const float x : {v.x, v.y, v.z}) {
    append_text(bytes, " ");
    append_number(bytes, x);
  }
  append_text(bytes, "\n");
}

Bytes encode_obj(const SurfaceView& surface, std::span<const TextEntry> metadata) {
  Bytes bytes;
  for (const TextEntry& entry : metadata) {
    const std::string line = metadata_line(entry);
    append_text(bytes, "# " + line + (line.ends_with('\\') ? " \n" : "\n"));  // a backslash would join the next line
  }
  for (const Vec3f p : surface.positions) append_line(bytes, "v", p);
  for (const Vec3f n : surface.normals) append_line(bytes, "vn", n);
  for (const Triangle& t : surface.triangles) {
    append_text(bytes, "f");
    for (const std::uint32_t k : t) {
      append_text(bytes, " ");
      append_number(bytes, std::uint64_t{k} + 1);
      append_text(bytes, "//");
      append_number(bytes, std::uint64_t{k} + 1);
    }
    append_text(bytes, "\n");
  }
  return bytes;
}

Bytes encode_ply(const SurfaceView& surface, std::span<const TextEntry> metadata) {
  std::string header = "ply\nformat binary_little_endian 1.0\n";
  for (const TextEntry& entry : metadata) header += "comment " + metadata_line(entry) + "\n";
  header += "element vertex " + std::to_string(surface.positions.size()) + "\n";
  for (const char* name : {"x", "y", "z", "nx", "ny", "nz"}) header += std::string("property float ") + name + "\n";
  header += "element face " + std::to_string(surface.triangles.size()) + "\n";
  header += "property list uchar int vertex_indices\nend_header\n";
  Bytes bytes;
  bytes.reserve(header.size() + 24 * surface.positions.size() + 13 * surface.triangles.size());
  append_text(bytes, header);
  for (std::size_t k = 0; k < surface.positions.size(); ++k) {
    append_floats(bytes, surface.positions[k]);
    append_floats(bytes, surface.normals[k]);
  }
  for (const Triangle& t : surface.triangles) {
    bytes.push_back(std::byte{3});
    for (const std::uint32_t k : t) append_word(bytes, k);
  }
  return bytes;
}

// Zero where the triangle has no area.
Vec3 facet_normal(Vec3f a, Vec3f b, Vec3f c) {
  const auto wide = [](Vec3f v) {
    return Vec3{static_cast<double>(v.x), static_cast<double>(v.y), static_cast<double>(v.z)};
  };
  const Vec3 n = cross(wide(b) - wide(a), wide(c) - wide(a));
  const double size = length(n);
  return size > 0 && size <= std::numeric_limits<double>::max() ? (1 / size) * n : Vec3{};
}

Bytes encode_stl(const SurfaceView& surface, std::span<const TextEntry> metadata) {
  constexpr std::size_t kHeader = 80, kFacet = 50;
  std::string header = "binary STL of a body by solgel; ";  // never begins with "solid"
  for (const TextEntry& entry : metadata) header += metadata_line(entry) + " ";
  header.resize(kHeader, ' ');
  Bytes bytes;
  bytes.reserve(kHeader + 4 + kFacet * surface.triangles.size());
  append_text(bytes, header);
  append_word(bytes, static_cast<std::uint32_t>(surface.triangles.size()));
  for (const Triangle& t : surface.triangles) {
    const Vec3f a = surface.positions[t[0]], b = surface.positions[t[1]], c = surface.positions[t[2]];
    append_floats(bytes, facet_normal(a, b, c));
    for (const Vec3f p : {a, b, c}) append_floats(bytes, p);
    bytes.insert(bytes.end(), 2, std::byte{0});  // attribute, unused
  }
  return bytes;
}

}  // namespace

Result<Bytes> encode_surface(const SurfaceView& surface, std::string_view extension,
                             std::span<const TextEntry> metadata) {
  const bool is_obj = extension == ".obj", is_ply = extension == ".ply";
  if (!is_obj && !is_ply && extension != ".stl") {
    return fail(
        {.found = "no format '" + std::string(extension) + "' of surfaces", .allowed = "allowed .obj, .ply or .stl"});
  }
  if (const Status good = check_surface(surface); !good) return fail(good.error());
  if (surface.triangles.size() > static_cast<std::size_t>(std::numeric_limits<std::int32_t>::max())) {
    return fail({.found = "the surface has " + std::to_string(surface.triangles.size()) + " triangles",
                 .allowed = "allowed 2147483647",
                 .remedy = "write fewer"});
  }
  return is_obj   ? encode_obj(surface, metadata)
         : is_ply ? encode_ply(surface, metadata)
                  : encode_stl(surface, metadata);
}

}  // namespace solgel::io
