// One droplet: normals, bounds, the mass of a step, borders, and the fast scheme against the plain one bit by bit.
#include <cmath>
#include <vector>

#include <doctest/doctest.h>

#include "core/random.h"
#include "core/vec.h"
#include "erosion/fast_scheme.h"
#include "erosion/patch.h"
#include "erosion/reference_scheme.h"
#include "land_samples.h"

using namespace solgel;
using namespace solgel::erosion;
using namespace solgel::erosion::test;

namespace {

constexpr double kDeg = 3.14159265358979323846 / 180;

// A small world: land, rules for cells that are units, borders.
struct World {
  Land land;
  Rim rim;
  Rules rules;
  Ledger ledger;
  Border border;

  World(const Grid<double>& height, const Grid<std::uint8_t>* missing = nullptr, Border b = Border::open,
        Params params = {})
      : land(height, missing), rim(rim_of(land)), border(b) {
    if (params.unit == 0) params.unit = 1;
    rules = *make_rules(params, {}, land);
  }
  Ground ground() { return {.land = &land, .border = border, .rim = &rim}; }
};

template <class F>
Grid<double> shape(int n, const F& height) {
  Grid<double> g(n, n);
  for (int j = 0; j < n; ++j) {
    for (int i = 0; i < n; ++i) g(i, j) = height(i, j);
  }
  return g;
}

Droplet at(double x, double y) {
  Droplet d;
  d.i = static_cast<int>(std::floor(x));
  d.j = static_cast<int>(std::floor(y));
  d.fx = static_cast<float>(x - d.i);
  d.fy = static_cast<float>(y - d.j);
  return d;
}

// The first push of a droplet at rest is dt n_h: its velocity over dt, after friction, is the normal's horizontal part.
struct Push {
  double x, y;
};
Push pushed(World& world, double x, double y) {
  Droplet d = at(x, y);
  Ledger ledger;
  Land copy = world.land;
  Ground ground = world.ground();
  ground.land = &copy;
  step(ground, world.rules, d, ledger);
  const double scale = static_cast<double>(world.rules.push) * static_cast<double>(world.rules.drag);
  return {static_cast<double>(d.vx) / scale, static_cast<double>(d.vy) / scale};
}

}  // namespace

TEST_CASE("on a plane the normal is exact everywhere, up to the border") {
  for (const double turn : {0.0, 17.0, 45.0, 60.0, 180.0}) {
    for (const double slope : {0.01, 0.3, 2.0}) {
      const double gx = slope * std::cos(turn * kDeg), gy = slope * std::sin(turn * kDeg);
      World world(shape(24, [&](int i, int j) { return gx * i + gy * j; }));
      const double norm = std::sqrt(1 + gx * gx + gy * gy);
      for (const Vec2 p : {Vec2{11.3, 12.8}, Vec2{-0.4, 7.2}, Vec2{23.4, 23.3}, Vec2{0.1, -0.3}}) {
        CAPTURE(turn);
        CAPTURE(slope);
        CAPTURE(p.x);
        CAPTURE(p.y);
        // A step of v_max 0.83 is not reached here: the clamp is 1 / 1.2 and dt n_h is at most 1.2 * 0.894.
        const Push push = pushed(world, p.x, p.y);
        const double magnitude = std::hypot(gx, gy) / norm;
        const double bound = std::min(1.0, static_cast<double>(world.rules.v_max) / (1.2 * magnitude));
        // Single precision of heights relative to the corner: 2^-24 of the range in a difference of two cells.
        CHECK(push.x == doctest::Approx(-bound * gx / norm).epsilon(1e-5));
        CHECK(push.y == doctest::Approx(-bound * gy / norm).epsilon(1e-5));
      }
    }
  }
}

TEST_CASE("a ridge pushes to both sides alike, at any angle") {
  for (const double turn : {0.0, 17.0, 45.0}) {
    const double c = std::cos(turn * kDeg), s = std::sin(turn * kDeg);
    World world(shape(41, [&](int i, int j) { return 20 - 0.5 * std::abs(c * (j - 20) - s * (i - 20)); }));
    const double norm = std::sqrt(1 + 0.25);
    for (const double away : {4.0, 7.5}) {  // beyond the patch that sees the crest
      const Push left = pushed(world, 20 - s * away, 20 + c * away),
                 right = pushed(world, 20 + s * away, 20 - c * away);
      CAPTURE(turn);
      CHECK(left.x == doctest::Approx(-right.x).epsilon(1e-4));
      CHECK(left.y == doctest::Approx(-right.y).epsilon(1e-4));
      CHECK(left.x == doctest::Approx(-s * 0.5 / norm).epsilon(1e-4));
      CHECK(left.y == doctest::Approx(c * 0.5 / norm).epsilon(1e-4));
    }
  }
}

TEST_CASE("nothing pushes on a symmetric peak or in a pit, and a cone pushes outwards") {
  for (const double sign : {-1.0, 1.0}) {
    World world(shape(31, [&](int i, int j) { return -sign * 0.4 * std::hypot(i - 15, j - 15); }));
    const Push still = pushed(world, 15, 15);
    CHECK(still.x == 0);
    CHECK(still.y == 0);
    for (int k = 0; k < 24; ++k) {
      const double angle = 15 * k * kDeg;
      const Push push = pushed(world, 15 + 9 * std::cos(angle), 15 + 9 * std::sin(angle));
      CAPTURE(k);
      // Central differences of a cone at nine cells from its tip: 1 / (6 r^2) = 2e-3.
      CHECK(push.x == doctest::Approx(sign * std::cos(angle) * 0.4 / std::sqrt(1.16)).epsilon(4e-3));
      CHECK(push.y == doctest::Approx(sign * std::sin(angle) * 0.4 / std::sqrt(1.16)).epsilon(4e-3));
    }
  }
}

TEST_CASE("a step conserves mass to the quantum and keeps to its bounds") {
  World world(sample_land(64, 64));
  const Ground ground = world.ground();
  for (std::uint64_t k = 0; k < 400; ++k) {
    Droplet d = at(2 + 59 * random_unit({1, k}, 0), 2 + 59 * random_unit({1, k}, 1));
    for (int n = 0; n < 60; ++n) {
      const std::int64_t before = world.land.sum();
      const std::int32_t mass = d.mass;
      Droplet next = d;
      const Patch patch = read_patch(world.land, d.i, d.j);
      if (step(ground, world.rules, next, world.ledger) != Fate::flows) break;
      REQUIRE(world.land.sum() + next.mass == before + mass);
      REQUIRE(next.mass >= 0);
      REQUIRE(std::abs(next.remainder) < 17);  // sixteen roundings towards zero
      if (patch.has_wall()) {
        d = next;
        continue;
      }
      std::int32_t low = patch.h[0][0], high = low;
      for (const auto& row : patch.h) {
        for (const std::int32_t h : row) {
          low = std::min(low, h);
          high = std::max(high, h);
        }
      }
      REQUIRE(std::abs(next.mass - mass) <= high - low + 17);  // at most the drop or the rise within the patch
      d = next;
    }
  }
}

TEST_CASE("one droplet after the other, the fast scheme leaves the bits of the reference") {
  for (const Border border : {Border::open, Border::walled, Border::periodic}) {
    for (const double radius : {0.0, 5.0}) {
      for (const bool with_hole : {false, true}) {
        Grid<std::uint8_t> missing(90, 70);
        for (int j = 30; j < 40; ++j) {
          for (int i = 20; i < 50 - j / 2; ++i) missing(i, j) = with_hole ? 1 : 0;
        }
        Params params;
        params.radius = radius;
        World plain(sample_land(90, 70), &missing, border, params), fast(sample_land(90, 70), &missing, border, params);
        FastScheme scheme(fast.land, border);
        int fallen = 0;
        for (std::uint64_t k = 0; k < 150; ++k) {
          const Droplet d = at(90 * random_unit({2, k}, 0) - 0.5, 70 * random_unit({2, k}, 1) - 0.5);
          if (plain.land.is_wall(d.cell_i(), d.cell_j())) continue;
          ++fallen;
          run(plain.ground(), plain.rules, d, plain.ledger);
          scheme.add(d);
          while (scheme.in_flight() > 0) scheme.round(fast.ground(), fast.rules, fast.ledger);
        }
        CAPTURE(static_cast<int>(border));
        CAPTURE(radius);
        CAPTURE(with_hole);
        CHECK(fallen > 100);
        CHECK(plain.land.heights() == fast.land.heights());
        CHECK(plain.ledger.eroded == fast.ledger.eroded);
        CHECK(plain.ledger.deposited == fast.ledger.deposited);
        CHECK(plain.ledger.carried_off == fast.ledger.carried_off);
        CHECK(plain.ledger.steps == fast.ledger.steps);
        CHECK(plain.ledger.ended == fast.ledger.ended);
        if (border != Border::open) CHECK(plain.ledger.carried_off == 0);
      }
    }
  }
}

TEST_CASE("no droplet enters missing cells, and they keep their value") {
  Grid<std::uint8_t> missing(60, 60);
  for (int j = 10; j < 50; ++j) {
    for (int i = 10; i < 50; ++i) missing(i, j) = (i * 7 + j * 13) % 5 == 0 || (i > 20 && i < 30) ? 1 : 0;
  }
  World world(sample_land(60, 60), &missing, Border::walled);
  for (std::uint64_t k = 0; k < 300; ++k) {
    Droplet d = at(60 * random_unit({3, k}, 0) - 0.5, 60 * random_unit({3, k}, 1) - 0.5);
    if (world.land.is_wall(d.cell_i(), d.cell_j())) continue;
    while (step(world.ground(), world.rules, d, world.ledger) == Fate::flows) {
      REQUIRE(!world.land.is_wall(d.cell_i(), d.cell_j()));
    }
  }
  int walls = 0, holes = 0;
  for (int j = 0; j < 60; ++j) {
    for (int i = 0; i < 60; ++i) {
      holes += missing(i, j);
      walls += world.land.is_wall(i, j) ? 1 : 0;
    }
  }
  CHECK(walls == holes);
  CHECK(world.ledger.eroded == world.ledger.deposited);  // walled: nothing is carried off
}
