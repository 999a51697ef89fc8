#include "render/sand_light.h"

#include "render/clipped_light.h"
#include "render/horizon.h"
#include "render/row_blocks.h"

namespace solgel::render {
namespace {

constexpr double kDegree = kPi / 180;
constexpr int kSectors = 12;           // of the sky
constexpr float kLowestOfSky = 0.02f;  // tangent; lower horizons hide less than a thousandth of the sky
constexpr float kLedsAboveFrame = 5;   // mm
constexpr double kLedsInMiddle = 0.3;  // irradiance at strength 1
constexpr double kBounceReach = 3;     // mm

// Tangent of the frame's horizon from a node.
float frame_horizon(const TableFrame& frame, float x, float y, float z, float dx, float dy) {
  return (frame.top() - z) / std::max(frame.reach(x, y, dx, dy), 1e-3f);
}

}  // namespace

SandLight::SandLight(const SandSurface& fine, const SandSurface& coarse, const TableFrame& frame,
                     const ReliefLook& look)
    : fine_spacing_(fine.spacing()),
      coarse_spacing_(coarse.spacing()),
      azimuth_(look.light_azimuth * kDegree),
      elevation_(std::min(look.light_elevation, 90 - look.light_size) * kDegree),
      radius_(static_cast<float>(look.light_size * kDegree)),
      strength_(static_cast<float>(look.light_balance / std::max(0.2, std::sin(elevation_)))),
      to_lamp_{static_cast<float>(std::sin(azimuth_) * std::cos(elevation_)),
               static_cast<float>(std::cos(azimuth_) * std::cos(elevation_)), static_cast<float>(std::sin(elevation_))},
      lamp_(fine.nx(), fine.ny()),
      sky_(coarse.nx(), coarse.ny()),
      led_(look.led_ring > 0 ? coarse.nx() : 0, look.led_ring > 0 ? coarse.ny() : 0),
      bounce_(coarse.nx(), coarse.ny()) {
  light_with_lamp(fine, frame);
  light_with_sky(coarse, frame, look.led_ring);
  bounce_between_slopes(coarse);
}

void SandLight::light_with_lamp(const SandSurface& fine, const TableFrame& frame) {
  HorizonSweep sweep(fine.height(), fine.spacing());
  Grid<float> horizon(fine.nx(), fine.ny());
  for (const DiscStrip& strip : disc_strips({azimuth_, elevation_, static_cast<double>(radius_)})) {
    const float low = strip.low, high = strip.high, weight = strength_ * strip.share;
    const float dx = static_cast<float>(strip.direction.x), dy = static_cast<float>(strip.direction.y);
    sweep.run(strip.direction, low, horizon);
    for_rows(fine.ny(), [&](int j) {
      for (int i = 0; i < fine.nx(); ++i) {
        const float x = static_cast<float>(i) * fine_spacing_, y = static_cast<float>(j) * fine_spacing_;
        const float z = fine.height()(i, j);
        float t = horizon(i, j);
        if (t >= high) continue;
        if (-frame.distance(x, y) * low < frame.top() - z) t = std::max(t, frame_horizon(frame, x, y, z, dx, dy));
        const Clipped seen = clipped(low, high, t);
        const float cosine = 1 / std::sqrt(1 + seen.middle * seen.middle);
        lamp_(i, j) += weight * seen.share * cosine * Vec3f{dx, dy, seen.middle};
      }
    });
  }
}

void SandLight::light_with_sky(const SandSurface& coarse, const TableFrame& frame, double led_ring) {
  HorizonSweep sweep(coarse.height(), coarse.spacing());
  Grid<float> horizon(coarse.nx(), coarse.ny());
  const float set_back = 0.6f * std::min(frame.half_x(), frame.half_y());
  const float band = 4;  // mm, half height of the luminous band
  const float led_height = frame.top() + kLedsAboveFrame;
  const float middle_reach = std::min(frame.half_x(), frame.half_y()) + set_back;
  const float middle_tangent = (led_height - coarse.mean()) / middle_reach;
  const float led_scale = static_cast<float>(kLedsInMiddle * led_ring / kSectors) * middle_reach / (2 * band) /
                          std::max(0.01f, middle_tangent);
  for (int k = 0; k < kSectors; ++k) {
    const double azimuth = (k + 0.5) * 2 * kPi / kSectors;
    const Vec2 d{std::sin(azimuth), std::cos(azimuth)};
    const float dx = static_cast<float>(d.x), dy = static_cast<float>(d.y);
    sweep.run(d, kLowestOfSky, horizon);
    for_rows(coarse.ny(), [&](int j) {
      for (int i = 0; i < coarse.nx(); ++i) {
        const float x = static_cast<float>(i) * coarse_spacing_, y = static_cast<float>(j) * coarse_spacing_;
        const float z = coarse.height()(i, j);
        const float t = std::max(0.0f, std::max(horizon(i, j), frame_horizon(frame, x, y, z, dx, dy)));
        const SkySector open = sky_above(t);
        constexpr float kShare = 1.0f / kSectors;
        sky_(i, j) += kShare * Vec3f{open.along * dx, open.along * dy, open.up};
        if (led_ring > 0) {
          const float reach = frame.reach(x, y, dx, dy) + set_back;
          const Clipped seen = clipped((led_height - band - z) / reach, (led_height + band - z) / reach, horizon(i, j));
          const float c = 1 / std::sqrt(1 + seen.middle * seen.middle);
          led_(i, j) += led_scale * seen.share * (2 * band / reach) * c * c * c * Vec3f{dx, dy, seen.middle};
        }
      }
    });
  }
}

void SandLight::bounce_between_slopes(const SandSurface& coarse) {
  for_rows(coarse.ny(), [&](int j) {
    for (int i = 0; i < coarse.nx(); ++i) {
      const NodeWeights w(lamp_.nx(), lamp_.ny(), fine_spacing_, static_cast<float>(i) * coarse_spacing_,
                          static_cast<float>(j) * coarse_spacing_);
      bounce_(i, j) = std::max(0.0f, dot(coarse.node(i, j).normal(), w(lamp_)));
    }
  });
  const int reach = std::max(1, static_cast<int>(std::lround(kBounceReach / static_cast<double>(coarse_spacing_))));
  box_mean(bounce_, reach);
  for_rows(coarse.ny(), [&](int j) {
    for (int i = 0; i < coarse.nx(); ++i) bounce_(i, j) *= 1 - clamp01(dot(coarse.node(i, j).normal(), sky_(i, j)));
  });
}

LightOnSand SandLight::at(float x, float y) const {
  const NodeWeights fine(lamp_.nx(), lamp_.ny(), fine_spacing_, x, y);
  const NodeWeights coarse(sky_.nx(), sky_.ny(), coarse_spacing_, x, y);
  LightOnSand light{fine(lamp_), coarse(sky_), {}, coarse(bounce_)};
  if (led_.nx() > 0) light.led = coarse(led_);
  return light;
}

}  // namespace solgel::render
