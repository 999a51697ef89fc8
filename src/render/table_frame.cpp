#include "render/table_frame.h"

#include "render/grain.h"

namespace solgel::render {

TableFrame::TableFrame(const ReliefScene& scene, const ReliefLook& look, float mean_sand)
    : is_round_(scene.is_round),
      centre_x_(static_cast<float>(0.5 * scene.extent.x)),
      centre_y_(static_cast<float>(0.5 * scene.extent.y)),
      half_x_(centre_x_),
      half_y_(centre_y_),
      width_(static_cast<float>(look.frame_width)),
      top_(mean_sand + static_cast<float>(look.frame_height)),
      floor_(-1.2f * width_ - 4.0f),
      bevel_(std::min(2.2f, 0.2f * width_)),
      seed_(static_cast<std::uint64_t>(look.seed)) {
  if (is_round_) half_x_ = half_y_ = std::min(half_x_, half_y_);
}

float TableFrame::distance(float x, float y) const {
  const float px = std::fabs(x - centre_x_), py = std::fabs(y - centre_y_);
  if (is_round_) return std::sqrt(px * px + py * py) - half_x_;
  const float qx = px - half_x_, qy = py - half_y_;
  return std::max(qx, qy);
}

float TableFrame::outer_distance(float x, float y) const {
  const float px = std::fabs(x - centre_x_), py = std::fabs(y - centre_y_);
  if (is_round_) return std::sqrt(px * px + py * py) - half_x_ - width_;
  const float corner = 0.35f * width_;
  const float qx = px - half_x_ - width_ + corner, qy = py - half_y_ - width_ + corner;
  const float ox = std::max(qx, 0.0f), oy = std::max(qy, 0.0f);
  return std::sqrt(ox * ox + oy * oy) + std::min(std::max(qx, qy), 0.0f) - corner;
}

float TableFrame::reach(float x, float y, float dx, float dy) const {
  const float px = x - centre_x_, py = y - centre_y_;
  if (is_round_) {  // |p + s d| = R
    const float b = px * dx + py * dy, c = px * px + py * py - half_x_ * half_x_;
    return c >= 0 ? 0.0f : std::sqrt(b * b - c) - b;
  }
  constexpr float kParallel = 1e-7f;
  const float sx = std::fabs(dx) < kParallel ? 1e9f : ((dx > 0 ? half_x_ : -half_x_) - px) / dx;
  const float sy = std::fabs(dy) < kParallel ? 1e9f : ((dy > 0 ? half_y_ : -half_y_) - py) / dy;
  return std::max(0.0f, std::min(sx, sy));
}

Vec3f TableFrame::outward(float x, float y) const {
  const float px = x - centre_x_, py = y - centre_y_;
  if (is_round_) {
    const float r = std::sqrt(px * px + py * py);
    return r > 0 ? Vec3f{px / r, py / r, 0} : Vec3f{1, 0, 0};
  }
  if (std::fabs(px) - half_x_ > std::fabs(py) - half_y_) return {px > 0 ? 1.0f : -1.0f, 0, 0};
  return {0, py > 0 ? 1.0f : -1.0f, 0};
}

float TableFrame::profile_tilt(float d) const {
  if (bevel_ <= 0) return 0;
  if (d < bevel_) return -clamp01((bevel_ - d) / bevel_);
  return clamp01((d - (width_ - bevel_)) / bevel_);
}

Vec3f TableFrame::top_normal(float x, float y) const {
  const float inner = distance(x, y), outer = width_ + outer_distance(x, y);
  const float tilt = 0.985f * profile_tilt(inner < bevel_ ? inner : std::max(bevel_, outer));
  const Vec3f out = outward(x, y);
  return Vec3f{tilt * out.x, tilt * out.y, std::sqrt(1 - tilt * tilt)};
}

float TableFrame::top_height(float x, float y) const {
  const float tilt = profile_tilt(distance(x, y));
  return top_ - bevel_ * (1 - std::sqrt(std::max(0.0f, 1 - tilt * tilt)));
}

Vec3f TableFrame::normal(Vec3f at) const {
  if (at.z >= top_ - bevel_) return top_normal(at.x, at.y);
  const float d = distance(at.x, at.y);
  const Vec3f out = outward(at.x, at.y);
  return d < 0.5f * width_ ? -1.0f * out : out;
}

// Growth rings cut at a shallow angle: stretched noise along the beam bends evenly spaced bands; fine pores on top.
Vec3f TableFrame::wood(float x, float y, float pixel) const {
  const float px = x - centre_x_, py = y - centre_y_;
  float along, across, beam;
  if (is_round_) {
    const float angle = std::atan2(py, px);
    along = half_x_ * angle;
    across = std::sqrt(px * px + py * py) - half_x_;
    beam = std::floor((angle + 3.2f) * 1.2732395f);  // eight staves
  } else {
    const Vec3f out = outward(x, y);
    const bool side = out.x != 0;
    along = side ? py : px;
    across = side ? std::fabs(px) - half_x_ : std::fabs(py) - half_y_;
    beam = side ? (px > 0 ? 1.0f : 2.0f) : (py > 0 ? 3.0f : 4.0f);
  }
  const float far = 37.3f * beam;
  const float bend = value_noise(seed_ + 11, along / 55 + far, across / 9) - 0.5f;
  const float ring = across / 1.7f + 5.0f * bend + far;
  const float sharp = clamp01(1.5f - pixel);
  const float band = 0.5f + 0.5f * std::sin(6.2831853f * ring) * sharp;
  const float streak = value_noise(seed_ + 12, along / 14 + far, across / 0.7f) - 0.5f;
  const float pores = value_noise(seed_ + 13, along / 3.5f + far, across / 0.22f) - 0.5f;
  const float tone = 0.82f + 0.05f * value_noise(seed_ + 14, beam, 0) + 0.22f * (band - 0.5f) + 0.34f * streak * sharp +
                     0.22f * pores * clamp01(1.2f - 2 * pixel);
  return std::max(0.2f, tone) * mix(Vec3f{0.17f, 0.085f, 0.045f}, Vec3f{0.25f, 0.14f, 0.075f}, band);
}

}  // namespace solgel::render
