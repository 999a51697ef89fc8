// Masks and caustics as pictures of their own.
#include <cmath>
#include <string>

#include "render/filmic.h"
#include "render/jelly.h"
#include "render/row_blocks.h"
#include "render/stroke_font.h"

namespace solgel::render {
namespace {

constexpr float kBar = 0.02f;      // length of the scale bar, m
constexpr float kFullSun = 0.18f;  // how bright a texel in full sun is shown

// value(x, y) for a square of `size` texels, bilinear, at pixel centres.
template <class Value>
Image enlarged(int size, int side, Value value) {
  Image image({side, side});
  for_rows(side, [&](int y) {
    for (int x = 0; x < side; ++x) {
      const auto texel = [&](int pixel) {
        const float at =
            (static_cast<float>(pixel) + 0.5f) * static_cast<float>(size) / static_cast<float>(side) - 0.5f;
        return std::min(static_cast<float>(size - 1), std::max(0.0f, at));
      };
      const float a = texel(x), b = texel(y);
      const int i = static_cast<int>(a), j = static_cast<int>(b);
      const int i1 = std::min(size - 1, i + 1), j1 = std::min(size - 1, j + 1);
      const float s = a - static_cast<float>(i), t = b - static_cast<float>(j);
      image.at(x, y) = mix(mix(value(i, j), value(i1, j), s), mix(value(i, j1), value(i1, j1), s), t);
    }
  });
  return image;
}

// A title above, a bar of 2 cm below.
void label(Image8& picture, std::string_view title, double span) {
  const float side = static_cast<float>(picture.width), size = std::max(8.0f, side / 42);
  const Pen pen{size, {232, 232, 232}};
  draw_text(picture, size, 2.2f * size, title, pen);
  const int length = static_cast<int>(std::lround(static_cast<double>(kBar) / span * picture.width));
  const int left = static_cast<int>(size), bottom = picture.height - static_cast<int>(1.3f * size);
  const int thick = std::max(1, static_cast<int>(size / 7));
  for (int y = std::max(0, bottom - thick); y < bottom; ++y) {
    for (int x = left; x < std::min(picture.width, left + length); ++x) std::fill_n(picture.pixel(x, y), 3, 232);
  }
  draw_text(picture, size, static_cast<float>(bottom) - 0.7f * size, "2 cm", pen);
}

Vec3f unchanged(Vec3f c) {
  return c;
}

}  // namespace

Image8 jelly_masks_picture(const JellyMasks& masks, int side) {
  const auto value = [&](int i, int j) {
    const std::size_t k =
        2 * (static_cast<std::size_t>(j) * static_cast<std::size_t>(masks.size) + static_cast<std::size_t>(i));
    const auto linear = [&](std::size_t at) { return srgb_decoded(static_cast<float>(masks.texels[at]) / 255); };
    return Vec3f{linear(k), linear(k + 1), 0.0f};
  };
  Image8 out = develop(enlarged(masks.size, side, value), unchanged);
  label(out, "shadow in red, contact in green", masks.span);
  return out;
}

Image8 jelly_caustics_picture(const FloorLight& light, int side) {
  const auto value = [&](int i, int j) {
    return kFullSun * light.irradiance[static_cast<std::size_t>(j) * static_cast<std::size_t>(light.size) +
                                       static_cast<std::size_t>(i)];
  };
  Image8 out = develop(enlarged(light.size, side, value), filmic);
  label(out, "sunlight through the body; full sun is middle grey", light.span);
  return out;
}

}  // namespace solgel::render
