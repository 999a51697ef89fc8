// The table from straight above, without perspective: a pixel is a square of the table.
//
// Over plain sand the relief and its light are looked up once per pixel and only the grain is averaged over samples;
// pixels near the frame, the ball or an edge take samples x samples points of everything.
#include "core/parallel.h"
#include "render/relief_shader.h"
#include "render/relief_views.h"

namespace solgel::render {
namespace {

constexpr int kRowsPerBlock = 8;
constexpr float kMargin = 1.06f;  // ground around the frame, of the picture's shorter side
constexpr Vec3f kUp{0, 0, 1};

class TopView {
 public:
  TopView(const ReliefScene& scene, const ReliefLook& look, ImageSize size)
      : pixel_(pixel_size(scene, look, size)),
        shader_(scene, look, pixel_),
        left_(static_cast<float>(0.5 * scene.extent.x - 0.5 * size.width * pixel_)),
        top_(static_cast<float>(0.5 * scene.extent.y + 0.5 * size.height * pixel_)),
        step_(static_cast<float>(pixel_)),
        grain_side_(std::max(1, static_cast<int>(std::lround(std::sqrt(look.samples))))),
        edge_side_(std::max(4, grain_side_)) {}

  Vec3f pixel(int px, int py) const {
    const float x = left_ + (static_cast<float>(px) + 0.5f) * step_, y = top_ - (static_cast<float>(py) + 0.5f) * step_;
    const float from_frame = shader_.frame().distance(x, y);
    if (from_frame < -step_ && !near_ball(x, y)) return plain_sand(x, y);
    if (from_frame < step_ || near_ball(x, y)) return averaged(x, y, edge_side_);
    return averaged(x, y, std::fabs(shader_.frame().outer_distance(x, y)) < step_ ? edge_side_ : 2);
  }

 private:
  static double pixel_size(const ReliefScene& scene, const ReliefLook& look, ImageSize size) {
    const double wide = (scene.extent.x + 2 * look.frame_width) / size.width;
    const double high = (scene.extent.y + 2 * look.frame_width) / size.height;
    return static_cast<double>(kMargin) * std::max(wide, high) / look.zoom;
  }

  bool near_ball(float x, float y) const {
    if (!shader_.ball()) return false;
    const float dx = x - shader_.ball()->centre.x, dy = y - shader_.ball()->centre.y;
    const float r = shader_.ball()->radius + step_;
    return dx * dx + dy * dy < r * r;
  }

  Vec3f plain_sand(float x, float y) const {
    const ReliefShader::SandSpot spot = shader_.sand_spot(x, y);
    return over_pixel(x, y, grain_side_, [&](float sx, float sy) {
      return shader_.sand(spot, shader_.grain(sx, sy, step_ / static_cast<float>(grain_side_)), kUp);
    });
  }

  Vec3f averaged(float x, float y, int side) const {
    return over_pixel(x, y, side, [&](float sx, float sy) { return point(sx, sy, step_ / static_cast<float>(side)); });
  }

  template <class F>
  Vec3f over_pixel(float x, float y, int side, F radiance) const {
    Vec3f sum;
    const float part = step_ / static_cast<float>(side);
    for (int b = 0; b < side; ++b) {
      for (int a = 0; a < side; ++a) {
        sum += radiance(x - 0.5f * step_ + (static_cast<float>(a) + 0.5f) * part,
                        y - 0.5f * step_ + (static_cast<float>(b) + 0.5f) * part);
      }
    }
    return 1.0f / static_cast<float>(side * side) * sum;
  }

  Vec3f point(float x, float y, float spot) const {
    if (shader_.ball()) {
      const RoundBall& ball = *shader_.ball();
      const float dx = x - ball.centre.x, dy = y - ball.centre.y, d2 = dx * dx + dy * dy,
                  r2 = ball.radius * ball.radius;
      if (d2 < r2) return shader_.steel({x, y, ball.centre.z + std::sqrt(r2 - d2)}, kUp);
    }
    const TableFrame& frame = shader_.frame();
    if (frame.distance(x, y) <= 0) return shader_.sand(x, y, kUp, spot);
    if (frame.outer_distance(x, y) > 0) return shader_.ground(x, y);
    return shader_.frame_wood({x, y, frame.top_height(x, y)}, frame.top_normal(x, y), kUp, spot);
  }

  double pixel_;
  ReliefShader shader_;
  float left_, top_, step_;
  int grain_side_, edge_side_;
};

}  // namespace

Image relief_from_above(const ReliefScene& scene, const ReliefLook& look, ImageSize size) {
  const TopView view(scene, look, size);
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
