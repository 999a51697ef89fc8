// Four elements at a time: the operations of jelly/element.h in the same order, lane by lane. Compiled once per
// instruction set (core/simd.h). Lanes whose element is passed over keep their nodes and multipliers.

#include "core/simd_double.h"
#include "jelly/packet_sweep.h"

namespace solgel::SOLGEL_SIMD_NAMESPACE {
namespace {

using jelly::Node;
using jelly::Packet;
using jelly::PacketTask;

struct V3 {
  D4 x, y, z;
};
struct M3 {
  D4 a, b, c, d, e, f, g, h, i;
};

SOLGEL_LANE_OP V3 operator-(V3 a, V3 b) {
  return {a.x - b.x, a.y - b.y, a.z - b.z};
}
SOLGEL_LANE_OP V3 times(const M3& m, V3 g) {
  return {m.a * g.x + m.b * g.y + m.c * g.z, m.d * g.x + m.e * g.y + m.f * g.z, m.g * g.x + m.h * g.y + m.i * g.z};
}
SOLGEL_LANE_OP D4 square(D4 a) {
  return a * a;
}

// Sums start at +0, as those of the plain sweep do: it decides the sign of a zero.
SOLGEL_LANE_OP M3 deformation_gradient(const V3 g[4], const V3 x[4]) {
  const V3 p = x[1] - x[0], q = x[2] - x[0], r = x[3] - x[0];
  const D4 zero = splat(0.0);
  return {zero + p.x * g[1].x + q.x * g[2].x + r.x * g[3].x, zero + p.x * g[1].y + q.x * g[2].y + r.x * g[3].y,
          zero + p.x * g[1].z + q.x * g[2].z + r.x * g[3].z, zero + p.y * g[1].x + q.y * g[2].x + r.y * g[3].x,
          zero + p.y * g[1].y + q.y * g[2].y + r.y * g[3].y, zero + p.y * g[1].z + q.y * g[2].z + r.y * g[3].z,
          zero + p.z * g[1].x + q.z * g[2].x + r.z * g[3].x, zero + p.z * g[1].y + q.z * g[2].y + r.z * g[3].y,
          zero + p.z * g[1].z + q.z * g[2].z + r.z * g[3].z};
}

SOLGEL_LANE_OP M3 cofactors(const M3& m) {
  return {m.e * m.i - m.f * m.h, m.f * m.g - m.d * m.i, m.d * m.h - m.e * m.g,
          m.c * m.h - m.b * m.i, m.a * m.i - m.c * m.g, m.b * m.g - m.a * m.h,
          m.b * m.f - m.c * m.e, m.c * m.d - m.a * m.f, m.a * m.e - m.b * m.d};
}

SOLGEL_LANE_OP void solve(const PacketTask& task, Packet& packet) {
  V3 x[4], g[4];
  D4 w[4];
  for (int q = 0; q < 4; ++q) {
    const double* const record[4] = {&task.nodes[packet.node[q][0]].x, &task.nodes[packet.node[q][1]].x,
                                     &task.nodes[packet.node[q][2]].x, &task.nodes[packet.node[q][3]].x};
    D4 column[4];
    load_records(record, column);
    x[q] = {column[0], column[1], column[2]};
    w[q] = column[3];
  }
  for (int q = 1; q < 4; ++q) {
    g[q] = {load(packet.gradient[q - 1][0]), load(packet.gradient[q - 1][1]), load(packet.gradient[q - 1][2])};
  }
  g[0] = {-g[1].x - g[2].x - g[3].x, -g[1].y - g[2].y - g[3].y, -g[1].z - g[2].z - g[3].z};

  const M3 f = deformation_gradient(g, x), c = cofactors(f);
  const D4 n = sqrt(square(f.a) + square(f.b) + square(f.c) + square(f.d) + square(f.e) + square(f.f) + square(f.g) +
                    square(f.h) + square(f.i));
  const D4 j = f.a * c.a + f.b * c.b + f.c * c.c;
  const D4 alpha_d = load(packet.deviatoric_compliance), alpha_h = load(packet.hydrostatic_compliance);
  D4 a = alpha_d, b = alpha_h, cross = splat(0.0);
  V3 d[4], e[4];
  for (int q = 0; q < 4; ++q) {
    const V3 stretch = times(f, g[q]);
    d[q] = {stretch.x / n, stretch.y / n, stretch.z / n};
    e[q] = times(c, g[q]);
    a = a + w[q] * d[q].x * d[q].x + w[q] * d[q].y * d[q].y + w[q] * d[q].z * d[q].z;
    b = b + w[q] * e[q].x * e[q].x + w[q] * e[q].y * e[q].y + w[q] * e[q].z * e[q].z;
    cross = cross + w[q] * d[q].x * e[q].x + w[q] * d[q].y * e[q].y + w[q] * d[q].z * e[q].z;
  }
  const D4 pivot = a * b - cross * cross;
  const D4 lambda_d = load(packet.deviatoric), lambda_h = load(packet.hydrostatic);
  const D4 rd = -n - alpha_d * lambda_d;
  const D4 rh = -(j - splat(1.0) - splat(task.material.shear_over_bulk)) - alpha_h * lambda_h;
  const D4 dd = (rd * b - rh * cross) / pivot, dh = (rh * a - rd * cross) / pivot;
  const M4 passed_over = (n < splat(jelly::kSmallestNorm)) | (abs(pivot) < splat(jelly::kSmallestPivot));
  store(packet.deviatoric, select(passed_over, lambda_d, lambda_d + dd));
  store(packet.hydrostatic, select(passed_over, lambda_h, lambda_h + dh));
  for (int q = 0; q < 4; ++q) {
    x[q] = {select(passed_over, x[q].x, x[q].x + w[q] * (dd * d[q].x + dh * e[q].x)),
            select(passed_over, x[q].y, x[q].y + w[q] * (dd * d[q].y + dh * e[q].y)),
            select(passed_over, x[q].z, x[q].z + w[q] * (dd * d[q].z + dh * e[q].z))};
    double* const record[4] = {&task.nodes[packet.node[q][0]].x, &task.nodes[packet.node[q][1]].x,
                               &task.nodes[packet.node[q][2]].x, &task.nodes[packet.node[q][3]].x};
    const D4 column[4] = {x[q].x, x[q].y, x[q].z, w[q]};
    store_records(record, column);
  }

  // J after the solve tells whether a lane needs its barrier; those are few.
  const M3 after = deformation_gradient(g, x);
  const D4 j_after = after.a * (after.e * after.i - after.f * after.h) +
                     after.b * (after.f * after.g - after.d * after.i) +
                     after.c * (after.d * after.h - after.e * after.g);
  const unsigned idle = bits((j_after >= splat(jelly::kBarrier)) & (load(packet.barrier) == splat(0.0)));
  if (__builtin_expect(idle != 15u, 0)) {
    for (int lane = 0; lane < 4; ++lane) {
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
#if defined(__AVX2__) && !defined(SOLGEL_SCALAR)
  // g++ 12 leaves it out on one way out of this loop; what runs next would be four times slower.
  _mm256_zeroupper();
#endif
}

}  // namespace
}  // namespace solgel::SOLGEL_SIMD_NAMESPACE
