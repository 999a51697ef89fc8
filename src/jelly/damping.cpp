#include "jelly/damping.h"

#include <cmath>

#include "core/matrix3.h"

namespace solgel::jelly {
namespace {

constexpr double kSmallestInertia = 1e-18;  // of its determinant; below, the body has no rotation to speak of

struct RigidMotion {
  Vec3 centre, velocity, rotation;
};

RigidMotion rigid_motion(std::span<const Node> nodes, std::span<const double> masses, double total_mass,
                         std::span<const Vec3> velocities) {
  Vec3 c, u;
  for (std::size_t k = 0; k < masses.size(); ++k) {
    const double m = masses[k];
    c = {c.x + nodes[k].x * m, c.y + nodes[k].y * m, c.z + nodes[k].z * m};
    u = {u.x + velocities[k].x * m, u.y + velocities[k].y * m, u.z + velocities[k].z * m};
  }
  c = {c.x / total_mass, c.y / total_mass, c.z / total_mass};
  u = {u.x / total_mass, u.y / total_mass, u.z / total_mass};
  double xx = 0, yy = 0, zz = 0, xy = 0, xz = 0, yz = 0;
  Vec3 momentum;
  for (std::size_t k = 0; k < masses.size(); ++k) {
    const double m = masses[k];
    const Vec3 r = position(nodes[k]) - c, s = velocities[k] - u;
    xx += m * (r.y * r.y + r.z * r.z);
    yy += m * (r.z * r.z + r.x * r.x);
    zz += m * (r.x * r.x + r.y * r.y);
    xy -= m * r.x * r.y;
    xz -= m * r.x * r.z;
    yz -= m * r.y * r.z;
    momentum.x += m * (r.y * s.z - r.z * s.y);
    momentum.y += m * (r.z * s.x - r.x * s.z);
    momentum.z += m * (r.x * s.y - r.y * s.x);
  }
  const Matrix3 inertia = {xx, xy, xz, xy, yy, yz, xz, yz, zz};
  Vec3 omega;
  if (std::abs(determinant(inertia)) > kSmallestInertia) {
    const Matrix3 i = inverse(inertia);
    omega = {i.a * momentum.x + i.b * momentum.y + i.c * momentum.z,
             i.d * momentum.x + i.e * momentum.y + i.f * momentum.z,
             i.g * momentum.x + i.h * momentum.y + i.i * momentum.z};
  }
  return {c, u, omega};
}

}  // namespace

VelocityRms damp(std::span<const Node> nodes, std::span<const double> masses, double total_mass, double decay,
                 std::span<Vec3> velocities) {
  const RigidMotion motion = rigid_motion(nodes, masses, total_mass, velocities);
  const Vec3 c = motion.centre, u = motion.velocity, w = motion.rotation;
  double internal = 0, rigid = 0;
  for (std::size_t k = 0; k < masses.size(); ++k) {
    const Vec3 r = position(nodes[k]) - c, v = velocities[k];
    const Vec3 of_body = {u.x + w.y * r.z - w.z * r.y, u.y + w.z * r.x - w.x * r.z, u.z + w.x * r.y - w.y * r.x};
    const Vec3 i = {(v.x - of_body.x) * decay, (v.y - of_body.y) * decay, (v.z - of_body.z) * decay};
    const Vec3 rho = {of_body.x * decay, of_body.y * decay, of_body.z * decay};
    velocities[k] = rho + i;
    internal += masses[k] * (i.x * i.x + i.y * i.y + i.z * i.z);
    rigid += masses[k] * (rho.x * rho.x + rho.y * rho.y + rho.z * rho.z);
  }
  return {.rigid = std::sqrt(rigid / total_mass), .internal = std::sqrt(internal / total_mass)};
}

}  // namespace solgel::jelly
