// Terrain from straight above: a pixel is a square of the map.
//
// A pixel is the mean of n x n samples (n^2 about `samples`), each at a node of the surface, which is smoothed to the
// samples' distance: nothing is left to alias. The haze grows towards the lowest land, as seen from an aeroplane (the
// aerial perspective of relief painting: Imhof 1965, "Kartographische Gelaendedarstellung").
#include <cmath>
#include <utility>

#include "render/row_blocks.h"
#include "render/terrain_shader.h"
#include "render/terrain_views.h"

namespace solgel::render {
namespace {

constexpr double kMostLightNodes = 2400;  // along the longer side
constexpr Vec3f kHaze{0.62f, 0.70f, 0.80f};

class MapView {
 public:
  MapView(const TerrainScene& scene, const TerrainLook& look, const TerrainRange& range, ImageSize size)
      : wide_(scene.height->nx() * scene.cell_x),
        high_(scene.height->ny() * scene.cell_y),
        pixel_(std::max(wide_ / size.width, high_ / size.height) / look.zoom),
        left_(0.5 * wide_ - 0.5 * size.width * pixel_),
        top_(0.5 * high_ + 0.5 * size.height * pixel_),
        side_(std::max(1, static_cast<int>(std::lround(std::sqrt(look.samples))))),
        haze_(static_cast<float>(look.haze)),
        low_(static_cast<float>(range.low * look.exaggeration)),
        range_(static_cast<float>((range.high - range.low) * look.exaggeration)),
        shader_(scene, look, range, nodes(size)) {}

  Vec3f pixel(int px, int py) const {
    Vec3f sum;
    for (int b = 0; b < side_; ++b) {
      for (int a = 0; a < side_; ++a) sum += sample(px * side_ + a, py * side_ + b);
    }
    return 1.0f / static_cast<float>(side_ * side_) * sum;
  }

 private:
  // The surface has a node under every sample that meets the map, rows from the south.
  TerrainNodes nodes(ImageSize size) const {
    const double step = pixel_ / side_, most = std::max(wide_, high_) / kMostLightNodes, light = std::max(pixel_, most);
    const auto count = [&](double length) { return std::max(2, static_cast<int>(std::ceil(length / light)) + 1); };
    const double bottom = top_ - size.height * pixel_;
    const auto axis = [&](double origin, int samples, double length) {
      const int first = std::max(0, static_cast<int>(std::floor(-origin / step - 0.5)));
      const int end = std::min(samples, static_cast<int>(std::ceil((length - origin) / step + 0.5)));
      return std::pair{origin + (first + 0.5) * step, std::max(2, end - first)};
    };
    const auto x = axis(left_, size.width * side_, wide_), y = axis(bottom, size.height * side_, high_);
    return {{x.first, y.first, step, x.second, y.second}, {0, 0, light, count(wide_), count(high_)}};
  }

  Vec3f sample(int sx, int sy) const {
    const NodeGrid& nodes = shader_.surface().nodes();
    const double mx = left_ + (sx + 0.5) * nodes.spacing, my = top_ - (sy + 0.5) * nodes.spacing;
    if (mx < 0 || my < 0 || mx > wide_ || my > high_) return kPaper;
    const int i = static_cast<int>(std::lround((mx - nodes.x) / nodes.spacing));
    const int j = static_cast<int>(std::lround((my - nodes.y) / nodes.spacing));
    const float x = static_cast<float>(mx), y = static_cast<float>(my), step = static_cast<float>(nodes.spacing);
    const float data = shader_.data(x, y);
    if (data <= 0) return kPaper;
    const LandPoint at =
        shader_.surface().node(std::min(std::max(i, 0), nodes.nx - 1), std::min(std::max(j, 0), nodes.ny - 1));
    Vec3f c = shader_.land(x, y, at, step);
    if (shader_.has_sea()) c = with_sea(c, x, y, at);
    const float low = 1 - clamp01((std::max(at.z, shader_.sea()) - low_) / range_);
    c = mix(c, kHaze, 0.38f * haze_ * low * low);
    return mix(kPaper, c, data);
  }

  // The shore is a light line about a pixel wide: its distance is the height over the slope.
  Vec3f with_sea(Vec3f c, float x, float y, const LandPoint& at) const {
    const float pixel = static_cast<float>(pixel_), above = at.z - shader_.sea();
    const float slope = std::sqrt(at.slope_x * at.slope_x + at.slope_y * at.slope_y);
    const float distance = above / std::max(slope, 0.02f);
    const Vec3f sky = 0.03f * shader_.sky({0, 0, 1});
    const Vec3f water = shader_.through_water(c, x, y, 1.6f * std::max(0.0f, -above)) + sky;
    c = mix(c, water, 1 - smooth_step(-0.35f * pixel, 0.35f * pixel, distance));
    const float shore = 1 - smooth_step(0.4f * pixel, 1.3f * pixel, std::fabs(distance + 0.4f * pixel));
    return mix(c, shader_.lit({0.42f, 0.44f, 0.42f}, x, y, {0, 0, 1}), 0.5f * shore);
  }

  double wide_, high_, pixel_, left_, top_;
  int side_;
  float haze_, low_, range_;
  TerrainShader shader_;
};

}  // namespace

Image terrain_map(const TerrainScene& scene, const TerrainLook& look, const TerrainRange& range, ImageSize size) {
  const MapView view(scene, look, range, size);
  Image image(size);
  for_rows(size.height, [&](int y) {
    for (int x = 0; x < size.width; ++x) image.at(x, y) = view.pixel(x, y);
  });
  return image;
}

}  // namespace solgel::render
