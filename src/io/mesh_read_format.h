// What the mesh readers share; private to them.
#pragma once

#include "io/mesh_read.h"
#include "io/mesh_read_numbers.h"

namespace solgel::io {

// One polygon as a fan around its first corner; the numbers of its points are within range. Stops when there are fewer
// than three corners, or more triangles than allowed.
void add_fan(TriangleMesh& mesh, std::span<const std::uint32_t> corners, MeshNumbers& numbers);

// Points with equal coordinates become the first of them; the others go, and triangles follow. Sorted, so that the
// result depends on nothing else.
void weld(TriangleMesh& mesh);

// What four or more bytes of base64 (RFC 4648, also padded in the middle) stand for, at most `most` bytes of it; blanks
// are passed over. False at a character that is none of base64's.
bool decode_base64(std::string_view text, std::size_t most, std::vector<std::byte>& bytes);

// "3 triangles" left out, as a warning.
void warn_left_out(Warnings& warnings, std::uint64_t count, std::string_view items);

Error no_tetrahedra(std::uint64_t flat);  // `flat` points, lines, triangles were left out
Error unfit_element(const MeshNumbers& numbers, std::string_view kind, std::string_view remedy);

using ReadMesh = std::variant<TriangleMesh, TetrahedralMesh>;
Result<ReadMesh> read_obj_mesh(std::span<const std::byte> bytes, Warnings& warnings);
Result<ReadMesh> read_ply_mesh(std::span<const std::byte> bytes, Warnings& warnings);
Result<ReadMesh> read_stl_mesh(std::span<const std::byte> bytes, Warnings& warnings);
// One of the three above.
Result<ReadMesh> read_surface_mesh(MeshFormat format, std::span<const std::byte> bytes, Warnings& warnings);
Result<ReadMesh> read_gltf_mesh(std::span<const std::byte> bytes, Warnings& warnings);
Result<ReadMesh> read_msh_mesh(std::span<const std::byte> bytes, Warnings& warnings);
Result<ReadMesh> read_vtk_mesh(std::span<const std::byte> bytes, Warnings& warnings);
Result<ReadMesh> read_vtu_mesh(std::span<const std::byte> bytes, Warnings& warnings);

// TetGen's points and elements; errors carry the name of the file they are about.
Result<ReadMesh> read_tetgen_mesh(const MeshBytes& nodes, const MeshBytes& elements);

}  // namespace solgel::io
