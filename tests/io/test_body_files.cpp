// Files of bodies hold what they were given, bit for bit, and what other programs ask of their formats.
#include <nlohmann/json.hpp>

#include "core/math.h"
#include "io/body_files.h"
#include "io/body_glb.h"
#include "io/mesh_read_files.h"

using namespace solgel;
using namespace solgel::test;
using Json = nlohmann::json;

namespace {

// Coordinates with all their bits.
const std::vector<Vec3> kNodes{
    {0.1, -1.0 / 3, 1e-300}, {math::exp(1), 2, -0.0}, {1e22, 0.3, 123456.789}, {4e-5, 5, 6}, {7, 8, 9}};
const std::vector<Tetrahedron> kElements{{0, 1, 2, 3}, {4, 3, 1, 0}};
const std::vector<double> kHeat{0.1, 0.2, -0.3, 1e-8, 5}, kStress{1.0 / 7, -2};
const io::Metadata kMetadata{{"shear", "2600 -- \"a\" <b>"}, {"two\nlines", "\\"}};

struct Fields {
  io::VectorField vectors[1]{{"velo city", kNodes}};
  io::ScalarField nodes[1]{{"heat", kHeat}}, elements[1]{{"a<b>&\"c\"", kStress}};
  io::BodyFields all() const { return {vectors, nodes, elements, 0.25}; }
};

std::string text_of(const io::Bytes& bytes) {
  return std::string(reinterpret_cast<const char*>(bytes.data()), bytes.size());
}
template <class T>
T good(Result<T> result) {
  REQUIRE_MESSAGE(result.has_value(), (result ? "" : result.error().message()));
  return std::move(*result);
}
template <class T>
std::string message(const Result<T>& result) {
  return result ? "" : result.error().message();
}
template <class T>
bool same_bits(std::span<const T> a, std::span<const T> b) {
  return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size_bytes()) == 0;
}

const std::vector<Vec3f> kPositions{{0.1f, 0, 0}, {1, -2.5f, 0}, {0, 1, 1e-7f}, {3, 3, 3.3333333f}};
const std::vector<Vec3f> kNormals{{0, 0, 1}, {0.6f, 0, 0.8f}, {1, 0, 0}, {0, -1, 0}};
const std::vector<Triangle> kTriangles{{0, 1, 2}, {2, 1, 3}};
const SurfaceView kSurface{kPositions, kNormals, kTriangles};

std::vector<Vec3> widened(std::span<const Vec3f> list) {
  std::vector<Vec3> wide;
  for (const Vec3f v : list) {
    wide.push_back({static_cast<double>(v.x), static_cast<double>(v.y), static_cast<double>(v.z)});
  }
  return wide;
}

struct Glb {
  Json json;
  std::string data;

  explicit Glb(const io::Bytes& file) {
    const std::string text = text_of(file);
    const auto word = [&](std::size_t at) {
      std::uint32_t value = 0;
      std::memcpy(&value, text.data() + at, 4);
      return value;
    };
    CHECK(text.substr(0, 4) == "glTF");
    CHECK(word(4) == 2);
    CHECK(word(8) == text.size());
    CHECK(word(12) % 4 == 0);
    CHECK(text.substr(16, 4) == "JSON");
    json = Json::parse(text.substr(20, word(12)));
    data = text.substr(28 + word(12));
    CHECK(word(20 + word(12)) == data.size());
    CHECK(json["buffers"][0]["byteLength"] == data.size());
  }
  // The floats of an accessor, held against its bounds and against its view.
  std::vector<float> floats(const Json& index) const {
    const Json& a = json["accessors"][index.get<std::size_t>()];
    const Json& view = json["bufferViews"][a["bufferView"].get<std::size_t>()];
    const std::size_t width = a["type"] == "VEC3" ? 3 : 1, size = 4 * width * a["count"].get<std::size_t>();
    const std::size_t offset = a.value("byteOffset", std::size_t{0});
    CHECK(a["componentType"] == 5126);
    CHECK(offset + size <= view["byteLength"].get<std::size_t>());
    CHECK(view.value("byteStride", 12) == 12);
    std::vector<float> list(size / 4);
    std::memcpy(list.data(), data.data() + view["byteOffset"].get<std::size_t>() + offset, size);
    for (std::size_t c = 0; a.contains("min") && c < width; ++c) {
      float least = list[c], most = list[c];
      for (std::size_t k = c; k < list.size(); k += width) {
        least = std::min(least, list[k]);
        most = std::max(most, list[k]);
      }
      CHECK(a["min"][c].get<double>() == static_cast<double>(least));
      CHECK(a["max"][c].get<double>() == static_cast<double>(most));
    }
    return list;
  }
};

}  // namespace

TEST_CASE("tetrahedra read back bit for bit from .vtu, .vtk and .msh") {
  const Fields fields;
  for (const char* extension : {".vtu", ".vtk", ".msh"}) {
    const io::Bytes bytes = good(io::encode_body({kNodes, kElements}, fields.all(), extension, kMetadata));
    const TetrahedralMesh back = tetrahedra(text_of(bytes), "");
    CHECK(same_bits<Vec3>(back.points, kNodes));
    CHECK(back.elements == kElements);
    CHECK(text_of(bytes).find("shear: 2600 -") != std::string::npos);
  }
}

TEST_CASE("VTU: fields follow the cells, each behind its size") {
  const Fields fields;
  const std::string text = text_of(good(io::encode_body({kNodes, kElements}, fields.all(), ".vtu", kMetadata)));
  CHECK(text.find("<!-- shear: 2600 - - &quot;a&quot; &lt;b&gt; -->\n<!-- two lines: \\ -->") != std::string::npos);
  CHECK(text.find("Name=\"TimeValue\" NumberOfTuples=\"1\" format=\"ascii\">0.25<") != std::string::npos);
  const auto array = [&](const std::string& name) {
    const std::size_t tag = text.find(" Name=\"" + name + "\""), offset = text.find("offset=\"", tag) + 8;
    std::size_t at = text.find("\n_") + 2 + std::stoul(text.substr(offset));
    std::uint64_t size = 0;
    std::memcpy(&size, text.data() + at, 8);
    std::vector<double> values(size / 8);
    std::memcpy(values.data(), text.data() + at + 8, size);
    return values;
  };
  CHECK(same_bits<double>(array("heat"), kHeat));
  CHECK(same_bits<double>(array("a&lt;b&gt;&amp;&quot;c&quot;"), kStress));
  CHECK(std::memcmp(array("velo city").data(), kNodes.data(), 24 * kNodes.size()) == 0);
  CHECK(text.ends_with("\n</AppendedData>\n</VTKFile>\n"));
}

TEST_CASE("VTK's old text and the series as they should stand") {
  const std::vector<Vec3> points = kCorners;
  const std::vector<Tetrahedron> elements{{0, 1, 2, 3}};
  const std::vector<double> heat{1, 0.1, 2, 3}, stress{-1e-9};
  const io::VectorField vectors[1]{{"velo city", points}};
  const io::ScalarField nodes[1]{{"heat", heat}}, cells[1]{{"stress", stress}};
  const std::string text = text_of(good(io::encode_body({points, elements}, {vectors, nodes, cells, 0.5}, ".vtk", {})));
  CHECK(text ==
        "# vtk DataFile Version 3.0\nbody by solgel\nASCII\nDATASET UNSTRUCTURED_GRID\nFIELD FieldData 1\n"
        "TIME 1 1 double\n0.5\nPOINTS 4 double\n0 0 0\n1 0 0\n0 1 0\n0 0 1\nCELLS 1 5\n4 0 1 2 3\nCELL_TYPES 1\n10\n"
        "POINT_DATA 4\nVECTORS velo_city double\n0 0 0\n1 0 0\n0 1 0\n0 0 1\nSCALARS heat double 1\n"
        "LOOKUP_TABLE default\n1\n0.1\n2\n3\nCELL_DATA 1\nSCALARS stress double 1\nLOOKUP_TABLE default\n-1e-09\n");
  const io::SeriesFile files[] = {{0, "a--0.vtu"}, {0.1, "b\"&.vtu"}};
  CHECK(text_of(io::encode_series(files, {})) ==
        "<?xml version=\"1.0\"?>\n<VTKFile type=\"Collection\" version=\"0.1\" byte_order=\"LittleEndian\">\n"
        "<Collection>\n<DataSet timestep=\"0\" group=\"\" part=\"0\" file=\"a--0.vtu\"/>\n"
        "<DataSet timestep=\"0.1\" group=\"\" part=\"0\" file=\"b&quot;&amp;.vtu\"/>\n</Collection>\n</VTKFile>\n");
}

TEST_CASE("surfaces read back as the same floats from .obj, .ply and .stl") {
  for (const char* extension : {".obj", ".ply", ".stl"}) {
    const std::string file = text_of(good(io::encode_surface(kSurface, extension, kMetadata)));
    const TriangleMesh back = triangles(file, "");
    REQUIRE(back.points.size() == kPositions.size());
    for (std::size_t k = 0; k < kPositions.size();
         ++k) {  // OBJ's text is read as double: the nearest float is the same
      CHECK(static_cast<float>(back.points[k].x) == kPositions[k].x);
      CHECK(static_cast<float>(back.points[k].y) == kPositions[k].y);
      CHECK(static_cast<float>(back.points[k].z) == kPositions[k].z);
    }
    CHECK(back.triangles == kTriangles);
    CHECK(file.find("shear: 2600 -") != std::string::npos);
  }
  const std::string obj = text_of(good(io::encode_surface(kSurface, ".obj", kMetadata)));
  CHECK(obj.find("# two lines: \\ \nv 0.1 0 0\n") != std::string::npos);
  CHECK(obj.find("vn 0.6 0 0.8\n") != std::string::npos);
  CHECK(obj.ends_with("f 1//1 2//2 3//3\nf 3//3 2//2 4//4\n"));
  const std::vector<Triangle> flat{{0, 0, 1}};
  CHECK(text_of(good(io::encode_surface({kPositions, kNormals, flat}, ".stl", {}))).substr(84, 12) ==
        std::string(12, '\0'));
}

TEST_CASE("GLB: a mesh at rest has its material and no animation") {
  io::AnimatedGlb writer(kTriangles, kPositions.size(), 1);
  REQUIRE(writer.add_frame(0, kPositions, kNormals).has_value());
  const io::GlbMaterial berry{.base_colour = {1, 0.75f, 0.83f},
                              .roughness = 0.1f,
                              .transmission = 0.9f,
                              .ior = 1.36f,
                              .thickness = 0.03f,
                              .attenuation_colour = {0.5f, 0.25f, 1},
                              .attenuation_distance = 0.02f};
  const io::Bytes file = good(writer.finish(berry, io::GlbMotion::linear, kMetadata));
  const Glb glb(file);
  CHECK(glb.json["asset"]["extras"]["shear"] == kMetadata[0].value);
  CHECK_FALSE(glb.json.contains("animations"));
  CHECK_FALSE(glb.json["meshes"][0]["primitives"][0].contains("targets"));
  const Json& material = glb.json["materials"][0];
  CHECK(material["pbrMetallicRoughness"]["baseColorFactor"][1].get<float>() == 0.75f);
  CHECK(material["pbrMetallicRoughness"]["baseColorFactor"][3] == 1);
  const Json& extensions = material["extensions"];
  CHECK(extensions["KHR_materials_transmission"]["transmissionFactor"].get<float>() == 0.9f);
  CHECK(extensions["KHR_materials_ior"]["ior"].get<float>() == 1.36f);
  CHECK(extensions["KHR_materials_volume"]["thicknessFactor"].get<float>() == 0.03f);
  CHECK(extensions["KHR_materials_volume"]["attenuationDistance"].get<float>() == 0.02f);
  CHECK(extensions["KHR_materials_volume"]["attenuationColor"][1].get<float>() == 0.25f);
  CHECK(glb.json["extensionsUsed"].size() == extensions.size());
  const TriangleMesh back = triangles(text_of(file), "");
  CHECK(back.points == widened(kPositions));
  CHECK(back.triangles == kTriangles);
}

TEST_CASE("GLB: at the time of a frame the weights give its positions") {
  const std::size_t frames = 4, vertices = kPositions.size();
  io::AnimatedGlb writer(kTriangles, vertices, frames);
  std::vector<std::vector<Vec3f>> moved;
  for (std::size_t f = 0; f < frames; ++f) {
    moved.push_back(kPositions);
    for (Vec3f& p : moved[f]) p.y -= 0.3f * static_cast<float>(f * f);
    REQUIRE(writer.add_frame(0.5 * static_cast<double>(f), moved[f], kNormals).has_value());
  }
  const Glb glb(good(writer.finish({}, io::GlbMotion::step, {})));
  const Json& primitive = glb.json["meshes"][0]["primitives"][0];
  const Json& sampler = glb.json["animations"][0]["samplers"][0];
  CHECK(sampler["interpolation"] == "STEP");
  CHECK(glb.json["animations"][0]["channels"][0]["target"]["path"] == "weights");
  CHECK(glb.floats(sampler["input"]) == std::vector<float>{0, 0.5f, 1, 1.5f});
  const std::vector<float> weights = glb.floats(sampler["output"]),
                           base = glb.floats(primitive["attributes"]["POSITION"]);
  REQUIRE(primitive["targets"].size() == frames - 1);
  REQUIRE(weights.size() == frames * (frames - 1));
  for (std::size_t f = 0; f < frames; ++f) {
    std::vector<float> p = base;
    for (std::size_t t = 0; t + 1 < frames; ++t) {
      const std::vector<float> delta = glb.floats(primitive["targets"][t]["POSITION"]);
      for (std::size_t k = 0; k < p.size(); ++k) p[k] += weights[f * (frames - 1) + t] * delta[k];
      CHECK(glb.floats(primitive["targets"][t]["NORMAL"]) == std::vector<float>(3 * vertices, 0));
    }
    for (std::size_t k = 0; k < vertices; ++k) {
      CHECK(std::fabs(p[3 * k + 1] - moved[f][k].y) <= 5e-7f);  // two roundings of numbers below 4
      CHECK(p[3 * k] == moved[f][k].x);
    }
  }
  const Json& views = glb.json["bufferViews"];
  CHECK(views[0]["byteOffset"] == 0);
  CHECK(views[1]["byteOffset"] == views[0]["byteLength"]);
  CHECK(views[2]["byteOffset"].get<std::size_t>() + views[2]["byteLength"].get<std::size_t>() == glb.data.size());
}

TEST_CASE("bodies that do not fit are refused") {
  const auto body = [](const io::BodyFields& fields) {
    return message(io::encode_body({kNodes, kElements}, fields, ".vtu", {}));
  };
  const std::vector<double> short_list{1}, odd{0, 1, 2, std::numeric_limits<double>::quiet_NaN(), 4};
  const io::ScalarField few[1]{{"heat", short_list}}, nan[1]{{"heat", odd}};
  CHECK(body({.node_scalars = few}) == "the field 'heat' has 1 values; allowed one for each of the 5 nodes");
  CHECK(body({.element_scalars = few}) == "the field 'heat' has 1 values; allowed one for each of the 2 elements");
  CHECK(body({.node_scalars = nan}) == "the field 'heat' is not finite at number 4 of the nodes");
  CHECK(body({.seconds = odd[3]}) == "the time is not finite");
  CHECK(message(io::encode_body({kNodes, {}}, {}, ".vtk", {})) == "the body has no elements");
  CHECK(message(io::encode_body({kNodes, kElements}, {}, ".ply", {})) ==
        "no format '.ply' of bodies; allowed .vtu, .vtk or .msh");
  const std::vector<Tetrahedron> beyond{{0, 1, 2, 3}, {0, 1, 2, 5}};
  CHECK(message(io::encode_body({kNodes, beyond}, {}, ".msh", {})) ==
        "element 2 names point 5; there are 5, counted from 0");
  CHECK(message(io::encode_surface(kSurface, ".vtk", {})) ==
        "no format '.vtk' of surfaces; allowed .obj, .ply or .stl");
  CHECK(message(io::encode_surface({kPositions, kNormals, {}}, ".obj", {})) == "the surface has no triangles");
  CHECK(message(io::encode_surface({kPositions, {}, kTriangles}, ".obj", {})) ==
        "the list of normals has 0 values; allowed one for each of the 4 vertices");
}

TEST_CASE("animations that do not fit are refused") {
  io::AnimatedGlb writer(kTriangles, kPositions.size(), 0);
  CHECK(message(writer.finish({}, io::GlbMotion::step, {})) == "the animation has no frame; allowed one or more");
  CHECK(message(writer.add_frame(-1, kPositions, kNormals)) == "frame 1 is at -1 s; allowed 0 and more");
  REQUIRE(writer.add_frame(1, kPositions, kNormals).has_value());
  CHECK(message(writer.add_frame(1, kPositions, kNormals)) == "frame 2 is at 1 s; allowed more than 1");
  CHECK(message(writer.add_frame(2, {}, {})) == "frame 2 has 0 vertices; allowed 4");
  std::vector<Vec3f> odd = kPositions;
  odd[2].x = std::numeric_limits<float>::infinity();
  CHECK(message(writer.add_frame(2, odd, kNormals)) ==
        "frame 2: the list of positions is not finite at number 3 of the vertices");
  CHECK(message(writer.finish({.transmission = 2}, io::GlbMotion::step, {})) ==
        "the material's transmission is 2; allowed 0 to 1");
  CHECK(message(writer.finish({.thickness = -1}, io::GlbMotion::step, {})) ==
        "the material's thickness is -1; allowed 0 and more");
  CHECK(writer.finish({}, io::GlbMotion::step, {}).has_value());
}
