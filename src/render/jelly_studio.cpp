#include "render/jelly_studio.h"

#include <cmath>

#include "core/vec.h"

namespace solgel::render {
namespace {

constexpr double kDegree = kPi / 180;

Vec3f towards(double azimuth, double elevation) {
  const double a = azimuth * kDegree, e = elevation * kDegree;
  return {static_cast<float>(std::cos(e) * std::sin(a)), static_cast<float>(std::sin(e)),
          static_cast<float>(std::cos(e) * std::cos(a))};
}

Vec3f level_right(Vec3f forward) {
  const Vec3f right = cross(Vec3f{0, 1, 0}, forward);
  const float size = length(right);
  return size > 1e-4f ? 1 / size * right : Vec3f{1, 0, 0};
}

}  // namespace

Vec3 sun_travel(const JellyLook& look) {
  const double a = look.sun_azimuth * kDegree, e = look.sun_elevation * kDegree;
  return {-std::cos(e) * std::sin(a), -std::sin(e), -std::cos(e) * std::cos(a)};
}

JellyStudio::JellyStudio(const JellyLook& look)
    : to_sun_(towards(look.sun_azimuth, look.sun_elevation)),
      sky_(static_cast<float>(look.sky)),
      studio_(static_cast<float>(look.studio)),
      sun_radius_(static_cast<float>(look.sun_size * kDegree)) {
  background_ = sky_ * kJellyBackground;
  sun_right_ = level_right(to_sun_);
  sun_up_ = cross(to_sun_, sun_right_);
  sun_across_ = static_cast<float>(look.sun_intensity) * kJellySun;
  struct Placed {
    double azimuth, elevation;
    float half_width, half_height, softness;
    Vec3f radiance;
  };
  const Placed placed[4] = {
      {200, 56, 0.36f, 0.11f, 0.02f, {6.8f, 6.8f, 6.9f}},    // over the body, behind it: its upper rim
      {-62, 34, 0.075f, 0.42f, 0.012f, {8.5f, 8.7f, 9.0f}},  // a strip at the left
      {58, 40, 0.17f, 0.13f, 0.012f, {6.0f, 5.9f, 5.7f}},    // a window at the right front
      {-150, 22, 0.24f, 0.12f, 0.05f, {1.6f, 1.6f, 1.7f}},   // low at the left behind: seen through the body
  };
  for (int k = 0; k < 4; ++k) {
    const Vec3f middle = towards(placed[k].azimuth, placed[k].elevation), right = level_right(middle);
    boxes_[k] = {middle,
                 right,
                 cross(middle, right),
                 placed[k].half_width,
                 placed[k].half_height,
                 placed[k].softness,
                 sky_ * studio_ * placed[k].radiance};
  }
  constexpr int kSide = 64;
  for (int k = 0; k < kSide * kSide; ++k) {
    const float u = (static_cast<float>(k % kSide) + 0.5f) / kSide, v = (static_cast<float>(k / kSide) + 0.5f) / kSide;
    const float r = std::sqrt(u), angle = 2 * static_cast<float>(kPi) * v;
    mean_sky_ += 1.0f / (kSide * kSide) * sky({r * std::cos(angle), std::sqrt(1 - u), r * std::sin(angle)});
  }
}

Vec3f JellyStudio::seen(const Box& box, Vec3f direction) {
  const float depth = dot(direction, box.middle);
  if (depth < 0.1f) return {};
  const float x = std::fabs(dot(direction, box.right)) / depth, y = std::fabs(dot(direction, box.up)) / depth;
  const float in = (1 - smooth_step(box.half_width - box.softness, box.half_width + box.softness, x)) *
                   (1 - smooth_step(box.half_height - box.softness, box.half_height + box.softness, y));
  if (in <= 0) return {};
  const float falloff =
      1 - 0.35f * (x * x / (box.half_width * box.half_width) + y * y / (box.half_height * box.half_height));
  return std::max(0.2f, falloff) * in * box.radiance;
}

Vec3f JellyStudio::sky(Vec3f direction) const {
  // A room that is darker half way up than at its horizon and ceiling, so that glass has edges.
  const float up = std::max(0.0f, direction.y);
  const float dark = smooth_step(0.02f, 0.35f, up) * (1 - 0.3f * smooth_step(0.5f, 1.0f, up));
  Vec3f c = (1 - std::min(1.0f, 0.70f * studio_) * dark) * background_;
  if (up > 0 && studio_ > 0) {
    for (const Box& box : boxes_) c += seen(box, direction);
  }
  return c;
}

Vec3f JellyStudio::sun(Vec3f direction, float blur) const {
  // exp(-(angle / r)^p): nearly a disc without blur, a Gaussian with much.
  const float disc = sun_radius_ * sun_radius_, r2 = disc + 2 * blur * blur, p = 2 + 6 * disc / r2;
  const float angle2 = 2 * (1 - dot(direction, to_sun_));
  if (angle2 > 9 * r2) return {};
  const float peak = 1 / (static_cast<float>(kPi) * r2 * std::tgamma(1 + 2 / p));
  return peak * std::exp(-std::pow(angle2 / r2, 0.5f * p)) * sun_across_;
}

Vec3f JellyStudio::to_sun(RandomPair u) const {
  const float r = std::tan(sun_radius_) * std::sqrt(u.a), angle = 2 * static_cast<float>(kPi) * u.b;
  return normalised(to_sun_ + r * (std::cos(angle) * sun_right_ + std::sin(angle) * sun_up_));
}

}  // namespace solgel::render
