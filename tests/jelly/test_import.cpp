// Bodies from meshes: what is refused and how it is named, and what a lattice keeps of the solid inside it.
#include <cmath>

#include <doctest/doctest.h>

#include "jelly/body.h"
#include "jelly/lattice.h"
#include "jelly/metrics.h"
#include "jelly/surface_check.h"

using namespace solgel;
using namespace solgel::jelly;

namespace {

// Two tetrahedra on a common face.
TetrahedralMesh pair() {
  return {{{0, 0, 0}, {0.01, 0, 0}, {0, 0.01, 0}, {0, 0, 0.01}, {0.01, 0.01, 0.01}}, {{0, 1, 2, 3}, {1, 2, 3, 4}}};
}

// A box of `n` x `n` squares a side, split in two, looking outwards.
TriangleMesh box(Vec3 low, Vec3 high, int n) {
  TriangleMesh mesh;
  const auto side = [&](Vec3 origin, Vec3 right, Vec3 up) {
    const auto first = static_cast<std::uint32_t>(mesh.points.size());
    const auto row = static_cast<std::uint32_t>(n + 1);
    for (int j = 0; j <= n; ++j) {
      for (int i = 0; i <= n; ++i) {
        mesh.points.push_back(origin + (static_cast<double>(i) / n) * right + (static_cast<double>(j) / n) * up);
      }
    }
    for (std::uint32_t j = 0; j + 1 < row; ++j) {
      for (std::uint32_t i = 0; i + 1 < row; ++i) {
        const std::uint32_t a = first + j * row + i;
        mesh.triangles.push_back({a, a + 1, a + row + 1});
        mesh.triangles.push_back({a, a + row + 1, a + row});
      }
    }
  };
  const Vec3 s = high - low, x{s.x, 0, 0}, y{0, s.y, 0}, z{0, 0, s.z};
  side(low, y, x);
  side(low, z, y);
  side(low, x, z);
  side(high, -1.0 * x, -1.0 * y);
  side(high, -1.0 * y, -1.0 * z);
  side(high, -1.0 * z, -1.0 * x);
  // Points of two sides that coincide become one.
  std::vector<Vec3> points;
  std::vector<std::uint32_t> number;
  for (const Vec3 p : mesh.points) {
    std::uint32_t k = 0;
    while (k < points.size() && length(points[k] - p) > 1e-12) ++k;
    if (k == points.size()) points.push_back(p);
    number.push_back(k);
  }
  for (Triangle& t : mesh.triangles) {
    for (std::uint32_t& corner : t) corner = number[corner];
  }
  mesh.points = points;
  return mesh;
}

std::string refusal(TetrahedralMesh mesh) {
  const auto cage = make_cage(std::move(mesh));
  return cage ? "" : cage.error().message();
}
std::string refusal(TriangleMesh mesh) {
  const auto turned = orient_outwards(mesh);
  return turned ? "" : turned.error().message();
}

}  // namespace

TEST_CASE("elements given the other way round are turned and counted") {
  TetrahedralMesh mesh = pair();
  std::swap(mesh.elements[0][1], mesh.elements[0][2]);
  const auto cage = make_cage(mesh);
  REQUIRE(cage);
  CHECK(cage->reversed + make_cage(pair())->reversed == 1 + 2 * make_cage(pair())->reversed);
  CHECK(cage->boundary.size() == 6);
  CHECK(cage->volume == doctest::Approx(1e-6 / 6 + 1e-6 / 3));
  for (const ElementShape& shape : cage->shapes) CHECK(shape.volume > 0);
}

TEST_CASE("a tetrahedral mesh that is no body is refused by the name of its first offending element") {
  TetrahedralMesh mesh = pair();
  mesh.points[4] = mesh.points[1] + 0.5 * (mesh.points[2] - mesh.points[1]);
  CHECK(refusal(mesh).rfind("element 2 has a volume of ", 0) == 0);
  mesh = pair();
  mesh.elements[1] = {1, 2, 4, 4};
  CHECK(refusal(mesh).rfind("element 2 has a volume of ", 0) == 0);
  mesh = pair();
  mesh.points[2].y = std::nan("");
  CHECK(refusal(mesh) == "point 3 is not finite; correct its coordinates");
  mesh = pair();
  mesh.points.push_back({1, 1, 1});
  CHECK(refusal(mesh) ==
        "point 6 belongs to no element; points of at least one element, for they need a mass; remove it");
  mesh = pair();
  mesh.points.push_back({0.02, 0.01, 0.02});
  mesh.elements.push_back({1, 2, 3, 5});
  CHECK(refusal(mesh) ==
        "element 3 shares a face with two others, element 1 and element 2; a face belongs to one or two elements; "
        "remove duplicated or overlapping elements");
  mesh = pair();  // touching in one edge only
  mesh.points.insert(mesh.points.end(), {{-0.01, 0, 0}, {-0.01, -0.01, -0.01}});
  mesh.elements.push_back({0, 3, 5, 6});
  CHECK(refusal(mesh).find("shares a side with 3 others") != std::string::npos);
  mesh = pair();  // touching in one point only
  mesh.points.insert(mesh.points.end(), {{-0.01, 0, 0}, {0, -0.01, 0}, {0, 0, -0.01}});
  mesh.elements.push_back({0, 5, 6, 7});
  CHECK(refusal(mesh).find("meets others in a single point (point 1)") != std::string::npos);
  CHECK(refusal(TetrahedralMesh{}).rfind("the mesh has no tetrahedra", 0) == 0);
}

TEST_CASE("a triangle mesh that bounds no solid is refused by the name of its first offending face") {
  const TriangleMesh whole = box({0, 0, 0}, {0.02, 0.02, 0.02}, 2);
  CHECK(refusal(whole) == "");
  TriangleMesh mesh = whole;
  mesh.triangles.pop_back();
  CHECK(refusal(mesh).find(" has a side that no other shares; a closed surface; fill the hole") != std::string::npos);
  mesh = whole;
  mesh.triangles.push_back(mesh.triangles[0]);
  CHECK(refusal(mesh).rfind("face 1 shares a side with 2 others", 0) == 0);
  mesh = whole;
  mesh.triangles[3][1] = mesh.triangles[3][0];
  CHECK(refusal(mesh).rfind("face 4 has no area", 0) == 0);
  mesh = whole;
  mesh.points[0].x = INFINITY;
  CHECK(refusal(mesh) == "point 1 is not finite; correct its coordinates");
  CHECK(refusal(TriangleMesh{}).rfind("the mesh has no triangles", 0) == 0);
}

TEST_CASE("faces that look inwards are turned, one by one or all together") {
  TriangleMesh mesh = box({0, 0, 0}, {0.02, 0.02, 0.02}, 2);
  CHECK(orient_outwards(mesh).value() == 0);
  std::swap(mesh.triangles[7][0], mesh.triangles[7][1]);
  CHECK(orient_outwards(mesh).value() == 1);
  for (Triangle& t : mesh.triangles) std::swap(t[0], t[1]);
  CHECK(orient_outwards(mesh).value() == mesh.triangles.size());
}

TEST_CASE("a surface with one side is refused") {
  // The projective plane with six points: closed, every edge between two faces, and no inside.
  TriangleMesh mesh;
  for (int k = 0; k < 6; ++k) mesh.points.push_back({std::cos(k) * 0.01, 0.003 * k * k, std::sin(2 * k) * 0.01});
  mesh.triangles = {{0, 1, 2}, {0, 2, 3}, {0, 3, 4}, {0, 4, 5}, {0, 5, 1},
                    {1, 2, 4}, {2, 3, 5}, {3, 4, 1}, {4, 5, 2}, {5, 1, 3}};
  CHECK(refusal(mesh).find(" cannot look outwards together with its neighbours") != std::string::npos);
}

TEST_CASE("a lattice weighs what the solid weighs, and its shell starts as the mesh") {
  const Vec3 low{-0.02, 0.01, -0.015}, high{0.02, 0.04, 0.015};
  const TriangleMesh mesh = box(low, high, 3);
  const double volume = 0.04 * 0.03 * 0.03;
  for (const int cells : {4, 7, 12}) {  // 7 does not fit the shorter sides
    CAPTURE(cells);
    const auto body = embed(mesh, cells);
    REQUIRE(body);
    CHECK(body->solid_volume == doctest::Approx(volume).epsilon(1e-12));
    // Samples are a sixth of a cell apart, and a face may lie anywhere between two: on the longest side of `cells` off
    // by a twelfth of a cell at each end, on the two shorter ones by 4/3 of that. An element counts at least a
    // sixteenth.
    CHECK(body->cage.volume == doctest::Approx(volume).epsilon(2.0 / 12 / cells * (1 + 4.0 / 3 + 4.0 / 3)));
    std::vector<Node> nodes;
    double lowest = 1;
    for (const Vec3 p : body->cage.points) {
      nodes.push_back({p.x, p.y, p.z, 1});
      lowest = std::min(lowest, p.y);
    }
    CHECK(lowest == doctest::Approx(0.01));  // flush with the solid
    ShellSurface surface(body->shell);
    surface.update(nodes);
    const SurfaceView view = surface.view();
    REQUIRE(view.triangles.size() == mesh.triangles.size());
    double worst = 0;
    for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
      for (std::size_t c = 0; c < 3; ++c) {
        const Vec3f f = view.positions[view.triangles[t][c]];
        worst =
            std::max(worst, length(Vec3{double{f.x}, double{f.y}, double{f.z}} - mesh.points[mesh.triangles[t][c]]));
      }
    }
    CHECK(worst < 1e-8);  // floats of 0.04 m
  }
}

#ifdef SOLGEL_QUICK_BUILD

TEST_CASE("an embedded box falls, rests on its flat bottom and sleeps") {
  const auto body = embed(box({-0.02, 0.01, -0.015}, {0.02, 0.04, 0.015}, 3), 8);
  REQUIRE(body);
  const auto cage = std::make_shared<const Cage>(body->cage);
  Body solid(cage, Params{}), plain(cage, Params{}, {.scheme = Scheme::reference});
  while (solid.steps() < 960 && !solid.is_asleep()) {
    solid.step();
    if (plain.steps() < 60) plain.step();
    if (solid.steps() == 60) CHECK(plain.sha256_positions() == solid.sha256_positions());
  }
  const Metrics m = measure(solid);
  CHECK(solid.is_asleep());
  CHECK(m.box.low.y == doctest::Approx(solid.params().floor).epsilon(1e-9));
  CHECK(m.volume_ratio > 0.95);
  CHECK(m.volume_ratio < 1.0);
  CHECK(m.mass == doctest::Approx(1050 * 0.04 * 0.03 * 0.03).epsilon(0.1));
}

#endif
