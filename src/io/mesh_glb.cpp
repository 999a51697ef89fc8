// GLB: glTF 2.0 in one file, after the specification of the Khronos Group (2021).
//
//   "glTF" 2 length | length "JSON" text, padded with spaces | length "BIN" positions normals texcoords indices
//
// all words and floats little-endian, 32 bits. glTF's axes are (x, z, -y) of ours. Its textures begin in the
// north-west, and so v = 1 - y / height of the map. The bounds of positions, which glTF wants in the text, are those of
// the floats and written with all their digits. The material is a matt grey; the node carries no transform.
#include <algorithm>
#include <charconv>
#include <limits>
#include <map>
#include <string>

#include "core/json.h"
#include "core/version.h"
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

std::string float_text(double value) {
  char text[32];
  const auto end = std::to_chars(text, text + sizeof text, static_cast<double>(static_cast<float>(value)));
  return std::string(text, end.ptr);
}

std::string vector_text(Vec3 v) {
  return "[" + float_text(v.x) + "," + float_text(v.y) + "," + float_text(v.z) + "]";
}

// Bytes of the UTF-8 character that `text` begins with, 0 when there is none.
std::size_t character_size(std::string_view text) {
  const auto byte = [&](std::size_t k) { return k < text.size() ? static_cast<unsigned char>(text[k]) : 0u; };
  const unsigned lead = byte(0), next = byte(1);
  if (lead < 0x80) return 1;
  const std::size_t size = lead < 0xc2 ? 0 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : lead < 0xf5 ? 4 : 0;
  for (std::size_t k = 1; k < size; ++k) {
    if (byte(k) < 0x80 || byte(k) > 0xbf) return 0;
  }
  const bool overlong = (lead == 0xe0 && next < 0xa0) || (lead == 0xf0 && next < 0x90);
  const bool beyond = (lead == 0xed && next > 0x9f) || (lead == 0xf4 && next > 0x8f);  // surrogates, above 10ffff
  return overlong || beyond ? 0 : size;
}

// JSON must be UTF-8; the bytes of a file's name need not be.
std::string utf8(std::string text) {
  for (std::size_t k = 0; k < text.size();) {
    const std::size_t size = character_size(std::string_view(text).substr(k));
    if (size == 0) text[k] = '?';
    k += std::max<std::size_t>(size, 1);
  }
  return text;
}

std::string extras(std::span<const TextEntry> metadata) {
  std::map<std::string, std::string> unique;  // of two equal names a reader of JSON may take either: the last counts
  for (const TextEntry& entry : metadata) unique[utf8(entry.key)] = utf8(entry.value);
  JsonObject object;
  for (const auto& entry : unique) object.text(entry.first, entry.second);
  return object.str();
}

struct Sizes {
  std::uint64_t vertices, indices;
  std::uint64_t bytes() const { return 32 * vertices + 4 * indices; }
};

std::string view_text(std::uint64_t offset, std::uint64_t length, int target) {
  return "{\"buffer\":0,\"byteOffset\":" + std::to_string(offset) + ",\"byteLength\":" + std::to_string(length) +
         ",\"target\":" + std::to_string(target) + "}";
}

std::string accessor_text(int view, int component, std::uint64_t count, const std::string& type_and_bounds) {
  return "{\"bufferView\":" + std::to_string(view) + ",\"componentType\":" + std::to_string(component) +
         ",\"count\":" + std::to_string(count) + ",\"type\":" + type_and_bounds + "}";
}

std::string json_chunk(const MeshSurface& surface, const Sizes& sizes, std::span<const TextEntry> metadata) {
  constexpr int kArray = 34962, kElementArray = 34963, kFloat = 5126, kUnsignedInt = 5125;
  const Bounds b = bounds_of(surface);
  const std::uint64_t n = sizes.vertices;
  std::string json = "{\"asset\":{\"version\":\"2.0\",\"generator\":\"solgel " + std::string(kVersion) +
                     "\",\"extras\":" + extras(metadata) + "},\n";
  json += "\"scene\":0,\"scenes\":[{\"nodes\":[0]}],\"nodes\":[{\"mesh\":0}],\n";
  json +=
      "\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":0,\"NORMAL\":1,\"TEXCOORD_0\":2},\"indices\":3,"
      "\"material\":0}]}],\n";
  json +=
      "\"materials\":[{\"pbrMetallicRoughness\":{\"baseColorFactor\":[0.5,0.5,0.5,1],\"metallicFactor\":0,"
      "\"roughnessFactor\":1}}],\n";
  json += "\"accessors\":[" +
          accessor_text(0, kFloat, n, "\"VEC3\",\"min\":" + vector_text(b.least) + ",\"max\":" + vector_text(b.most)) +
          ",\n" + accessor_text(1, kFloat, n, "\"VEC3\"") + ",\n" + accessor_text(2, kFloat, n, "\"VEC2\"") + ",\n" +
          accessor_text(3, kUnsignedInt, sizes.indices, "\"SCALAR\"") + "],\n";
  json += "\"bufferViews\":[" + view_text(0, 12 * n, kArray) + ",\n" + view_text(12 * n, 12 * n, kArray) + ",\n" +
          view_text(24 * n, 8 * n, kArray) + ",\n" + view_text(32 * n, 4 * sizes.indices, kElementArray) + "],\n";
  json += "\"buffers\":[{\"byteLength\":" + std::to_string(sizes.bytes()) + "}]}";
  json.resize((json.size() + 3) / 4 * 4, ' ');
  return json;
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
  constexpr std::uint32_t kMagic = 0x46546c67, kVersion2 = 2, kJson = 0x4e4f534a, kBin = 0x004e4942;
  const Sizes sizes{surface.vertices(), 6 * surface.squares()};
  const std::string json = json_chunk(surface, sizes, metadata);
  const std::uint64_t total = 12 + 8 + json.size() + 8 + sizes.bytes();
  if (total > std::numeric_limits<std::uint32_t>::max()) {
    return fail({.found = "the mesh would take " + std::to_string(total >> 20) + " MiB",
                 .allowed = ".glb holds less than 4096",
                 .remedy = "write .ply, or fewer samples",
                 .file = {}});
  }
  Bytes bytes;
  bytes.reserve(static_cast<std::size_t>(total));
  for (const std::uint32_t word : {kMagic, kVersion2, static_cast<std::uint32_t>(total)}) append_word(bytes, word);
  append_word(bytes, static_cast<std::uint32_t>(json.size()));
  append_word(bytes, kJson);
  append(bytes, json.data(), json.size());
  append_word(bytes, static_cast<std::uint32_t>(sizes.bytes()));
  append_word(bytes, kBin);
  add_buffer(bytes, surface);
  return bytes;
}

}  // namespace solgel::io
