#include "optics/transport.h"

#include <algorithm>
#include <cmath>

#include "core/math.h"
#include "optics/refraction.h"

namespace solgel::optics {
namespace {

constexpr int kEvents = 8;
constexpr double kLeastThroughput = 1e-4;

Vec3 wide(Vec3f v) {
  return {v.x, v.y, v.z};
}
Vec3f narrow(Vec3 v) {
  return {static_cast<float>(v.x), static_cast<float>(v.y), static_cast<float>(v.z)};
}

// Unit normal where the ray has hit, against it.
Vec3 shading_normal(const Scene& scene, const Hit& hit, Vec3 d) {
  const std::array<Vec3f, 3> at = scene.body.corners(hit.triangle);
  const Triangle t = scene.body.triangle(hit.triangle);
  const Vec3 a = wide(at[0]);
  const Vec3 face = normalised(cross(wide(at[1]) - a, wide(at[2]) - a));
  const double u = hit.u, v = hit.v;
  Vec3 n = normalised(wide(scene.normals[t[0]]) * (1 - u - v) + wide(scene.normals[t[1]]) * u +
                      wide(scene.normals[t[2]]) * v);
  if (dot(n, face) < 0) n = n * -1.0;
  const double toward = dot(n, d);
  if (!(toward * dot(face, d) > 0) || std::abs(toward) < 0.015) n = face;
  return dot(n, d) > 0 ? n * -1.0 : n;
}

// The ray as it is between two events.
struct Walk {
  Vec3 origin, direction;
  double throughput = 1, path = 0;
  std::uint32_t branch = 1;
  bool is_inside = true;

  void go_on(Vec3 from, Vec3 d) {
    direction = d;
    origin = from + d * kRayOffset;
  }
};

Hit next_hit(const Scene& scene, const Walk& w, double limit) {
  return scene.body.closest_hit({narrow(w.origin), narrow(w.direction)}, {.high = static_cast<float>(limit)});
}

// Through the surface, or back from it where no refracted ray exists.
void meet_surface(const Scene& scene, const Hit& hit, Walk& w) {
  const Vec3 at = w.origin + w.direction * double{hit.t};
  const Vec3 n = shading_normal(scene, hit, w.direction);
  if (w.is_inside) w.path += double{hit.t};
  const Media media = w.is_inside ? Media{scene.ior, 1} : Media{1, scene.ior};
  const Refraction r = refract(w.direction, n, media);
  if (r.exists) {
    w.throughput *= r.transmission;
    w.branch = 3 * w.branch + 1;
    w.is_inside = !w.is_inside;
    w.go_on(at, r.direction);
  } else {
    w.branch = 3 * w.branch + 2;
    w.go_on(at, reflect(w.direction, n));
  }
}

// Distance to the floor, or a negative number.
double floor_distance(const Scene& scene, const Walk& w) {
  if (!(w.direction.y < 0)) return -1;
  const double t = (scene.frame.receiver() - w.origin.y) / w.direction.y;
  const Vec3 at = w.origin + w.direction * t + scene.frame.centre;
  return std::abs(at.x) <= kReceiverReach && std::abs(at.z) <= kReceiverReach ? t : -1;
}

// The exponential only where its tangent, which lies below it, does not settle the matter.
bool is_spent(double throughput, double depth) {
  return throughput * (1 - depth) < kLeastThroughput && throughput * math::exp(-depth) < kLeastThroughput;
}

void land(const Scene& scene, const Walk& w, double distance, LightRay& ray) {
  const Vec3 at = w.origin + w.direction * distance;
  ray.floor = {at.x, at.z};
  ray.path = w.path;
  ray.branch = w.branch;
  for (std::size_t c = 0; c < 3; ++c) ray.colour[c] = math::exp(-scene.sigma[c] * w.path) * w.throughput;
}

}  // namespace

LightRay trace_light(const Scene& scene, double x, double y) {
  LightRay ray;
  Walk w{scene.frame.start(x, y), scene.frame.direction};
  const Hit first = next_hit(scene, w, 3 * scene.frame.reach);
  if (!first.found()) return ray;
  ray.entered = true;
  ray.entry = first.t;
  w.is_inside = false;
  meet_surface(scene, first, w);
  w.branch = 1;

  const double clearest = *std::min_element(scene.sigma.begin(), scene.sigma.end());
  for (int event = 0; event < kEvents; ++event) {
    const Hit hit = next_hit(scene, w, 4 * scene.frame.reach);
    if (!w.is_inside) {
      const double floor = floor_distance(scene, w);
      if (floor > 0 && !(hit.found() && double{hit.t} < floor)) {
        land(scene, w, floor, ray);
        return ray;
      }
    }
    if (!hit.found()) return ray;
    meet_surface(scene, hit, w);
    if (is_spent(w.throughput, clearest * w.path)) return ray;
  }
  return ray;
}

}  // namespace solgel::optics
