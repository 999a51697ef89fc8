#include "render/terrain_material.h"

#include <cmath>

#include "core/random.h"
#include "core/vec.h"
#include "render/image.h"
#include "render/lattice_noise.h"

namespace solgel::render {
namespace {

// From the eight-bit sRGB that a painting program shows.
Vec3f painted(int r, int g, int b) {
  return {srgb_decoded(static_cast<float>(r) / 255), srgb_decoded(static_cast<float>(g) / 255),
          srgb_decoded(static_cast<float>(b) / 255)};
}

struct Octave {
  float wavelength, cosine, sine;
};
constexpr Octave kOctaves[] = {{21, 0.96f, 0.28f},    {9.4f, 0.6f, 0.8f},   {4.3f, -0.28f, 0.96f}, {2.1f, 0.8f, -0.6f},
                               {1.03f, 0.28f, 0.96f}, {0.47f, -0.6f, 0.8f}, {0.22f, 0.96f, -0.28f}};

}  // namespace

TerrainMaterial::TerrainMaterial(const TerrainLook& look)
    : rock_(static_cast<float>(std::tan(look.rock * kPi / 180))),
      vegetation_(static_cast<float>(look.vegetation)),
      snow_line_(static_cast<float>(look.snow_line)),
      texture_(static_cast<float>(look.texture)),
      seed_(static_cast<std::uint32_t>(mix64(static_cast<std::uint64_t>(look.pattern) + 0x7e44a1))) {
  const float dry = 1 - smooth_step(0, 0.45f, vegetation_);
  colour_ = {.soil = mix(painted(150, 137, 104), painted(201, 166, 120), dry),
             .sediment = mix(painted(190, 178, 140), painted(222, 196, 152), dry),
             .grass = painted(112, 126, 68),
             .meadow = painted(150, 148, 96),
             .forest = painted(62, 84, 50),
             .scree = mix(painted(160, 151, 138), painted(190, 152, 116), dry),
             .rock = mix(painted(130, 122, 113), painted(168, 124, 92), dry),
             .dark_rock = mix(painted(94, 88, 84), painted(122, 82, 62), dry),
             .warm_rock = mix(painted(156, 140, 120), painted(196, 148, 106), dry),
             .snow = painted(240, 244, 250),
             .sand = painted(214, 198, 158)};
}

TerrainMaterial::Noise TerrainMaterial::noise(const GroundPoint& p) const {
  float value[7] = {};
  float tilt_x = 0, tilt_y = 0;
  for (std::size_t k = 0; k < 7; ++k) {
    const Octave& o = kOctaves[k];
    const float share = clamp01(1.6f - 2 * p.footprint / o.wavelength);
    if (share <= 0) break;
    const float c = o.cosine / o.wavelength, s = o.sine / o.wavelength;
    const NoiseSample n =
        lattice_noise(seed_ + 101u * static_cast<std::uint32_t>(k), c * p.x - s * p.y, s * p.x + c * p.y);
    value[k] = share * n.value;
    if (k < 3) continue;
    tilt_x += share * (o.cosine * n.dx + o.sine * n.dy);
    tilt_y += share * (o.cosine * n.dy - o.sine * n.dx);
  }
  return {0.65f * value[0] + 0.35f * value[1],
          0.55f * value[2] + 0.45f * value[3],
          texture_ * (0.6f * value[4] + 0.4f * value[5]),
          texture_ * (0.45f * value[5] + 0.55f * value[6]),
          texture_ * tilt_x,
          texture_ * tilt_y};
}

Vec3f TerrainMaterial::vegetated(const GroundPoint& p, const Noise& n, float slope) const {
  const float height = p.rise + 0.10f * n.wide + 0.07f * n.middle + 0.04f * n.fine;
  const float wet = clamp01(0.5f - 5.0f * p.stands_out + 0.9f * (p.moisture - 0.4f));
  const float level = 1 - smooth_step(0.08f, 0.26f, slope * (1 + 0.35f * n.middle + 0.2f * n.fine));
  Vec3f c = mix(colour_.meadow, colour_.grass, clamp01(0.45f + 0.6f * wet - 0.55f * height + 0.5f * n.middle));
  const float woods =
      smooth_step(-0.12f, 0.22f, 0.9f * n.middle + 0.5f * n.fine + 0.35f * n.grit + 0.7f * (wet - 0.55f)) *
      (1 - smooth_step(0.36f, 0.58f, height)) * smooth_step(0.06f, 0.2f, slope);
  c = mix(c, colour_.forest, 0.85f * smooth_step(0.25f, 0.8f, vegetation_) * woods);
  const float cover = clamp01(1.6f * vegetation_ - 0.75f * smooth_step(0.45f, 0.95f, height) + 0.25f * n.middle +
                              0.18f * n.fine - 4.0f * std::max(0.0f, p.ridge));
  c = mix(colour_.soil, c, vegetation_ > 0 ? smooth_step(0.1f, 0.75f, cover) : 0);
  const float floor = level * smooth_step(0.012f, -0.012f, p.stands_out + 0.012f * n.middle);
  c = mix(c, mix(colour_.sediment, colour_.grass, 0.5f * smooth_step(0.2f, 0.9f, vegetation_)), 0.75f * floor);
  return c;
}

Vec3f TerrainMaterial::rocky(const GroundPoint& p, const Noise& n, float slope) const {
  const float bands = 0.5f + 0.5f * std::sin(46 * (p.rise + 0.03f * n.wide + 0.012f * n.middle));
  Vec3f c = mix(colour_.rock, colour_.warm_rock, clamp01(0.35f * bands + 0.5f * n.wide + 0.3f * n.fine));
  c = mix(c, colour_.dark_rock,
          clamp01(0.55f * smooth_step(1.1f * rock_, 2.2f * rock_, slope) + 0.4f * n.fine + 0.35f * n.grit));
  return mix(c, colour_.scree, 0.8f * smooth_step(0.01f, 0.07f, p.ridge + 0.02f * n.fine));
}

GroundCover TerrainMaterial::at(const GroundPoint& p) const {
  const Noise n = noise(p);
  const float slope = std::sqrt(p.slope_x * p.slope_x + p.slope_y * p.slope_y);
  Vec3f c = vegetated(p, n, slope);
  const float bent = slope * (1 + 0.22f * n.middle + 0.2f * n.fine + 0.12f * n.grit) + 1.6f * p.ridge;
  const float scree = smooth_step(0.62f * rock_, 0.9f * rock_, bent) * smooth_step(0.5f, -0.2f, 9 * p.stands_out);
  c = mix(c, mix(colour_.scree, c, 0.35f * vegetation_), 0.8f * scree);
  const float rock = smooth_step(0.82f * rock_, 1.25f * rock_, bent + 0.18f * (p.rise - 0.5f));
  c = mix(c, rocky(p, n, slope), rock);
  const float beach =
      (1 - smooth_step(0.12f, 0.5f, p.above_sea + 0.12f * n.fine)) * (1 - smooth_step(0.3f, 0.6f, slope));
  c = mix(c, colour_.sand, 0.85f * beach);
  const float shade = -0.05f * p.slope_y / std::max(0.3f, slope);  // north faces keep their snow
  const float cold = p.rise + 0.05f * n.wide + 0.05f * n.middle + 0.03f * n.fine - shade - snow_line_;
  const float held = 1 - smooth_step(1.1f * rock_, 2.0f * rock_, bent - 1.5f * std::max(0.0f, cold) + 2 * p.ridge);
  const float snow = snow_line_ < 2 ? smooth_step(-0.02f, 0.05f, cold) * held : 0;
  c = mix(c, colour_.snow, snow);
  const float mottle = 1 + (1 - 0.8f * snow) * (0.05f * texture_ * n.middle + 0.10f * n.fine + 0.13f * n.grit);
  const float rough = (0.02f + 0.10f * rock) * (1 - 0.75f * snow);
  return {mottle * c, rough * n.tilt_x, rough * n.tilt_y};
}

Vec3f TerrainMaterial::cut(float along, float z, float depth, float footprint) const {
  GroundPoint p;
  p.x = 0.22f * along;
  p.y = 2.1f * z + 0.9f * lattice_noise(seed_ + 7u, 0.03f * along, 0.05f * z).value;
  p.footprint = footprint;
  const Noise n = noise(p);
  const float layer = 0.5f + 0.5f * std::sin(1.15f * p.y + 1.3f * n.wide) * std::sin(0.43f * p.y + 2.0f);
  Vec3f c = mix(mix(colour_.dark_rock, colour_.rock, 0.35f), colour_.warm_rock,
                clamp01(0.15f + 0.6f * layer + 0.25f * n.middle));
  c = mix(c, painted(124, 96, 70), 0.45f);
  const float stones = 1 + 0.10f * n.middle + 0.09f * n.fine + 0.08f * n.grit;
  const float earth = 1 - smooth_step(0.35f, 1.2f, depth + 0.3f * n.middle);  // a dark band of soil on top
  return stones * mix(c, painted(84, 66, 46), 0.85f * earth);
}

}  // namespace solgel::render
