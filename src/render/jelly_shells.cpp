#include "render/jelly_shells.h"

namespace solgel::render {
namespace {

constexpr float kGrazing = 0.015f;  // least |n . d| of a smooth normal, as the text has it

Ball ball_around(const SurfaceView& surface, Vec3f offset) {
  Vec3f low = surface.positions.front(), high = low;
  for (const Vec3f& p : surface.positions) {
    low = {std::min(low.x, p.x), std::min(low.y, p.y), std::min(low.z, p.z)};
    high = {std::max(high.x, p.x), std::max(high.y, p.y), std::max(high.z, p.z)};
  }
  const Vec3f middle = 0.5f * (low + high);
  float radius = 0;
  for (const Vec3f& p : surface.positions) radius = std::max(radius, length(p - middle));
  return {middle + offset, radius + 1e-4f};
}

}  // namespace

JellyShells::JellyShells(std::span<const JellyBody> bodies) : bodies_(bodies.begin(), bodies.end()) {
  for (std::size_t k = 0; k < bodies.size(); ++k) {
    const int id = static_cast<int>(k);
    scene_.add_mesh(id, bodies[k].surface, offset(id));
    balls_.push_back(ball_around(bodies[k].surface, offset(id)));
  }
  scene_.commit();
}

Vec3f JellyShells::offset(int body) const {
  const Vec2 by = bodies_[static_cast<std::size_t>(body)].offset;
  return {static_cast<float>(by.x), 0, static_cast<float>(by.y)};
}

bool JellyShells::may_meet(const Ray& ray) const {
  for (const Ball& ball : balls_) {
    const Vec3f to = ball.centre - ray.origin;
    const float along = dot(to, ray.direction), square = dot(to, to), reach = ball.radius * ball.radius;
    if (square < reach || (along > 0 && square - along * along < reach)) return true;
  }
  return false;
}

std::optional<ShellHit> JellyShells::hit(const Ray& ray) const {
  if (!may_meet(ray)) return {};
  const TracedScene::Hit found = scene_.hit(ray);
  if (found.id == TracedScene::kNothing) return {};
  const SurfaceView& surface = bodies_[static_cast<std::size_t>(found.id)].surface;
  const Triangle& t = surface.triangles[found.triangle];
  const Vec3f a = surface.positions[t[0]], b = surface.positions[t[1]], c = surface.positions[t[2]];
  ShellHit hit{.body = found.id, .distance = found.distance, .triangle = found.triangle, .u = found.u, .v = found.v};
  hit.at = ray.origin + found.distance * ray.direction;
  hit.face_normal = normalised(cross(b - a, c - a));
  hit.is_leaving = dot(hit.face_normal, ray.direction) > 0;
  const float side = hit.is_leaving ? -1.0f : 1.0f;
  hit.face_normal = side * hit.face_normal;
  const Vec3f smooth =
      (1 - hit.u - hit.v) * surface.normals[t[0]] + hit.u * surface.normals[t[1]] + hit.v * surface.normals[t[2]];
  const float size = length(smooth);
  hit.normal = size > 1e-6f ? side / size * smooth : hit.face_normal;
  if (dot(hit.normal, ray.direction) > -kGrazing) hit.normal = hit.face_normal;
  return hit;
}

float JellyShells::edge_distance(const ShellHit& hit) const {
  const SurfaceView& surface = bodies_[static_cast<std::size_t>(hit.body)].surface;
  const Triangle& t = surface.triangles[hit.triangle];
  const Vec3f a = surface.positions[t[0]], b = surface.positions[t[1]], c = surface.positions[t[2]];
  const float twice_area = length(cross(b - a, c - a));
  return twice_area *
         std::min((1 - hit.u - hit.v) / length(c - b), std::min(hit.u / length(a - c), hit.v / length(b - a)));
}

}  // namespace solgel::render
