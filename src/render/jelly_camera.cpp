#include "render/jelly_camera.h"

#include <cmath>

namespace solgel::render {
namespace {
constexpr double kDegree = kPi / 180;
}

JellyCamera::JellyCamera(const JellyLook& look, ImageSize size)
    : focus_(static_cast<float>(look.distance)),
      aperture_(static_cast<float>(look.aperture)),
      half_width_(0.5f * static_cast<float>(size.width)),
      half_height_(0.5f * static_cast<float>(size.height)) {
  const float polar = static_cast<float>(look.polar * kDegree), azimuth = static_cast<float>(look.azimuth * kDegree);
  const Vec3f out{std::sin(polar) * std::sin(azimuth), std::cos(polar), std::sin(polar) * std::cos(azimuth)};
  eye_ = Vec3f{0, static_cast<float>(look.target), 0} + focus_ * out;
  forward_ = -1.0f * out;
  right_ = {std::cos(azimuth), 0, -std::sin(azimuth)};
  up_ = cross(right_, forward_);
  pixel_angle_ = static_cast<float>(std::tan(0.5 * look.fov * kDegree) / look.zoom) / half_height_;
}

Ray JellyCamera::ray(float px, float py, RandomPair lens) const {
  const Vec3f to = forward_ + (px - half_width_) * pixel_angle_ * right_ - (py - half_height_) * pixel_angle_ * up_;
  if (aperture_ <= 0) return {eye_, normalised(to)};
  const float r = aperture_ * std::sqrt(lens.a), angle = 2 * static_cast<float>(kPi) * lens.b;
  const Vec3f shift = r * std::cos(angle) * right_ + r * std::sin(angle) * up_;
  return {eye_ + shift, normalised(focus_ * to - shift)};
}

}  // namespace solgel::render
