// Cells of VTK's unstructured grids, in the old files and in XML: private to their readers.
//
// A cell is a type and a run of `corners` that ends at its offset. Types (vtkCellType.h): 10 is the tetrahedron; 1 to 9
// are points, lines and faces, which are left out; the others are refused.
#pragma once

#include "io/mesh_read_format.h"

namespace solgel::io {

struct VtkCells {
  std::vector<std::uint32_t> corners;
  std::vector<std::uint64_t> ends;
};

// Scalar of a VTK type's name ("float", "vtktypeint64", "Int64"), false when there is none.
bool vtk_scalar(std::string_view name, Scalar& type);

// Ends of `count` cells, rising; the first is not before 0. Without the 0 that old files put before them.
std::vector<std::uint64_t> read_ends(MeshNumbers& numbers, std::size_t count, Scalar type);

// The tetrahedra among the cells, whose types are read from `types`.
Result<ReadMesh> read_tetrahedra(std::vector<Vec3> points, const VtkCells& cells, MeshNumbers& types, Scalar type,
                                 Warnings& warnings);

}  // namespace solgel::io
