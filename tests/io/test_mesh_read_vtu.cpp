// VTU: one tetrahedron and a triangle, as text, as base64 in place and appended, and as bytes.
#include "io/mesh_read_files.h"

using namespace solgel;
using namespace solgel::test;

namespace {

struct Arrays {
  std::string points, connectivity, offsets, types;  // with their sizes before them
};

template <class Size, class Index>
Arrays arrays_of(bool big) {
  const auto sized = [big](const Binary& data) {
    return Binary(big).add<Size>({static_cast<Size>(data.str().size())}).text(data.str()).str();
  };
  Binary points(big), connectivity(big), offsets(big), types(big);
  for (const Vec3 p : kCorners) points.add<double>({p.x, p.y, p.z});
  connectivity.add<Index>({0, 1, 2, 0, 1, 2, 3});
  offsets.add<Index>({3, 7});
  types.add<std::uint8_t>({5, 10});
  return {sized(points), sized(connectivity), sized(offsets), sized(types)};
}

std::string grid(const std::string& root, const std::string& index, const std::array<std::string, 4>& array,
                 const std::string& tail) {
  const auto tag = [](const std::string& type, const std::string& name, const std::string& rest) {
    return "<DataArray type='" + type + "' Name=\"" + name + "\" " + rest;
  };
  return "<?xml version=\"1.0\"?>\n<!-- made by hand -->\n<VTKFile type=\"UnstructuredGrid\" version=\"1.0\" " + root +
         ">\n<UnstructuredGrid>\n<Piece NumberOfPoints=\"4\" NumberOfCells=\"2\">\n<PointData>\n" +
         tag("Float32", "connectivity", "format=\"ascii\">9 9</DataArray>\n") +
         "</PointData>\n<CellData/>\n<Points>\n" + tag("Float64", "Points", "NumberOfComponents=\"3\" " + array[0]) +
         "\n</Points>\n<Cells>\n" + tag(index, "connectivity", array[1]) + "\n" + tag(index, "offsets", array[2]) +
         "\n" + tag("UInt8", "types", array[3]) + "\n</Cells>\n</Piece>\n</UnstructuredGrid>\n" + tail + "</VTKFile>\n";
}

std::string inside(const std::string& format, const std::string& text) {
  return "format=\"" + format + "\">\n" + text + "\n</DataArray>";
}

std::string text_file() {
  return grid("byte_order=\"LittleEndian\"", "Int64",
              {inside("ascii", "0 0 0 1 0 0\n0 1 0 0 0 1"), inside("ascii", "0 1 2\n0 1 2 3"), inside("ascii", "3 7"),
               inside("ascii", "5 10")},
              "");
}

std::string appended_file(const std::string& root, const std::string& index, const Arrays& a, bool is_base64) {
  std::string data;
  std::array<std::string, 4> tags;
  const std::string* arrays[] = {&a.points, &a.connectivity, &a.offsets, &a.types};
  for (std::size_t k = 0; k < 4; ++k) {
    tags[k] = "format=\"appended\" offset=\"" + std::to_string(data.size()) + "\"/>";
    data += is_base64 ? base64(*arrays[k]) : *arrays[k];
  }
  return grid(root, index, tags,
              std::string("<AppendedData encoding=\"") + (is_base64 ? "base64" : "raw") + "\">\n  _" + data +
                  "\n</AppendedData>\n");
}

}  // namespace

TEST_CASE("VTU: the same tetrahedron from text, base64 and bytes") {
  const std::string little = "byte_order=\"LittleEndian\" header_type=\"UInt64\"", big = "byte_order=\"BigEndian\"";
  const Arrays a = arrays_of<std::uint64_t, std::int32_t>(false), b = arrays_of<std::uint32_t, std::int64_t>(true);
  // Some writers encode the size by itself.
  const auto apart = [](const std::string& s) { return base64(s.substr(0, 4)) + base64(s.substr(4)); };
  const std::string files[] = {text_file(),
                               appended_file(little, "Int32", a, false),
                               appended_file(little, "Int32", a, true),
                               appended_file(big, "Int64", b, false),
                               appended_file(big, "Int64", b, true),
                               grid(little, "Int32",
                                    {inside("binary", base64(a.points)), inside("binary", base64(a.connectivity)),
                                     inside("binary", base64(a.offsets)), inside("binary", base64(a.types))},
                                    ""),
                               grid(big, "Int64",
                                    {inside("binary", apart(b.points)), inside("binary", apart(b.connectivity)),
                                     inside("binary", apart(b.offsets)), inside("binary", apart(b.types))},
                                    "")};
  for (const std::string& file : files) {
    CHECK(tetrahedra(file, "a.vtu").points == kCorners);
    CHECK(tetrahedra(file, "a.vtu").elements == std::vector<Tetrahedron>{{0, 1, 2, 3}});
    CHECK(mesh_warning(file, "a.vtu") == "1 points, lines and faces left out");
  }
}

TEST_CASE("VTU: errors") {
  const auto error = [](std::string_view what, std::string_view with) {
    return mesh_error(replaced(text_file(), what, with), "a.vtu");
  };
  CHECK(
      error("UnstructuredGrid", "PolyData") ==
      "a.vtu:3: the file's type is 'PolyData'; allowed UnstructuredGrid; save tetrahedra as .vtu, surfaces as .ply or "
      ".stl");
  CHECK(error("0 1 2 3", "0 1 2 4") == "a.vtu:19: cell 2 names point 4; allowed 0 to 3" + kDamaged);
  CHECK(
      error("0 0 0 1", "0 0 inf 1") ==
      "a.vtu:12: point 1 is at (0, 0, inf); allowed finite coordinates up to 1e30; mend the mesh and export it again");
  CHECK(error("3 7", "3 2") == "a.vtu:22: the offset of cell 2 is 2; allowed 3 and more" + kDamaged);
  CHECK(error("3 7", "3 900") ==
        "a.vtu:17: the file promises 900 corners of cells; the 15 bytes that follow cannot hold them" + kCutOrDamaged);
  CHECK(error("3 7", "3") == "a.vtu:23: the array ends in the offset of cell 2" + kCutOff);
  CHECK(error("5 10", "5 22") ==
        "a.vtu:25: cell 2 is of VTK's type 22; allowed tetrahedra of first order; export elements of first order");
  CHECK(error("5 10", "5     ") == "a.vtu:26: the array ends in cell 2" + kCutOff);
  CHECK(error("NumberOfPoints=\"4\"", "NumberOfPoints=\"99999999999\"") ==
        "a.vtu:11: the file promises 99999999999 points; allowed 16777216; make the mesh coarser");
  CHECK(error("NumberOfPoints=\"4\"", "NumberOfPoints=\"-4\"") ==
        "a.vtu:5: NumberOfPoints is '-4'; allowed whole numbers from 0");
  CHECK(error("NumberOfComponents=\"3\"", "NumberOfComponents=\"2\"") ==
        "a.vtu:11: the array Points has '2' components; allowed 3");
  CHECK(error("Name=\"offsets\"", "Name=\"offset\"") == "a.vtu: the array offsets is missing; export the file again");
  CHECK(error("type='UInt8'", "type='String'") ==
        "a.vtu:24: the array types has the type 'String'; allowed Int8 to UInt64, Float32 and Float64");
  CHECK(error("type='UInt8'", "type='Float32'") == "a.vtu:24: cell 1 has a type with fractions; allowed whole numbers");
  CHECK(error("</Piece>", "</Piece><Piece NumberOfPoints=\"1\" NumberOfCells=\"0\"/>") ==
        "a.vtu:28: the file has a second Piece; allowed one; merge them: ParaView's filter Merge Blocks does");
  CHECK(error("<Points>", "<Points x>") == "a.vtu:10: the XML is broken: attribute without a value" + kDamaged);
  const std::string file = text_file();
  CHECK(mesh_error(file.substr(0, file.find("<Piece") + 10), "a.vtu") ==
        "a.vtu:5: the file ends inside a tag" + kCutOff);
  CHECK(mesh_error(file.substr(0, file.find("<Piece")), "a.vtu") ==
        "a.vtu: the file has no Piece of an UnstructuredGrid" + kCutOrDamaged);
}

TEST_CASE("VTU: errors of arrays that are bytes") {
  const std::string root = "header_type=\"UInt64\" byte_order=\"LittleEndian\"";
  const Arrays a = arrays_of<std::uint64_t, std::int32_t>(false);
  const std::string packed = appended_file(root + " compressor=\"vtkZLibDataCompressor\"", "Int32", a, false);
  CHECK(mesh_error(packed, "a.vtu") ==
        "a.vtu:11: the array Points is compressed; allowed uncompressed data; save it with Compressor Type None in "
        "ParaView, or as .vtk");
  for (const bool is_base64 : {false, true}) {
    const std::string file = appended_file(root, "Int32", a, is_base64);
    const std::string promise = "the array types does not hold the bytes that it promises" + kCutOrDamaged;
    CHECK(mesh_error(file.substr(0, file.rfind("\n</AppendedData")).substr(0, file.rfind("\n</AppendedData") - 4),
                     "a.vtu") == "a.vtu: " + promise);
    CHECK(mesh_error(replaced(file, "offset=\"0\"", "offset=\"99999\""), "a.vtu") ==
          "a.vtu: the array Points does not hold the bytes that it promises" + kCutOrDamaged);
  }
  CHECK(mesh_error(replaced(appended_file(root, "Int32", a, false), "offset=\"0\"", ""), "a.vtu") ==
        "a.vtu:11: the array Points has the format 'appended' and the offset ''; allowed ascii, binary, or appended "
        "with an offset");
}
