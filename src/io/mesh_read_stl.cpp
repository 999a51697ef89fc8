// STL: triangles without shared points, which are found again by their coordinates (0 and -0 are one).
//
// A file is binary if its length is what its count says, and text if it begins with "solid" and has no byte 0 nearby:
// many binary files begin with "solid" too. Normals are passed over.
#include "io/mesh_read_format.h"
#include "io/track_text.h"

namespace solgel::io {
namespace {

constexpr std::size_t kHeader = 84, kFacet = 50;

std::string lower_case(std::string_view word) {
  std::string lower(word.substr(0, 16));
  for (char& c : lower) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c;
  return lower;
}

std::uint64_t facets_promised(std::span<const std::byte> bytes) {
  return static_cast<std::uint64_t>(load_scalar(Scalar::u32, false, bytes.data() + 80));
}

bool is_text(std::span<const std::byte> bytes) {
  if (bytes.size() >= kHeader && bytes.size() == kHeader + kFacet * facets_promised(bytes)) return false;
  const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  const std::size_t begin = text.find_first_not_of(" \t\r\n");
  return begin != text.npos && lower_case(text.substr(begin, 5)) == "solid" &&
         text.substr(0, 512).find('\0') == text.npos;
}

void add_facet(TriangleMesh& mesh, MeshNumbers& numbers, const Vec3 (&corner)[3]) {
  if (mesh.triangles.size() == kMostMeshElements) {
    return numbers.stop({.found = "the file has more than " + std::to_string(kMostMeshElements) + " triangles",
                         .remedy = "make the mesh coarser"});
  }
  const auto n = static_cast<std::uint32_t>(mesh.points.size());
  for (const Vec3& p : corner) mesh.points.push_back(p + Vec3{});  // + 0: no -0
  mesh.triangles.push_back({n, n + 1, n + 2});
}

class TextReader {
 public:
  explicit TextReader(std::span<const std::byte> bytes) : numbers_(bytes) {}

  Result<TriangleMesh> read() {
    while (read_solid()) {
    }
    if (!numbers_.ok()) return fail(numbers_.error());
    return std::move(mesh_);
  }

 private:
  // False at the end of the file or at an error.
  bool read_solid() {
    numbers_.at("the header", 0);
    const std::string_view word = numbers_.word();
    if (word.empty()) return false;
    if (lower_case(word) != "solid") return expected("solid", word);
    numbers_.rest_of_line();
    for (std::uint64_t facet = 1;; ++facet) {
      numbers_.at("facet", mesh_.triangles.size() + 1);
      const std::string_view next = numbers_.word();
      const std::string lower = lower_case(next);
      if (lower == "endsolid") break;
      if (lower != "facet") return expected("facet or endsolid", next);
      if (!read_facet()) return false;
    }
    numbers_.rest_of_line();
    return true;
  }

  bool read_facet() {
    take("normal");
    for (int k = 0; k < 3; ++k) numbers_.word();
    take("outer");
    take("loop");
    Vec3 corner[3];
    for (Vec3& p : corner) {
      take("vertex");
      numbers_.at("a corner of facet", mesh_.triangles.size() + 1);
      p = numbers_.point(Scalar::f64);
    }
    numbers_.at("facet", mesh_.triangles.size() + 1);
    take("endloop");
    take("endfacet");
    if (numbers_.ok()) add_facet(mesh_, numbers_, corner);
    return numbers_.ok();
  }

  void take(std::string_view word) {
    if (!numbers_.ok()) return;
    const std::string_view found = numbers_.word();
    if (lower_case(found) != word) expected(word, found);
  }

  bool expected(std::string_view what, std::string_view found) {
    if (found.empty()) {
      numbers_.stop(
          {.found = "the file ends before " + numbers_.item_text(), .remedy = "it is cut off: copy it again"});
    } else {
      numbers_.stop({.found = numbers_.item_text() + " has " + quoted_text(found),
                     .allowed = "allowed " + std::string(what),
                     .remedy = "the file is damaged: export it again"});
    }
    return false;
  }

  MeshNumbers numbers_;
  TriangleMesh mesh_;
};

Result<TriangleMesh> read_binary(std::span<const std::byte> bytes, Warnings& warnings) {
  if (bytes.size() < kHeader) {
    return fail({.found = "the file has " + std::to_string(bytes.size()) + " bytes",
                 .allowed = "a binary STL takes at least 84",
                 .remedy = "it is cut off: copy it again"});
  }
  MeshNumbers numbers(bytes.subspan(80), 0, MeshNumbers::Form::little);
  const std::size_t count = numbers.promised("facets", numbers.whole(Scalar::u32), kMostMeshElements, {0, kFacet});
  TriangleMesh mesh;
  mesh.points.reserve(3 * count);
  mesh.triangles.reserve(count);
  for (std::size_t k = 0; k < count && numbers.ok(); ++k) {
    numbers.at("a corner of facet", k + 1);
    numbers.skip_bytes(12);
    const Vec3 corner[3] = {numbers.point(Scalar::f32), numbers.point(Scalar::f32), numbers.point(Scalar::f32)};
    numbers.skip_bytes(2);
    add_facet(mesh, numbers, corner);
  }
  if (!numbers.ok()) return fail(numbers.error());
  warn_left_out(warnings, numbers.remaining(), "bytes after the last facet");
  return mesh;
}

}  // namespace

Result<ReadMesh> read_stl_mesh(std::span<const std::byte> bytes, Warnings& warnings) {
  Result<TriangleMesh> mesh = is_text(bytes) ? TextReader(bytes).read() : read_binary(bytes, warnings);
  if (!mesh) return fail(mesh.error());
  if (mesh->triangles.empty()) {
    return fail({.found = "the file has no facets", .allowed = "allowed meshes with at least one"});
  }
  weld(*mesh);
  if (mesh->points.size() > kMostMeshPoints) {
    return fail({.found = "the file has " + std::to_string(mesh->points.size()) + " different points",
                 .allowed = "allowed " + std::to_string(kMostMeshPoints),
                 .remedy = "make the mesh coarser"});
  }
  return std::move(*mesh);
}

}  // namespace solgel::io
