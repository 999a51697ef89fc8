// Refit and nearest hit of optics/bvh.h, eight boxes or triangles at a time. Compiled once per instruction set (see
// core/simd.h); the same operations in the same order as closest_hit_of_all in optics/bvh.cpp.

#include "core/simd.h"
#include "optics/bvh_arrays.h"

namespace solgel::SOLGEL_SIMD_NAMESPACE {
namespace {

using optics::BvhNode;
using optics::BvhPacket;
using optics::BvhSlot;
using optics::BvhTables;
using optics::Hit;
using optics::KernelRay;
using optics::PacketCorners;
using optics::Reach;

SOLGEL_LANE_OP I8 both(I8 a, I8 b) {
  return a & b;
}
SOLGEL_LANE_OP F8 as_float(I8 a) {
  F8 f;
  __builtin_memcpy(&f, &a, sizeof f);
  return f;
}
SOLGEL_LANE_OP I8 as_int(F8 a) {
  I8 i;
  __builtin_memcpy(&i, &a, sizeof i);
  return i;
}
SOLGEL_LANE_OP F8 magnitude(F8 a) {
  return as_float(as_int(a) & splat(0x7fffffff));
}

struct Lanes3 {
  F8 x, y, z;
};
SOLGEL_LANE_OP Lanes3 operator-(Lanes3 a, Lanes3 b) {
  return {a.x - b.x, a.y - b.y, a.z - b.z};
}
SOLGEL_LANE_OP Lanes3 cross(Lanes3 a, Lanes3 b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
SOLGEL_LANE_OP F8 dot(Lanes3 a, Lanes3 b) {
  return a.x * b.x + a.y * b.y + a.z * b.z;
}
SOLGEL_LANE_OP Lanes3 splat3(const float v[3]) {
  return {splat(v[0]), splat(v[1]), splat(v[2])};
}
SOLGEL_LANE_OP Lanes3 load3(const float rows[3][kLanes]) {
  return {load(rows[0]), load(rows[1]), load(rows[2])};
}
SOLGEL_LANE_OP void store3(float rows[3][kLanes], Lanes3 v) {
  store(rows[0], v.x);
  store(rows[1], v.y);
  store(rows[2], v.z);
}

SOLGEL_LANE_OP float least(const float v[kLanes]) {
  float m = v[0];
  for (int k = 1; k < kLanes; ++k) m = v[k] < m ? v[k] : m;
  return m;
}
SOLGEL_LANE_OP float greatest(const float v[kLanes]) {
  float m = v[0];
  for (int k = 1; k < kLanes; ++k) m = v[k] > m ? v[k] : m;
  return m;
}
// The box around the eight boxes, widened, to where it is kept.
SOLGEL_LANE_OP void put_box(const BvhTables& b, BvhSlot slot, const float rows[6][kLanes], float pad) {
  for (int a = 0; a < 3; ++a) {
    b.nodes[slot.node].box[a][slot.lane] = least(rows[a]) - pad;
    b.nodes[slot.node].box[a + 3][slot.lane] = greatest(rows[a + 3]) + pad;
  }
}

SOLGEL_LANE_OP Lanes3 gather(const float* points, const std::int32_t corner[kLanes]) {
  const std::int32_t* place[kLanes];
  for (int k = 0; k < kLanes; ++k) place[k] = reinterpret_cast<const std::int32_t*>(points + 4 * corner[k]);
  I8 column[4];
  load_columns(place, column);
  return {as_float(column[0]), as_float(column[1]), as_float(column[2])};
}

SOLGEL_LANE_OP void refit_packet(const BvhTables& b, std::int32_t p) {
  const PacketCorners& from = b.packet_corners[p];
  const Lanes3 v0 = gather(b.points, from.corner[0]);
  const Lanes3 v1 = gather(b.points, from.corner[1]);
  const Lanes3 v2 = gather(b.points, from.corner[2]);
  store3(b.packets[p].origin, v0);
  store3(b.packets[p].edge1, v1 - v0);
  store3(b.packets[p].edge2, v2 - v0);
  alignas(32) float rows[6][kLanes];
  store3(rows, {min(min(v0.x, v1.x), v2.x), min(min(v0.y, v1.y), v2.y), min(min(v0.z, v1.z), v2.z)});
  store3(rows + 3, {max(max(v0.x, v1.x), v2.x), max(max(v0.y, v1.y), v2.y), max(max(v0.z, v1.z), v2.z)});
  put_box(b, b.packet_slots[p], rows, b.pad);
}

void refit(const BvhTables& b) {
  for (std::int32_t p = 0; p < b.packet_count; ++p) refit_packet(b, p);
  for (std::int32_t n = b.node_count - 1; n > 0; --n) put_box(b, b.node_slots[n], b.nodes[n].box, 0);
}

struct RayLanes {
  Lanes3 origin, direction, inverse;
  int near_row[3], far_row[3];
};

SOLGEL_LANE_OP F8 crossing(const BvhNode& node, int row, F8 origin, F8 inverse) {
  return (load(node.box[row]) - origin) * inverse;
}

struct Entry {
  float t;
  std::int32_t child;
};

// Puts the children that the ray enters before `best` on the stack, the nearest on top; returns the new height.
SOLGEL_LANE_OP int push_children(const BvhNode& node, const RayLanes& ray, F8 low, float best, Entry* stack,
                                 int height) {
  const F8 in = max(max(crossing(node, ray.near_row[0], ray.origin.x, ray.inverse.x),
                        crossing(node, ray.near_row[1], ray.origin.y, ray.inverse.y)),
                    max(crossing(node, ray.near_row[2], ray.origin.z, ray.inverse.z), low));
  const F8 out = min(min(crossing(node, ray.far_row[0], ray.origin.x, ray.inverse.x),
                         crossing(node, ray.far_row[1], ray.origin.y, ray.inverse.y)),
                     min(crossing(node, ray.far_row[2], ray.origin.z, ray.inverse.z), splat(best)));
  unsigned entered = sign_bits(out >= in);
  if (entered == 0) return height;
  alignas(32) float t[kLanes];
  store(t, in);
  const int base = height;
  while (entered != 0) {
    const int k = __builtin_ctz(entered);
    entered &= entered - 1;
    int at = height++;
    for (; at > base && stack[at - 1].t < t[k]; --at) stack[at] = stack[at - 1];
    stack[at] = {t[k], node.child[k]};
  }
  return height;
}

SOLGEL_LANE_OP void hit_packet(const BvhTables& b, const BvhPacket& packet, const KernelRay& plain, const RayLanes& ray,
                               float low, Hit& best) {
  const Lanes3 e1 = load3(packet.edge1), e2 = load3(packet.edge2);
  const Lanes3 p = cross(ray.direction, e2);
  const F8 det = dot(e1, p);
  const F8 inverse = splat(1.0f) / det;
  const Lanes3 s = ray.origin - load3(packet.origin);
  const F8 u = dot(s, p) * inverse;
  const Lanes3 q = cross(s, e1);
  const F8 v = dot(ray.direction, q) * inverse;
  const F8 t = dot(e2, q) * inverse;
  const F8 zero = splat(0.0f);
  const I8 inside = both(both(u >= zero, v >= zero), splat(1.0f) >= u + v);
  unsigned hits =
      sign_bits(both(both(inside, magnitude(det) >= splat(1e-15f)), both(t >= splat(low), splat(best.t) >= t)));
  if (hits == 0) return;
  alignas(32) float ts[kLanes], us[kLanes], vs[kLanes];
  store(ts, t);
  store(us, u);
  store(vs, v);
  for (; hits != 0; hits &= hits - 1) {
    const int k = __builtin_ctz(hits);
    const auto triangle = static_cast<std::uint32_t>(packet.triangle[k]);
    if (!(ts[k] > low) || ts[k] > best.t || (ts[k] == best.t && triangle > best.triangle)) continue;
    if (!optics::in_own_box(b, plain, packet.triangle[k], ts[k])) continue;
    best.t = ts[k];
    best.u = us[k];
    best.v = vs[k];
    best.triangle = triangle;
  }
}

Hit closest_hit(const BvhTables& b, const KernelRay& plain, Reach reach) {
  RayLanes ray{splat3(plain.origin), splat3(plain.direction), splat3(plain.inverse), {}, {}};
  for (int a = 0; a < 3; ++a) {
    ray.near_row[a] = plain.is_back[a] ? a + 3 : a;
    ray.far_row[a] = plain.is_back[a] ? a : a + 3;
  }
  const F8 low = splat(reach.low);
  Hit best;
  best.t = reach.high;
  Entry stack[optics::kTreeStack];
  int height = push_children(b.nodes[0], ray, low, best.t, stack, 0);
  while (height > 0) {
    const Entry next = stack[--height];
    if (next.t > best.t) continue;
    if (next.child < 0) {
      hit_packet(b, b.packets[~next.child], plain, ray, reach.low, best);
    } else {
      height = push_children(b.nodes[next.child], ray, low, best.t, stack, height);
    }
  }
  return best;
}

}  // namespace

optics::BvhKernel bvh_kernel_copy() {
  return {refit, closest_hit};
}

}  // namespace solgel::SOLGEL_SIMD_NAMESPACE
