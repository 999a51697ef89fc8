// The solid is closed, faces outward and holds the sand.
#include <array>
#include <cmath>
#include <cstring>
#include <map>

#include <doctest/doctest.h>

#include "core/random.h"
#include "io/stl.h"

using namespace solgel;
using doctest::Approx;

namespace {

using Point = std::array<float, 3>;
using Edge = std::pair<Point, Point>;

std::vector<std::array<Point, 3>> facets(const io::Bytes& bytes) {
  std::uint32_t count = 0;
  std::memcpy(&count, bytes.data() + 80, 4);
  REQUIRE(bytes.size() == 84 + 50 * static_cast<std::size_t>(count));
  std::vector<std::array<Point, 3>> list(count);
  for (std::size_t k = 0; k < count; ++k) std::memcpy(&list[k], bytes.data() + 84 + 50 * k + 12, 36);
  return list;
}

struct Measure {
  bool closed = true;
  double volume = 0;
  double most_radius = 0;
};

// Divergence theorem: the volume is the sum of the signed tetrahedra from the origin to each facet.
Measure measure(const io::Bytes& bytes, Vec2 centre) {
  Measure m;
  std::map<Edge, int> edges;
  for (const auto& f : facets(bytes)) {
    Vec3 p[3];
    for (std::size_t k = 0; k < 3; ++k) {
      ++edges[{f[k], f[(k + 1) % 3]}];
      p[k] = {static_cast<double>(f[k][0]), static_cast<double>(f[k][1]), static_cast<double>(f[k][2])};
      m.most_radius = std::max(m.most_radius, distance(Vec2{p[k].x, p[k].y}, centre));
    }
    m.volume += dot(p[0], cross(p[1], p[2])) / 6;
  }
  for (const auto& [edge, count] : edges) {
    const auto back = edges.find({edge.second, edge.first});
    if (count != 1 || back == edges.end() || edge.first == edge.second) m.closed = false;
  }
  return m;
}

Grid<float> rough(int nx, int ny) {
  Grid<float> h(nx, ny);
  std::uint64_t k = 0;
  for (float& v : h.cells()) v = static_cast<float>(0.5 + 2 * random_unit({.seed = 4, .stream = 4}, k++));
  return h;
}

double volume_of(const Grid<float>& h, double cell) {
  double sum = 0;
  for (const float v : h.cells()) sum += static_cast<double>(v) * cell * cell;
  return sum;
}

}  // namespace

TEST_CASE("a rectangular solid is closed and holds the volume of its sand and base") {
  Grid<float> h = rough(40, 30);
  const Result<io::Bytes> bytes = io::encode_stl({&h, 0.5}, {.extent = {20, 15}, .base = 2}, {});
  REQUIRE(bytes.has_value());
  const Measure m = measure(*bytes, {10, 7.5});
  CHECK(m.closed);
  const double corners =
      0.25 / 6 * 4 * 2;  // the four corner terms that do not cancel: cell area / 6 x at most 2 mm each
  CHECK(std::fabs(m.volume - volume_of(h, 0.5) - 2 * 20 * 15) < corners);
  CHECK(facets(*bytes).size() == 2u * 40 * 30 + 3u * 140);
}

TEST_CASE("cells beyond the table's edge are cut off") {
  const Grid<float> level(41, 31, 1.0f);
  const Result<io::Bytes> bytes = io::encode_stl({&level, 0.5}, {.extent = {20.2, 15.1}, .base = 3}, {});
  REQUIRE(bytes.has_value());
  const Measure m = measure(*bytes, {10.1, 7.55});
  CHECK(m.closed);
  CHECK(m.volume == Approx(4 * 20.2 * 15.1).epsilon(1e-6));
}

TEST_CASE("a round table gives a closed round solid") {
  for (const double diameter : {20.0, 23.7}) {
    const int n = static_cast<int>(std::ceil(diameter / 0.5));
    Grid<float> h(n, n);
    for (int j = 0; j < n; ++j) {
      for (int i = 0; i < n; ++i) {
        const bool in = distance({(i + 0.5) * 0.5, (j + 0.5) * 0.5}, {diameter / 2, diameter / 2}) <= diameter / 2;
        h(i, j) = in ? 1.5f : 0.0f;  // walls are 0
      }
    }
    const Result<io::Bytes> bytes =
        io::encode_stl({&h, 0.5}, {.extent = {diameter, diameter}, .is_round = true, .base = 2}, {});
    REQUIRE(bytes.has_value());
    const Measure m = measure(*bytes, {diameter / 2, diameter / 2});
    CHECK(m.closed);
    CHECK(m.most_radius == Approx(diameter / 2).epsilon(2e-4));
    CHECK(m.volume ==
          Approx(3.5 * kPi * diameter * diameter / 4).epsilon(2e-3));  // chords half a cell long: (c / r)^2 / 6
  }
}

TEST_CASE("a solid without a base or without sand is refused") {
  const Grid<float> h(4, 4, 1.0f), none;
  CHECK_FALSE(io::encode_stl({&h, 0.5}, {.extent = {2, 2}, .base = 0}, {}).has_value());
  CHECK_FALSE(io::encode_stl({&none, 0.5}, {.extent = {2, 2}}, {}).has_value());
}
