// Small vectors. Plain aggregates; arithmetic component by component.
#pragma once

#include <cmath>

namespace solgel {

inline constexpr double kPi = 3.14159265358979323846;

struct Vec2 {
  double x = 0, y = 0;
  friend Vec2 operator+(Vec2 a, Vec2 b) { return {a.x + b.x, a.y + b.y}; }
  friend Vec2 operator-(Vec2 a, Vec2 b) { return {a.x - b.x, a.y - b.y}; }
  friend Vec2 operator*(double s, Vec2 a) { return {s * a.x, s * a.y}; }
  friend Vec2 operator*(Vec2 a, double s) { return {s * a.x, s * a.y}; }
  friend bool operator==(Vec2 a, Vec2 b) = default;
};

inline double dot(Vec2 a, Vec2 b) {
  return a.x * b.x + a.y * b.y;
}
inline double cross(Vec2 a, Vec2 b) {
  return a.x * b.y - a.y * b.x;
}
// The root is correctly rounded by IEEE 754, so this is reproducible everywhere; no guard against overflow.
inline double length(Vec2 a) {
  return std::sqrt(dot(a, a));
}
inline double distance(Vec2 a, Vec2 b) {
  return length(b - a);
}

struct Vec3 {
  double x = 0, y = 0, z = 0;
  friend Vec3 operator+(Vec3 a, Vec3 b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
  friend Vec3 operator-(Vec3 a, Vec3 b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
  friend Vec3 operator*(double s, Vec3 a) { return {s * a.x, s * a.y, s * a.z}; }
  friend Vec3 operator*(Vec3 a, double s) { return {s * a.x, s * a.y, s * a.z}; }
  friend bool operator==(Vec3 a, Vec3 b) = default;
};

inline double dot(Vec3 a, Vec3 b) {
  return a.x * b.x + a.y * b.y + a.z * b.z;
}
inline Vec3 cross(Vec3 a, Vec3 b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
inline double length(Vec3 a) {
  return std::sqrt(dot(a, a));
}
inline bool is_finite(Vec3 a) {
  return std::isfinite(a.x) && std::isfinite(a.y) && std::isfinite(a.z);
}
inline Vec3 normalised(Vec3 a) {
  return (1.0 / length(a)) * a;
}

}  // namespace solgel
