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
  colour_ = {.soil = mix(painted(140, 124, 94), painted(184, 148, 108), dry),
             .sediment = mix(painted(178, 168, 128), painted(202, 172, 132), dry),
             .grass = painted(108, 124, 62),
             .meadow = painted(148, 144, 92),
             .forest = painted(58, 78, 44),
             .scree = mix(painted(158, 150, 138), painted(178, 140, 104), dry),
             .rock = mix(painted(140, 131, 119), painted(158, 114, 84), dry),
             .dark_rock = mix(painted(108, 101, 94), painted(118, 80, 60), dry),
             .warm_rock = mix(painted(166, 150, 128), painted(182, 134, 98), dry),
             .snow = painted(242, 245, 250),
             .sand = painted(206, 190, 150),
             .silt = painted(116, 112, 92),
             .earth = painted(122, 96, 70),
             .humus = painted(64, 50, 36)};
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

Vec3f TerrainMaterial::vegetated(const GroundPoint& p, const Noise& n) const {
  const float height = p.rise + 0.08f * n.wide + 0.07f * n.middle + 0.03f * n.fine;
  const float wet = clamp01(0.5f - 4.0f * p.stands_out + 0.8f * (p.moisture - 0.4f));
  Vec3f c = mix(colour_.meadow, colour_.grass, clamp01(0.35f + 0.7f * wet - 0.8f * (height - 0.4f) + 0.45f * n.middle));
  const float level = 1 - smooth_step(0.06f, 0.34f, p.steepness * (1 + 0.3f * n.middle));
  const float floor = level * smooth_step(0.02f, -0.03f, p.stands_out + 0.015f * n.wide);
  const Vec3f meadows = mix(colour_.sediment, colour_.grass, 0.25f + 0.45f * wet);
  c = mix(c, mix(colour_.sediment, meadows, smooth_step(0.1f, 0.6f, vegetation_)), 0.8f * floor);
  const float clumps = 0.6f * n.middle + 0.6f * n.wide + 0.55f * n.fine + 0.25f * n.grit;
  const float woods = smooth_step(-0.45f, 0.6f, clumps + 0.9f * (wet - 0.5f) + 0.35f - 0.8f * floor) *
                      (1 - smooth_step(0.42f, 0.60f, height));
  c = mix(c, colour_.forest, 0.92f * smooth_step(0.2f, 0.7f, vegetation_) * woods);
  const float cover = 1.55f * vegetation_ - 0.8f * smooth_step(0.45f, 1.0f, height) + 0.25f * n.middle + 0.2f * n.fine -
                      3.0f * std::max(0.0f, p.ridge);
  return mix(colour_.soil, c, vegetation_ > 0 ? smooth_step(0.0f, 0.6f, cover) : 0);
}

Vec3f TerrainMaterial::rocky(const GroundPoint& p, const Noise& n, float slope) const {
  const float bands = 0.5f + 0.5f * std::sin(52 * (p.rise + 0.035f * n.wide + 0.012f * n.middle));
  Vec3f c =
      mix(colour_.rock, colour_.warm_rock, clamp01(0.3f + 0.5f * (bands - 0.5f) + 0.55f * n.wide + 0.3f * n.fine));
  const float dark = 0.3f * smooth_step(1.2f * rock_, 2.4f * rock_, slope) - 2.5f * p.ridge;
  c = mix(c, colour_.dark_rock, clamp01(dark + 0.35f * n.fine + 0.35f * n.grit));
  return mix(c, colour_.scree, 0.7f * smooth_step(0.01f, 0.07f, p.ridge + 0.02f * n.fine));
}

GroundCover TerrainMaterial::at(const GroundPoint& p) const {
  const Noise n = noise(p);
  const float slope = std::sqrt(p.slope_x * p.slope_x + p.slope_y * p.slope_y);
  Vec3f c = vegetated(p, n);
  const float bare = rock_ * (1.18f - 0.42f * smooth_step(0.25f, 0.85f, p.rise));  // rock begins earlier up high
  const float bent =
      (0.8f * slope + 0.2f * p.steepness) * (1 + 0.2f * n.middle + 0.18f * n.fine + 0.12f * n.grit) + 1.2f * p.ridge;
  const float scree = smooth_step(0.66f * bare, 0.95f * bare, bent) * smooth_step(0.25f, 0.55f, p.rise + 0.1f * n.wide);
  c = mix(c, mix(colour_.scree, c, 0.3f * vegetation_), 0.8f * scree);
  const float rock = smooth_step(0.85f * bare, 1.3f * bare, bent);
  c = mix(c, rocky(p, n, slope), rock);
  const float beach = (1 - smooth_step(0.05f, 0.28f, p.above_sea + 0.1f * n.fine + 0.06f * n.middle)) *
                      (1 - smooth_step(0.3f, 0.6f, slope));
  c = mix(c, colour_.sand, 0.9f * beach);
  c = mix(c, colour_.silt, 0.9f * smooth_step(-0.2f, -3.0f, p.above_sea));
  const float shade = -0.05f * p.slope_y / std::max(0.3f, slope);  // north faces keep their snow
  const float cold = p.rise + 0.05f * n.wide + 0.05f * n.middle + 0.03f * n.fine - shade - snow_line_;
  const float held = 1 - smooth_step(1.1f * rock_, 2.0f * rock_, bent - 1.5f * std::max(0.0f, cold) + 2 * p.ridge);
  const float snow = snow_line_ < 2 ? smooth_step(-0.02f, 0.05f, cold) * held : 0;
  c = mix(c, colour_.snow, snow);
  const float mottle =
      1 + (1 - 0.8f * snow) * (0.05f * texture_ * n.middle + 0.10f * n.fine + (0.13f + 0.08f * rock) * n.grit);
  const float rough = (0.02f + 0.15f * rock) * (1 - 0.75f * snow);
  return {mottle * c, rough * n.tilt_x, rough * n.tilt_y};
}

Vec3f TerrainMaterial::cut(float along, float z, float depth, float footprint) const {
  GroundPoint p;
  p.x = 0.5f * along;
  p.y = 1.6f * z;
  p.footprint = footprint;
  const Noise n = noise(p);
  const float bent = z + 0.9f * n.wide + 0.25f * n.middle + 1.4f * lattice_noise(seed_ + 7u, 0.035f * along, 0).value;
  const float at = 0.62f * bent, in_layer = at - std::floor(at);
  const auto tone = [&](int layer) {
    const std::uint32_t bits = lattice_bits(seed_ + 11u, layer, 0);
    const Vec3f c = mix(colour_.earth, colour_.warm_rock, static_cast<float>(bits & 255u) / 320);
    return (0.72f + 0.4f * static_cast<float>(bits >> 8 & 255u) / 255) * c;
  };
  const int layer = static_cast<int>(std::floor(at));
  Vec3f c = mix(tone(layer), tone(layer + 1), smooth_step(0.86f, 1.0f, in_layer));
  c = mix(c, colour_.dark_rock, 0.35f * smooth_step(4, 14, depth));
  const float topsoil = 1 - smooth_step(0.45f, 0.75f, depth + 0.25f * n.middle + 0.2f * n.fine);
  c = mix(c, colour_.humus, 0.85f * topsoil);
  return (1 + 0.10f * n.middle + 0.10f * n.fine + 0.12f * n.grit) * c;
}

}  // namespace solgel::render
