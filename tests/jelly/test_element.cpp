// One element: the gradients it moves along, the rest it keeps, and what it cannot do.
#include <cmath>

#include <doctest/doctest.h>

#include "core/random.h"
#include "jelly/element.h"

using namespace solgel;
using namespace solgel::jelly;

namespace {

// A tetrahedron of about 5 mm and a random deformation of it.
struct Sample {
  Cage cage;
  Node nodes[4];
  Node* node[4] = {&nodes[0], &nodes[1], &nodes[2], &nodes[3]};
  const Vec3* gradient() const { return cage.shapes[0].gradient; }
};

double uniform(std::uint64_t seed, std::uint64_t k) {
  return static_cast<double>(mix64(seed * 1000 + k) >> 11) * 0x1p-53;
}

Sample sample(std::uint64_t seed, double strength) {
  Sample s;
  s.cage.points = {{0, 0, 0}, {0.005, 0, 0}, {0, 0.005, 0}, {0, 0, 0.005}};
  for (std::size_t k = 0; k < 4; ++k) {
    const Vec3 shift{uniform(seed, 3 * k), uniform(seed, 3 * k + 1), uniform(seed, 3 * k + 2)};
    s.cage.points[k] = s.cage.points[k] + 0.001 * shift;
  }
  s.cage.elements = {{0, 1, 2, 3}};
  REQUIRE(complete_cage(s.cage, kSmallestDeterminant));
  for (std::size_t k = 0; k < 4; ++k) {
    const Vec3 shift{uniform(seed, 20 + k) - 0.5, uniform(seed, 30 + k) - 0.5, uniform(seed, 40 + k) - 0.5};
    const Vec3 p = s.cage.points[k] + strength * shift;
    s.nodes[k] = {p.x, p.y, p.z, 5000 + 3000 * uniform(seed, 50 + k)};
  }
  return s;
}

double norm_at(const Sample& s) {
  return frobenius_norm(deformation_gradient(s.gradient(), s.node));
}
double ratio_at(const Sample& s) {
  return determinant(deformation_gradient(s.gradient(), s.node));
}

double& coordinate(Node& node, int axis) {
  return axis == 0 ? node.x : axis == 1 ? node.y : node.z;
}
double component(Vec3 v, int axis) {
  return axis == 0 ? v.x : axis == 1 ? v.y : v.z;
}

}  // namespace

TEST_CASE("gradients of both constraints agree with central differences") {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    Sample s = sample(seed, 0.003);
    const Matrix3 f = deformation_gradient(s.gradient(), s.node), c = cofactors(f);
    const double n = frobenius_norm(f);
    for (int q = 0; q < 4; ++q) {
      const Vec3 d = (1 / n) * times(f, s.gradient()[q]), e = times(c, s.gradient()[q]);
      for (int axis = 0; axis < 3; ++axis) {
        // Step 1e-8 m: relative to the element's 5e-3 m the truncation is (2e-6)^2, rounding 1e-16 / 2e-6.
        constexpr double kStep = 1e-8;
        double& x = coordinate(s.nodes[q], axis);
        const double middle = x;
        x = middle + kStep;
        const double norm_above = norm_at(s), ratio_above = ratio_at(s);
        x = middle - kStep;
        const double norm_below = norm_at(s), ratio_below = ratio_at(s);
        x = middle;
        const double scale = 200;  // 1/m, size of a shape gradient
        CHECK(std::abs((norm_above - norm_below) / (2 * kStep) - component(d, axis)) < 1e-8 * scale);
        CHECK(std::abs((ratio_above - ratio_below) / (2 * kStep) - component(e, axis)) < 1e-8 * scale);
      }
    }
  }
}

TEST_CASE("an undeformed element stays where it is, whatever way it is turned") {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    Sample s = sample(seed, 0);
    const double angle = uniform(seed, 99) * 6, sine = std::sin(angle), cosine = std::cos(angle);
    for (Node& node : s.nodes) {
      const double x = node.x, z = node.z;
      node.x = cosine * x - sine * z;
      node.z = sine * x + cosine * z;
    }
    Sample before = s;
    const double v = s.cage.shapes[0].volume, h = 1.0 / 240;
    Multipliers lambda;
    solve_elastic(s.gradient(), {1 / (600 * v * h * h), 1 / (65000 * v * h * h)}, {600.0 / 65000}, lambda, s.node);
    for (int q = 0; q < 4; ++q) {
      // The two forces are 600 Pa each and cancel to rounding: 1e-16 of the 5 mm that one alone would move it by.
      CHECK(length(position(s.nodes[q]) - position(before.nodes[q])) < 1e-15 * 0.005 * 10);
    }
  }
}

TEST_CASE("a correction moves neither the element's centre of mass nor its angular momentum") {
  for (std::uint64_t seed = 1; seed <= 50; ++seed) {
    Sample s = sample(seed, 0.004), before = s;
    const double v = s.cage.shapes[0].volume, h = 1.0 / 240;
    Multipliers lambda;
    solve_elastic(s.gradient(), {1 / (600 * v * h * h), 1 / (65000 * v * h * h)}, {600.0 / 65000}, lambda, s.node);
    solve_barrier(s.gradient(), lambda.barrier, s.node);
    Vec3 shift, torque;
    double moved = 0;
    for (int q = 0; q < 4; ++q) {
      const Vec3 d = position(s.nodes[q]) - position(before.nodes[q]);
      const double m = 1 / s.nodes[q].w;
      shift = shift + m * d;
      torque = torque + m * cross(position(before.nodes[q]), d);
      moved += m * length(d);
    }
    REQUIRE(moved > 0);
    // Positions of 5 mm are rounded to 1e-18 m; times four nodes over a motion of at least a micrometre.
    CHECK(length(shift) < 1e-11 * moved);
    CHECK(length(torque) < 1e-11 * moved * 0.005);
  }
}

TEST_CASE("an inverted element is brought back above the barrier by its own correction") {
  Sample s = sample(3, 0);
  s.nodes[3].z = -0.5 * s.nodes[3].z;
  REQUIRE(ratio_at(s) < 0);
  double lambda = 0;
  for (int k = 0; k < 30; ++k) solve_barrier(s.gradient(), lambda, s.node);
  CHECK(ratio_at(s) == doctest::Approx(kBarrier).epsilon(1e-6));  // Newton's iteration on a cubic
}
