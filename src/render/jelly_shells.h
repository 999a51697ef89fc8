// Where rays meet the bodies of a picture.
//
// Normals are interpolated from the vertices and then held to the face: shading and geometry look to the same side of
// every ray.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "render/jelly.h"
#include "render/traced_scene.h"

namespace solgel::render {

struct ShellHit {
  int body = 0;
  float distance = 0;
  Vec3f at;
  Vec3f normal;       // smooth, unit, against the ray
  Vec3f face_normal;  // of the triangle, likewise
  bool is_leaving = false;
  unsigned triangle = 0;
  float u = 0, v = 0;
};

struct Ball {
  Vec3f centre;
  float radius = 0;
};

class JellyShells {
 public:
  explicit JellyShells(std::span<const JellyBody> bodies);

  std::optional<ShellHit> hit(const Ray& ray) const;
  bool is_blocked(const Ray& ray) const { return may_meet(ray) && scene_.is_blocked(ray); }

  std::span<const JellyBody> bodies() const { return bodies_; }
  std::span<const Ball> balls() const { return balls_; }  // around the bodies
  Vec3f offset(int body) const;
  // Distance of a hit from the nearest edge of its triangle.
  float edge_distance(const ShellHit& hit) const;

 private:
  bool may_meet(const Ray& ray) const;

  std::vector<JellyBody> bodies_;
  std::vector<Ball> balls_;
  TracedScene scene_;
};

}  // namespace solgel::render
