#include "render/jelly_floor.h"

#include <cmath>

#include "core/vec.h"

namespace solgel::render {
namespace {

constexpr Vec3f kPlaster{0.605f, 0.597f, 0.583f};
constexpr float kLine = 0.00032f, kStrongLine = 0.0006f;  // widths, m
constexpr float kPitch = 0.01f, kStrongPitch = 0.05f;
constexpr float kNodeReach = 0.7f;  // from the middle to the last node, m

// Share of [x - width / 2, x + width / 2] that lies on lines at the multiples of `pitch`.
float on_lines(float x, float width, float pitch, float line) {
  const float w = std::max(width, 1e-5f);
  const auto total = [&](float at) {  // length of line from 0 to `at`
    const float k = std::floor(at / pitch), rest = at - k * pitch;
    return k * line + std::min(rest, line);
  };
  const float left = x - 0.5f * w + 0.5f * line;
  return (total(left + w) - total(left)) / w;
}

Vec3f bilinear(const FloorLight& light, double x, double z) {
  const double scale = light.size / light.span;
  const double a = (x - light.centre.x) * scale + 0.5 * light.size - 0.5,
               b = (z - light.centre.y) * scale + 0.5 * light.size - 0.5;
  if (!(a > -1 && b > -1 && a < light.size && b < light.size)) return {};
  const int i = static_cast<int>(std::floor(a)), j = static_cast<int>(std::floor(b));
  const float s = static_cast<float>(a - i), t = static_cast<float>(b - j);
  const auto texel = [&](int p, int q) {
    if (p < 0 || q < 0 || p >= light.size || q >= light.size) return Vec3f{};
    return light
        .irradiance[static_cast<std::size_t>(q) * static_cast<std::size_t>(light.size) + static_cast<std::size_t>(p)];
  };
  return mix(mix(texel(i, j), texel(i + 1, j), s), mix(texel(i, j + 1), texel(i + 1, j + 1), s), t);
}

}  // namespace

JellyFloor::JellyFloor(const JellyShells& shells, const JellyStudio& studio, const JellyLook& look)
    : shells_(shells),
      studio_(studio),
      presence_(static_cast<float>(look.floor_presence)),
      grid_(static_cast<float>(look.grid)),
      fog_(static_cast<float>(look.fog)),
      alpha_(static_cast<float>(look.floor_roughness * look.floor_roughness)),
      caustics_(static_cast<float>(look.caustics)) {
  float left = 1e9f, right = -1e9f, back = 1e9f, front = -1e9f;
  for (const Ball& ball : shells.balls()) {
    left = std::min(left, ball.centre.x), right = std::max(right, ball.centre.x);
    back = std::min(back, ball.centre.z), front = std::max(front, ball.centre.z);
  }
  middle_x_ = 0.5f * (left + right);
  middle_z_ = 0.5f * (back + front);
  const float wide = 0.05f + 0.5f * std::max(right - left, front - back);
  scale_ = wide;
  spread_ = std::asinh((kNodeReach + wide) / scale_);
  sky_ = Grid<Vec3f>(kNodes, kNodes, studio.mean_sky());
}

// Nodes lie at scale sinh(spread s), s evenly spaced in [-1, 1].
Vec3f JellyFloor::node(int i, int j) const {
  const auto place = [&](int k) {
    return scale_ * std::sinh(spread_ * (2 * static_cast<float>(k) / (kNodes - 1) - 1));
  };
  return {middle_x_ + place(i), 0, middle_z_ + place(j)};
}

Vec3f JellyFloor::sky_at(Vec3f p) const {
  const auto index = [&](float x) {
    const float s = std::asinh(x / scale_) / spread_;
    return std::min(static_cast<float>(kNodes) - 1.001f, std::max(0.0f, 0.5f * (s + 1) * (kNodes - 1)));
  };
  const float a = index(p.x - middle_x_), b = index(p.z - middle_z_);
  const int i = static_cast<int>(a), j = static_cast<int>(b);
  const float s = a - static_cast<float>(i), t = b - static_cast<float>(j);
  return mix(mix(sky_(i, j), sky_(i + 1, j), s), mix(sky_(i, j + 1), sky_(i + 1, j + 1), s), t);
}

Vec3f JellyFloor::caustics_at(Vec3f p) const {
  Vec3f sum;
  for (const JellyBody& body : shells_.bodies()) {
    if (body.floor_light == nullptr) continue;
    sum +=
        bilinear(*body.floor_light, static_cast<double>(p.x) - body.offset.x, static_cast<double>(p.z) - body.offset.y);
  }
  return caustics_ * sum;
}

float JellyFloor::distance(const Ray& ray) const {
  if (presence_ <= 0 || ray.direction.y >= -1e-6f) return -1;
  return -ray.origin.y / ray.direction.y;
}

Vec3f JellyFloor::albedo(Vec3f p, float width) const {
  const auto lines = [&](float pitch, float line) {
    const float x = on_lines(p.x, width, pitch, line), z = on_lines(p.z, width, pitch, line);
    return x + z - x * z;
  };
  const float dark = grid_ * (0.20f * lines(kPitch, kLine) + 0.16f * lines(kStrongPitch, kStrongLine));
  return (1 - dark) * kPlaster;
}

Vec3f JellyFloor::sun_at(Vec3f p, Vec3f direction, Vec3f albedo, RandomPair u) const {
  const Vec3f s = studio_.to_sun(u);
  if (s.y <= 0 || shells_.is_blocked({p + Vec3f{0, 1e-6f, 0}, s})) return {};
  const Vec3f h = normalised(s - direction);
  const float eye = std::max(0.05f, -direction.y), a2 = alpha_ * alpha_;
  const float d = h.y * h.y * (a2 - 1) + 1, lobe = a2 / (static_cast<float>(kPi) * d * d);
  const auto masking = [&](float c) { return c + std::sqrt(a2 + (1 - a2) * c * c); };
  const float f = 1 - std::max(0.0f, dot(h, s)), fresnel = 0.04f + 0.96f * f * f * f * f * f;
  const float sheen = fresnel * lobe / (masking(s.y) * masking(eye));
  return s.y * (1 / static_cast<float>(kPi) * albedo + Vec3f{sheen, sheen, sheen}) * studio_.sun_across();
}

JellyFloor::Seen JellyFloor::seen(Vec3f p, Vec3f direction, float width, RandomPair u) const {
  const float away = std::sqrt(p.x * p.x + p.z * p.z), haze = 1.7f * fog_ * away;
  const float presence = presence_ * std::exp(-haze * haze) * (1 - smooth_step(0.6f, 0.98f, away));
  if (presence <= 1e-4f) return {{}, 0};
  const Vec3f ground = albedo(p, width);
  const Vec3f caustics = 1 / static_cast<float>(kPi) * caustics_at(p) * studio_.sun_across();
  return {ground * (sky_at(p) + caustics) + sun_at(p, direction, ground, u), presence};
}

}  // namespace solgel::render
