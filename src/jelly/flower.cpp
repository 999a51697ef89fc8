// The five-lobed flower of the text: six layers of a triangular lattice of 127 points, prisms split into three
// elements.
//
//   lobes = 1 + 0.19 cos 5a + 0.018 cos 10a,   rounding = 0.88 + 0.12 sin(pi t)^0.6,   t = layer/5, u = ring/6
//   radius = 0.032 u lobes rounding,   y = 0.010 + 0.042 t + 0.0024 (1 - 2t) u^4
#include <algorithm>
#include <array>
#include <cassert>
#include <cstdlib>

#include "core/math.h"
#include "jelly/cage.h"

namespace solgel::jelly {
namespace {

// One layer of the flower: axial coordinates, ring and ordinal of each point, and the triangles between them.
struct Layer {
  struct Point {
    int q, r, ring, ordinal;
  };
  static constexpr int kRadius = 6;
  std::vector<Point> points;
  std::vector<Triangle> triangles;
};

int ring_of(int q, int r) {
  return std::max({std::abs(q), std::abs(r), std::abs(q + r)});
}

Layer flower_layer() {
  constexpr int kRadius = Layer::kRadius, kSide = 2 * kRadius + 1;
  Layer layer;
  std::array<int, kSide * kSide> index;
  index.fill(-1);
  const auto place = [](int q, int r) { return static_cast<std::size_t>((q + kRadius) * kSide + r + kRadius); };
  for (int q = -kRadius; q <= kRadius; ++q) {
    for (int r = -kRadius; r <= kRadius; ++r) {
      if (ring_of(q, r) > kRadius) continue;
      index[place(q, r)] = static_cast<int>(layer.points.size());
      layer.points.push_back({q, r, ring_of(q, r), 0});
    }
  }
  constexpr int kWalk[6][2] = {{-1, 1}, {-1, 0}, {0, -1}, {1, -1}, {1, 0}, {0, 1}};
  for (int ring = 1; ring <= kRadius; ++ring) {
    int q = ring, r = 0;
    for (int k = 0; k < 6 * ring; ++k) {
      layer.points[static_cast<std::size_t>(index[place(q, r)])].ordinal = k;
      q += kWalk[k / ring][0];
      r += kWalk[k / ring][1];
    }
  }
  constexpr int kAround[6][2] = {{1, 0}, {0, 1}, {-1, 1}, {-1, 0}, {0, -1}, {1, -1}};
  std::vector<Triangle> sorted;
  for (const Layer::Point& p : layer.points) {
    const auto neighbour = [&](int k) {
      const int q = p.q + kAround[k % 6][0], r = p.r + kAround[k % 6][1];
      return ring_of(q, r) > kRadius ? -1 : index[place(q, r)];
    };
    for (int k = 0; k < 6; ++k) {
      const int a = neighbour(k), b = neighbour(k + 1);
      if (a < 0 || b < 0) continue;
      Triangle t = {static_cast<std::uint32_t>(index[place(p.q, p.r)]), static_cast<std::uint32_t>(a),
                    static_cast<std::uint32_t>(b)};
      std::sort(t.begin(), t.end());
      if (std::find(layer.triangles.begin(), layer.triangles.end(), t) == layer.triangles.end()) {
        layer.triangles.push_back(t);
      }
    }
  }
  return layer;
}

Vec3 flower_point(const Layer::Point& p, double t) {
  if (p.ring == 0) return {0, 0.010 + 0.042 * t, 0};
  const double u = p.ring / 6.0, a = static_cast<double>(p.ordinal) / (6 * p.ring) * 2 * kPi;
  const double lobes = 1 + 0.19 * math::cos(5 * a) + 0.018 * math::cos(10 * a);
  const double rounding = 0.88 + 0.12 * math::pow(math::sin(kPi * t), 0.6);
  const double radius = 0.032 * u * lobes * rounding;
  const double y = 0.010 + 0.042 * t + 0.0024 * (1 - 2 * t) * math::pow(u, 4);
  return {radius * math::cos(a), y, radius * math::sin(a)};
}

}  // namespace

Cage flower_cage() {
  constexpr int kLayers = 5;
  const Layer layer = flower_layer();
  const auto count = static_cast<std::uint32_t>(layer.points.size());
  Cage cage;
  for (int l = 0; l <= kLayers; ++l) {
    for (const Layer::Point& p : layer.points) cage.points.push_back(flower_point(p, l / 5.0));
  }
  for (std::uint32_t l = 0; l < kLayers; ++l) {
    for (const Triangle& t : layer.triangles) {
      const std::uint32_t a = t[0] + l * count, b = t[1] + l * count, c = t[2] + l * count;
      const std::uint32_t A = a + count, B = b + count, C = c + count;
      cage.elements.push_back({a, b, c, C});
      cage.elements.push_back({a, b, B, C});
      cage.elements.push_back({a, A, B, C});
    }
  }
  [[maybe_unused]] const Status status = complete_cage(cage, kSmallestFlowerDeterminant);
  assert(status);
  cage.reversed = 0;  // the split into prisms gives every other one the other way round
  return cage;
}

}  // namespace solgel::jelly
