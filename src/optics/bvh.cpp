#include "optics/bvh.h"

#include <cmath>

#include "core/assert.h"
#include "optics/bvh_arrays.h"

namespace solgel::optics {
namespace {

KernelRay kernel_ray(const Ray& ray) {
  KernelRay r{{ray.origin.x, ray.origin.y, ray.origin.z}, {ray.direction.x, ray.direction.y, ray.direction.z}, {}, {}};
  for (int a = 0; a < 3; ++a) {
    const float d = r.direction[a];
    r.is_back[a] = d < 0;
    r.inverse[a] = (d < 0 ? -1.0f : 1.0f) / std::max(std::abs(d), kLeastSlope);
  }
  return r;
}

// Relative to the centre, and the box of all.
void move_points(BvhArrays& b, std::span<const Vec3f> positions, Vec3 centre) {
  b.centre = centre;
  b.low = {kNowhere, kNowhere, kNowhere};
  b.high = {-kNowhere, -kNowhere, -kNowhere};
  float* out = b.points.data();
  for (const Vec3f p : positions) {
    Vec3f q{static_cast<float>(double{p.x} - centre.x), static_cast<float>(double{p.y} - centre.y),
            static_cast<float>(double{p.z} - centre.z)};
    if (!is_finite(q)) q = {};
    b.low = {std::min(b.low.x, q.x), std::min(b.low.y, q.y), std::min(b.low.z, q.z)};
    b.high = {std::max(b.high.x, q.x), std::max(b.high.y, q.y), std::max(b.high.z, q.z)};
    out[0] = q.x;
    out[1] = q.y;
    out[2] = q.z;
    out += 4;
  }
  const Vec3f extent = b.high - b.low;
  b.pad = positions.empty() ? 0 : 1e-4f * std::max({extent.x, extent.y, extent.z});
}

Vec3f point(const BvhArrays& b, std::int32_t corner) {
  const float* p = b.points.data() + 4 * static_cast<std::size_t>(corner);
  return {p[0], p[1], p[2]};
}

}  // namespace

Bvh::Bvh(const SurfaceView& surface, Vec3 centre) : arrays_(new BvhArrays) {
  arrays_->points.resize(4 * surface.positions.size());
  for (const Triangle& t : surface.triangles) {
    for (const std::uint32_t corner : t) {
      SOLGEL_ASSERT(corner < surface.positions.size());
      arrays_->corners.push_back(static_cast<std::int32_t>(corner));
    }
  }
  move_points(*arrays_, surface.positions, centre);
  build_tree(*arrays_);
  refit(surface.positions, centre);
}
Bvh::Bvh(Bvh&&) noexcept = default;
Bvh& Bvh::operator=(Bvh&&) noexcept = default;
Bvh::~Bvh() = default;

void Bvh::refit(std::span<const Vec3f> positions, Vec3 centre) {
  SOLGEL_ASSERT(4 * positions.size() == arrays_->points.size());
  move_points(*arrays_, positions, centre);
  arrays_->kernel.refit(arrays_->tables());
}

Hit Bvh::closest_hit(const Ray& ray, Reach reach) const {
  if (arrays_->nodes.empty() || !is_finite(ray.origin) || !is_finite(ray.direction)) return {};
  return arrays_->kernel.closest_hit(arrays_->tables(), kernel_ray(ray), reach);
}

Hit Bvh::closest_hit_of_all(const Ray& ray, Reach reach) const {
  Hit best;
  if (!is_finite(ray.origin) || !is_finite(ray.direction)) return best;
  best.t = reach.high;
  const KernelRay plain = kernel_ray(ray);
  const BvhTables tables = arrays_->tables();
  const Vec3f o = ray.origin, d = ray.direction;
  for (std::uint32_t k = 0; k < triangle_count(); ++k) {
    const std::array<Vec3f, 3> at = corners(k);
    const Vec3f e1 = at[1] - at[0], e2 = at[2] - at[0], p = cross(d, e2);
    const Vec3f s = o - at[0], q = cross(s, e1);
    const float det = dot(e1, p), sign = std::signbit(det) ? -1.0f : 1.0f, size = sign * det;
    const float u = sign * dot(s, p), v = sign * dot(d, q);
    if (!(size >= 1e-15f && u >= 0 && v >= 0 && u + v <= size)) continue;
    const float t = sign * dot(e2, q) / size;
    if (!(t > reach.low && t <= best.t) || (t == best.t && best.found())) continue;
    if (!in_own_box(tables, plain, static_cast<std::int32_t>(k), t)) continue;
    best = {t, u / size, v / size, k};
  }
  return best;
}

Vec3 Bvh::centre() const {
  return arrays_->centre;
}
Triangle Bvh::triangle(std::uint32_t index) const {
  const std::int32_t* c = arrays_->corners.data() + 3 * static_cast<std::size_t>(index);
  return {static_cast<std::uint32_t>(c[0]), static_cast<std::uint32_t>(c[1]), static_cast<std::uint32_t>(c[2])};
}
std::array<Vec3f, 3> Bvh::corners(std::uint32_t index) const {
  const std::int32_t* c = arrays_->corners.data() + 3 * static_cast<std::size_t>(index);
  return {point(*arrays_, c[0]), point(*arrays_, c[1]), point(*arrays_, c[2])};
}
std::uint32_t Bvh::triangle_count() const {
  return static_cast<std::uint32_t>(arrays_->corners.size() / 3);
}
Vec3f Bvh::low() const {
  return arrays_->low;
}
Vec3f Bvh::high() const {
  return arrays_->high;
}

}  // namespace solgel::optics
