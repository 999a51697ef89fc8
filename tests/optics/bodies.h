// Bodies whose optics are known, and the flower of the text as the jelly model moves it.
#pragma once

#include <cmath>
#include <functional>
#include <memory>
#include <vector>

#include "core/math.h"
#include "core/random.h"
#include "jelly/body.h"
#include "jelly/shell.h"
#include "optics/refresh.h"

namespace solgel::optics::test {

struct Surface {
  std::vector<Vec3f> positions, normals;
  std::vector<Triangle> triangles;

  SurfaceView view() const { return {positions, normals, triangles}; }
  void add(Vec3 p, Vec3 n) {
    positions.push_back({static_cast<float>(p.x), static_cast<float>(p.y), static_cast<float>(p.z)});
    normals.push_back({static_cast<float>(n.x), static_cast<float>(n.y), static_cast<float>(n.z)});
  }
};

// A sphere of 4 parts^2 triangles; every corner lies on it.
inline Surface sphere(Vec3 centre, double radius, int parts) {
  Surface s;
  const auto point = [&](double polar, double azimuth) {
    const math::SinCos p = math::sincos(polar), a = math::sincos(azimuth);
    const Vec3 n{p.sin * a.cos, p.cos, p.sin * a.sin};
    s.add(centre + n * radius, n);
  };
  point(0, 0);
  for (int i = 1; i < parts; ++i) {
    for (int j = 0; j < 2 * parts; ++j) point(kPi * i / parts, kPi * j / parts);
  }
  point(kPi, 0);
  const auto at = [&](int i, int j) {
    if (i == 0) return 0u;
    if (i == parts) return static_cast<std::uint32_t>(s.positions.size() - 1);
    return static_cast<std::uint32_t>(1 + (i - 1) * 2 * parts + j % (2 * parts));
  };
  for (int i = 0; i < parts; ++i) {
    for (int j = 0; j < 2 * parts; ++j) {
      if (i > 0) s.triangles.push_back({at(i, j), at(i, j + 1), at(i + 1, j)});
      if (i + 1 < parts) s.triangles.push_back({at(i, j + 1), at(i + 1, j + 1), at(i + 1, j)});
    }
  }
  return s;
}

// A box with faces of their own normals: its top is a slab to light that comes from above.
inline Surface box(Vec3 low, Vec3 high) {
  Surface s;
  const Vec3 c[2] = {low, high};
  for (int axis = 0; axis < 3; ++axis) {
    for (int side = 0; side < 2; ++side) {
      const auto first = static_cast<std::uint32_t>(s.positions.size());
      for (int k = 0; k < 4; ++k) {
        const int u = k == 1 || k == 2, v = k >= 2;
        double p[3], n[3] = {};
        const auto at = [&](int a, int b) { return a == 0 ? c[b].x : a == 1 ? c[b].y : c[b].z; };
        p[axis] = at(axis, side);
        p[(axis + 1) % 3] = at((axis + 1) % 3, u);
        p[(axis + 2) % 3] = at((axis + 2) % 3, v);
        n[axis] = side != 0 ? 1 : -1;
        s.add({p[0], p[1], p[2]}, {n[0], n[1], n[2]});
      }
      if (side != 0) {
        s.triangles.push_back({first, first + 1, first + 2});
        s.triangles.push_back({first, first + 2, first + 3});
      } else {
        s.triangles.push_back({first, first + 2, first + 1});
        s.triangles.push_back({first, first + 3, first + 2});
      }
    }
  }
  return s;
}

// The flower with its shell, from the computed cage.
struct Flower {
  std::shared_ptr<const jelly::Cage> cage = std::make_shared<jelly::Cage>(jelly::flower_cage());
  jelly::Body body{cage, {}};
  jelly::Shell shell = jelly::loop_shell(cage->boundary, 2);
  jelly::ShellSurface surface{shell};

  Flower() { surface.update(body.nodes()); }
  void step(int steps) {
    for (int k = 0; k < steps; ++k) body.step();
    surface.update(body.nodes());
  }
  View view() const { return {surface.view(), body.centre_of_mass()}; }
};

// Random numbers in [-1, 1].
class Dice {
 public:
  explicit Dice(std::uint64_t seed) : seed_(seed) {}
  double roll() { return 2 * random_unit({seed_, 0}, next_++) - 1; }
  Vec3 point(double size) { return {size * roll(), size * roll(), size * roll()}; }

 private:
  std::uint64_t seed_, next_ = 0;
};

inline Vec3f narrow(Vec3 v) {
  return {static_cast<float>(v.x), static_cast<float>(v.y), static_cast<float>(v.z)};
}

}  // namespace solgel::optics::test
