// GLB: glTF 2.0 in one file, after the specification of the Khronos Group (2021).
//
//   "glTF" 2 length | length "JSON" text, padded with spaces | length "BIN" positions normals texcoords indices
//
// all words and floats little-endian, 32 bits. glTF's axes are (x, z, -y) of ours. Its textures begin in the
// north-west, and so v = 1 - y / height of the map. The bounds of positions, which glTF wants in the text, are those of
// the floats and written with all their digits. The material is a matt grey; the node carries no transform.
#include <algorithm>
#include <limits>
#include <string>

#include "io/glb_text.h"
#include "io/mesh_surface.h"

namespace solgel::io {
namespace {

Vec3 y_up(Vec3 v) {
  return {v.x, v.z, 0 - v.y};
}

struct Bounds {
  Vec3 least, most;
};

Bounds bounds_of(const MeshSurface& surface) {
  constexpr double kFar = std::numeric_limits<double>::infinity();
  Bounds b{{kFar, kFar, kFar}, {-kFar, -kFar, -kFar}};
  surface.for_each_vertex([&](MeshVertex v) {
    const Vec3 p = y_up(surface.position(v));
    b.least = {std::min(b.least.x, p.x), std::min(b.least.y, p.y), std::min(b.least.z, p.z)};
    b.most = {std::max(b.most.x, p.x), std::max(b.most.y, p.y), std::max(b.most.z, p.z)};
  });
  return b;
}

std::string bounds_text(const Bounds& b) {
  const auto text = [](Vec3 v) {
    return glb::vector_text({static_cast<float>(v.x), static_cast<float>(v.y), static_cast<float>(v.z)});
  };
  return ",\"min\":" + text(b.least) + ",\"max\":" + text(b.most);
}

struct Sizes {
  std::uint64_t vertices, indices;
  std::uint64_t bytes() const { return 32 * vertices + 4 * indices; }
};

std::string json_chunk(const MeshSurface& surface, const Sizes& sizes, std::span<const TextEntry> metadata) {
  const std::string bounds = bounds_text(bounds_of(surface));
  const std::uint64_t n = sizes.vertices;
  const glb::AccessorText accessors[] = {
      {.view = 0, .count = n, .type = "VEC3", .bounds = bounds},
      {.view = 1, .count = n, .type = "VEC3"},
      {.view = 2, .count = n, .type = "VEC2"},
      {.view = 3, .component = glb::kUnsignedInt, .count = sizes.indices, .type = "SCALAR"}};
  const glb::View views[] = {{.offset = 0, .length = 12 * n, .target = glb::kArray},
                             {.offset = 12 * n, .length = 12 * n, .target = glb::kArray},
                             {.offset = 24 * n, .length = 8 * n, .target = glb::kArray},
                             {.offset = 32 * n, .length = 4 * sizes.indices, .target = glb::kElementArray}};
  std::string json = "{\"asset\":" + glb::asset_text(metadata) + ",\n";
  json += "\"scene\":0,\"scenes\":[{\"nodes\":[0]}],\"nodes\":[{\"mesh\":0}],\n";
  json +=
      "\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":0,\"NORMAL\":1,\"TEXCOORD_0\":2},\"indices\":3,"
      "\"material\":0}]}],\n";
  json +=
      "\"materials\":[{\"pbrMetallicRoughness\":{\"baseColorFactor\":[0.5,0.5,0.5,1],\"metallicFactor\":0,"
      "\"roughnessFactor\":1}}],\n";
  json += "\"accessors\":[";
  for (const glb::AccessorText& a : accessors) json += (&a == accessors ? "" : ",\n") + glb::accessor_text(a);
  json += "],\n\"bufferViews\":[";
  for (const glb::View& v : views) json += (&v == views ? "" : ",\n") + glb::view_text(v);
  return json + "],\n\"buffers\":[{\"byteLength\":" + std::to_string(sizes.bytes()) + "}]}";
}

void add_buffer(Bytes& bytes, const MeshSurface& surface) {
  surface.for_each_vertex([&](MeshVertex v) { append_floats(bytes, y_up(surface.position(v))); });
  surface.for_each_vertex([&](MeshVertex v) { append_floats(bytes, y_up(surface.normal(v))); });
  surface.for_each_vertex([&](MeshVertex v) {
    append_float(bytes, v.i / (surface.nx() - 1.0));
    append_float(bytes, (surface.ny() - 1 - v.j) / (surface.ny() - 1.0));
  });
  const Grid<std::uint32_t> number = number_vertices(surface);
  surface.for_each_triangle([&](const MeshTriangle& t) {
    for (const MeshVertex v : t) append_word(bytes, number(v.i, v.j));
  });
}

}  // namespace

Result<Bytes> encode_mesh_glb(const MeshSurface& surface, std::span<const TextEntry> metadata) {
  const Sizes sizes{surface.vertices(), 6 * surface.squares()};
  const std::string json = json_chunk(surface, sizes, metadata);
  std::optional<Bytes> bytes = glb::head(json, sizes.bytes());
  if (!bytes) {
    return fail({.found = "the mesh would take " + std::to_string((json.size() + sizes.bytes()) >> 20) + " MiB",
                 .allowed = ".glb holds less than 4096",
                 .remedy = "write .ply, or fewer samples",
                 .file = {}});
  }
  bytes->reserve(bytes->size() + static_cast<std::size_t>(sizes.bytes()));
  add_buffer(*bytes, surface);
  return std::move(*bytes);
}

}  // namespace solgel::io
