// Four or eight elements at a time: the operations of jelly/element.h in the same order, lane by lane. Compiled once
// per instruction set (core/simd.h). A packet with an element that is passed over is solved plainly, and so is the
// barrier of a lane that may need it.
//
// Whether it may follows from numbers at hand. The solve moves F by dF = sum over q of dx_q g_q^T, so J changes by
//   first order   dd X + dh (B - alpha_H)
//   the rest      at most |dF|^2 |F| + |dF|^3, and |dF|^2 <= (sum of |dx_q|^2/w_q)(sum of w_q |g_q|^2) by Cauchy and
//   Schwarz,
// whose first factor is dd^2 (A - alpha_D) + 2 dd dh X + dh^2 (B - alpha_H) and whose second is packet.slope. For |dF|
// <= 1 that makes J >= J_before + first - |dF|^2 (|F| + 1).
//
// The plain sweep sums from +0 where this one begins with the first term: the two differ in the sign of a zero at most,
// and no sum makes a coordinate -0 that was not (Body keeps -0 out).

#include "core/simd_double.h"
#include "jelly/packet_sweep.h"

namespace solgel::SOLGEL_SIMD_NAMESPACE {
namespace {

using jelly::Node;
using Packet = jelly::Packet<kReals>;
using PacketTask = jelly::PacketTask<kReals>;

constexpr unsigned kEvery = (1u << kReals) - 1;

constexpr double kMargin = 1e-6;  // on J, against rounding in the estimate

struct V3 {
  Real x, y, z;
};
struct M3 {
  Real a, b, c, d, e, f, g, h, i;
};

SOLGEL_LANE_OP V3 operator-(V3 a, V3 b) {
  return {a.x - b.x, a.y - b.y, a.z - b.z};
}
SOLGEL_LANE_OP V3 times(const M3& m, V3 g) {
  return {m.a * g.x + m.b * g.y + m.c * g.z, m.d * g.x + m.e * g.y + m.f * g.z, m.g * g.x + m.h * g.y + m.i * g.z};
}
SOLGEL_LANE_OP Real square(Real a) {
  return a * a;
}

SOLGEL_LANE_OP M3 deformation_gradient(const V3 g[4], const V3 x[4]) {
  const V3 p = x[1] - x[0], q = x[2] - x[0], r = x[3] - x[0];
  return {p.x * g[1].x + q.x * g[2].x + r.x * g[3].x, p.x * g[1].y + q.x * g[2].y + r.x * g[3].y,
          p.x * g[1].z + q.x * g[2].z + r.x * g[3].z, p.y * g[1].x + q.y * g[2].x + r.y * g[3].x,
          p.y * g[1].y + q.y * g[2].y + r.y * g[3].y, p.y * g[1].z + q.y * g[2].z + r.y * g[3].z,
          p.z * g[1].x + q.z * g[2].x + r.z * g[3].x, p.z * g[1].y + q.z * g[2].y + r.z * g[3].y,
          p.z * g[1].z + q.z * g[2].z + r.z * g[3].z};
}

SOLGEL_LANE_OP M3 cofactors(const M3& m) {
  return {m.e * m.i - m.f * m.h, m.f * m.g - m.d * m.i, m.d * m.h - m.e * m.g,
          m.c * m.h - m.b * m.i, m.a * m.i - m.c * m.g, m.b * m.g - m.a * m.h,
          m.b * m.f - m.c * m.e, m.c * m.d - m.a * m.f, m.a * m.e - m.b * m.d};
}

SOLGEL_LANE_OP void store_nodes(const PacketTask& task, const Packet& packet, const V3 x[4], const Real w[4]) {
  for (int q = 0; q < 4; ++q) {
    double* record[kReals];
    for (int k = 0; k < kReals; ++k) record[k] = &task.nodes[packet.node[q][k]].x;
    const Real column[4] = {x[q].x, x[q].y, x[q].z, w[q]};
    store_records(record, column);
  }
}

SOLGEL_LANE_OP void solve(const PacketTask& task, Packet& packet) {
  V3 x[4], g[4];
  Real w[4];
  for (int q = 0; q < 4; ++q) {
    const double* record[kReals];
    for (int k = 0; k < kReals; ++k) record[k] = &task.nodes[packet.node[q][k]].x;
    Real column[4];
    load_records(record, column);
    x[q] = {column[0], column[1], column[2]};
    w[q] = column[3];
    g[q] = {load(packet.gradient[q][0]), load(packet.gradient[q][1]), load(packet.gradient[q][2])};
  }
  const M3 f = deformation_gradient(g, x), c = cofactors(f);
  const Real n = sqrt(square(f.a) + square(f.b) + square(f.c) + square(f.d) + square(f.e) + square(f.f) + square(f.g) +
                      square(f.h) + square(f.i));
  const Real j = f.a * c.a + f.b * c.b + f.c * c.c;
  const Real alpha_d = load(packet.deviatoric_compliance), alpha_h = load(packet.hydrostatic_compliance);
  Real a = alpha_d, b = alpha_h, cross = splat(0.0);
  V3 d[4], e[4];
  for (int q = 0; q < 4; ++q) {
    const V3 stretch = times(f, g[q]);
    d[q] = {stretch.x / n, stretch.y / n, stretch.z / n};
    e[q] = times(c, g[q]);
    a = a + w[q] * d[q].x * d[q].x + w[q] * d[q].y * d[q].y + w[q] * d[q].z * d[q].z;
    b = b + w[q] * e[q].x * e[q].x + w[q] * e[q].y * e[q].y + w[q] * e[q].z * e[q].z;
    cross = cross + w[q] * d[q].x * e[q].x + w[q] * d[q].y * e[q].y + w[q] * d[q].z * e[q].z;
  }
  const Real pivot = a * b - cross * cross;
  const Mask passed_over = (n < splat(jelly::kSmallestNorm)) | (abs(pivot) < splat(jelly::kSmallestPivot));
  if (__builtin_expect(bits(passed_over) != 0, 0)) {
    for (std::size_t lane = 0; lane < kReals; ++lane) jelly::solve_lane(task, packet, lane);
    return;
  }
  const Real lambda_d = load(packet.deviatoric), lambda_h = load(packet.hydrostatic);
  const Real rd = -n - alpha_d * lambda_d;
  const Real rh = -(j - splat(1.0) - splat(task.material.shear_over_bulk)) - alpha_h * lambda_h;
  const Real dd = (rd * b - rh * cross) / pivot, dh = (rh * a - rd * cross) / pivot;
  store(packet.deviatoric, lambda_d + dd);
  store(packet.hydrostatic, lambda_h + dh);
  for (int q = 0; q < 4; ++q) {
    x[q] = {x[q].x + w[q] * (dd * d[q].x + dh * e[q].x), x[q].y + w[q] * (dd * d[q].y + dh * e[q].y),
            x[q].z + w[q] * (dd * d[q].z + dh * e[q].z)};
  }
  store_nodes(task, packet, x, w);

  // What J can have become at least, without computing F again (see above).
  const Real linear = dd * cross + dh * (b - alpha_h);
  const Real moved = (dd * (dd * (a - alpha_d) + dh * cross) + dh * linear) * load(packet.slope);
  const Mask is_idle = (j + linear - moved * (n + splat(1.0)) >= splat(jelly::kBarrier + kMargin)) &
                       (splat(1.0) >= moved) & (load(packet.barrier) == splat(0.0));
  const unsigned idle = bits(is_idle);
  if (__builtin_expect(idle != kEvery, 0)) {
    for (std::size_t lane = 0; lane < kReals; ++lane) {
      if ((idle >> lane & 1u) == 0) jelly::solve_barrier_of_lane(packet, lane, task.nodes);
    }
  }
}

void sweep(const PacketTask& task) {
  if (task.backward) {
    for (std::size_t k = task.count; k-- > 0;) solve(task, task.packets[k]);
  } else {
    for (std::size_t k = 0; k < task.count; ++k) solve(task, task.packets[k]);
  }
#if defined(__AVX__) && !defined(SOLGEL_SCALAR)
  // g++ 12 leaves it out on one way out of this loop; what runs next would be four times slower.
  _mm256_zeroupper();
#endif
}

}  // namespace
}  // namespace solgel::SOLGEL_SIMD_NAMESPACE
