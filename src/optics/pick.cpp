#include "optics/pick.h"

namespace solgel::optics {

std::optional<Pick> pick(const Bvh& body, const WorldRay& ray) {
  const Vec3 o = ray.origin - body.centre(), d = ray.direction;
  const Hit hit = body.closest_hit({{static_cast<float>(o.x), static_cast<float>(o.y), static_cast<float>(o.z)},
                                    {static_cast<float>(d.x), static_cast<float>(d.y), static_cast<float>(d.z)}},
                                   {.low = 1e-7f});
  if (!hit.found()) return std::nullopt;
  const double u = hit.u, v = hit.v, t = hit.t;
  return Pick{hit.triangle, {1 - u - v, u, v}, t, ray.origin + d * t};
}

}  // namespace solgel::optics
