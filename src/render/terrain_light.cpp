#include "render/terrain_light.h"

#include <cmath>

#include "core/vec.h"
#include "render/clipped_light.h"
#include "render/horizon.h"
#include "render/light_colour.h"
#include "render/row_blocks.h"

namespace solgel::render {
namespace {

constexpr double kDegree = kPi / 180;
constexpr int kSectors = 16;           // of the sky
constexpr float kLowestOfSky = 0.02f;  // tangent; lower horizons hide less than a thousandth of the sky
constexpr double kSunward = 0.35;      // how much brighter the sky is on the sun's side
constexpr double kSkyKelvin = 8200;
constexpr float kBounceAlbedo = 0.42f;
constexpr float kLeastSky = 0.12f;     // of the sky over level ground: no normal is black
constexpr double kBounceReach = 0.02;  // of the map's shorter side

double sun_kelvin(double elevation) {
  const double high = std::min(1.0, std::sin(elevation) / std::sin(45 * kDegree));
  return 3200 + 1900 * std::sqrt(high);
}

}  // namespace

TerrainLight::TerrainLight(const LitSurfaces& surfaces, float water, const TerrainLook& look)
    : nodes_(surfaces.fine.nodes()),
      coarse_(surfaces.coarse.nodes()),
      azimuth_(look.sun_azimuth * kDegree),
      elevation_(std::min(look.sun_elevation, 90 - look.sun_size) * kDegree),
      radius_(static_cast<float>(look.sun_size * kDegree)),
      to_sun_{static_cast<float>(std::sin(azimuth_) * std::cos(elevation_)),
              static_cast<float>(std::cos(azimuth_) * std::cos(elevation_)), static_cast<float>(std::sin(elevation_))},
      sun_colour_(static_cast<float>((1 - look.sky_share) / std::max(0.2, std::sin(elevation_))) *
                  light_colour(sun_kelvin(elevation_))),
      sky_colour_(static_cast<float>(look.sky_share) * light_colour(kSkyKelvin)),
      sun_(nodes_.nx, nodes_.ny),
      sky_(coarse_.nx, coarse_.ny),
      bounce_(coarse_.nx, coarse_.ny) {
  const auto above_water = [&](const TerrainSurface& surface) {
    Grid<float> z = surface.z();
    for (float& h : z.cells()) h = std::max(h, water);
    return z;
  };
  add_sun(above_water(surfaces.fine));
  add_sky(above_water(surfaces.coarse));
  add_bounce(surfaces.coarse);
}

void TerrainLight::add_sun(const Grid<float>& z) {
  HorizonSweep sweep(z, static_cast<float>(nodes_.spacing));
  Grid<float> horizon(z.nx(), z.ny());
  for (const DiscStrip& strip : disc_strips({azimuth_, elevation_, static_cast<double>(radius_)})) {
    const float low = strip.low, high = strip.high, weight = strip.share;
    const float dx = static_cast<float>(strip.direction.x), dy = static_cast<float>(strip.direction.y);
    sweep.run(strip.direction, low, horizon);
    for_rows(z.ny(), [&](int j) {
      for (int i = 0; i < z.nx(); ++i) {
        if (horizon(i, j) >= high) continue;
        const Clipped seen = clipped(low, high, horizon(i, j));
        const float cosine = 1 / std::sqrt(1 + seen.middle * seen.middle);
        sun_(i, j) += weight * seen.share * cosine * Vec3f{dx, dy, seen.middle};
      }
    });
  }
}

void TerrainLight::add_sky(const Grid<float>& z) {
  HorizonSweep sweep(z, static_cast<float>(coarse_.spacing));
  Grid<float> horizon(z.nx(), z.ny());
  for (int k = 0; k < kSectors; ++k) {
    const double azimuth = (k + 0.5) * 2 * kPi / kSectors;
    const Vec2 d{std::sin(azimuth), std::cos(azimuth)};
    const float dx = static_cast<float>(d.x), dy = static_cast<float>(d.y);
    const float share = static_cast<float>((1 + kSunward * std::cos(azimuth - azimuth_)) / kSectors);
    sweep.run(d, kLowestOfSky, horizon);
    for_rows(z.ny(), [&](int j) {
      for (int i = 0; i < z.nx(); ++i) {
        const SkySector open = sky_above(std::max(0.0f, horizon(i, j)));
        sky_(i, j) += share * Vec3f{open.along * dx, open.along * dy, open.up};
      }
    });
  }
}

void TerrainLight::add_bounce(const TerrainSurface& coarse) {
  for_rows(coarse_.ny, [&](int j) {
    for (int i = 0; i < coarse_.nx; ++i) {
      const float x = static_cast<float>(coarse_.x + i * coarse_.spacing),
                  y = static_cast<float>(coarse_.y + j * coarse_.spacing);
      bounce_(i, j) = sun_on(x, y, coarse.node(i, j).normal());
    }
  });
  const double reach = kBounceReach * std::min(coarse_.nx, coarse_.ny);
  box_mean(bounce_, std::max(1, static_cast<int>(std::lround(reach))));
  for_rows(coarse_.ny, [&](int j) {
    for (int i = 0; i < coarse_.nx; ++i) {
      bounce_(i, j) *= kBounceAlbedo * (1 - clamp01(dot(coarse.node(i, j).normal(), sky_(i, j))));
    }
  });
}

Vec3f TerrainLight::irradiance(float x, float y, Vec3f n) const {
  const NodeWeights w = coarse_.weights(x, y);
  const Vec3f from_sky = w(sky_);
  const float sky = std::max(kLeastSky * from_sky.z, dot(n, from_sky));
  return (sun_on(x, y, n) + w(bounce_)) * sun_colour_ + sky * sky_colour_;
}

float TerrainLight::sunlit(float x, float y) const {
  return clamp01(length(nodes_.weights(x, y)(sun_)));
}

}  // namespace solgel::render
