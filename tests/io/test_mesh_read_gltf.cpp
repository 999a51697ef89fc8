// glTF: the triangles of a scene, whatever its accessors, buffers and nodes look like.
#include "io/mesh_read_files.h"

using namespace solgel;
using namespace solgel::test;

namespace {

const std::vector<Vec3> kTriangle{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
const std::string kFloats = Binary(false).add<float>({0, 0, 0, 1, 0, 0, 0, 1, 0}).str();
const std::string kTwelve = "{\"bufferView\":0,\"componentType\":5126,\"count\":3,\"type\":\"VEC3\"}";

// A scene of one mesh at the first of `nodes`, its accessors and views in one buffer.
struct Scene {
  std::string nodes = "{\"mesh\":0}";
  std::string primitive = "\"attributes\":{\"POSITION\":0}";
  std::string accessors = kTwelve;
  std::string views = "{\"buffer\":0,\"byteLength\":36}";
  std::string more{};

  std::string json(const std::string& uri, std::size_t size) const {
    return "{\"asset\":{\"version\":\"2.0\"},\"scene\":0,\"scenes\":[{\"nodes\":[0]}],\"nodes\":[" + nodes +
           "],\"meshes\":[{\"primitives\":[{" + primitive + "}]}],\"accessors\":[" + accessors + "],\"bufferViews\":[" +
           views + "],\"buffers\":[{" + uri + "\"byteLength\":" + std::to_string(size) + "}]" + more + "}";
  }
  std::string gltf(const std::string& data) const {
    return json("\"uri\":\"data:application/octet-stream;base64," + base64(data) + "\",", data.size());
  }
  std::string glb(const std::string& data) const {
    std::string text = json("", data.size());
    text.resize((text.size() + 3) / 4 * 4, ' ');
    Binary file(false);
    file.text("glTF").add<std::uint32_t>({2, static_cast<std::uint32_t>(28 + text.size() + data.size())});
    file.add<std::uint32_t>({static_cast<std::uint32_t>(text.size())}).text("JSON").text(text);
    return file.add<std::uint32_t>({static_cast<std::uint32_t>(data.size())})
        .text(std::string("BIN\0", 4))
        .text(data)
        .str();
  }
};

}  // namespace

TEST_CASE("glTF: buffers in the file's chunk and in data URIs") {
  for (const std::string& file : {Scene{}.gltf(kFloats), Scene{}.glb(kFloats), "\n" + Scene{}.gltf(kFloats)}) {
    const TriangleMesh mesh = triangles(file, "a.glb");
    CHECK(mesh.points == kTriangle);
    CHECK(mesh.triangles == std::vector<Triangle>{{0, 1, 2}});
  }
}

TEST_CASE("glTF: accessors of every component type, apart or packed") {
  const auto with_positions = [](int type, bool normalized, int stride, const std::string& data) {
    Scene scene;
    scene.accessors = "{\"bufferView\":0,\"byteOffset\":4,\"componentType\":" + std::to_string(type) +
                      ",\"count\":3,\"type\":\"VEC3\",\"normalized\":" + (normalized ? "true" : "false") + "}";
    scene.views = "{\"buffer\":0,\"byteOffset\":1,\"byteLength\":" + std::to_string(data.size() - 1) +
                  ",\"byteStride\":" + std::to_string(stride) + "}";
    return triangles(scene.gltf(data), "a.gltf").points;
  };
  const std::string five(5, 'x');
  CHECK(with_positions(5120, true, 4,
                       Binary(false).text(five).add<std::int8_t>({0, 0, 0, 9, 127, 0, 0, 9, 0, 127, 0}).str()) ==
        kTriangle);
  CHECK(with_positions(5121, true, 3,
                       Binary(false).text(five).add<std::uint8_t>({0, 0, 0, 255, 0, 0, 0, 255, 0}).str()) == kTriangle);
  CHECK(with_positions(5122, false, 6, Binary(false).text(five).add<std::int16_t>({0, 0, 0, 1, 0, 0, 0, 1, 0}).str()) ==
        kTriangle);
  CHECK(with_positions(5123, true, 6,
                       Binary(false).text(five).add<std::uint16_t>({0, 0, 0, 65535, 0, 0, 0, 65535, 0}).str()) ==
        kTriangle);
  CHECK(with_positions(5122, true, 6,
                       Binary(false).text(five).add<std::int16_t>({-32768, 0, 0, 1, 0, 0, 0, 1, 0}).str())[0] ==
        Vec3{-1, 0, 0});
  CHECK(with_positions(5126, false, 12, five + kFloats) == kTriangle);

  const auto with_indices = [](int type, const std::string& data) {
    Scene scene;
    scene.primitive += ",\"indices\":1,\"mode\":4";
    scene.accessors +=
        ",{\"bufferView\":1,\"componentType\":" + std::to_string(type) + ",\"count\":6,\"type\":\"SCALAR\"}";
    scene.views += ",{\"buffer\":0,\"byteOffset\":36,\"byteLength\":" + std::to_string(data.size()) + "}";
    return triangles(scene.glb(kFloats + data), "a.glb").triangles;
  };
  const std::vector<Triangle> expected{{2, 1, 0}, {0, 1, 2}};
  CHECK(with_indices(5121, Binary(false).add<std::uint8_t>({2, 1, 0, 0, 1, 2}).str()) == expected);
  CHECK(with_indices(5123, Binary(false).add<std::uint16_t>({2, 1, 0, 0, 1, 2}).str()) == expected);
  CHECK(with_indices(5125, Binary(false).add<std::uint32_t>({2, 1, 0, 0, 1, 2}).str()) == expected);
}

TEST_CASE("glTF: transforms of nodes add up, a mirror turns triangles round, equal corners are joined") {
  Scene scene;
  // T (10, 0, 0) of a quarter turn about z and scale 2, then a child that mirrors x by its matrix.
  scene.nodes =
      "{\"children\":[1],\"translation\":[10,0,0],\"rotation\":[0,0,0.7071067811865476,0.7071067811865476],"
      "\"scale\":[2,2,2]},{\"mesh\":0,\"matrix\":[-1,0,0,0,0,1,0,0,0,0,1,0,0,0,3,1]}";
  const TriangleMesh mesh = triangles(scene.glb(kFloats), "a.glb");
  const std::vector<Vec3> expected{{10, 0, 6}, {10, -2, 6}, {8, 0, 6}};
  for (std::size_t k = 0; k < 3; ++k) CHECK(length(mesh.points[k] - expected[k]) < 1e-14);  // the rounded root of 1/2
  CHECK(mesh.triangles == std::vector<Triangle>{{0, 2, 1}});

  Scene twice;
  twice.nodes = "{\"children\":[1,2]},{\"mesh\":0},{\"mesh\":0,\"translation\":[1,0,0]}";
  CHECK(triangles(twice.glb(kFloats), "a.glb").points.size() == 5);
  CHECK(triangles(twice.glb(kFloats), "a.glb").triangles == std::vector<Triangle>{{0, 1, 2}, {1, 3, 4}});
  Scene lines;
  lines.primitive += "},{\"mode\":1,\"attributes\":{\"POSITION\":0}";
  CHECK(mesh_warning(lines.glb(kFloats), "a.glb") == "1 primitives of points and lines left out");
  Scene moving;
  moving.primitive += ",\"targets\":[{\"POSITION\":0}]";
  CHECK(mesh_warning(moving.glb(kFloats), "a.glb") == "morph targets left out: the mesh is taken at rest");
}

TEST_CASE("glTF: errors") {
  const auto error = [](const Scene& scene) { return mesh_error(scene.gltf(kFloats), "a.gltf"); };
  const auto accessor = [&](std::string_view what, std::string_view with) {
    Scene scene;
    scene.accessors = replaced(scene.accessors, what, with);
    return error(scene);
  };
  const auto primitive = [&](std::string text) {
    Scene scene;
    scene.primitive = std::move(text);
    return error(scene);
  };
  const auto nodes = [&](std::string text) {
    Scene scene;
    scene.nodes = std::move(text);
    return error(scene);
  };
  const std::string cannot = "; its buffer of 36 bytes cannot hold them" + kDamaged;
  CHECK(accessor("\"count\":3", "\"count\":4") == "a.gltf: accessor 0 has 4 items of 12 bytes, 12 apart" + cannot);
  CHECK(accessor("\"count\":3", "\"count\":18446744073709551615") ==
        "a.gltf: accessor 0 has 18446744073709551615 items of 12 bytes, 12 apart" + cannot);
  CHECK(accessor("\"count\":3", "\"byteOffset\":18446744073709551615,\"count\":3") ==
        "a.gltf: accessor 0 has 3 items of 12 bytes, 12 apart" + cannot);
  CHECK(accessor("\"count\":3", "\"count\":2") ==
        "a.gltf: a primitive has 2 corners; allowed multiples of three" + kDamaged);
  CHECK(accessor("\"count\":3", "\"count\":3,\"sparse\":{}") ==
        "a.gltf: accessor 0 is sparse; allowed plain accessors; export it without sparse accessors");
  CHECK(accessor("5126", "5124") ==
        "a.gltf: accessor 0 is of type 'VEC3' and component type 5124; allowed VEC3 of 5120 to 5126" + kDamaged);
  CHECK(accessor("VEC3", "VEC2") ==
        "a.gltf: accessor 0 is of type 'VEC2' and component type 5126; allowed VEC3 of 5120 to 5126" + kDamaged);
  CHECK(accessor("\"bufferView\":0,", "") ==
        "a.gltf: accessor 0 has no bufferView; allowed accessors with their data" + kDamaged);
  CHECK(primitive("\"attributes\":{\"POSITION\":7}") ==
        "a.gltf: a primitive names an accessor that is not there; there are 1" + kDamaged);
  CHECK(primitive("\"mode\":5,\"attributes\":{\"POSITION\":0}") ==
        "a.gltf: a primitive has mode 5; allowed 4, triangles; export plain triangles");
  CHECK(primitive("\"extensions\":{\"KHR_draco_mesh_compression\":{}}") ==
        "a.gltf: a primitive needs KHR_draco_mesh_compression; allowed uncompressed meshes; export it without "
        "compression");
  CHECK(nodes("{\"mesh\":3}") == "a.gltf: a node names mesh 3; there are 1" + kDamaged);
  CHECK(nodes("{\"children\":[0]}") == "a.gltf: node 0 has two parents; allowed a tree of the 1 nodes" + kDamaged);
  CHECK(nodes("{\"children\":[5]}") ==
        "a.gltf: the scene names a node that is not there; allowed a tree of the 1 nodes" + kDamaged);
  CHECK(nodes("{\"mesh\":0,\"matrix\":[1,2]}") == "a.gltf: node 0 has an odd matrix; allowed 16 numbers" + kDamaged);
  CHECK(
      nodes("{\"mesh\":0,\"scale\":[1e31,1e31,1e31]}") ==
      "a.gltf: point 2 is at (1e+31, 0, 0); allowed finite coordinates up to 1e30; mend the mesh and export it again");
  CHECK(nodes("{}") ==
        "a.gltf: the scene has no triangles; allowed meshes with at least one; export the surface as "
        "triangles");
  Scene needs;
  needs.more = ",\"extensionsRequired\":[\"EXT_meshopt_compression\"]";
  CHECK(error(needs) ==
        "a.gltf: the file needs EXT_meshopt_compression; allowed uncompressed meshes; export it without compression");
  CHECK(mesh_error(Scene{}.json("\"uri\":\"a.bin\",", 36), "a.gltf") ==
        "a.gltf: buffer 0 lies in 'a.bin'; allowed buffers inside the file as base64; export it as .glb");
  CHECK(mesh_error(Scene{}.json("", 36), "a.gltf") ==
        "a.gltf: buffer 0 has no data; allowed a chunk BIN or a data: URI" + kDamaged);
  CHECK(mesh_error(Scene{}.json("\"uri\":\"data:;base64,????\",", 36), "a.gltf") ==
        "a.gltf: buffer 0 is no base64" + kDamaged);
}

TEST_CASE("glTF: errors of the file itself") {
  CHECK(mesh_error("{\"asset\":", "a.gltf") == "a.gltf: the JSON of the file cannot be read" + kCutOrDamaged);
  CHECK(mesh_error("{\"asset\":{\"version\":\"1.0\"}}", "a.gltf") ==
        "a.gltf: the asset's version is '1.0'; allowed 2.0; export it as glTF 2.0");
  CHECK(mesh_error("{\"a\":" + std::string(100000, '['), "a.gltf") ==
        "a.gltf: the JSON is nested too deep; allowed 64 brackets" + kDamaged);
  const std::string file = Scene{}.glb(kFloats);
  CHECK(mesh_error(file.substr(0, file.size() - 1), "a.glb") == "a.glb: the file ends in a chunk" + kCutOff);
  CHECK(mesh_error(file.substr(0, 15), "a.glb") == "a.glb: the file ends in the header of a chunk" + kCutOff);
  CHECK(mesh_error(replaced(file, std::string("\2\0\0\0", 4), std::string("\1\0\0\0", 4)), "a.glb") ==
        "a.glb: the file is glTF 1; allowed 2; export it as glTF 2.0");
  Scene scene;
  scene.primitive += ",\"indices\":1";
  scene.accessors += ",{\"bufferView\":1,\"componentType\":5121,\"count\":3,\"type\":\"SCALAR\"}";
  scene.views += ",{\"buffer\":0,\"byteOffset\":36,\"byteLength\":3}";
  CHECK(mesh_error(scene.glb(kFloats + std::string("\0\1\3", 3)), "a.glb") ==
        "a.glb: triangle 1 names point 3; allowed 0 to 3 exclusive" + kDamaged);
}
