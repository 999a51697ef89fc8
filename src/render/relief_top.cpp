// The table from straight above, without perspective: a pixel is a square of the table.
//
// Over plain sand the relief and its light are looked up once per pixel and lit with the mean of the grains in it;
// pixels that an edge or the ball crosses take samples of everything. Grain, frame and ground are kept for the next
// frame.
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
      : size_(size),
        extent_(scene.extent),
        pixel_(pixel_size(scene, look, size)),
        shader_(scene, look, pixel_),
        left_(static_cast<float>(0.5 * scene.extent.x - 0.5 * size.width * pixel_)),
        top_(static_cast<float>(0.5 * scene.extent.y + 0.5 * size.height * pixel_)),
        step_(static_cast<float>(pixel_)),
        grain_side_(std::max(1, static_cast<int>(std::lround(std::sqrt(look.samples))))),
        edge_side_(std::max(4, grain_side_)) {}

  // Grain of every pixel of sand, and the finished pixels that show none.
  void prepare(TopBackdrop& kept) const {
    const ImageSize size = size_;
    kept.grains.assign(static_cast<std::size_t>(size.width) * static_cast<std::size_t>(size.height), {});
    kept.still = Image(size);
    const TableFrame& frame = shader_.frame();
    const int first = std::max(0, static_cast<int>((frame.centre().x - frame.half_x() - left_) / step_) - 1);
    const int last = std::min(size.width, static_cast<int>((frame.centre().x + frame.half_x() - left_) / step_) + 2);
    in_blocks(size.height, [&](int begin, int end) {
      std::vector<PackedGrain> block(static_cast<std::size_t>(std::max(0, last - first)) *
                                     static_cast<std::size_t>(end - begin));
      shader_.grains().fill({left_, top_, step_, grain_side_, first, std::max(0, last - first), begin, end - begin},
                            block.data());
      const PackedGrain* from = block.data();
      for (int py = begin; py < end; ++py) {
        for (int px = first; px < last; ++px) kept.grains[index(px, py)] = *from++;
        for (int px = 0; px < size.width; ++px) {
          const float x = x_of(px), y = y_of(py);
          if (frame.distance(x, y) > step_) kept.still.at(px, py) = without_sand(x, y, false);
        }
      }
    });
  }

  Vec3f pixel(int px, int py, const TopBackdrop& kept) const {
    const float x = x_of(px), y = y_of(py), from_frame = shader_.frame().distance(x, y);
    if (near_ball(x, y) || std::fabs(from_frame) <= step_) return averaged(x, y, edge_side_, true);
    if (from_frame < 0) return shader_.sand(shader_.sand_spot(x, y), kept.grains[index(px, py)].grain(), kUp);
    const bool shaded =
        from_frame < shader_.frame().width() && shader_.is_in_ball_shadow({x, y, shader_.frame().top()});
    return shaded ? without_sand(x, y, true) : kept.still.at(px, py);
  }

  bool fits(const TopBackdrop& kept) const {
    return kept.still.width() == size_.width && kept.extent == extent_ && kept.is_round == shader_.frame().is_round() &&
           kept.frame_top == shader_.frame().top();
  }
  void mark(TopBackdrop& kept) const {
    kept.extent = extent_;
    kept.is_round = shader_.frame().is_round();
    kept.frame_top = shader_.frame().top();
  }

  template <class Rows>
  static void in_blocks(int rows, Rows body) {
    parallel_for((rows + kRowsPerBlock - 1) / kRowsPerBlock,
                 [&](int block) { body(block * kRowsPerBlock, std::min(rows, (block + 1) * kRowsPerBlock)); });
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

  float x_of(int px) const { return left_ + (static_cast<float>(px) + 0.5f) * step_; }
  float y_of(int py) const { return top_ - (static_cast<float>(py) + 0.5f) * step_; }
  std::size_t index(int px, int py) const {
    return static_cast<std::size_t>(py) * static_cast<std::size_t>(size_.width) + static_cast<std::size_t>(px);
  }

  Vec3f without_sand(float x, float y, bool with_ball) const {
    const float outer = shader_.frame().outer_distance(x, y);
    return averaged(x, y, std::fabs(outer) < step_ ? edge_side_ : outer > 0 ? 1 : 2, with_ball);
  }

  Vec3f averaged(float x, float y, int side, bool with_ball) const {
    return over_pixel(x, y, side,
                      [&](float sx, float sy) { return point(sx, sy, step_ / static_cast<float>(side), with_ball); });
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

  Vec3f point(float x, float y, float spot, bool with_ball) const {
    if (with_ball && shader_.ball()) {
      const RoundBall& ball = *shader_.ball();
      const float dx = x - ball.centre.x, dy = y - ball.centre.y, d2 = dx * dx + dy * dy,
                  r2 = ball.radius * ball.radius;
      if (d2 < r2) return shader_.steel({x, y, ball.centre.z + std::sqrt(r2 - d2)}, kUp);
    }
    const TableFrame& frame = shader_.frame();
    if (frame.distance(x, y) <= 0) return shader_.sand(x, y, kUp, spot);
    if (frame.outer_distance(x, y) > 0) return shader_.ground(x, y);
    return shader_.frame_wood({x, y, frame.top_height(x, y)}, frame.top_normal(x, y), kUp, spot, with_ball);
  }

  ImageSize size_;
  Vec2 extent_;
  double pixel_;
  ReliefShader shader_;
  float left_, top_, step_;
  int grain_side_, edge_side_;
};

}  // namespace

Image relief_from_above(const ReliefScene& scene, const ReliefLook& look, ImageSize size, TopBackdrop& backdrop) {
  const TopView view(scene, look, size);
  if (!view.fits(backdrop)) {
    view.prepare(backdrop);
    view.mark(backdrop);
  }
  Image image(size);
  TopView::in_blocks(size.height, [&](int begin, int end) {
    for (int y = begin; y < end; ++y) {
      for (int x = 0; x < size.width; ++x) image.at(x, y) = view.pixel(x, y, backdrop);
    }
  });
  return image;
}

}  // namespace solgel::render
