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
struct Stack {
  Entry entry[optics::kTreeStack];
  int height = 0;
};
constexpr std::int32_t kNothing = INT32_MAX;

// The nearest child that the ray enters before `best`; the others it enters go on the stack, nearer ones higher.
SOLGEL_LANE_OP std::int32_t enter_children(const BvhNode& node, const RayLanes& ray, F8 low, float best, Stack& stack) {
  const F8 in = max(max(crossing(node, ray.near_row[0], ray.origin.x, ray.inverse.x),
                        crossing(node, ray.near_row[1], ray.origin.y, ray.inverse.y)),
                    max(crossing(node, ray.near_row[2], ray.origin.z, ray.inverse.z), low));
  const F8 out = min(min(crossing(node, ray.far_row[0], ray.origin.x, ray.inverse.x),
                         crossing(node, ray.far_row[1], ray.origin.y, ray.inverse.y)),
                     min(crossing(node, ray.far_row[2], ray.origin.z, ray.inverse.z), splat(best)));
  unsigned entered = sign_bits(out >= in);
  if (entered == 0) return kNothing;
  const int first = __builtin_ctz(entered);
  entered &= entered - 1;
  if (entered == 0) return node.child[first];
  alignas(32) float t[kLanes];
  store(t, in);
  Entry nearest{t[first], node.child[first]};
  const int base = stack.height;
  do {
    const int k = __builtin_ctz(entered);
    entered &= entered - 1;
    Entry farther{t[k], node.child[k]};
    if (farther.t < nearest.t) {
      const Entry swapped = nearest;
      nearest = farther;
      farther = swapped;
    }
    int at = stack.height++;
    for (; at > base && stack.entry[at - 1].t < farther.t; --at) stack.entry[at] = stack.entry[at - 1];
    stack.entry[at] = farther;
  } while (entered != 0);
  return nearest.child;
}

SOLGEL_LANE_OP void hit_packet(const BvhTables& b, const BvhPacket& packet, const KernelRay& plain, const RayLanes& ray,
                               float low, Hit& best) {
  const Lanes3 e1 = load3(packet.edge1), e2 = load3(packet.edge2);
  const Lanes3 p = cross(ray.direction, e2);
  const F8 det = dot(e1, p);
  const Lanes3 s = ray.origin - load3(packet.origin);
  const Lanes3 q = cross(s, e1);
  const I8 flip = as_int(det) & splat(INT32_MIN);  // all four times the sign of det
  const F8 size = as_float(as_int(det) ^ flip);
  const F8 u = as_float(as_int(dot(s, p)) ^ flip), v = as_float(as_int(dot(ray.direction, q)) ^ flip);
  const F8 t = as_float(as_int(dot(e2, q)) ^ flip);
  const F8 zero = splat(0.0f);
  unsigned hits = sign_bits((u >= zero) & (v >= zero) & (size >= u + v) & (size >= splat(1e-15f)) & (t >= zero));
  if (hits == 0) return;
  alignas(32) float ts[kLanes], us[kLanes], vs[kLanes], sizes[kLanes];
  store(ts, t);
  store(us, u);
  store(vs, v);
  store(sizes, size);
  for (; hits != 0; hits &= hits - 1) {
    const int k = __builtin_ctz(hits);
    const auto triangle = static_cast<std::uint32_t>(packet.triangle[k]);
    const float at = ts[k] / sizes[k];
    if (!(at > low && at <= best.t) || (at == best.t && triangle > best.triangle)) continue;
    if (!optics::in_own_box(b, plain, packet.triangle[k], at)) continue;
    best.t = at;
    best.u = us[k] / sizes[k];
    best.v = vs[k] / sizes[k];
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
  Stack stack;
  std::int32_t here = 0;
  while (true) {
    while (here >= 0 && here != kNothing) here = enter_children(b.nodes[here], ray, low, best.t, stack);
    if (here < 0) hit_packet(b, b.packets[~here], plain, ray, reach.low, best);
    do {
      if (stack.height == 0) return best;
      --stack.height;
    } while (stack.entry[stack.height].t > best.t);
    here = stack.entry[stack.height].child;
  }
}

}  // namespace

optics::BvhKernel bvh_kernel_copy() {
  return {refit, closest_hit};
}

}  // namespace solgel::SOLGEL_SIMD_NAMESPACE
