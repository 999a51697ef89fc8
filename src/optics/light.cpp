#include "optics/light.h"

#include <algorithm>
#include <cmath>

namespace solgel::optics {

LightFrame light_frame(const Bvh& body, Vec3 direction) {
  LightFrame f;
  f.direction = direction;
  f.centre = body.centre();
  f.right = normalised(cross(direction, Vec3{0, 0, 1}));
  f.up = normalised(cross(f.right, direction));
  const Vec3f low = body.low(), high = body.high();
  double across = 0, along = 0;
  for (int corner = 0; corner < 8; ++corner) {
    const Vec3 p{corner & 1 ? high.x : low.x, corner & 2 ? high.y : low.y, corner & 4 ? high.z : low.z};
    across = std::max(across, std::abs(dot(p, f.right)));
    along = std::max(along, std::abs(dot(p, f.up)));
  }
  f.width = 2 * (across + 0.001);
  f.height = 2 * (along + 0.001);
  const double slope = std::max(std::abs(direction.x / direction.y), std::abs(direction.z / direction.y));
  const double top = double{high.y} + f.centre.y;
  f.span = std::max(
      {0.22, 2 * (double{high.x} - low.x) + 0.04, 2 * (double{high.z} - low.z) + 0.04, 2 * top * slope + 0.12});
  f.reach = std::max(0.15, f.span);
  f.texel = f.span / kAtlasSize;
  return f;
}

}  // namespace solgel::optics
