// Soft bodies as files, for other programs to show and to measure.
//
// The surface, as floats:
//   .obj   text, positions and normals
//   .ply   binary little-endian, vertices with normals
//   .stl   binary, normals of the facets
//
// The tetrahedra, with what belongs to their nodes and to themselves, doubles bit for bit:
//   .vtu   VTK's XML with its arrays appended as bytes: half the size of text and nothing to convert. The letter of XML
//          forbids it, but ParaView and all that reads with VTK or meshio takes it
//   .vtk   VTK's old text, version 3.0, which everybody reads
//   .msh   Gmsh 4.1 as text, without fields
//   .pvd   for ParaView: the files of a series and their times
//
// Numbers in text are the shortest that read back as the same bits. Metadata are comments, in .stl what fits of the
// 80-byte header, in .vtk what fits of the 255-byte title. Memory is about the size of the file, of text up to three
// times. The same surface as an animation is in io/body_glb.h.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/mesh.h"
#include "core/result.h"
#include "core/surface.h"
#include "io/bytes.h"

namespace solgel::io {

// `extension` is ".obj", ".ply" or ".stl". Fails on another one, when there are no triangles, when positions and
// normals differ in number, on an index out of range and on what is not finite.
Result<Bytes> encode_surface(const SurfaceView& surface, std::string_view extension,
                             std::span<const TextEntry> metadata);

// Positions as they are now; the arrays belong to somebody else.
struct BodyView {
  std::span<const Vec3> points;
  std::span<const Tetrahedron> elements;
};
struct VectorField {
  std::string_view name;
  std::span<const Vec3> values;
};
struct ScalarField {
  std::string_view name;
  std::span<const double> values;
};
struct BodyFields {
  std::span<const VectorField> node_vectors{};
  std::span<const ScalarField> node_scalars{};
  std::span<const ScalarField> element_scalars{};
  std::optional<double> seconds{};  // simulated time
};

// `extension` is ".vtu", ".vtk" or ".msh" (which leaves the fields out). Fails on another one, when there are no
// elements, when a field has another number of values than there are nodes or elements, on an index out of range and on
// what is not finite.
Result<Bytes> encode_body(const BodyView& body, const BodyFields& fields, std::string_view extension,
                          std::span<const TextEntry> metadata);

struct SeriesFile {
  double seconds = 0;
  std::string name;  // relative to the .pvd
};
Bytes encode_series(std::span<const SeriesFile> files, std::span<const TextEntry> metadata);

}  // namespace solgel::io
