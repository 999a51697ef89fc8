// glTF 2.0 (Khronos Group 2021): .glb, or .gltf with data: URIs.
//
// The nodes of the default scene (without scenes: all meshes) are walked once each; a primitive of triangles becomes
// part of the mesh with
//   p' = M p,   M = product of the nodes' matrices from the root; matrix, or T R S of
//   R = rotation of the unit quaternion (x, y, z, w)
// and its corners turned round where det M < 0. Computed in double. Corners with equal coordinates are then joined:
// glTF splits points where normals or texture coordinates differ. Morph targets and skins are left out.
#include <algorithm>
#include <cmath>
#include <optional>

#include <nlohmann/json.hpp>

#include "io/mesh_read_format.h"
#include "io/track_text.h"

namespace solgel::io {
namespace {

using Json = nlohmann::json;

// None of these throws: null where there is no such thing.
const Json* member(const Json* value, const char* key) {
  if (!value || !value->is_object()) return nullptr;
  const auto found = value->find(key);
  return found == value->end() ? nullptr : &*found;
}
const Json* item(const Json* value, std::uint64_t index) {
  return value && value->is_array() && index < value->size() ? &(*value)[static_cast<std::size_t>(index)] : nullptr;
}
std::optional<std::uint64_t> whole(const Json* value) {
  if (!value || !value->is_number_unsigned()) return std::nullopt;
  return value->get<std::uint64_t>();
}
std::uint64_t whole_or(const Json* value, std::uint64_t otherwise) {
  return whole(value).value_or(otherwise);
}
std::string_view text(const Json* value) {
  return value && value->is_string() ? std::string_view(*value->get_ptr<const std::string*>()) : std::string_view();
}
std::size_t size_of(const Json* value) {
  return value && value->is_array() ? value->size() : 0;
}

// Depth of brackets outside of strings.
bool is_too_deep(std::string_view json) {
  constexpr int kDeepest = 64;
  int depth = 0;
  bool in_string = false;
  for (std::size_t k = 0; k < json.size(); ++k) {
    const char c = json[k];
    if (in_string) {
      k += c == '\\' ? 1 : 0;
      in_string = c != '"';
    } else if (c == '"') {
      in_string = true;
    } else if (c == '{' || c == '[') {
      if (++depth > kDeepest) return true;
    } else if (c == '}' || c == ']') {
      --depth;
    }
  }
  return false;
}

struct Matrix {
  Vec3 x{1, 0, 0}, y{0, 1, 0}, z{0, 0, 1}, origin{};  // columns

  Vec3 turn(Vec3 p) const { return p.x * x + p.y * y + p.z * z; }
  Vec3 operator()(Vec3 p) const { return turn(p) + origin; }
  bool mirrors() const { return dot(x, cross(y, z)) < 0; }
};
Matrix operator*(const Matrix& a, const Matrix& b) {
  return {a.turn(b.x), a.turn(b.y), a.turn(b.z), a(b.origin)};
}

struct Accessor {
  std::span<const std::byte> bytes;
  std::size_t count = 0, stride = 0, components = 1;
  Scalar type = Scalar::f32;
  bool normalized = false;

  double value(std::size_t k, std::size_t component) const {
    const double v = load_scalar(type, false, bytes.data() + k * stride + component * scalar_bytes(type));
    if (!normalized || !is_whole(type)) return v;
    constexpr double kMost[] = {127, 255, 32767, 65535, 2147483647, 4294967295};
    return std::max(v / kMost[static_cast<std::size_t>(type)], -1.0);
  }
};

class GltfReader {
 public:
  GltfReader(std::span<const std::byte> bytes, Warnings& warnings) : file_(bytes), warnings_(warnings) {}
  Result<ReadMesh> read();

 private:
  struct Visit {
    std::uint64_t node;
    Matrix matrix;
  };

  Status read_chunks(std::string_view& json);
  Status check_extensions() const;
  Status walk();
  Status visit(const Visit& visit, std::vector<Visit>& open);
  Result<Matrix> matrix_of(const Json& node, std::uint64_t index) const;
  Status add_mesh(std::uint64_t index, const Matrix& matrix);
  Status add_primitive(const Json& primitive, const Matrix& matrix);
  Status add_triangles(const Json& primitive, std::size_t first, bool mirrored);
  Result<Accessor> accessor(const Json* index, std::string_view type);
  Status place(Accessor& accessor, const Json& found, const Json& view, const std::string& name);
  Result<std::span<const std::byte>> buffer(std::uint64_t index);
  Error odd(std::string found, std::string allowed = {}, std::string remedy = {}) const {
    return {.found = std::move(found),
            .allowed = std::move(allowed),
            .remedy = remedy.empty() ? "the file is damaged: export it again" : std::move(remedy)};
  }

  std::span<const std::byte> file_;
  Warnings& warnings_;
  Json root_;
  std::span<const std::byte> chunk_;  // of a GLB
  std::vector<std::vector<std::byte>> decoded_;
  std::vector<bool> is_decoded_;
  TriangleMesh mesh_;
  std::uint64_t flat_ = 0;
};

Status GltfReader::read_chunks(std::string_view& json) {
  constexpr std::int64_t kVersion = 2, kJson = 0x4e4f534a, kBin = 0x004e4942;
  json = {reinterpret_cast<const char*>(file_.data()), file_.size()};
  if (!json.starts_with("glTF")) {
    if (json.starts_with("\xEF\xBB\xBF")) json.remove_prefix(3);
    return {};
  }
  MeshNumbers words(file_, 0, MeshNumbers::Form::little);
  words.skip_bytes(4);
  const std::int64_t version = words.whole(Scalar::u32);
  words.whole(Scalar::u32);
  if (words.ok() && version != kVersion) {
    return fail({.found = "the file is glTF " + std::to_string(version),
                 .allowed = "allowed 2",
                 .remedy = "export it as glTF 2.0"});
  }
  bool has_json = false, has_bin = false;
  while (words.ok() && (words.remaining() > 0 || !has_json)) {
    words.at("the header of a chunk", 0);
    const std::int64_t size = words.whole(Scalar::u32), kind = words.whole(Scalar::u32);
    words.at("a chunk", 0);
    const std::size_t begin = file_.size() - words.remaining();
    words.skip_bytes(static_cast<std::uint64_t>(size));
    if (!words.ok()) break;
    const std::span<const std::byte> chunk = file_.subspan(begin, static_cast<std::size_t>(size));
    if (kind == kJson && !has_json) {
      json = {reinterpret_cast<const char*>(chunk.data()), chunk.size()};
      has_json = true;
    } else if (kind == kBin && !has_bin) {
      chunk_ = chunk;
      has_bin = true;
    }
  }
  return words.ok() ? Status() : fail(words.error());
}

Status GltfReader::check_extensions() const {
  const Json* required = member(&root_, "extensionsRequired");
  for (std::size_t k = 0; k < size_of(required); ++k) {
    const std::string_view name = text(item(required, k));
    if (name != "KHR_draco_mesh_compression" && name != "EXT_meshopt_compression") continue;
    return fail(
        odd("the file needs " + std::string(name), "allowed uncompressed meshes", "export it without compression"));
  }
  return {};
}

Result<std::span<const std::byte>> GltfReader::buffer(std::uint64_t index) {
  const Json* buffers = member(&root_, "buffers");
  const std::string name = "buffer " + std::to_string(index);
  const Json* found = item(buffers, index);
  if (!found)
    return fail(odd("the file names " + name, "allowed 0 to " + std::to_string(size_of(buffers)) + " exclusive"));
  const std::string_view uri = text(member(found, "uri"));
  if (uri.empty()) {
    if (index == 0 && chunk_.data()) return chunk_;
    return fail(odd(name + " has no data", "allowed a chunk BIN or a data: URI"));
  }
  const std::size_t comma = uri.find(',');
  if (!uri.starts_with("data:") || comma == uri.npos || !uri.substr(0, comma).ends_with(";base64")) {
    return fail(
        odd(name + " lies in " + quoted_text(uri), "allowed buffers inside the file as base64", "export it as .glb"));
  }
  decoded_.resize(size_of(buffers));
  is_decoded_.resize(size_of(buffers));
  const auto k = static_cast<std::size_t>(index);
  if (!is_decoded_[k] && !decode_base64(uri.substr(comma + 1), uri.size(), decoded_[k])) {
    return fail(odd(name + " is no base64"));
  }
  is_decoded_[k] = true;
  return std::span<const std::byte>(decoded_[k]);
}

std::optional<Scalar> component_type(std::uint64_t number) {
  switch (number) {
    case 5120:
      return Scalar::i8;
    case 5121:
      return Scalar::u8;
    case 5122:
      return Scalar::i16;
    case 5123:
      return Scalar::u16;
    case 5125:
      return Scalar::u32;
    case 5126:
      return Scalar::f32;
    default:
      return std::nullopt;
  }
}

Result<Accessor> GltfReader::accessor(const Json* index, std::string_view type) {
  const std::uint64_t at = whole_or(index, ~std::uint64_t{0});
  const Json* found = item(member(&root_, "accessors"), at);
  if (!found) {
    return fail(odd("a primitive names an accessor that is not there",
                    "there are " + std::to_string(size_of(member(&root_, "accessors")))));
  }
  const std::string name = "accessor " + std::to_string(at);
  if (member(found, "sparse")) {
    return fail(odd(name + " is sparse", "allowed plain accessors", "export it without sparse accessors"));
  }
  const std::optional<Scalar> component = component_type(whole_or(member(found, "componentType"), 0));
  if (!component || text(member(found, "type")) != type) {
    return fail(odd(name + " is of type " + quoted_text(text(member(found, "type"))) + " and component type " +
                        std::to_string(whole_or(member(found, "componentType"), 0)),
                    "allowed " + std::string(type) + " of 5120 to 5126"));
  }
  const Json* view = item(member(&root_, "bufferViews"), whole_or(member(found, "bufferView"), ~std::uint64_t{0}));
  if (!view) return fail(odd(name + " has no bufferView", "allowed accessors with their data"));
  Accessor accessor;
  accessor.type = *component;
  accessor.components = type == "VEC3" ? 3 : 1;
  const Json* normalized = member(found, "normalized");
  accessor.normalized = normalized && normalized->is_boolean() && normalized->get<bool>();
  const Status good = place(accessor, *found, *view, name);
  if (!good) return fail(good.error());
  return accessor;
}

// Finds the bytes of the accessor and holds them against its view and buffer.
Status GltfReader::place(Accessor& accessor, const Json& found, const Json& view, const std::string& name) {
  const Result<std::span<const std::byte>> all = buffer(whole_or(member(&view, "buffer"), ~std::uint64_t{0}));
  if (!all) return fail(all.error());
  const std::uint64_t size = accessor.components * scalar_bytes(accessor.type);
  const std::uint64_t stride = whole_or(member(&view, "byteStride"), size);
  const std::uint64_t count = whole_or(member(&found, "count"), 0);
  const std::uint64_t view_at = whole_or(member(&view, "byteOffset"), 0),
                      offset = whole_or(member(&found, "byteOffset"), 0);
  const std::uint64_t length = whole_or(member(&view, "byteLength"), 0);
  const bool is_inside = view_at <= all->size() && length <= all->size() - view_at && offset <= length;
  const std::uint64_t left = is_inside ? length - offset : 0;
  if (!is_inside || stride < size || (count > 0 && (left < size || (left - size) / stride < count - 1))) {
    return fail(odd(name + " has " + std::to_string(count) + " items of " + std::to_string(size) + " bytes, " +
                        std::to_string(stride) + " apart",
                    "its buffer of " + std::to_string(all->size()) + " bytes cannot hold them"));
  }
  accessor.bytes = all->subspan(static_cast<std::size_t>(view_at + offset), static_cast<std::size_t>(left));
  accessor.stride = static_cast<std::size_t>(stride);
  accessor.count = static_cast<std::size_t>(count);
  return {};
}

// `count` numbers of a node; false when there is no such member.
Result<bool> numbers_of(const Json& node, const char* key, std::span<double> to, std::uint64_t index) {
  const Json* list = member(&node, key);
  if (!list) return false;
  bool good = size_of(list) == to.size();
  for (std::size_t k = 0; good && k < to.size(); ++k) {
    const Json& value = (*list)[k];
    good = value.is_number();
    if (good) to[k] = value.get<double>();
  }
  if (good) return true;
  return fail({.found = "node " + std::to_string(index) + " has an odd " + std::string(key),
               .allowed = "allowed " + std::to_string(to.size()) + " numbers",
               .remedy = "the file is damaged: export it again"});
}

Matrix rotation(const double (&q)[4]) {
  const double x = q[0], y = q[1], z = q[2], w = q[3];
  return {{1 - 2 * (y * y + z * z), 2 * (x * y + z * w), 2 * (x * z - y * w)},
          {2 * (x * y - z * w), 1 - 2 * (x * x + z * z), 2 * (y * z + x * w)},
          {2 * (x * z + y * w), 2 * (y * z - x * w), 1 - 2 * (x * x + y * y)},
          {}};
}

Result<Matrix> GltfReader::matrix_of(const Json& node, std::uint64_t index) const {
  double m[16], t[3] = {0, 0, 0}, r[4] = {0, 0, 0, 1}, s[3] = {1, 1, 1};
  const Result<bool> has_matrix = numbers_of(node, "matrix", m, index);
  if (!has_matrix) return fail(has_matrix.error());
  if (*has_matrix) {
    return Matrix{{m[0], m[1], m[2]}, {m[4], m[5], m[6]}, {m[8], m[9], m[10]}, {m[12], m[13], m[14]}};
  }
  for (const Result<bool>& part : {numbers_of(node, "translation", t, index), numbers_of(node, "rotation", r, index),
                                   numbers_of(node, "scale", s, index)}) {
    if (!part) return fail(part.error());
  }
  Matrix matrix = rotation(r);
  matrix.x = s[0] * matrix.x;
  matrix.y = s[1] * matrix.y;
  matrix.z = s[2] * matrix.z;
  matrix.origin = {t[0], t[1], t[2]};
  return matrix;
}

Status GltfReader::add_triangles(const Json& primitive, std::size_t first, bool mirrored) {
  const std::size_t points = mesh_.points.size() - first;
  const Json* indices = member(&primitive, "indices");
  Accessor list;
  if (indices) {
    const Result<Accessor> found = accessor(indices, "SCALAR");
    if (!found) return fail(found.error());
    list = *found;
    if (!is_whole(list.type) || list.normalized)
      return fail(odd("indices are no whole numbers", "allowed 5121, 5123 and 5125"));
  }
  const std::size_t count = indices ? list.count : points;
  if (count % 3 != 0)
    return fail(odd("a primitive has " + std::to_string(count) + " corners", "allowed multiples of three"));
  if (count / 3 > kMostMeshElements - mesh_.triangles.size()) {
    return fail(odd("the scene has more than " + std::to_string(kMostMeshElements) + " triangles", {},
                    "make the mesh coarser"));
  }
  for (std::size_t k = 0; k < count; k += 3) {
    Triangle triangle{};
    for (std::size_t c = 0; c < 3; ++c) {
      const double at = indices ? list.value(k + c, 0) : static_cast<double>(k + c);
      if (!(at >= 0 && at < static_cast<double>(points))) {
        return fail(odd("triangle " + std::to_string(mesh_.triangles.size() + 1) + " names point " + short_number(at),
                        "allowed 0 to " + std::to_string(points) + " exclusive"));
      }
      triangle[c] = static_cast<std::uint32_t>(first + static_cast<std::size_t>(at));
    }
    if (mirrored) std::swap(triangle[1], triangle[2]);
    mesh_.triangles.push_back(triangle);
  }
  return {};
}

Status GltfReader::add_primitive(const Json& primitive, const Matrix& matrix) {
  constexpr std::uint64_t kTriangles = 4, kLastFlat = 3;
  const std::uint64_t mode = whole_or(member(&primitive, "mode"), kTriangles);
  if (mode <= kLastFlat) {
    ++flat_;
    return {};
  }
  if (mode != kTriangles) {
    return fail(odd("a primitive has mode " + std::to_string(mode), "allowed 4, triangles", "export plain triangles"));
  }
  if (member(member(&primitive, "extensions"), "KHR_draco_mesh_compression")) {
    return fail(odd("a primitive needs KHR_draco_mesh_compression", "allowed uncompressed meshes",
                    "export it without compression"));
  }
  if (member(&primitive, "targets")) warnings_.add("targets", 0, "morph targets left out: the mesh is taken at rest");
  const Result<Accessor> positions = accessor(member(member(&primitive, "attributes"), "POSITION"), "VEC3");
  if (!positions) return fail(positions.error());
  const std::size_t first = mesh_.points.size();
  if (positions->count > kMostMeshPoints - first) {
    return fail(
        odd("the scene has more than " + std::to_string(kMostMeshPoints) + " points", {}, "make the mesh coarser"));
  }
  MeshNumbers check({}, 0);
  for (std::size_t k = 0; k < positions->count && check.ok(); ++k) {
    check.at("point", mesh_.points.size() + 1);
    const Vec3 p = matrix({positions->value(k, 0), positions->value(k, 1), positions->value(k, 2)});
    check.check(p);
    mesh_.points.push_back(p + Vec3{});  // + 0: no -0
  }
  if (!check.ok()) return fail(check.error());
  return add_triangles(primitive, first, matrix.mirrors());
}

Status GltfReader::add_mesh(std::uint64_t index, const Matrix& matrix) {
  const Json* mesh = item(member(&root_, "meshes"), index);
  if (!mesh) {
    return fail(odd("a node names mesh " + std::to_string(index),
                    "there are " + std::to_string(size_of(member(&root_, "meshes")))));
  }
  const Json* primitives = member(mesh, "primitives");
  for (std::size_t k = 0; k < size_of(primitives); ++k) {
    const Status good = add_primitive(*item(primitives, k), matrix);
    if (!good) return good;
  }
  return {};
}

Status GltfReader::visit(const Visit& visit, std::vector<Visit>& open) {
  const Json& node = *item(member(&root_, "nodes"), visit.node);
  const Result<Matrix> own = matrix_of(node, visit.node);
  if (!own) return fail(own.error());
  const Matrix matrix = visit.matrix * *own;
  if (member(&node, "skin")) warnings_.add("skin", 0, "skins left out: the mesh is taken at rest");
  if (const std::optional<std::uint64_t> mesh = whole(member(&node, "mesh"))) {
    const Status good = add_mesh(*mesh, matrix);
    if (!good) return good;
  }
  const Json* children = member(&node, "children");
  for (std::size_t k = size_of(children); k > 0; --k) {
    open.push_back({whole_or(item(children, k - 1), ~std::uint64_t{0}), matrix});
  }
  return {};
}

// Depth first, in the order of the file.
Status GltfReader::walk() {
  const Json* scenes = member(&root_, "scenes");
  if (size_of(scenes) == 0) {
    for (std::size_t k = 0; k < size_of(member(&root_, "meshes")); ++k) {
      const Status good = add_mesh(k, {});
      if (!good) return good;
    }
    return {};
  }
  const Json* scene = item(scenes, whole_or(member(&root_, "scene"), 0));
  const std::size_t nodes = size_of(member(&root_, "nodes"));
  std::vector<Visit> open;
  const Json* roots = member(scene, "nodes");
  for (std::size_t k = size_of(roots); k > 0; --k) {
    open.push_back({whole_or(item(roots, k - 1), ~std::uint64_t{0}), {}});
  }
  std::vector<bool> is_seen(nodes);
  while (!open.empty()) {
    const Visit next = open.back();
    open.pop_back();
    if (next.node >= nodes || is_seen[static_cast<std::size_t>(next.node)]) {
      return fail(odd(next.node >= nodes ? "the scene names a node that is not there"
                                         : "node " + std::to_string(next.node) + " has two parents",
                      "allowed a tree of the " + std::to_string(nodes) + " nodes"));
    }
    is_seen[static_cast<std::size_t>(next.node)] = true;
    const Status good = visit(next, open);
    if (!good) return good;
  }
  return {};
}

Result<ReadMesh> GltfReader::read() {
  std::string_view json;
  Status good = read_chunks(json);
  if (!good) return fail(good.error());
  if (is_too_deep(json)) return fail(odd("the JSON is nested too deep", "allowed 64 brackets"));
  root_ = Json::parse(json.begin(), json.end(), nullptr, false);
  if (root_.is_discarded() || !root_.is_object()) {
    return fail(odd("the JSON of the file cannot be read", {}, "it is cut off or damaged: copy it again"));
  }
  if (!text(member(member(&root_, "asset"), "version")).starts_with("2.")) {
    return fail(odd("the asset's version is " + quoted_text(text(member(member(&root_, "asset"), "version"))),
                    "allowed 2.0", "export it as glTF 2.0"));
  }
  good = check_extensions();
  if (good) good = walk();
  if (!good) return fail(good.error());
  if (mesh_.triangles.empty()) {
    return fail(
        odd("the scene has no triangles", "allowed meshes with at least one", "export the surface as triangles"));
  }
  warn_left_out(warnings_, flat_, "primitives of points and lines");
  weld(mesh_);
  return std::move(mesh_);
}

}  // namespace

Result<ReadMesh> read_gltf_mesh(std::span<const std::byte> bytes, Warnings& warnings) {
  return GltfReader(bytes, warnings).read();
}

}  // namespace solgel::io
