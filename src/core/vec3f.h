// Directions, colours and positions in single precision: light and pictures need seven digits, not sixteen.
#pragma once

#include <algorithm>
#include <cmath>

namespace solgel {

struct Vec3f {
  float x = 0, y = 0, z = 0;
  friend Vec3f operator+(Vec3f a, Vec3f b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
  friend Vec3f operator-(Vec3f a, Vec3f b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
  friend Vec3f operator*(Vec3f a, Vec3f b) { return {a.x * b.x, a.y * b.y, a.z * b.z}; }
  friend Vec3f operator*(float s, Vec3f a) { return {s * a.x, s * a.y, s * a.z}; }
  friend Vec3f operator*(Vec3f a, float s) { return {s * a.x, s * a.y, s * a.z}; }
  Vec3f& operator+=(Vec3f b) { return *this = *this + b; }
};

struct Ray {
  Vec3f origin, direction;  // unit direction
};

inline float dot(Vec3f a, Vec3f b) {
  return a.x * b.x + a.y * b.y + a.z * b.z;
}
inline Vec3f cross(Vec3f a, Vec3f b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
inline float length(Vec3f a) {
  return std::sqrt(dot(a, a));
}
inline bool is_finite(Vec3f a) {
  return std::isfinite(a.x) && std::isfinite(a.y) && std::isfinite(a.z);
}
inline Vec3f normalised(Vec3f a) {
  return (1.0f / length(a)) * a;
}
inline Vec3f reflected(Vec3f incoming, Vec3f normal) {
  return incoming - 2.0f * dot(incoming, normal) * normal;
}

inline float mix(float a, float b, float t) {
  return a + (b - a) * t;
}
inline Vec3f mix(Vec3f a, Vec3f b, float t) {
  return a + t * (b - a);
}
inline float clamp01(float t) {
  return std::min(1.0f, std::max(0.0f, t));
}
// 0 below `low`, 1 above `high`, a cubic with level ends between.
inline float smooth_step(float low, float high, float t) {
  const float u = clamp01((t - low) / (high - low));
  return u * u * (3.0f - 2.0f * u);
}

}  // namespace solgel
