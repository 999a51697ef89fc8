#include "render/camera.h"

#include "core/vec.h"

namespace solgel::render {
namespace {
constexpr float kFilled = 0.93f;  // of the picture by the table
constexpr float kDegree = static_cast<float>(kPi / 180);
}  // namespace

Camera::Camera(Vec3f target, std::span<const Vec3f> outline, float size_of_scene, const CameraPose& pose,
               ImageSize size)
    : target_(target),
      half_width_(0.5f * static_cast<float>(size.width)),
      half_height_(0.5f * static_cast<float>(size.height)) {
  const float tilt = static_cast<float>(pose.tilt) * kDegree, orbit = static_cast<float>(pose.orbit) * kDegree;
  forward_ = {-std::sin(tilt) * std::sin(orbit), std::sin(tilt) * std::cos(orbit), -std::cos(tilt)};
  right_ = {std::cos(orbit), std::sin(orbit), 0};
  up_ = cross(right_, forward_);
  const float half_y = std::tan(0.5f * static_cast<float>(pose.fov) * kDegree),
              half_x = half_y * half_width_ / half_height_;
  float low = 0.5f * size_of_scene, high = 100 * size_of_scene;  // too near; far enough
  for (int k = 0; k < 40; ++k) {
    const float middle = 0.5f * (low + high);
    const Bounds b = bounds(outline, middle);
    const bool fits = b.right - b.left < 2 * kFilled * half_x && b.high - b.low < 2 * kFilled * half_y;
    (fits ? high : low) = middle;
  }
  distance_ = high;
  const Bounds b = bounds(outline, distance_);
  eye_ = target_ - distance_ * forward_;
  centre_x_ = 0.5f * (b.left + b.right);
  centre_y_ = 0.5f * (b.low + b.high);
  pixel_angle_ = half_y / half_height_ / static_cast<float>(pose.zoom);
}

Camera::Bounds Camera::bounds(std::span<const Vec3f> outline, float distance) const {
  const Vec3f eye = target_ - distance * forward_;
  Bounds b;
  for (const Vec3f& at : outline) {
    const Vec3f to = at - eye;
    const float depth = std::max(1e-3f, dot(to, forward_));
    const float x = dot(to, right_) / depth, y = dot(to, up_) / depth;
    b = {std::min(b.left, x), std::max(b.right, x), std::min(b.low, y), std::max(b.high, y)};
  }
  return b;
}

Ray Camera::ray(float px, float py) const {
  const float x = centre_x_ + (px - half_width_) * pixel_angle_, y = centre_y_ - (py - half_height_) * pixel_angle_;
  return {eye_, normalised(forward_ + x * right_ + y * up_)};
}

}  // namespace solgel::render
