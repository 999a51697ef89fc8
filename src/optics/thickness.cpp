#include "optics/thickness.h"

#include <algorithm>

#include "core/assert.h"
#include "core/parallel.h"
#include "optics/refraction.h"

namespace solgel::optics {
namespace {

constexpr int kBlock = 256;  // vertices

struct ViewRays {
  const Bvh& body;
  const SurfaceView& surface;
  Vec3 eye;  // relative to the centre
  double ior;
};

void update(const ViewRays& rays, std::size_t vertex, float& thickness) {
  const Vec3f p = rays.surface.positions[vertex], m = rays.surface.normals[vertex];
  const Vec3 centre = rays.body.centre(), n{m.x, m.y, m.z};
  const Vec3 at{double{p.x} - centre.x, double{p.y} - centre.y, double{p.z} - centre.z};
  const Vec3 d = normalised(at - rays.eye);
  if (!(dot(d, n) <= -0.01)) return;
  const Vec3 inside = refract(d, n, {.from = 1, .to = rays.ior}).direction;
  const Vec3 start = at + inside * kRayOffset;
  const Ray ray{{static_cast<float>(start.x), static_cast<float>(start.y), static_cast<float>(start.z)},
                {static_cast<float>(inside.x), static_cast<float>(inside.y), static_cast<float>(inside.z)}};
  const Hit hit = rays.body.closest_hit(ray, {.low = 1e-7f});
  thickness = hit.found() ? std::clamp(hit.t, 0.0002f, 0.16f) : 0.002f;
}

}  // namespace

void update_thickness(const Bvh& body, const SurfaceView& surface, Vec3 camera, double ior,
                      std::span<float> thickness) {
  SOLGEL_ASSERT(thickness.size() == surface.positions.size() && surface.normals.size() == thickness.size());
  const ViewRays rays{body, surface, camera - body.centre(), ior};
  const std::size_t count = thickness.size();
  parallel_for(static_cast<int>((count + kBlock - 1) / kBlock), [&](int block) {
    const std::size_t begin = static_cast<std::size_t>(block) * kBlock;
    for (std::size_t k = begin; k < std::min(begin + kBlock, count); ++k) update(rays, k, thickness[k]);
  });
}

}  // namespace solgel::optics
