// Files made by hand for the mesh readers, and what reading them gives.
#pragma once

#include <algorithm>
#include <bit>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

#include <doctest/doctest.h>

#include "io/bytes.h"
#include "io/mesh_read.h"

namespace solgel::test {

inline std::span<const std::byte> bytes_of(std::string_view text) {
  return {reinterpret_cast<const std::byte*>(text.data()), text.size()};
}

inline io::MeshFile read_mesh(std::string_view file, std::string_view name, const io::MeshBytes& second = {}) {
  const Result<io::MeshFile> mesh = io::read_mesh({bytes_of(file), name}, second);
  REQUIRE_MESSAGE(mesh.has_value(), (mesh ? "" : mesh.error().message()));
  return *mesh;
}
inline TriangleMesh triangles(std::string_view file, std::string_view name) {
  const io::MeshFile mesh = read_mesh(file, name);
  REQUIRE(std::holds_alternative<TriangleMesh>(mesh.mesh));
  return std::get<TriangleMesh>(mesh.mesh);
}
inline TetrahedralMesh tetrahedra(std::string_view file, std::string_view name) {
  const io::MeshFile mesh = read_mesh(file, name);
  REQUIRE(std::holds_alternative<TetrahedralMesh>(mesh.mesh));
  return std::get<TetrahedralMesh>(mesh.mesh);
}

// Message of the error, empty when the file is read.
inline std::string mesh_error(std::string_view file, std::string_view name, const io::MeshBytes& second = {}) {
  const Result<io::MeshFile> mesh = io::read_mesh({bytes_of(file), name}, second);
  return mesh ? "" : mesh.error().message();
}
// The first warning, empty when there is none.
inline std::string mesh_warning(std::string_view file, std::string_view name) {
  const io::MeshFile mesh = read_mesh(file, name);
  return mesh.warnings.empty() ? "" : mesh.warnings.list().front().message;
}

// Bytes of numbers in either order.
class Binary {
 public:
  explicit Binary(bool big_endian) : big_endian_(big_endian) {}
  Binary& text(std::string_view part) {
    bytes_ += part;
    return *this;
  }
  template <class T>
  Binary& add(std::initializer_list<T> values) {
    for (const T value : values) {
      char raw[sizeof(T)];
      std::memcpy(raw, &value, sizeof(T));
      if (big_endian_ == (std::endian::native == std::endian::little)) std::reverse(raw, raw + sizeof(T));
      bytes_.append(raw, sizeof(T));
    }
    return *this;
  }
  const std::string& str() const { return bytes_; }

 private:
  bool big_endian_;
  std::string bytes_;
};

inline std::string base64(std::string_view bytes) {
  constexpr std::string_view kDigits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  for (std::size_t k = 0; k < bytes.size(); k += 3) {
    std::uint32_t group = 0;
    const std::size_t size = std::min<std::size_t>(3, bytes.size() - k);
    for (std::size_t b = 0; b < 3; ++b) group = group << 8 | (b < size ? static_cast<unsigned char>(bytes[k + b]) : 0u);
    for (std::size_t d = 0; d < 4; ++d) text += d <= size ? kDigits[group >> (18 - 6 * d) & 63u] : '=';
  }
  return text;
}

inline std::string replaced(std::string text, std::string_view what, std::string_view with) {
  const std::size_t at = text.find(what);
  REQUIRE(at != text.npos);
  return text.replace(at, what.size(), with);
}

inline const std::vector<Vec3> kCorners{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};  // of one tetrahedron
inline const std::string kDamaged = "; the file is damaged: export it again";
inline const std::string kCutOff = "; it is cut off: copy it again";
inline const std::string kCutOrDamaged = "; it is cut off or damaged: copy it again";

}  // namespace solgel::test
