#include "io/mesh_read.h"

#include "io/mesh_read_format.h"

namespace solgel::io {
namespace {

Result<ReadMesh> read_single(MeshFormat format, std::span<const std::byte> bytes, Warnings& warnings) {
  switch (format) {
    case MeshFormat::gltf:
      return read_gltf_mesh(bytes, warnings);
    case MeshFormat::msh:
      return read_msh_mesh(bytes, warnings);
    case MeshFormat::vtk:
      return read_vtk_mesh(bytes, warnings);
    case MeshFormat::vtu:
      return read_vtu_mesh(bytes, warnings);
    default:
      return read_surface_mesh(format, bytes, warnings);
  }
}

bool is_elements_name(std::string_view name) {
  return mesh_companion(name).ends_with("node");
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
