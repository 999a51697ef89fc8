// The meshes hold the surface, with its normals, and the solid is closed.
#include <algorithm>
#include <map>

#include "core/random.h"
#include "core/vec.h"
#include "mesh_files.h"

using namespace solgel;
using namespace mesh_files;
using doctest::Approx;

namespace {

using Missing = Grid<std::uint8_t>;

Grid<double> rough(int nx, int ny) {
  Grid<double> h(nx, ny);
  std::uint64_t k = 0;
  for (double& v : h.cells()) v = 100 + 20 * random_unit({.seed = 4, .stream = 4}, k++);
  return h;
}

Missing holes(int nx, int ny, double share) {
  Missing missing(nx, ny);
  std::uint64_t k = 0;
  for (std::uint8_t& m : missing.cells()) m = random_unit({.seed = 5, .stream = 4}, k++) < share ? 1 : 0;
  return missing;
}

Missing missing_of(const std::vector<std::string>& rows_from_north) {
  const int ny = static_cast<int>(rows_from_north.size()), nx = static_cast<int>(rows_from_north[0].size());
  Missing missing(nx, ny);
  for (int j = 0; j < ny; ++j) {
    for (int i = 0; i < nx; ++i) {
      missing(i, j) = rows_from_north[static_cast<std::size_t>(ny - 1 - j)][static_cast<std::size_t>(i)] == '.' ? 1 : 0;
    }
  }
  return missing;
}

io::Bytes encoded(const io::MeshView& view, std::string_view extension, const io::Metadata& metadata = {}) {
  const Result<io::Bytes> bytes = io::encode_mesh(view, extension, metadata);
  REQUIRE(bytes.has_value());
  return *bytes;
}

// In our axes.
Point turned(Point p) {
  return {p[0], -p[2], p[1]};
}

Mesh read(const io::MeshView& view, const std::string& extension) {
  const io::Bytes bytes = encoded(view, extension);
  if (extension == ".obj") return read_obj(bytes);
  if (extension == ".ply") return read_ply(bytes);
  Mesh mesh = read_glb(bytes);
  std::transform(mesh.positions.begin(), mesh.positions.end(), mesh.positions.begin(), turned);
  std::transform(mesh.normals.begin(), mesh.normals.end(), mesh.normals.begin(), turned);
  for (Coordinates& c : mesh.coordinates) c[1] = 1 - c[1];
  return mesh;
}

Vec3 vec(Point p) {
  return {static_cast<double>(p[0]), static_cast<double>(p[1]), static_cast<double>(p[2])};
}

struct Measure {
  bool closed = true;
  bool normals_match = true;
  double volume = 0;  // divergence theorem: signed tetrahedra from the first corner
};

Measure measure(const std::vector<Facet>& facets) {
  Measure m;
  std::map<std::pair<Point, Point>, int> edges;
  const Vec3 o = vec(facets.at(0).corners[0]);
  for (const Facet& f : facets) {
    const Vec3 a = vec(f.corners[0]) - o, b = vec(f.corners[1]) - o, c = vec(f.corners[2]) - o;
    for (std::size_t k = 0; k < 3; ++k) ++edges[{f.corners[k], f.corners[(k + 1) % 3]}];
    m.volume += dot(a, cross(b, c)) / 6;
    const Vec3 n = cross(b - a, c - a);
    // Corners are floats near 100, 4e-6 off; the thinnest triangle is a 32nd of a cell of 1.
    if (!(length(n) > 0) || dot(normalised(n), vec(f.normal)) < 1 - 1e-6) m.normals_match = false;
  }
  for (const auto& edge : edges) {
    const auto back = edges.find({edge.first.second, edge.first.first});
    if (edge.second != 1 || back == edges.end() || back->second != 1) m.closed = false;
  }
  return m;
}

bool is_whole(const io::MeshView& view, int i, int j) {
  const auto there = [&](int a, int b) {
    return view.height->contains(a, b) && !(view.missing && (*view.missing)(a, b) != 0);
  };
  return there(i, j) && there(i + 1, j) && there(i, j + 1) && there(i + 1, j + 1);
}

struct Prisms {
  std::size_t squares = 0, touching = 0;  // whole squares; corners where two of them touch only
  double volume = 0;
};

// Each square is two prisms, of half its area and the mean of three heights, over the bottom.
Prisms prisms(const io::MeshView& view) {
  const Grid<double>& h = *view.height;
  Prisms p;
  double lowest = 1e9, highest = -1e9;
  for (int pass = 0; pass < 2; ++pass) {
    const double bottom = lowest - std::max({0.1 * (highest - lowest), view.cell_x, view.cell_y});
    for (int j = 0; j < h.ny(); ++j) {
      for (int i = 0; i < h.nx(); ++i) {
        const bool ne = is_whole(view, i, j), sw = is_whole(view, i - 1, j - 1);
        const bool nw = is_whole(view, i - 1, j), se = is_whole(view, i, j - 1);
        if (pass == 0) p.touching += (ne && sw && !nw && !se) || (nw && se && !ne && !sw) ? 1 : 0;
        if (!ne) continue;
        const double a = h(i, j), b = h(i + 1, j), c = h(i + 1, j + 1), d = h(i, j + 1);
        lowest = std::min({lowest, a, b, c, d});
        highest = std::max({highest, a, b, c, d});
        if (pass == 0) continue;
        ++p.squares;
        const double twice = std::fabs(a - c) <= std::fabs(b - d) ? a + c : b + d;  // in both triangles
        p.volume += view.cell_x * view.cell_y * ((a + b + c + d + twice) / 6 - bottom);
      }
    }
  }
  return p;
}

}  // namespace

TEST_CASE("a plane has its own normal everywhere, in all formats") {
  Grid<double> plane(9, 7);
  for (int j = 0; j < 7; ++j) {
    for (int i = 0; i < 9; ++i) plane(i, j) = 3 + 0.5 * (2.0 * i) - 0.25 * (4.0 * j);
  }
  Missing missing = holes(9, 7, 0.15);
  const Vec3 n = normalised({-0.5, 0.25, 1});  // every difference is exact, so these are the bits
  const Point normal{static_cast<float>(n.x), static_cast<float>(n.y), static_cast<float>(n.z)};
  for (const Missing* m : {static_cast<const Missing*>(nullptr), static_cast<const Missing*>(&missing)}) {
    const io::MeshView view{&plane, m, 2, 4};
    for (const char* extension : {".obj", ".ply", ".glb"}) {
      const Mesh mesh = read(view, extension);
      REQUIRE(mesh.normals.size() == mesh.positions.size());
      CHECK(std::all_of(mesh.normals.begin(), mesh.normals.end(), [&](const Point& p) { return p == normal; }));
    }
    std::size_t top = 0;
    for (const Facet& f : read_stl(encoded(view, ".stl"))) top += f.normal == normal ? 1 : 0;
    CHECK(top == 2 * prisms(view).squares);
  }
}

TEST_CASE("OBJ, PLY and GLB read back as the samples, as floats, and the same triangles") {
  const Grid<double> h = rough(23, 17);
  Missing missing = holes(23, 17, 0.2);
  for (const Missing* m : {static_cast<const Missing*>(nullptr), static_cast<const Missing*>(&missing)}) {
    const io::MeshView view{&h, m, 0.3, 0.7};
    const Mesh first = read(view, ".obj");
    const Prisms p = prisms(view);
    CHECK(first.faces.size() == 2 * p.squares);
    std::size_t k = 0;
    for (int j = 0; j < h.ny(); ++j) {
      for (int i = 0; i < h.nx(); ++i) {
        if (!is_whole(view, i, j) && !is_whole(view, i - 1, j) && !is_whole(view, i, j - 1) &&
            !is_whole(view, i - 1, j - 1)) {
          continue;
        }
        REQUIRE(k < first.positions.size());
        CHECK(first.positions[k] ==
              Point{static_cast<float>(i * 0.3), static_cast<float>(j * 0.7), static_cast<float>(h(i, j))});
        CHECK(first.coordinates[k] == Coordinates{static_cast<float>(i / 22.0), static_cast<float>(j / 16.0)});
        ++k;
      }
    }
    CHECK(k == first.positions.size());
    for (const char* extension : {".ply", ".glb"}) {
      const Mesh mesh = read(view, extension);
      CHECK(mesh.positions == first.positions);
      CHECK(mesh.normals == first.normals);
      CHECK(mesh.faces == first.faces);
    }
    double area = 0;
    for (const Face& f : first.faces) {
      const Vec3 a = vec(first.positions.at(f[0])), b = vec(first.positions.at(f[1]));
      const double z = cross(b - a, vec(first.positions.at(f[2])) - a).z;
      CHECK(z > 0);  // counterclockwise from above
      area += z / 2;
    }
    CHECK(area == Approx(static_cast<double>(p.squares) * 0.3 * 0.7).epsilon(1e-6));  // floats of coordinates to 12
  }
}

TEST_CASE("a square is split along the diagonal that keeps a ridge") {
  Grid<double> h(2, 2, 0.0);
  h(0, 1) = h(1, 0) = 5, h(1, 1) = 1;  // a ridge from the south-east to the north-west
  CHECK(read({.height = &h}, ".ply").faces == std::vector<Face>{{0, 1, 2}, {1, 3, 2}});
  h(0, 1) = 0, h(1, 0) = 1, h(0, 0) = h(1, 1) = 5;
  CHECK(read({.height = &h}, ".ply").faces == std::vector<Face>{{0, 1, 3}, {0, 3, 2}});
}

TEST_CASE("the solid is closed and holds the prisms under its triangles") {
  for (const auto& [nx, ny] : std::initializer_list<std::pair<int, int>>{{2, 2}, {2, 30}, {30, 2}, {31, 24}}) {
    const Grid<double> h = rough(nx, ny);
    const io::MeshView view{.height = &h, .cell_x = 2, .cell_y = 1};
    const std::vector<Facet> facets = read_stl(encoded(view, ".stl"));
    const Measure m = measure(facets);
    CHECK(m.closed);
    CHECK(m.normals_match);
    CHECK(m.volume == Approx(prisms(view).volume).epsilon(1e-6));  // heights are floats: 120 / 2^24 of about 10
    const int squares = (nx - 1) * (ny - 1), rim = 2 * (nx + ny - 2);
    // Two for each square and each side of the rim; the bottom's strips have the rim's vertices: rim - 2 triangles.
    CHECK(facets.size() == static_cast<std::size_t>(2 * squares + 2 * rim + rim - 2));
  }
}

TEST_CASE("the solid is closed around missing samples and where islands touch at a corner") {
  const Grid<double> level(40, 30, 8.0), h = rough(40, 30);
  for (const double share : {0.02, 0.1, 0.2, 0.4}) {
    const Missing missing = holes(40, 30, share);
    const io::MeshView flat{&level, &missing, 1, 1}, steep{&h, &missing, 1, 1};
    const Measure m = measure(read_stl(encoded(flat, ".stl"))), s = measure(read_stl(encoded(steep, ".stl")));
    CHECK(m.closed);
    CHECK(m.normals_match);
    CHECK(s.closed);
    const Prisms p = prisms(flat);
    CHECK((share < 0.1 || p.touching > 0));
    // Each corner that touches takes a 32nd off both squares, one unit high; coordinates are exact in float.
    CHECK(m.volume == Approx(static_cast<double>(p.squares) - static_cast<double>(p.touching) * 2 / 32).epsilon(1e-12));
  }
}

TEST_CASE("two islands that touch at a corner, and a ring, are closed") {
  const Missing touching = missing_of({"..##", ".###", "##..", "##.."});  // the middle of .### belongs to no square
  const Missing corner = missing_of({".##", "###", "##."}), ring = missing_of({"####", "#..#", "#..#", "####"});
  const Missing frame = missing_of({"#####", "#####", "##.##", "#####", "#####"});
  const Grid<double> three(3, 3, 1.0), four(4, 4, 1.0), five(5, 5, 1.0);
  const Measure c = measure(read_stl(encoded({&three, &corner, 1, 1}, ".stl")));
  CHECK(c.closed);
  CHECK(c.volume == Approx(2 - 2.0 / 32).epsilon(1e-12));  // exact but for the sixths
  const Measure t = measure(read_stl(encoded({&four, &touching, 1, 1}, ".stl")));
  CHECK(t.closed);
  CHECK(t.volume == Approx(2).epsilon(1e-12));
  const Measure f = measure(read_stl(encoded({&five, &frame, 1, 1}, ".stl")));
  CHECK(f.closed);
  CHECK(f.volume == Approx(12).epsilon(1e-12));
  CHECK_FALSE(io::encode_mesh({&four, &ring, 1, 1}, ".stl", {}).has_value());  // one sample wide: no square
}

TEST_CASE("GLB says what it holds") {
  const Grid<double> h = rough(12, 9);
  const io::MeshView view{.height = &h, .cell_x = 30, .cell_y = 20};
  const io::Metadata metadata{{"seed", "7"}, {"seed", "8"}, {"name", "a \"b\"\n\xff\xc3\xa9"}};
  const Mesh mesh = read_glb(encoded(view, ".glb", metadata));
  const nlohmann::json& json = mesh.json;
  CHECK(json.at("asset").at("version") == "2.0");
  CHECK(json.at("asset").at("extras") == nlohmann::json{{"seed", "8"}, {"name", "a \"b\"\n?\xc3\xa9"}});
  CHECK(json.at("nodes") == nlohmann::json::parse("[{\"mesh\": 0}]"));
  CHECK(json.at("scenes").at(json.at("scene").get<std::size_t>()).at("nodes") == nlohmann::json::parse("[0]"));
  const nlohmann::json& primitive = json.at("meshes").at(0).at("primitives").at(0);
  const std::size_t p = primitive.at("attributes").at("POSITION"), i = primitive.at("indices");
  const nlohmann::json &positions = json.at("accessors").at(p), &indices = json.at("accessors").at(i);
  CHECK(positions.at("componentType") == 5126);
  CHECK(positions.at("type") == "VEC3");
  CHECK(indices.at("componentType") == 5125);
  CHECK(indices.at("type") == "SCALAR");
  CHECK(indices.at("count") == 6 * 11 * 8);
  Point least = mesh.positions.at(0), most = least;
  for (const Point& q : mesh.positions) {
    for (std::size_t k = 0; k < 3; ++k) least[k] = std::min(least[k], q[k]), most[k] = std::max(most[k], q[k]);
  }
  for (std::size_t k = 0; k < 3; ++k) {
    CHECK(positions.at("min").at(k).get<double>() == static_cast<double>(least[k]));
    CHECK(positions.at("max").at(k).get<double>() == static_cast<double>(most[k]));
  }
  // The south-west sample is the first vertex, z towards the south: the north lies at negative z.
  CHECK(mesh.positions.front() == Point{0, static_cast<float>(h(0, 0)), 0});
  CHECK(mesh.positions.back() == Point{330, static_cast<float>(h(11, 8)), -160});
  CHECK(mesh.coordinates.front() == Coordinates{0, 1});
  CHECK(mesh.coordinates.back() == Coordinates{1, 0});
}

TEST_CASE("metadata stays on its line") {
  const Grid<double> h(2, 2, 1.0);
  const io::Metadata metadata{{"path", "C:\\"}, {"name", "two\nlines"}};
  const std::vector<std::string> ply = read_ply(encoded({.height = &h}, ".ply", metadata)).notes;
  CHECK(ply == std::vector<std::string>{"path: C:\\", "name: two lines"});
  const std::vector<std::string> obj = read_obj(encoded({.height = &h}, ".obj", metadata)).notes;
  CHECK(obj == std::vector<std::string>{"path: C:\\ ", "name: two lines"});
}

TEST_CASE("what is no surface is refused") {
  const auto message = [](const io::MeshView& view, std::string_view extension) {
    const Result<io::Bytes> bytes = io::encode_mesh(view, extension, {});
    return bytes ? std::string("encoded") : bytes.error().message();
  };
  const Grid<double> row(5, 1, 1.0), h(3, 3, 1.0), none, far(3, 3, 1e12), infinite(3, 3, 1e300), wide(200000, 2);
  const Missing all(3, 3, 1);
  CHECK(message({.height = &row}, ".obj") == "the map has 5 x 1 samples; a mesh takes at least 2 x 2");
  CHECK(message({.height = &none}, ".stl") == "the map has 0 x 0 samples; a mesh takes at least 2 x 2");
  CHECK(message({.height = &h, .missing = &all}, ".glb") ==
        "no four neighbouring samples of the map are all there; a mesh takes at least one square of them");
  CHECK(message({.height = &h}, ".fbx") == "no mesh format '.fbx'; .stl, .obj, .ply or .glb");
  CHECK(message({.height = &h}, "") == "no mesh format ''; .stl, .obj, .ply or .glb");
  CHECK(message({.height = &wide}, ".ply").starts_with("the map has 200000 x 2 samples; a mesh takes at most 131072"));
  CHECK(message({.height = &infinite}, ".ply").starts_with("the map has heights or cells too large"));
  CHECK(message({.height = &far}, ".stl").starts_with("the heights are so far from 0"));
  CHECK(message({.height = &far}, ".glb") == "encoded");
}
