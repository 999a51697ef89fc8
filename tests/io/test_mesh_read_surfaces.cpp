// OBJ, PLY and STL: the same triangles from every way of writing them, and errors that say where and what.
#include "io/mesh_read_files.h"

using namespace solgel;
using namespace solgel::test;

namespace {

const std::vector<Triangle> kFan{{0, 1, 2}, {0, 2, 3}};
const std::string kPoints = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\n";
const std::string kPlyHeader =
    "element vertex 4\nproperty float x\nproperty float y\nproperty float z\nelement face 1\n"
    "property list uchar int vertex_indices\nend_header\n";
const std::string kAsciiPly = "ply\nformat ascii 1.0\n" + kPlyHeader + "0 0 0\n1 0 0\n0 1 0\n0 0 1\n4 0 1 2 3\n";

std::string binary_stl(std::vector<float> corners, std::string header, std::uint32_t count) {
  header.resize(80, ' ');
  Binary file(false);
  file.text(header).add<std::uint32_t>({count});
  for (std::size_t k = 0; k < corners.size(); k += 9) {
    file.add<float>({0, 0, 1});
    for (std::size_t c = 0; c < 9; ++c) file.add<float>({corners[k + c]});
    file.add<std::uint16_t>({7});
  }
  return file.str();
}

const std::vector<float> kTwoFacets{0, 0, 0, 1, 0, 0, 0, 1, 0, -0.0f, 1, 0, 1, 0, 0, 1, 1, 0};

std::string text_facet(std::string_view third) {
  return "facet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex " + std::string(third) +
         "\nendloop\nendfacet\n";
}

}  // namespace

TEST_CASE("OBJ: faces name points in every way the format has, and polygons become fans") {
  const TriangleMesh plain = triangles(kPoints + "f 1 2 3 4\n", "a.obj");
  CHECK(plain.points == kCorners);
  CHECK(plain.triangles == kFan);
  for (const char* faces : {"f 1/9/8 2//7 3/6 4\n", "f -4 -3 -2 -1\n", "f 1 2 \\\n  3 4\n", "\tf  1 2 3 4 # last\r\n",
                            "f 1 2 3\nf 1 3 4"}) {
    CHECK(triangles("# a\n" + kPoints + "vn 0 0 1\nvt 0 0\no x\nusemtl a\\b\ns off\n" + faces, "a.obj").triangles ==
          kFan);
  }
  CHECK(triangles("f 1 2 3 4\n" + kPoints, "a.obj").triangles == kFan);  // points may follow
  CHECK(triangles("v 0 0 0 1 .5 .5 .5\nv 1 0 0\nv 0 1 0\rf 1 2 3\r", "").triangles.size() == 1);
  CHECK(triangles("v 1e-3 -2.5E2 +.5\nf 1 1 1\n", "a.obj").points[0] == Vec3{0.001, -250, 0.5});
  CHECK(mesh_warning(kPoints + "f 1 2 3\nl 1 2\np 1\n", "a.obj") == "2 points, lines and curves left out");
}

TEST_CASE("OBJ: errors name the line") {
  CHECK(mesh_error(kPoints + "f 1 2 5\n", "a.obj") ==
        "a.obj:5: face 1 names point 5; allowed 1 to 4, or -1 to -4 counted back" + kDamaged);
  CHECK(mesh_error(kPoints + "f 1 2 3\n\nf 1 2 0\n", "a.obj") ==
        "a.obj:7: face 2 names point 0; allowed 1 to 4, or -1 to -4 counted back" + kDamaged);
  CHECK(mesh_error("v 0 0 0\nf -2 1 1\n", "a.obj") ==
        "a.obj:2: face 1 names point -2; allowed 1 to 1, or -1 to -1 counted back" + kDamaged);
  CHECK(mesh_error(kPoints + "f 1 2x 3\n", "a.obj") ==
        "a.obj:5: face 1 has '2x'; allowed whole numbers, or three of them with slashes");
  CHECK(mesh_error(kPoints + "f 99999999999999999999 2 3\n", "a.obj") ==
        "a.obj:5: face 1 has '99999999999999999999'; allowed whole numbers, or three of them with slashes");
  CHECK(mesh_error(kPoints + "f 1 2\n", "a.obj") ==
        "a.obj:5: face 1 has 2 corners; allowed three or more; mend the mesh and export it again");
  CHECK(mesh_error("v 0 nan 0\n", "a.obj") ==
        "a.obj:1: point 1 is at (0, nan, 0); allowed finite coordinates up to 1e30; mend the mesh and export it again");
  CHECK(mesh_error("v 0 0 0\nv 0 0 -2e30\n", "a.obj") ==
        "a.obj:2: point 2 is at (0, 0, -2e+30); allowed finite coordinates up to 1e30; mend the mesh and export it "
        "again");
  CHECK(mesh_error("v 0 0\n", "a.obj") == "a.obj:1: the line ends in point 1" + kCutOff);
  CHECK(mesh_error("v 0 0 z\n", "a.obj") == "a.obj:1: point 1 has 'z'; allowed numbers");
  CHECK(mesh_error(kPoints, "a.obj") ==
        "a.obj: the file has no faces; allowed meshes with at least one; export the surface as triangles or polygons");
}

TEST_CASE("PLY: text and bytes of both orders, any types and order of properties") {
  CHECK(triangles(kAsciiPly, "a.ply").points == kCorners);
  CHECK(triangles(kAsciiPly, "a.ply").triangles == kFan);
  for (const bool big : {false, true}) {
    Binary file(big);
    file.text(std::string("ply\r\nformat binary_") + (big ? "big" : "little") +
              "_endian 1.0\r\ncomment a\r\nobj_info b\r\nelement face 1\r\nproperty uchar red\r\n"
              "property list ushort uint8 vertex_index\r\nproperty list char double w\r\nelement extra 2\r\n"
              "property list int short a\r\nelement nothing 4000000000\r\nelement vertex 4\r\nproperty double z\r\n"
              "property int16 id\r\nproperty float32 x\r\nproperty int8 y\r\nend_header\r\n");
    file.add<std::uint8_t>({9}).add<std::uint16_t>({4}).add<std::uint8_t>({0, 1, 2, 3});
    file.add<std::int8_t>({1}).add<double>({0.5});
    file.add<std::int32_t>({0, 1}).add<std::int16_t>({-1});
    for (const Vec3 p : kCorners) {
      file.add<double>({p.z}).add<std::int16_t>({-5}).add<float>({static_cast<float>(p.x)});
      file.add<std::int8_t>({static_cast<std::int8_t>(p.y)});
    }
    CHECK(triangles(file.str(), "a.ply").points == kCorners);
    CHECK(triangles(file.str(), "a.ply").triangles == kFan);
    CHECK(mesh_warning(file.str(), "a.ply") == "2 items of element 'extra' left out");
    CHECK(mesh_error(file.str().substr(0, file.str().size() - 1), "a.ply") ==
          "a.ply: the file promises 4 points; the 59 bytes that follow cannot hold them" + kCutOrDamaged);
  }
}

TEST_CASE("PLY: errors name the line of text and the item of bytes") {
  const auto error = [](std::string_view what, std::string_view with) {
    return mesh_error(replaced(kAsciiPly, what, with), "a.ply");
  };
  CHECK(error("4 0 1 2 3", "4 0 1 2 4") == "a.ply:14: face 1 names point 4; allowed 0 to 3" + kDamaged);
  CHECK(error("4 0 1 2 3", "4 0 1 2 -1") == "a.ply:14: face 1 names point -1; allowed 0 to 3" + kDamaged);
  CHECK(error("4 0 1 2 3", "2 0 1") ==
        "a.ply:14: face 1 has 2 corners; allowed three or more; mend the mesh and export it again");
  CHECK(error("4 0 1 2 3", "99 0 1 2 3") ==
        "a.ply:14: face 1 has a list of 99; the 9 bytes that follow cannot hold it; the file is cut off or damaged: "
        "copy it again");
  CHECK(error("4 0 1 2 3\n", "4 0 1 2  ") == "a.ply:14: the file ends in face 1" + kCutOff);
  CHECK(
      error("1 0 0\n", "1 inf 0\n") ==
      "a.ply:11: point 2 is at (1, inf, 0); allowed finite coordinates up to 1e30; mend the mesh and export it again");
  CHECK(error("vertex 4", "vertex 400") ==
        "a.ply:10: the file promises 400 points; the 34 bytes that follow cannot hold them" + kCutOrDamaged);
  CHECK(error("vertex 4", "vertex 99999999999") ==
        "a.ply:10: the file promises 99999999999 points; allowed 16777216; make the mesh coarser");
  CHECK(error("vertex 4", "vertex -4") == "a.ply:10: the file promises -4 points; it is damaged: export it again");
  CHECK(error("face 1", "face 1000000000") ==
        "a.ply:13: the file promises 1000000000 faces; allowed 33554432; make the mesh coarser");
  const std::string again = "; export the mesh as PLY 1.0";
  CHECK(error("ascii", "text") ==
        "a.ply:2: the header has 'text'; allowed ascii, binary_little_endian and binary_big_endian" + again);
  CHECK(error("float y", "half y") ==
        "a.ply:5: the header has 'half'; allowed char uchar short ushort int uint float double and list" + again);
  CHECK(error("uchar int", "uchar float") ==
        "a.ply:8: the header has 'float'; allowed whole types for corners" + again);
  CHECK(error("uchar int", "float int") == "a.ply:8: the header has 'float'; allowed whole types for counts" + again);
  CHECK(error("float y", "float x") == "a.ply:5: the header has 'property'; allowed each property once" + again);
  CHECK(error("element vertex", "elements vertex") ==
        "a.ply:3: the header has 'elements'; allowed format, element, property, comment, obj_info and end_header" +
            again);
  const std::string needs = "; allowed meshes with points and faces; export the surface as triangles or polygons";
  CHECK(error("float z", "float w") == "a.ply:10: the header has no x, y and z of one element vertex" + needs);
  CHECK(error("vertex_indices", "strip") == "a.ply:10: the header has no list of a face's vertex_indices" + needs);
  CHECK(mesh_error("ply\nformat ascii 1.0\nelement", "a.ply") == "a.ply:3: the file ends in the header" + kCutOff);
}

TEST_CASE("STL: bytes and text, corners with the same coordinates become one point") {
  for (const char* header : {"made by hand", "solid and yet binary"}) {
    const TriangleMesh mesh = triangles(binary_stl(kTwoFacets, header, 2), "a.stl");
    CHECK(mesh.points == std::vector<Vec3>{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0}});
    CHECK(mesh.triangles == std::vector<Triangle>{{0, 1, 2}, {2, 1, 3}});
  }
  const TriangleMesh text = triangles(
      "solid a b\n" + text_facet("0 1 0") + "endsolid a b\nsolid\r\n" + text_facet("0 -1 -0.0") + "ENDSOLID", "");
  CHECK(text.points == std::vector<Vec3>{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, -1, 0}});
  CHECK(text.triangles == std::vector<Triangle>{{0, 1, 2}, {0, 1, 3}});
  CHECK(mesh_warning(binary_stl(kTwoFacets, "", 2) + "abc", "a.stl") == "3 bytes after the last facet left out");
}

TEST_CASE("STL: errors") {
  const std::string file = binary_stl(kTwoFacets, "", 2);
  CHECK(mesh_error(file.substr(0, file.size() - 1), "a.stl") ==
        "a.stl: the file promises 2 facets; the 99 bytes that follow cannot hold them" + kCutOrDamaged);
  CHECK(mesh_error(binary_stl(kTwoFacets, "", 4000000000u), "a.stl") ==
        "a.stl: the file promises 4000000000 facets; allowed 33554432; make the mesh coarser");
  CHECK(mesh_error("abc", "a.stl") ==
        "a.stl: the file has 3 bytes; a binary STL takes at least 84; it is cut off: copy it again");
  CHECK(mesh_error(binary_stl({}, "", 0), "a.stl") ==
        "a.stl: the file has no facets; allowed meshes with at least one");
  std::vector<float> far = kTwoFacets;
  far[11] = 2e30f;
  CHECK(mesh_error(binary_stl(far, "", 2), "a.stl") ==
        "a.stl: a corner of facet 2 is at (-0, 1, 2e+30); allowed finite coordinates up to 1e30; mend the mesh and "
        "export it again");
  CHECK(mesh_error("solid\n" + text_facet("0 1"), "a.stl") ==
        "a.stl:7: a corner of facet 1 has 'endloop'; allowed numbers");
  CHECK(mesh_error("solid\n" + text_facet("0 1 0"), "a.stl") == "a.stl:9: the file ends before facet 2" + kCutOff);
  CHECK(mesh_error("solid\nfacet normal 0 0 1 inner", "a.stl") ==
        "a.stl:2: facet 1 has 'inner'; allowed outer" + kDamaged);
  CHECK(mesh_error("solid\nendsolid\nmore", "a.stl") == "a.stl:3: the header has 'more'; allowed solid" + kDamaged);
  CHECK(mesh_error("solid\nfacets", "a.stl") == "a.stl:2: facet 1 has 'facets'; allowed facet or endsolid" + kDamaged);
}

TEST_CASE("the bytes decide the format, the name only where they say nothing") {
  CHECK(read_mesh(kAsciiPly, "a.stl").format == io::MeshFormat::ply);
  CHECK(read_mesh(kPoints + "f 1 2 3\n", "a.msh").format == io::MeshFormat::obj);
  CHECK(read_mesh(binary_stl(kTwoFacets, "", 2), "a").format == io::MeshFormat::stl);
  CHECK(mesh_error("", "a.obj") == "a.obj: the file is empty");
  const std::string rest = "; allowed obj ply stl glb gltf msh vtk vtu node ele; convert the mesh";
  CHECK(mesh_error("12", "a.dxf") == "a.dxf: the extension 'dxf' is no mesh's" + rest);
  CHECK(mesh_error("12", "b.x/a") == "b.x/a: neither bytes nor name say what format the mesh has" + rest);
  CHECK(io::mesh_extensions().size() == 10);
  CHECK(io::mesh_companion("b.1/a.NODE") == "b.1/a.ele");
  CHECK(io::mesh_companion("a.ele") == "a.node");
  CHECK(io::mesh_companion("a.obj").empty());
}
