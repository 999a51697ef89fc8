#include "io/mesh_read.h"

#include <algorithm>

#include "io/mesh_read_format.h"

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

Result<ReadMesh> read_single(MeshFormat format, std::span<const std::byte> bytes, Warnings& warnings) {
  switch (format) {
    case MeshFormat::obj:
      return read_obj_mesh(bytes, warnings);
    case MeshFormat::ply:
      return read_ply_mesh(bytes, warnings);
    case MeshFormat::stl:
      return read_stl_mesh(bytes, warnings);
    case MeshFormat::gltf:
      return read_gltf_mesh(bytes, warnings);
    case MeshFormat::msh:
      return read_msh_mesh(bytes, warnings);
    case MeshFormat::vtk:
      return read_vtk_mesh(bytes, warnings);
    default:
      return read_vtu_mesh(bytes, warnings);
  }
}

bool is_elements_name(std::string_view name) {
  return lower_case(name.substr(std::min(extension_at(name), name.size()))) == "ele";
}

Result<ReadMesh> read_pair(const MeshBytes& file, const MeshBytes& second) {
  if (second.bytes.empty()) {
    const std::string other = mesh_companion(file.name);
    return fail({.found = "TetGen splits a mesh in two files",
                 .allowed = "allowed .node and .ele together",
                 .remedy = other.empty() ? "give the other one too" : "put " + other + " beside it",
                 .file = std::string(file.name)});
  }
  const bool is_swapped = is_elements_name(file.name);
  return read_tetgen_mesh(is_swapped ? second : file, is_swapped ? file : second);
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

Result<MeshFile> read_mesh(const MeshBytes& file, const MeshBytes& second) {
  MeshFile result;
  result.warnings.set_file(file.name);
  const auto read = [&]() -> Result<ReadMesh> {
    const Result<MeshFormat> format = detect_mesh_format(file);
    if (!format) return fail(format.error());
    result.format = *format;
    if (*format == MeshFormat::tetgen) return read_pair(file, second);
    return read_single(*format, file.bytes, result.warnings);
  };
  Result<ReadMesh> mesh = read();
  if (!mesh) {
    if (mesh.error().file.empty()) mesh.error().file = file.name;
    return fail(mesh.error());
  }
  result.mesh = std::move(*mesh);
  return result;
}

}  // namespace solgel::io
