#include "render/light_colour.h"

namespace solgel::render {
namespace {

Vec3f black_body(double t) {
  const double u =
      (0.860117757 + 1.54118254e-4 * t + 1.28641212e-7 * t * t) / (1 + 8.42420235e-4 * t + 7.08145163e-7 * t * t);
  const double v =
      (0.317398726 + 4.22806245e-5 * t + 4.20481691e-8 * t * t) / (1 - 2.89741816e-5 * t + 1.61456053e-7 * t * t);
  const double below = 2 * u - 8 * v + 4;
  const double x = 3 * u / below, y = 2 * v / below;
  const double big_x = x / y, big_z = (1 - x - y) / y;  // XYZ with Y = 1
  const double r = 3.2404542 * big_x - 1.5371385 - 0.4985314 * big_z;
  const double g = -0.9692660 * big_x + 1.8760108 + 0.0415560 * big_z;
  const double b = 0.0556434 * big_x - 0.2040259 + 1.0572252 * big_z;
  return {static_cast<float>(std::max(0.0, r)), static_cast<float>(std::max(0.0, g)),
          static_cast<float>(std::max(0.0, b))};
}

float luminance(Vec3f c) {
  return 0.2126f * c.x + 0.7152f * c.y + 0.0722f * c.z;
}

}  // namespace

Vec3f light_colour(double kelvin) {
  const Vec3f c = black_body(kelvin), white = black_body(kWhite);
  const Vec3f balanced{c.x / white.x, c.y / white.y, c.z / white.z};
  return 1.0f / luminance(balanced) * balanced;
}

Vec3f led_colour(double hue, double saturation) {
  const auto channel = [&](double offset) {
    const double h = std::fmod(hue + offset + 720, 360.0) / 60;  // distance from the channel's own hue, in sextants
    const double away = std::min(h, 6 - h);
    return static_cast<float>(1 - saturation + saturation * std::min(1.0, std::max(0.0, 2 - away)));
  };
  const Vec3f c{channel(0), channel(-120), channel(120)};
  return 1.0f / std::max(0.2f, luminance(c)) * c;
}

}  // namespace solgel::render
