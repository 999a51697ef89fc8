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
      top_(std::round(100 * mean_sand) / 100 + static_cast<float>(look.frame_height)),
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
  const float qx = px - half_x_ - width_ + corner(), qy = py - half_y_ - width_ + corner();
  const float ox = std::max(qx, 0.0f), oy = std::max(qy, 0.0f);
  return std::sqrt(ox * ox + oy * oy) + std::min(std::max(qx, qy), 0.0f) - corner();
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

Vec3f TableFrame::outer_outward(float x, float y) const {
  const float px = x - centre_x_, py = y - centre_y_;
  const float qx = std::fabs(px) - half_x_ - width_ + corner(), qy = std::fabs(py) - half_y_ - width_ + corner();
  if (is_round_ || qx <= 0 || qy <= 0) return outward(x, y);
  return normalised(Vec3f{px > 0 ? qx : -qx, py > 0 ? qy : -qy, 0});
}

float TableFrame::profile_tilt(float d) const {
  if (bevel_ <= 0) return 0;
  if (d < bevel_) return -clamp01((bevel_ - d) / bevel_);
  return clamp01((d - (width_ - bevel_)) / bevel_);
}

Vec3f TableFrame::top_normal(float x, float y) const {
  const float inner = distance(x, y), outer = width_ + outer_distance(x, y);
  const float tilt = 0.985f * profile_tilt(inner < bevel_ ? inner : std::max(bevel_, outer));
  const Vec3f out = inner < bevel_ ? outward(x, y) : outer_outward(x, y);
  return Vec3f{tilt * out.x, tilt * out.y, std::sqrt(1 - tilt * tilt)};
}

float TableFrame::top_height(float x, float y) const {
  const float tilt = profile_tilt(distance(x, y));
  return top_ - bevel_ * (1 - std::sqrt(std::max(0.0f, 1 - tilt * tilt)));
}

Vec3f TableFrame::normal(Vec3f at) const {
  if (at.z >= top_ - bevel_) return top_normal(at.x, at.y);
  const float d = distance(at.x, at.y);
  return d < 0.5f * width_ ? -1.0f * outward(at.x, at.y) : outer_outward(at.x, at.y);
}

// Place in a beam: along and across it, the number of the beam, and the distance to the joint with the next one.
TableFrame::BeamPlace TableFrame::beam_place(Vec3f at) const {
  const float px = at.x - centre_x_, py = at.y - centre_y_;
  const float deep = std::max(0.0f, top_ - bevel_ - at.z);  // down the walls
  if (is_round_) {
    constexpr float kStaves = 8, kTurn = 6.2831853f;
    const float r = std::sqrt(px * px + py * py), turns = kStaves * (std::atan2(py, px) / kTurn + 1);
    const float beam = std::floor(turns), from = turns - beam;
    return {half_x_ * kTurn * turns / kStaves, r - half_x_ + deep, beam,
            r * kTurn / kStaves * std::min(from, 1 - from)};
  }
  const Vec3f out = outward(at.x, at.y);
  const bool side = out.x != 0;
  const float joint = std::fabs((std::fabs(px) - half_x_) - (std::fabs(py) - half_y_)) * 0.70710678f;
  if (side) return {py, std::fabs(px) - half_x_ + deep, px > 0 ? 1.0f : 2.0f, joint};
  return {px, std::fabs(py) - half_y_ + deep, py > 0 ? 3.0f : 4.0f, joint};
}

// Growth rings cut at a shallow angle: stretched noise along the beam bends evenly spaced bands; fine pores on top, a
// dark line where two beams meet.
Vec3f TableFrame::wood(Vec3f at, float pixel) const {
  const BeamPlace p = beam_place(at);
  const float far = 37.3f * p.beam, sharp = clamp01(1.5f - pixel);
  const float bend = value_noise(seed_ + 11, p.along / 70 + far, p.across / 11) - 0.5f;
  const float crowd = value_noise(seed_ + 15, p.along / 160 + far, p.across / 3.1f) - 0.5f;
  const float ring = p.across / 2.3f + 5.5f * bend + 1.3f * crowd + far;
  const float season = ring - std::floor(ring);  // light wood of spring darkens towards the autumn, then starts afresh
  const float band = mix(0.3f, season * season * (1 - smooth_step(0.86f, 1.0f, season)), sharp);
  const float streak = value_noise(seed_ + 12, p.along / 14 + far, p.across / 0.7f) - 0.5f;
  const float pores = value_noise(seed_ + 13, p.along / 3.5f + far, p.across / 0.22f) - 0.5f;
  const float tone = 0.78f + 0.16f * value_noise(seed_ + 14, p.beam, 0.5f) + 0.24f * (0.3f - band) +
                     0.34f * streak * sharp + 0.22f * pores * clamp01(1.2f - 2 * pixel);
  const float gap = 1 - 0.6f * clamp01(1.4f - p.joint / 0.22f) * clamp01(0.5f / std::max(pixel, 1e-3f));
  return gap * std::max(0.2f, tone) * mix(Vec3f{0.245f, 0.135f, 0.072f}, Vec3f{0.15f, 0.072f, 0.038f}, band);
}

}  // namespace solgel::render
