#include "render/image.h"

#include <array>
#include <string>

#include "core/parallel.h"

namespace solgel::render {
namespace {

constexpr int kRowsPerBlock = 16;

// 255 * srgb_encoded at 4096 points, evenly spaced in the square root of the value; linear between them the error stays
// below 0.01 of a step.
class SrgbTable {
 public:
  SrgbTable() {
    for (int i = 0; i < kPoints; ++i) {
      const float root = static_cast<float>(i) / static_cast<float>(kPoints - 2);
      value_[static_cast<std::size_t>(i)] = 255.0f * srgb_encoded(std::min(1.0f, root * root));
    }
  }
  float operator()(float linear) const {
    const float at = std::sqrt(clamp01(linear)) * static_cast<float>(kPoints - 2);
    const int i = static_cast<int>(at);
    const std::size_t k = static_cast<std::size_t>(i);
    return mix(value_[k], value_[k + 1], at - static_cast<float>(i));
  }

 private:
  static constexpr int kPoints = 4096;
  std::array<float, kPoints> value_{};
};

// In (-1/2, 1/2); the three channels take different phases.
float dither(int x, int y, int channel) {
  constexpr std::uint32_t kStepX = 3242174889u, kStepY = 2447445414u;  // 2^32 / p and 2^32 / p^2, p^3 = p + 1
  const std::uint32_t phase = static_cast<std::uint32_t>(x) * kStepX + static_cast<std::uint32_t>(y) * kStepY +
                              static_cast<std::uint32_t>(channel) * 1431655765u;
  return (static_cast<float>(phase >> 8) + 0.5f) * 0x1p-24f - 0.5f;
}

std::uint8_t quantised(float steps, float noise) {
  return static_cast<std::uint8_t>(std::min(255.0f, std::max(0.0f, steps + 0.98f * noise + 0.5f)));
}

}  // namespace

float srgb_encoded(float linear) {
  return linear <= 0.0031308f ? 12.92f * linear : 1.055f * std::pow(linear, 1.0f / 2.4f) - 0.055f;
}

float srgb_decoded(float encoded) {
  return encoded <= 0.04045f ? encoded / 12.92f : std::pow((encoded + 0.055f) / 1.055f, 2.4f);
}

Vec3f tone_mapped(Vec3f c) {
  const float m = std::max(c.x, std::max(c.y, c.z));
  if (!(m > kShoulder)) return c;
  const float u = (m - kShoulder) / (1.0f - kShoulder);
  const float y = kShoulder + (1.0f - kShoulder) * u / (1.0f + u);
  const float towards_white = 1.0f - 1.0f / (1.0f + 0.15f * (m - y));
  return mix(y / m * c, Vec3f{y, y, y}, towards_white);
}

Image8 develop(const Image& image, Vec3f (*tone)(Vec3f)) {
  static const SrgbTable srgb;
  Image8 out{image.width(), image.height(), {}};
  out.rgb.resize(3 * static_cast<std::size_t>(out.width) * static_cast<std::size_t>(out.height));
  parallel_for((out.height + kRowsPerBlock - 1) / kRowsPerBlock, [&](int block) {
    const int end = std::min(out.height, (block + 1) * kRowsPerBlock);
    for (int y = block * kRowsPerBlock; y < end; ++y) {
      for (int x = 0; x < out.width; ++x) {
        const Vec3f c = tone(image.at(x, y));
        std::uint8_t* p = out.pixel(x, y);
        p[0] = quantised(srgb(c.x), dither(x, y, 0));
        p[1] = quantised(srgb(c.y), dither(x, y, 1));
        p[2] = quantised(srgb(c.z), dither(x, y, 2));
      }
    }
  });
  return out;
}

Status check_size(ImageSize size) {
  constexpr int kLongestSide = 32768;
  if (size.width < 1 || size.height < 1 || size.width > kLongestSide || size.height > kLongestSide) {
    return fail(
        {.found = "the picture is " + std::to_string(size.width) + "x" + std::to_string(size.height) + " pixels",
         .allowed = "allowed 1 to " + std::to_string(kLongestSide) + " each way",
         .remedy = "change --size",
         .file = {}});
  }
  return {};
}

}  // namespace solgel::render
