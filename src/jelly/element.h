// One neo-Hookean element, solved by XPBD (Macklin and Mueller 2021, "A constraint-based formulation of stable
// neo-Hookean materials"; Macklin et al. 2016, "XPBD").
//
//   W = mu/2 (||F||^2 - 3) + K/2 (J - 1 - mu/K)^2      energy per rest volume, Pa
//   C_D = ||F||,  C_H = J - 1 - mu/K                   constraints; dC_D/dF = F/||F||, dC_H/dF = cofactors of F
//   alpha_D = 1/(mu V h^2),  alpha_H = 1/(K V h^2)     compliances over h^2
//
// Both are solved together: their forces cancel at rest, and one without the other would stir a body that lies still.
// A barrier J >= 0.16 of infinite stiffness follows. The order of operations is a contract (docs/DETERMINISM.md): the
// vector solver in packet_sweep.inl repeats it lane by lane.
#pragma once

#include <cmath>

#include "core/matrix3.h"
#include "jelly/cage.h"
#include "jelly/node.h"

namespace solgel::jelly {

inline constexpr double kBarrier = 0.16;         // least J that is left alone
inline constexpr double kSmallestNorm = 1e-12;   // of F; below, the element has no direction to resist in
inline constexpr double kSmallestPivot = 1e-20;  // of the 2 x 2 system
inline constexpr double kSmallestSlope = 1e-16;  // of the barrier

struct Compliance {
  double deviatoric = 0, hydrostatic = 0;
};
struct Multipliers {
  double deviatoric = 0, hydrostatic = 0, barrier = 0;
};

inline Matrix3 deformation_gradient(const Vec3 gradient[4], const Node* const node[4]) {
  Matrix3 f;
  for (int q = 1; q < 4; ++q) {
    const Vec3 g = gradient[q];
    const Vec3 d = position(*node[q]) - position(*node[0]);
    f.a += d.x * g.x;
    f.b += d.x * g.y;
    f.c += d.x * g.z;
    f.d += d.y * g.x;
    f.e += d.y * g.y;
    f.f += d.y * g.z;
    f.g += d.z * g.x;
    f.h += d.z * g.y;
    f.i += d.z * g.z;
  }
  return f;
}

inline Matrix3 cofactors(const Matrix3& m) {
  return {m.e * m.i - m.f * m.h, m.f * m.g - m.d * m.i, m.d * m.h - m.e * m.g,
          m.c * m.h - m.b * m.i, m.a * m.i - m.c * m.g, m.b * m.g - m.a * m.h,
          m.b * m.f - m.c * m.e, m.c * m.d - m.a * m.f, m.a * m.e - m.b * m.d};
}

// J, from F and its cofactors.
inline double volume_ratio(const Matrix3& f, const Matrix3& c) {
  return f.a * c.a + f.b * c.b + f.c * c.c;
}

inline Vec3 times(const Matrix3& m, Vec3 g) {
  return {m.a * g.x + m.b * g.y + m.c * g.z, m.d * g.x + m.e * g.y + m.f * g.z, m.g * g.x + m.h * g.y + m.i * g.z};
}

inline double frobenius_norm(const Matrix3& m) {
  return std::sqrt(m.a * m.a + m.b * m.b + m.c * m.c + m.d * m.d + m.e * m.e + m.f * m.f + m.g * m.g + m.h * m.h +
                   m.i * m.i);
}

// mu/K, what C_H has beyond J - 1.
struct Material {
  double shear_over_bulk = 0;
};

inline void solve_elastic(const Vec3 gradient[4], const Compliance& alpha, const Material& material,
                          Multipliers& lambda, Node* const node[4]) {
  const Matrix3 f = deformation_gradient(gradient, node), c = cofactors(f);
  const double n = frobenius_norm(f), j = volume_ratio(f, c);
  if (n < kSmallestNorm) return;
  double a = alpha.deviatoric, b = alpha.hydrostatic, x = 0;
  Vec3 d[4], e[4];
  for (int q = 0; q < 4; ++q) {
    const double w = node[q]->w;
    const Vec3 stretch = times(f, gradient[q]);
    d[q] = {stretch.x / n, stretch.y / n, stretch.z / n};
    e[q] = times(c, gradient[q]);
    const double dq[3] = {d[q].x, d[q].y, d[q].z}, eq[3] = {e[q].x, e[q].y, e[q].z};
    for (int r = 0; r < 3; ++r) {
      a += w * dq[r] * dq[r];
      b += w * eq[r] * eq[r];
      x += w * dq[r] * eq[r];
    }
  }
  const double pivot = a * b - x * x;
  if (std::abs(pivot) < kSmallestPivot) return;
  const double rd = -n - alpha.deviatoric * lambda.deviatoric;
  const double rh = -(j - 1 - material.shear_over_bulk) - alpha.hydrostatic * lambda.hydrostatic;
  const double dd = (rd * b - rh * x) / pivot, dh = (rh * a - rd * x) / pivot;
  lambda.deviatoric += dd;
  lambda.hydrostatic += dh;
  for (int q = 0; q < 4; ++q) {
    const double w = node[q]->w;
    node[q]->x += w * (dd * d[q].x + dh * e[q].x);
    node[q]->y += w * (dd * d[q].y + dh * e[q].y);
    node[q]->z += w * (dd * d[q].z + dh * e[q].z);
  }
}

// The barrier where J is known: correction along the gradient of J.
inline void push_from_barrier(const Vec3 gradient[4], const Matrix3& c, double j, double& lambda, Node* const node[4]) {
  Vec3 e[4];
  double n = 0;
  for (int q = 0; q < 4; ++q) {
    e[q] = times(c, gradient[q]);
    n += node[q]->w * (e[q].x * e[q].x + e[q].y * e[q].y + e[q].z * e[q].z);
  }
  if (n < kSmallestSlope) return;
  const double wanted = lambda + -(j - kBarrier) / n, kept = wanted > 0 ? wanted : 0.0;
  const double change = kept - lambda;
  lambda += change;
  for (int q = 0; q < 4; ++q) {
    const double s = node[q]->w * change;
    node[q]->x += s * e[q].x;
    node[q]->y += s * e[q].y;
    node[q]->z += s * e[q].z;
  }
}

inline void solve_barrier(const Vec3 gradient[4], double& lambda, Node* const node[4]) {
  const Matrix3 f = deformation_gradient(gradient, node), c = cofactors(f);
  const double j = volume_ratio(f, c);
  if (j >= kBarrier && lambda == 0) return;
  push_from_barrier(gradient, c, j, lambda, node);
}

}  // namespace solgel::jelly
