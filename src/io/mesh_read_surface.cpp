// The three readers of surfaces that go into the WebAssembly module.
#include "io/mesh_read_format.h"

namespace solgel::io {

Result<ReadMesh> read_surface_mesh(MeshFormat format, std::span<const std::byte> bytes, Warnings& warnings) {
  switch (format) {
    case MeshFormat::obj:
      return read_obj_mesh(bytes, warnings);
    case MeshFormat::ply:
      return read_ply_mesh(bytes, warnings);
    case MeshFormat::stl:
      return read_stl_mesh(bytes, warnings);
    default:
      return fail({.found = "the mesh is of another format",
                   .allowed = "allowed here obj ply stl",
                   .remedy = "convert it, or take it to the command, which reads more"});
  }
}

Result<MeshFile> read_surface(const MeshBytes& file) {
  MeshFile result;
  result.warnings.set_file(file.name);
  const Result<MeshFormat> format = detect_mesh_format(file);
  Result<ReadMesh> mesh = format ? read_surface_mesh(*format, file.bytes, result.warnings) : fail(format.error());
  if (!mesh) {
    mesh.error().file = file.name;
    return fail(mesh.error());
  }
  result.format = *format;
  result.mesh = std::move(*mesh);
  return result;
}

}  // namespace solgel::io
