// Meshes that other programs made, from bytes: surfaces of triangles and bodies of tetrahedra.
//
//   OBJ              v and f, also v/vt/vn and negative numbers; the other records are passed over
//   PLY 1.0          ascii, binary little and big endian; any properties in any order
//   STL              ascii and binary; corners with the same coordinates become one point
//   glTF 2.0         .glb, and .gltf with its buffers inside; the triangles of the default scene, nodes' transforms
//                    applied; corners with the same coordinates become one point
//   Gmsh 2.x, 4.1    ascii and binary; tetrahedra
//   VTK legacy       ascii and binary, both layouts of cells; tetrahedra of an unstructured grid, polygons of polydata
//   VTU              ascii, inline base64, appended base64 or raw, uncompressed; tetrahedra
//   TetGen           .node and .ele, counted from 0 or 1
//
// Polygons become fans around their first corner. Points, triangles and tetrahedra keep the order of the file, and no
// element is left out of the middle; an orientation is not looked at. What a mesh is fit for (closed, not degenerate)
// is for its user to judge: here indices are within range and coordinates finite and within 1e30.
//
// Files are hostile: what a header promises is held against the bytes that are left before memory is taken. Limits:
// 2^24 points, 2^25 triangles or tetrahedra. Time is linear in the size of the file, or n log n where points are sought
// or joined; a glTF scene may show one mesh many times, up to the limits.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/mesh.h"
#include "core/result.h"
#include "core/warnings.h"

namespace solgel::io {

enum class MeshFormat { obj, ply, stl, gltf, msh, vtk, vtu, tetgen };

inline constexpr std::uint64_t kMostMeshPoints = std::uint64_t{1} << 24;
inline constexpr std::uint64_t kMostMeshElements = std::uint64_t{1} << 25;
inline constexpr double kFarthestMeshPoint = 1e30;  // |x|, |y|, |z|

struct MeshBytes {
  std::span<const std::byte> bytes{};
  std::string_view name{};  // as the user gave it
};

struct MeshFile {
  MeshFormat format = MeshFormat::obj;
  std::variant<TriangleMesh, TetrahedralMesh> mesh;  // with at least one element
  Warnings warnings;                                 // what was left out
};

// The format that the bytes or, failing that, the name's extension show; an error names what is supported.
Result<MeshFormat> detect_mesh_format(const MeshBytes& file);

// Extensions without dots, lower case, for help texts.
std::vector<std::string_view> mesh_extensions();

// TetGen splits a mesh in two: the name of the other file ("a.node" for "a.ele" and back), empty for other formats.
std::string mesh_companion(std::string_view name);

// `second` is the other file of a TetGen pair, in either order. Errors carry the name of the file they are about, and
// the line where it has lines.
Result<MeshFile> read_mesh(const MeshBytes& file, const MeshBytes& second = {});

// OBJ, PLY and STL only, which the WebAssembly module has room for (solgel_io_surfaces).
Result<MeshFile> read_surface(const MeshBytes& file);

}  // namespace solgel::io
