// The table in perspective: rays find what a pixel sees, the materials are those of the view from above.
//
// A pixel takes n x n jittered samples (n^2 about twice `samples`), jittered by the pixel's own key and the same in
// every frame. The sand's light was worked out for every node beforehand, so there is no noise to average away; the
// samples are for edges and grain.
#include <vector>

#include "core/parallel.h"
#include "core/random.h"
#include "core/vec.h"
#include "render/camera.h"
#include "render/relief_mesh.h"
#include "render/relief_views.h"

namespace solgel::render {
namespace {

constexpr int kRowsPerBlock = 4;

// Size of a pixel on the sand in mm, before the camera is known.
double rough_pixel(const ReliefScene& scene, const ReliefLook& look, ImageSize size) {
  const double wide = (scene.extent.x + 2 * look.frame_width) / size.width;
  const double high = (scene.extent.y + 2 * look.frame_width) / size.height;
  return std::max(wide, high) / look.zoom;
}

// Around the frame, at its top and its foot.
std::vector<Vec3f> outline(const TableFrame& frame) {
  std::vector<Vec3f> points;
  constexpr int kPoints = 64;
  for (int k = 0; k < kPoints; ++k) {
    const float angle = (static_cast<float>(k) + 0.5f) * 2 * static_cast<float>(kPi) / kPoints;
    Vec3f at{std::cos(angle), std::sin(angle), 0};
    if (!frame.is_round()) at = {at.x > 0 ? 1.0f : -1.0f, at.y > 0 ? 1.0f : -1.0f, 0};
    at = frame.centre() + Vec3f{at.x * (frame.half_x() + frame.width()), at.y * (frame.half_y() + frame.width()), 0};
    points.push_back({at.x, at.y, frame.top()});
    points.push_back({at.x, at.y, frame.floor()});
  }
  return points;
}

Camera camera_on(const TableFrame& frame, float sand, const ReliefLook& look, ImageSize size) {
  return {{frame.centre().x, frame.centre().y, sand},
          outline(frame),
          frame.half_x() + frame.half_y() + 2 * frame.width(),
          {look.tilt, look.orbit, look.zoom, look.fov},
          size};
}

class PerspectiveView {
 public:
  PerspectiveView(const ReliefScene& scene, const ReliefLook& look, ImageSize size)
      : shader_(scene, look, std::max(rough_pixel(scene, look, size), 0.5 * scene.cell)),
        mesh_(shader_.surface(), shader_.frame()),
        camera_(camera_on(shader_.frame(), shader_.surface().mean(), look, size)),
        side_(std::max(1, static_cast<int>(std::lround(1.5 * std::sqrt(look.samples))))),
        key_{static_cast<std::uint64_t>(look.seed), 0x9e75} {}

  Vec3f pixel(int px, int py) const {
    const float part = 1 / static_cast<float>(side_);
    Vec3f sum;
    for (int k = 0; k < side_ * side_; ++k) {
      const std::uint64_t pixel = static_cast<std::uint64_t>(py) << 32 | static_cast<std::uint64_t>(px);
      const std::uint64_t bits = random_bits({key_.seed, key_.stream + pixel}, static_cast<std::uint64_t>(k));
      const float jx = static_cast<float>(bits >> 40) * 0x1p-24f, jy = static_cast<float>(bits & 0xffffffu) * 0x1p-24f;
      sum += radiance(camera_.ray(static_cast<float>(px) + (static_cast<float>(k % side_) + jx) * part,
                                  static_cast<float>(py) + (static_cast<float>(k / side_) + jy) * part));
    }
    return part * part * sum;
  }

 private:
  Vec3f radiance(const Ray& ray) const {
    const ReliefMesh::Hit hit = mesh_.hit(ray);
    const Vec3f to_eye = -1.0f * ray.direction;
    const float down = (shader_.frame().floor() - ray.origin.z) / ray.direction.z;  // to the ground when positive
    if (shader_.ball()) {
      const float t = shader_.ball()->hit(ray);
      if (t > 0 && t < hit.distance) return shader_.steel(ray.origin + t * ray.direction, to_eye);
    }
    if (down > 0 && down < hit.distance) {
      const Vec3f p = ray.origin + down * ray.direction;
      return shader_.ground(p.x, p.y);
    }
    if (hit.part == ReliefMesh::Part::none) return shader_.ground(1e6f, 1e6f);
    const Vec3f p = ray.origin + hit.distance * ray.direction;
    const float spot =
        hit.distance * camera_.pixel_angle() / (std::sqrt(std::max(0.1f, to_eye.z)) * static_cast<float>(side_));
    if (hit.part == ReliefMesh::Part::sand) return shader_.sand(p.x, p.y, to_eye, spot);
    return shader_.frame_wood(p, shader_.frame().normal(p), to_eye, spot);
  }

  ReliefShader shader_;
  ReliefMesh mesh_;
  Camera camera_;
  int side_;
  RandomKey key_;
};

}  // namespace

Image relief_in_perspective(const ReliefScene& scene, const ReliefLook& look, ImageSize size) {
  const PerspectiveView view(scene, look, size);
  Image image(size);
  parallel_for((size.height + kRowsPerBlock - 1) / kRowsPerBlock, [&](int block) {
    const int end = std::min(size.height, (block + 1) * kRowsPerBlock);
    for (int y = block * kRowsPerBlock; y < end; ++y) {
      for (int x = 0; x < size.width; ++x) image.at(x, y) = view.pixel(x, y);
    }
  });
  return image;
}

}  // namespace solgel::render
