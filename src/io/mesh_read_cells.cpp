#include "io/mesh_read_cells.h"

namespace solgel::io {

bool vtk_scalar(std::string_view name, Scalar& type) {
  struct Name {
    std::string_view name;
    Scalar type;
  };
  constexpr Name kNames[] = {
      {"char", Scalar::i8},           {"signed_char", Scalar::i8},     {"unsigned_char", Scalar::u8},
      {"short", Scalar::i16},         {"unsigned_short", Scalar::u16}, {"int", Scalar::i32},
      {"unsigned_int", Scalar::u32},  {"long", Scalar::i64},           {"unsigned_long", Scalar::u64},
      {"vtktypeint64", Scalar::i64},  {"vtktypeuint64", Scalar::u64},  {"vtkIdType", Scalar::i32},
      {"vtktypeint32", Scalar::i32},  {"vtktypeuint32", Scalar::u32},  {"vtktypeint16", Scalar::i16},
      {"vtktypeuint16", Scalar::u16}, {"vtktypeint8", Scalar::i8},     {"vtktypeuint8", Scalar::u8},
      {"float", Scalar::f32},         {"double", Scalar::f64},         {"Int8", Scalar::i8},
      {"UInt8", Scalar::u8},          {"Int16", Scalar::i16},          {"UInt16", Scalar::u16},
      {"Int32", Scalar::i32},         {"UInt32", Scalar::u32},         {"Int64", Scalar::i64},
      {"UInt64", Scalar::u64},        {"Float32", Scalar::f32},        {"Float64", Scalar::f64}};
  for (const Name& known : kNames) {
    if (known.name != name) continue;
    type = known.type;
    return true;
  }
  return false;
}

std::vector<std::uint64_t> read_ends(MeshNumbers& numbers, std::size_t count, Scalar type) {
  std::vector<std::uint64_t> ends;
  ends.reserve(count);
  std::int64_t last = 0;
  for (std::size_t k = 0; k < count && numbers.ok(); ++k) {
    numbers.at("the offset of cell", k + 1);
    const std::int64_t end = numbers.whole(type);
    if (numbers.ok() && end < last) {
      numbers.stop({.found = numbers.item_text() + " is " + std::to_string(end),
                    .allowed = "allowed " + std::to_string(last) + " and more",
                    .remedy = "the file is damaged: export it again"});
    }
    last = end;
    ends.push_back(static_cast<std::uint64_t>(end));
  }
  return ends;
}

Result<ReadMesh> read_tetrahedra(std::vector<Vec3> points, const VtkCells& cells, MeshNumbers& types, Scalar type,
                                 Warnings& warnings) {
  constexpr std::int64_t kTetrahedron = 10, kLastFlat = 9, kFirstCurved = 21;
  TetrahedralMesh mesh{.points = std::move(points), .elements = {}};
  std::uint64_t begin = 0, flat = 0;
  for (std::size_t k = 0; k < cells.ends.size() && types.ok(); begin = cells.ends[k++]) {
    types.at("cell", k + 1);
    const std::int64_t kind = types.whole(type);
    const std::uint64_t size = cells.ends[k] - begin;
    if (types.ok() && (kind < 0 || kind > kTetrahedron)) {
      types.stop(unfit_element(
          types, "of VTK's type " + std::to_string(kind),
          kind < kFirstCurved ? "split it: ParaView's filter Tetrahedralize does" : "export elements of first order"));
    } else if (types.ok() && kind == kTetrahedron && size != 4) {
      types.stop({.found = types.item_text() + " is a tetrahedron of " + std::to_string(size) + " points",
                  .allowed = "allowed four",
                  .remedy = "the file is damaged: export it again"});
    } else if (types.ok() && kind == kTetrahedron) {
      const std::uint32_t* at = cells.corners.data() + begin;
      mesh.elements.push_back({at[0], at[1], at[2], at[3]});
    }
    flat += kind <= kLastFlat ? 1 : 0;
  }
  if (!types.ok()) return fail(types.error());
  if (mesh.elements.empty()) return fail(no_tetrahedra(flat));
  warn_left_out(warnings, flat, "points, lines and faces");
  return mesh;
}

}  // namespace solgel::io
