#include "render/jelly.h"

#include <cmath>
#include <string>

#include "render/jelly_camera.h"
#include "render/jelly_paths.h"
#include "render/row_blocks.h"

namespace solgel::render {
namespace {

constexpr std::size_t kMostBodies = 16;
constexpr float kAgree = 0.03f;       // contrast of samples below which a pixel takes no more
constexpr int kFewest = 4;            // samples that can agree
constexpr float kFilterReach = 1.0f;  // half the base of the pixel filter, a tent, in pixels
constexpr float kWireWidth = 1.1f;    // pixels
constexpr Vec3f kWire{0.02f, 0.03f, 0.05f};
constexpr std::uint64_t kPixelStream = 0x6a656c6c79;

float luminance(Vec3f c) {
  return 0.2126f * c.x + 0.7152f * c.y + 0.0722f * c.z;
}

// A tent over [-reach, reach] from a number in [0, 1).
float tent(float u) {
  const float t = 2 * u - 1;
  return kFilterReach * std::copysign(1 - std::sqrt(1 - std::fabs(t)), t);
}

class JellyPicture {
 public:
  JellyPicture(std::span<const JellyBody> bodies, const JellyLook& look, ImageSize size, bool has_wires)
      : shells_(bodies),
        studio_(look),
        floor_(shells_, studio_, look),
        paths_(shells_, studio_, floor_, look),
        camera_(look, size),
        samples_(look.samples),
        exposure_(static_cast<float>(look.exposure)),
        key_{static_cast<std::uint64_t>(look.pattern), kPixelStream},
        has_wires_(has_wires) {}

  Vec3f pixel(int px, int py) const {
    const int quarter = samples_ / 4;
    float least = 1e30f, most = 0;
    Vec3f sum;
    for (int k = 0; k < samples_; ++k) {
      if (k == quarter && k >= kFewest && most - least < kAgree * most) return exposure_ / static_cast<float>(k) * sum;
      const Vec3f c = sample(px, py, k);
      least = std::min(least, luminance(c));
      most = std::max(most, luminance(c));
      sum += c;
    }
    return exposure_ / static_cast<float>(samples_) * sum;
  }

 private:
  Vec3f sample(int px, int py, int k) const {
    const RandomKey key{key_.seed,
                        key_.stream ^ (static_cast<std::uint64_t>(py) << 32 | static_cast<std::uint64_t>(px))};
    JellySamples samples(key, static_cast<std::uint32_t>(k));
    const RandomPair at = samples.next(), lens = samples.next();
    const Ray ray =
        camera_.ray(static_cast<float>(px) + 0.5f + tent(at.a), static_cast<float>(py) + 0.5f + tent(at.b), lens);
    std::optional<ShellHit> met;
    const Vec3f c = paths_.seen(ray, camera_.pixel_angle(), samples, met);
    if (!has_wires_ || !met) return c;
    const float pixels = shells_.edge_distance(*met) / (met->distance * camera_.pixel_angle());
    return mix(c, kWire, 0.6f * (1 - smooth_step(0.5f * kWireWidth - 0.5f, 0.5f * kWireWidth + 0.5f, pixels)));
  }

  JellyShells shells_;
  JellyStudio studio_;
  JellyFloor floor_;
  JellyPaths paths_;
  JellyCamera camera_;
  int samples_;
  float exposure_;
  RandomKey key_;
  bool has_wires_;
};

Status wrong(std::string found, std::string allowed) {
  return fail({.found = std::move(found), .allowed = std::move(allowed), .remedy = {}, .file = {}});
}

Status check_body(const JellyBody& body) {
  const SurfaceView& s = body.surface;
  if (s.triangles.empty() || s.positions.empty()) return wrong("the body has no surface", "at least one triangle");
  if (s.normals.size() != s.positions.size()) return wrong("normals and positions differ in number", "one for each");
  for (std::size_t k = 0; k < s.positions.size(); ++k) {
    if (!is_finite(s.positions[k]) || !is_finite(s.normals[k])) {
      return wrong("point " + std::to_string(k) + " of the surface is not finite", "");
    }
  }
  for (const Triangle& t : s.triangles) {
    if (std::max(t[0], std::max(t[1], t[2])) >= s.positions.size()) {
      return wrong("a triangle refers to a point that is not there", "");
    }
  }
  if (body.floor_light == nullptr) return {};
  const FloorLight& light = *body.floor_light;
  if (light.size < 1 || !(light.span > 0) ||
      light.irradiance.size() != static_cast<std::size_t>(light.size) * static_cast<std::size_t>(light.size)) {
    return wrong("the floor light does not fit its size", "size x size texels over a positive span");
  }
  return {};
}

Status check(std::span<const JellyBody> bodies, ImageSize size) {
  if (Status fits = check_size(size); !fits) return fits;
  if (bodies.empty() || bodies.size() > kMostBodies) {
    return wrong("there are " + std::to_string(bodies.size()) + " bodies", "allowed 1 to 16");
  }
  for (const JellyBody& body : bodies) {
    if (Status ok = check_body(body); !ok) return ok;
  }
  return {};
}

Result<Image> picture(std::span<const JellyBody> bodies, const JellyLook& look, ImageSize size, bool has_wires) {
  if (Status ok = check(bodies, size); !ok) return fail(ok.error());
  const JellyPicture picture(bodies, look, size, has_wires);
  Image image(size);
  parallel_for(size.height, [&](int y) {
    for (int x = 0; x < size.width; ++x) image.at(x, y) = picture.pixel(x, y);
  });
  return image;
}

}  // namespace

Result<Image> render_jellies(std::span<const JellyBody> bodies, const JellyLook& look, ImageSize size) {
  return picture(bodies, look, size, false);
}

Result<Image> render_jelly(const SurfaceView& surface, const JellyFlavour& flavour, const FloorLight* light,
                           const JellyLook& look, ImageSize size) {
  const JellyBody body{surface, flavour, light};
  return picture({&body, 1}, look, size, false);
}

Result<Image> render_jelly_wireframe(const SurfaceView& surface, const JellyFlavour& flavour, const FloorLight* light,
                                     const JellyLook& look, ImageSize size) {
  const JellyBody body{surface, flavour, light};
  return picture({&body, 1}, look, size, true);
}

}  // namespace solgel::render
