#include "render/filmic.h"

namespace solgel::render {
namespace {

float curve(float v) {
  return (v * (v + 0.0245786f) - 0.000090537f) / (v * (0.983729f * v + 0.4329510f) + 0.238081f);
}

}  // namespace

Vec3f filmic(Vec3f linear) {
  const Vec3f c = (1 / 0.6f) * linear;
  const Vec3f in{0.59719f * c.x + 0.35458f * c.y + 0.04823f * c.z, 0.07600f * c.x + 0.90834f * c.y + 0.01566f * c.z,
                 0.02840f * c.x + 0.13383f * c.y + 0.83777f * c.z};
  const Vec3f v{curve(in.x), curve(in.y), curve(in.z)};
  return {clamp01(1.60475f * v.x - 0.53108f * v.y - 0.07367f * v.z),
          clamp01(-0.10208f * v.x + 1.10813f * v.y - 0.00605f * v.z),
          clamp01(-0.00327f * v.x - 0.07276f * v.y + 1.07602f * v.z)};
}

}  // namespace solgel::render
