// Pictures: linear light while rendering, eight bits a channel when developed.
//
// Row 0 is the top (north). Colours are linear with the primaries of sRGB (ITU-R BT.709); 1 is the brightest value that
// a display shows. Developing applies, in this order,
//   tone   y = x for x <= a, y = a + (1 - a) u / (1 + u), u = (x - a) / (1 - a), a = kShoulder:
//          linear where sand lives, a shoulder with continuous slope above it; applied to the largest channel m, the
//          others keep their ratio to it but drift towards white as m is compressed, as film does;
//   sRGB   the transfer function of IEC 61966-2-1;
//   dither half a step up or down at most, from an additive sequence keyed by the pixel (R2: Roberts 2018, "The
//          unreasonable effectiveness of quasirandom sequences"), so that gradients do not band and frames do not
//          shimmer.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/result.h"
#include "core/vec3f.h"

namespace solgel::render {

struct ImageSize {
  int width = 1920, height = 1080;
};

// Fails on a picture that is not 1 to 32768 pixels each way.
Status check_size(ImageSize size);

class Image {
 public:
  Image() = default;
  explicit Image(ImageSize size)
      : size_(size), pixels_(static_cast<std::size_t>(size.width) * static_cast<std::size_t>(size.height)) {}

  int width() const { return size_.width; }
  int height() const { return size_.height; }
  ImageSize size() const { return size_; }
  Vec3f& at(int x, int y) { return pixels_[index(x, y)]; }
  const Vec3f& at(int x, int y) const { return pixels_[index(x, y)]; }

 private:
  std::size_t index(int x, int y) const {
    return static_cast<std::size_t>(y) * static_cast<std::size_t>(size_.width) + static_cast<std::size_t>(x);
  }
  ImageSize size_{0, 0};
  std::vector<Vec3f> pixels_;
};

// Three bytes a pixel, sRGB, rows from the top, no padding.
struct Image8 {
  int width = 0, height = 0;
  std::vector<std::uint8_t> rgb;

  std::uint8_t* pixel(int x, int y) {
    return &rgb[3 * (static_cast<std::size_t>(y) * static_cast<std::size_t>(width) + static_cast<std::size_t>(x))];
  }
  const std::uint8_t* pixel(int x, int y) const {
    return &rgb[3 * (static_cast<std::size_t>(y) * static_cast<std::size_t>(width) + static_cast<std::size_t>(x))];
  }
};

inline constexpr float kShoulder = 0.62f;

Vec3f tone_mapped(Vec3f linear);
float srgb_encoded(float linear);   // [0, 1] to [0, 1]
float srgb_decoded(float encoded);  // its inverse
// `tone` takes linear light to [0, 1].
Image8 develop(const Image& image, Vec3f (*tone)(Vec3f) = tone_mapped);

}  // namespace solgel::render
