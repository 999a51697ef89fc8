// Which format a mesh has: by its first bytes, else by its name.
#include <algorithm>

#include "io/mesh_read.h"
#include "io/mesh_read_numbers.h"

namespace solgel::io {
namespace {

struct Extension {
  std::string_view name;
  MeshFormat format;
};
constexpr Extension kExtensions[] = {
    {"obj", MeshFormat::obj},     {"ply", MeshFormat::ply},   {"stl", MeshFormat::stl}, {"glb", MeshFormat::gltf},
    {"gltf", MeshFormat::gltf},   {"msh", MeshFormat::msh},   {"vtk", MeshFormat::vtk}, {"vtu", MeshFormat::vtu},
    {"node", MeshFormat::tetgen}, {"ele", MeshFormat::tetgen}};

std::string lower_case(std::string_view text) {
  std::string lower(text);
  for (char& c : lower) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c;
  return lower;
}

// Where the extension begins, behind the dot; npos when there is none.
std::size_t extension_at(std::string_view name) {
  const std::size_t dot = name.find_last_of("./");
  return dot == std::string_view::npos || name[dot] == '/' ? std::string_view::npos : dot + 1;
}

Error unknown_format(std::string found) {
  std::string names;
  for (const Extension& extension : kExtensions) names += (names.empty() ? "" : " ") + std::string(extension.name);
  return {.found = std::move(found), .allowed = "allowed " + names, .remedy = "convert the mesh"};
}

Result<MeshFormat> format_of_name(std::string_view name) {
  const std::size_t at = extension_at(name);
  if (at == name.npos) return fail(unknown_format("neither bytes nor name say what format the mesh has"));
  const std::string extension = lower_case(name.substr(at, 16));
  for (const Extension& known : kExtensions) {
    if (known.name == extension) return known.format;
  }
  return fail(unknown_format("the extension '" + extension + "' is no mesh's"));
}

// The first record that is no comment is one of OBJ's.
bool begins_like_obj(std::span<const std::byte> bytes) {
  constexpr int kMostLines = 1000;
  MeshNumbers numbers(bytes);
  for (int line = 0; line < kMostLines; ++line) {
    const std::string_view word = numbers.word();
    if (word.empty()) return false;
    if (!word.starts_with('#')) {
      constexpr std::string_view kWords[] = {"v", "vt", "vn", "f", "o", "g", "s", "mtllib", "usemtl"};
      return std::find(std::begin(kWords), std::end(kWords), word) != std::end(kWords);
    }
    numbers.rest_of_line();
  }
  return false;
}

bool begins_like_stl(std::span<const std::byte> bytes, std::string_view text) {
  if (text.starts_with("solid ") || text.starts_with("solid\n") || text.starts_with("solid\r")) return true;
  if (bytes.size() < 84) return false;
  const double facets = load_scalar(Scalar::u32, false, bytes.data() + 80);
  return facets > 0 && 84 + 50 * facets == static_cast<double>(bytes.size());
}

}  // namespace

Result<MeshFormat> detect_mesh_format(const MeshBytes& file) {
  constexpr std::size_t kMostHead = 1024;
  std::string_view text(reinterpret_cast<const char*>(file.bytes.data()), file.bytes.size());
  if (text.empty()) return fail({.found = "the file is empty"});
  if (text.starts_with("glTF")) return MeshFormat::gltf;
  if (text.starts_with("ply\n") || text.starts_with("ply\r")) return MeshFormat::ply;
  if (text.starts_with("# vtk DataFile")) return MeshFormat::vtk;
  if (begins_like_stl(file.bytes, text)) return MeshFormat::stl;
  if (text.substr(0, kMostHead).find("<VTKFile") != text.npos) return MeshFormat::vtu;
  if (text.starts_with("$") && text.substr(0, kMostHead).find("$MeshFormat") != text.npos) return MeshFormat::msh;
  const std::size_t begin = text.find_first_not_of(" \t\r\n");
  if (begin != text.npos && text[begin] == '{') return MeshFormat::gltf;
  if (begins_like_obj(file.bytes)) return MeshFormat::obj;
  return format_of_name(file.name);
}

std::vector<std::string_view> mesh_extensions() {
  std::vector<std::string_view> names;
  for (const Extension& extension : kExtensions) names.push_back(extension.name);
  return names;
}

std::string mesh_companion(std::string_view name) {
  const std::size_t at = extension_at(name);
  if (at == name.npos) return {};
  const std::string extension = lower_case(name.substr(at));
  const bool is_nodes = extension == "node";
  if (!is_nodes && extension != "ele") return {};
  return std::string(name.substr(0, at)) + (is_nodes ? "ele" : "node");
}

}  // namespace solgel::io
