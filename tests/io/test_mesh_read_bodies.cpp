// Gmsh, VTK and TetGen: one tetrahedron among other elements, from every way of writing it.
#include "io/mesh_read_files.h"

using namespace solgel;
using namespace solgel::test;

namespace {

const std::vector<Tetrahedron> kOne{{0, 1, 2, 3}};
const std::string kMsh2 =
    "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$PhysicalNames\n1\n3 1 \"a $End\"\n$EndPhysicalNames\n"
    "$Nodes\n4\n7 0 0 0\n2 1 0 0\n30 0 1 0\n4 0 0 1\n$EndNodes\n"
    "$Elements\n3\n1 15 2 0 1 7\n2 2 2 0 1 7 2 30\n3 4 3 0 1 5 7 2 30 4\n$EndElements\n";
const std::string kMsh4 =
    "$MeshFormat\n4.1 0 8\n$EndMeshFormat\n$Entities\n0 0 0 0\n$EndEntities\n"
    "$Nodes\n2 4 1 9\n0 1 0 1\n9\n0 0 0\n3 1 1 3\n1\n2\n3\n1 0 0 .1 .2 .3\n0 1 0 .1 .2 .3\n0 0 1 .1 .2 .3\n$EndNodes\n"
    "$Elements\n2 2 1 2\n2 1 2 1\n1 9 1 2\n3 1 4 1\n2 9 1 2 3\n$EndElements\n";

std::string binary_msh2(bool big) {
  Binary file(big);
  file.text("$MeshFormat\n2.2 1 8\n").add<std::int32_t>({1}).text("\n$EndMeshFormat\n$Nodes\n4\n");
  for (int k = 0; k < 4; ++k) {
    const Vec3 p = kCorners[static_cast<std::size_t>(k)];
    file.add<std::int32_t>({10 - k}).add<double>({p.x, p.y, p.z});
  }
  file.text("\n$EndNodes\n$Elements\n3\n");
  file.add<std::int32_t>({15, 2, 2, 1, 0, 0, 10, 2, 0, 0, 9});
  file.add<std::int32_t>({4, 1, 2, 3, 0, 0, 10, 9, 8, 7});
  return file.text("\n$EndElements\n").str();
}

std::string binary_msh4(bool big) {
  Binary file(big);
  file.text("$MeshFormat\n4.1 1 8\n").add<std::int32_t>({1}).text("\n$EndMeshFormat\n$Nodes\n");
  file.add<std::uint64_t>({1, 4, 5, 8}).add<std::int32_t>({3, 1, 0}).add<std::uint64_t>({4, 5, 6, 7, 8});
  for (const Vec3 p : kCorners) file.add<double>({p.x, p.y, p.z});
  file.text("\n$EndNodes\n$Elements\n").add<std::uint64_t>({1, 1, 1, 1}).add<std::int32_t>({3, 1, 4});
  return file.add<std::uint64_t>({1, 77, 5, 6, 7, 8}).text("\n$EndElements\n").str();
}

const std::string kVtk =
    "# vtk DataFile Version 3.0\na title\nASCII\nDATASET UNSTRUCTURED_GRID\nFIELD FieldData 1\nTIME 1 1 double\n0.5\n"
    "POINTS 4 double\n0 0 0 1 0 0\n0 1 0 0 0 1\nCELLS 2 8\n2 0 1\n4 0 1 2 3\nCELL_TYPES 2\n3\n10\nPOINT_DATA 4\n";
const std::string kVtk5 =
    "# vtk DataFile Version 5.1\na title\nASCII\nDATASET UNSTRUCTURED_GRID\nPOINTS 4 float\n0 0 0 1 0 0 0 1 0 0 0 1\n"
    "METADATA\nINFORMATION 0\n\nCELLS 3 6\nOFFSETS vtktypeint64\n0 2 6\nCONNECTIVITY vtktypeint64\n0 1 0 1\n2 3\n\n"
    "CELL_TYPES 2\n3 10\n";
const std::string kPolydata =
    "# vtk DataFile Version 3.0\na\nASCII\nDATASET POLYDATA\nPOINTS 4 float\n0 0 0 1 0 0 0 1 0 0 0 1\n"
    "LINES 1 3\n2 0 1\nPOLYGONS 2 9\n3 0 1 2\n4 0 1 2 3\n";

std::string binary_vtk(bool has_offsets) {
  Binary file(true);
  file.text("# vtk DataFile Version 5.1\nt\nBINARY\nDATASET UNSTRUCTURED_GRID\nPOINTS 4 float\n");
  for (const Vec3 p : kCorners)
    file.add<float>({static_cast<float>(p.x), static_cast<float>(p.y), static_cast<float>(p.z)});
  if (has_offsets) {
    file.text("\nCELLS 2 4\nOFFSETS vtktypeint64\n").add<std::int64_t>({0, 4});
    file.text("\nCONNECTIVITY vtktypeint32\n").add<std::int32_t>({0, 1, 2, 3});
  } else {
    file.text("\nCELLS 1 5\n").add<std::int32_t>({4, 0, 1, 2, 3});
  }
  return file.text("\nCELL_TYPES 1\n").add<std::int32_t>({10}).text("\n").str();
}

const std::string kNode = "# made by hand\n4 3 1 1\n1 0 0 0 .5 1\n2 1 0 0 .5 1 # two\n3 0 1 0 .5 1\n\n4 0 0 1 .5 1\n";
const std::string kEle = "1 4 1\n1 1 2 3 4 9\n";

}  // namespace

TEST_CASE("MSH: versions 2 and 4.1 as text and bytes; points have numbers of their own") {
  for (const std::string& file :
       {kMsh2, kMsh4, binary_msh2(false), binary_msh2(true), binary_msh4(false), binary_msh4(true)}) {
    CHECK(tetrahedra(file, "a.msh").points == kCorners);
    CHECK(tetrahedra(file, "a.msh").elements == kOne);
  }
  // The largest number that a point can have.
  const std::string largest =
      replaced(replaced(kMsh4, "\n1\n2\n", "\n9223372036854775807\n2\n"), "2 9 1 2", "2 9 9223372036854775807 2");
  CHECK(tetrahedra(replaced(largest, "1 9 1 2", "1 9 3 2"), "a.msh").elements.size() == 1);
  CHECK(mesh_warning(kMsh2, "a.msh") == "2 points, lines and faces left out");
  CHECK(mesh_warning(binary_msh4(true), "a.msh").empty());
}

TEST_CASE("MSH: errors") {
  const auto error2 = [](std::string_view what, std::string_view with) {
    return mesh_error(replaced(kMsh2, what, with), "a.msh");
  };
  const auto error4 = [](std::string_view what, std::string_view with) {
    return mesh_error(replaced(kMsh4, what, with), "a.msh");
  };
  CHECK(error2("7 2 30 4\n", "7 2 30 5\n") ==
        "a.msh:19: element 3 names point 5; allowed the numbers of the section Nodes" + kDamaged);
  CHECK(error2("30 0 1 0\n", "7 0 1 0\n") == "a.msh:13: point 7 is there twice" + kDamaged);
  CHECK(
      error2("3 4 3 0", "3 11 3 0") ==
      "a.msh:19: element 3 is of Gmsh's type 11; allowed tetrahedra of first order; set Mesh.ElementOrder = 1 and mesh "
      "again");
  CHECK(error2("3 4 3 0", "3 5 3 0") ==
        "a.msh:19: element 3 is of Gmsh's type 5; allowed tetrahedra of first order; mesh the volume with tetrahedra "
        "alone");
  CHECK(error2("3 4 3 0", "3 2 3 0") == "a.msh:19: section Elements goes on with '4'; allowed $EndElements" + kDamaged);
  CHECK(error2("2.2 0 8", "4 0 8") ==
        "a.msh:2: the file is MSH '4'; allowed 2.x and 4.1; convert it with gmsh -save -format msh41");
  CHECK(error2("2.2 0 8", "2.2 0 7") ==
        "a.msh:2: the header has 0 7; allowed 0 or 1 for text or bytes, then a size of 8 or 4" + kDamaged);
  CHECK(error2("$Nodes\n4", "$Nodes\n4000") ==
        "a.msh:10: the file promises 4000 points; the 119 bytes that follow cannot hold them" + kCutOrDamaged);
  CHECK(error2("$Elements\n3", "$Elements\n3000000000") ==
        "a.msh:17: the file promises 3000000000 elements; allowed 33554432; make the mesh coarser");
  CHECK(
      error2("2 1 0 0", "2 nan 0 0") ==
      "a.msh:11: point 2 is at (nan, 0, 0); allowed finite coordinates up to 1e30; mend the mesh and export it again");
  CHECK(error2("$Nodes", "$Points") ==
        "a.msh:8: a section has '$Points'; allowed sections from $Name to $EndName; the "
        "file is cut off or damaged: copy it again");
  CHECK(error4("0 0 0 0\n$EndEntities\n$Nodes", "0 0 0 0\n$EndEntities\n$Elements") ==
        "a.msh:7: section Elements is out of its place; allowed MeshFormat, Nodes, Elements in this order, once each" +
            kDamaged);
  CHECK(error4("2 4 1 9", "2 3 1 9") == "a.msh:18: the blocks hold 4 points; the section promises 3" + kDamaged);
  CHECK(error4("3 1 1 3", "3 1 2 3") ==
        "a.msh:12: a block of points has dimension 3 and says parametric 2; allowed 0 to 3, and 0 or 1" + kDamaged);
  CHECK(error4("2 2 1 2\n2 1", "2 3 1 2\n2 1") ==
        "a.msh:25: the blocks hold 2 elements; the section promises 3" + kDamaged);
  const std::string flat = kMsh4.substr(0, kMsh4.find("$Elements"));
  CHECK(mesh_error(flat + "$Elements\n1 1 1 1\n2 1 2 1\n1 9 1 2\n$EndElements\n", "a.msh") ==
        "a.msh: the file has no tetrahedra, only 1 points, lines and faces; allowed meshes of tetrahedra, or of "
        "triangles as OBJ, PLY, STL or glTF; mesh the volume (gmsh -3), or export the surface");
  const std::string binary = binary_msh2(false);
  CHECK(mesh_error(binary.substr(0, binary.size() - 20), "a.msh") == "a.msh: the file ends in element 3" + kCutOff);
  CHECK(mesh_error(replaced(binary, std::string("\1\0\0\0", 4), "abcd"), "a.msh") ==
        "a.msh: the integer after the header is 1684234849; allowed 1, in either order of bytes" + kDamaged);
}

TEST_CASE("VTK: text and bytes, cells with counts and with offsets") {
  for (const std::string& file : {kVtk, kVtk5, binary_vtk(false), binary_vtk(true)}) {
    CHECK(tetrahedra(file, "a.vtk").points == kCorners);
    CHECK(tetrahedra(file, "a.vtk").elements == kOne);
  }
  CHECK(mesh_warning(kVtk, "a.vtk") == "1 points, lines and faces left out");
  const TriangleMesh surface = triangles(kPolydata, "a.vtk");
  CHECK(surface.points == kCorners);
  CHECK(surface.triangles == std::vector<Triangle>{{0, 1, 2}, {0, 1, 2}, {0, 2, 3}});
  CHECK(mesh_warning(kPolydata, "a.vtk") == "1 points and lines left out");
}

TEST_CASE("VTK: errors") {
  const auto error = [](std::string_view what, std::string_view with) {
    return mesh_error(replaced(kVtk, what, with), "a.vtk");
  };
  const auto error5 = [](std::string_view what, std::string_view with) {
    return mesh_error(replaced(kVtk5, what, with), "a.vtk");
  };
  CHECK(error("4 0 1 2 3\n", "4 0 1 2 4\n") == "a.vtk:13: cell 2 names point 4; allowed 0 to 3" + kDamaged);
  CHECK(error("4 0 1 2 3\n", "5 0 1 2 3\n") ==
        "a.vtk:13: cell 2 has 5 points; allowed what is left of 8 numbers" + kDamaged);
  CHECK(error("\n3\n10", "\n3\n24") ==
        "a.vtk:16: cell 2 is of VTK's type 24; allowed tetrahedra of first order; export elements of first order");
  CHECK(error("\n3\n10", "\n3\n12") ==
        "a.vtk:16: cell 2 is of VTK's type 12; allowed tetrahedra of first order; split it: ParaView's filter "
        "Tetrahedralize does");
  CHECK(error("\n3\n10", "\n10\n10") == "a.vtk:15: cell 1 is a tetrahedron of 2 points; allowed four" + kDamaged);
  CHECK(error("CELL_TYPES 2", "CELL_TYPES 3") ==
        "a.vtk:14: there are 3 CELL_TYPES; the file has 2 CELLS before them" + kDamaged);
  CHECK(error("CELLS 2 8", "CELLS 2000 8") ==
        "a.vtk:12: the file promises 2000 cells; the 47 bytes that follow cannot hold them" + kCutOrDamaged);
  CHECK(error("POINTS 4 double", "POINTS 99999999 double") ==
        "a.vtk:9: the file promises 99999999 points; allowed 16777216; make the mesh coarser");
  CHECK(error("POINTS 4 double", "POINTS 4 complex") ==
        "a.vtk:8: an array has the type 'complex'; allowed whole numbers, float and double");
  CHECK(error("ASCII", "TEXT") == "a.vtk:3: the third line is 'TEXT'; allowed ASCII or BINARY");
  CHECK(error("UNSTRUCTURED_GRID", "STRUCTURED_POINTS") ==
        "a.vtk:4: the file has 'DATASET' 'STRUCTURED_POINTS'; allowed DATASET UNSTRUCTURED_GRID or POLYDATA; save the "
        "mesh as one of them");
  CHECK(error("1 0 0\n", "1 0 inf\n") ==
        "a.vtk:9: point 2 is at (1, 0, inf); allowed finite coordinates up to 1e30; mend the mesh and export it again");
  CHECK(error5("0 2 6", "0 2 1") == "a.vtk:12: the offset of cell 2 is 1; allowed 2 and more" + kDamaged);
  CHECK(error5("0 2 6", "0 2 9") ==
        "a.vtk:15: the last offset is 9; allowed up to the 6 corners of the cells" + kDamaged);
  CHECK(error5("OFFSETS vtktypeint64", "OFFSETS float") ==
        "a.vtk:12: the header of cells has a type with fractions; allowed whole numbers");
  CHECK(error5("\n2 3\n", "\n2 8\n") == "a.vtk:15: cell 2 names point 8; allowed 0 to 3" + kDamaged);
  CHECK(mesh_error(replaced(kPolydata, "POLYGONS", "TRIANGLE_STRIPS"), "a.vtk") ==
        "a.vtk:9: the file has TRIANGLE_STRIPS; allowed POINTS, VERTICES, LINES, POLYGONS and FIELD; turn them into "
        "triangles: ParaView's filter Triangulate does");
  const std::string binary = binary_vtk(true);
  CHECK(mesh_error(binary.substr(0, binary.size() - 4), "a.vtk") == "a.vtk: the file ends in cell 1" + kCutOff);
  CHECK(mesh_error(kVtk.substr(0, kVtk.find("CELL_TYPES")), "a.vtk") ==
        "a.vtk: the file ends before CELL_TYPES" + kCutOff);
}

TEST_CASE("TetGen: two files, in either order, counted from 0 or 1") {
  const io::MeshBytes node{bytes_of(kNode), "a.node"}, ele{bytes_of(kEle), "a.ele"};
  for (const auto& [first, second] : {std::pair(node, ele), std::pair(ele, node)}) {
    const Result<io::MeshFile> file = io::read_mesh(first, second);
    REQUIRE_MESSAGE(file.has_value(), (file ? "" : file.error().message()));
    CHECK(std::get<TetrahedralMesh>(file->mesh).points == kCorners);
    CHECK(std::get<TetrahedralMesh>(file->mesh).elements == kOne);
  }
  const std::string from0 = "0 0 1 2 3\n";
  const auto zero =
      read_mesh("4 3 0 0\n0 0 0 0\n1 1 0 0\n2 0 1 0\n3 0 0 1\n", "a.node", {bytes_of("1 4 0\n" + from0), "a.ele"});
  CHECK(std::get<TetrahedralMesh>(zero.mesh).elements == kOne);
}

TEST_CASE("TetGen: errors name the file they are about") {
  const auto with_ele = [](std::string_view text) { return mesh_error(kNode, "a.node", {bytes_of(text), "a.ele"}); };
  const auto with_node = [](std::string_view text) { return mesh_error(text, "a.node", {bytes_of(kEle), "a.ele"}); };
  CHECK(mesh_error(kNode, "a.node") ==
        "a.node: TetGen splits a mesh in two files; allowed .node and .ele together; put a.ele beside it");
  CHECK(with_ele("1 4 0\n1 1 2 3 5\n") == "a.ele:2: element 1 names point 5; allowed 1 to 4" + kDamaged);
  CHECK(with_ele("1 10 0\n1 1 2 3 4 1 1 1 1 1 1\n") ==
        "a.ele: the file has 1 tetrahedra of 10 points; allowed tetrahedra of 4, at least one; run TetGen without -o2");
  CHECK(with_ele("2 4 0\n1 1 2 3 4\n# 2 1 2 3 4\n") == "a.ele: the file ends before element 2" + kCutOff);
  CHECK(with_ele("9 4 0\n1 1 2 3 4\n") ==
        "a.ele:2: the file promises 9 tetrahedra; the 10 bytes that follow cannot hold them" + kCutOrDamaged);
  CHECK(with_ele("1 4 0\n0 1 2 3 4\n") ==
        "a.ele:2: element 1 has the number 0; allowed 1; number them one after the other");
  CHECK(with_ele("1 4 0\n1 1 2 3    \n") == "a.ele:2: the line ends in element 1" + kCutOff);
  CHECK(
      with_node("4 2 0 0\n1 0 0\n") ==
      "a.node: the file has 4 points of 2 coordinates; allowed points of 3; take the .node that TetGen wrote with the "
      ".ele");
  CHECK(
      with_node("1 3 0 0\n1 0 0 nan\n") ==
      "a.node:2: point 1 is at (0, 0, nan); allowed finite coordinates up to 1e30; mend the mesh and export it again");
}
