#include "optics/masks.h"

#include <algorithm>
#include <cmath>

#include "core/math.h"

namespace solgel::optics {
namespace {

constexpr int kN = kMaskSize;
constexpr double kContactReach = 0.016, kContactDecay = 0.0028;

struct Bounds {
  Vec2 low{1e30, 1e30}, high{-1e30, -1e30};

  void add(Vec2 p) {
    if (!std::isfinite(p.x) || !std::isfinite(p.y)) return;
    low = {std::min(low.x, p.x), std::min(low.y, p.y)};
    high = {std::max(high.x, p.x), std::max(high.y, p.y)};
  }
};

// Where a vertex falls on the floor, in x and z.
Vec2 straight_down(Vec3f p) {
  return {p.x, p.z};
}
Vec2 along_light(Vec3f p, Vec2 slope) {
  return {p.x - p.y * slope.x, p.z - p.y * slope.y};
}

void place(const SurfaceView& surface, Vec2 slope, Masks& masks) {
  Bounds b;
  for (const Vec3f p : surface.positions) {
    b.add(straight_down(p));
    b.add(along_light(p, slope));
  }
  if (b.low.x > b.high.x) b = {{0, 0}, {0, 0}};
  const Vec2 extent = b.high - b.low, middle = (b.low + b.high) * 0.5;
  masks.span = std::clamp(std::max(extent.x, extent.y) + 0.060, 0.22, 0.75);
  masks.x = middle.x - masks.span / 2;
  masks.z = middle.y - masks.span / 2;
}

// First and last of the centres 0 ... kN - 1 between low and high; none where they are not numbers.
struct Steps {
  int first, last;
};
Steps steps_between(double low, double high) {
  const int first = low > 0 ? static_cast<int>(std::ceil(std::min(low, double{kN}))) : 0;
  const int last = high >= 0 ? static_cast<int>(std::floor(std::min(high, kN - 1.0))) : -1;
  return {first, last};
}

// Raises the texels whose centres are inside to value(), asked for once there is one. Corners in texels, with centres
// at whole numbers.
template <class F>
void raise(Vec2 a, Vec2 b, Vec2 c, F value, float* texels) {
  const Steps rows = steps_between(std::min({a.y, b.y, c.y}), std::max({a.y, b.y, c.y}));
  const Steps columns = steps_between(std::min({a.x, b.x, c.x}), std::max({a.x, b.x, c.x}));
  float level = -1;
  for (int j = rows.first; j <= rows.last; ++j) {
    for (int i = columns.first; i <= columns.last; ++i) {
      const Vec2 p{static_cast<double>(i), static_cast<double>(j)};
      const double ab = cross(b - a, p - a), bc = cross(c - b, p - b), ca = cross(a - c, p - c);
      const bool inside = (ab >= 0 && bc >= 0 && ca >= 0) || (ab <= 0 && bc <= 0 && ca <= 0);
      if (!inside) continue;
      if (level < 0) level = value();
      texels[j * kN + i] = std::max(texels[j * kN + i], level);
    }
  }
}

float weighted(float a, float b, float c, float d, float e) {
  return (a + 2 * b + 3 * c + 2 * d + e) / 9;
}
// Along x into `rows`, then along z back.
void blur(float* texels, float* rows) {
  for (int j = 0; j < kN; ++j) {
    const float* in = texels + j * kN;
    float* out = rows + j * kN;
    const auto at = [&](int i) { return in[std::clamp(i, 0, kN - 1)]; };
    for (const int i : {0, 1, kN - 2, kN - 1}) out[i] = weighted(at(i - 2), at(i - 1), at(i), at(i + 1), at(i + 2));
    for (int i = 2; i < kN - 2; ++i) out[i] = weighted(in[i - 2], in[i - 1], in[i], in[i + 1], in[i + 2]);
  }
  for (int j = 0; j < kN; ++j) {
    const auto row = [&](int k) { return rows + std::clamp(k, 0, kN - 1) * kN; };
    const float *a = row(j - 2), *b = row(j - 1), *c = row(j), *d = row(j + 1), *e = row(j + 2);
    for (int i = 0; i < kN; ++i) texels[j * kN + i] = weighted(a[i], b[i], c[i], d[i], e[i]);
  }
}

// Contact exceeds 1 where the surface is below the floor.
std::uint8_t encoded(float value) {
  return static_cast<std::uint8_t>(std::floor(std::min(255 * value + 0.5f, 255.0f)));
}

void encode(const float* shadow, const float* contact, std::vector<std::uint8_t>& out) {
  std::fill(out.begin(), out.end(), std::uint8_t{0});
  for (int j = 2; j < kN - 2; ++j) {
    for (int i = 2; i < kN - 2; ++i) {
      const int at = j * kN + i;
      out[2 * static_cast<std::size_t>(at)] = encoded(shadow[at]);
      out[2 * static_cast<std::size_t>(at) + 1] = encoded(contact[at]);
    }
  }
}

}  // namespace

void MaskPainter::paint(const SurfaceView& surface, Vec3 light, Masks& masks) {
  const Vec2 slope{light.x / light.y, light.z / light.y};
  place(surface, slope, masks);
  shadow_.assign(std::size_t{kN} * kN, 0.0f);
  contact_.assign(std::size_t{kN} * kN, 0.0f);
  rows_.resize(std::size_t{kN} * kN);

  const double scale = kN / masks.span;
  const auto texel = [&](Vec2 p) { return Vec2{(p.x - masks.x) * scale - 0.5, (p.y - masks.z) * scale - 0.5}; };
  shadow_points_.clear();
  for (const Vec3f p : surface.positions) shadow_points_.push_back(texel(along_light(p, slope)));
  for (const Triangle& t : surface.triangles) {
    raise(
        shadow_points_[t[0]], shadow_points_[t[1]], shadow_points_[t[2]], [] { return 1.0f; }, shadow_.data());
    const Vec3f a = surface.positions[t[0]], b = surface.positions[t[1]], c = surface.positions[t[2]];
    const double height = (double{a.y} + double{b.y} + double{c.y}) / 3;
    if (!(height < kContactReach)) continue;
    const auto value = [&] { return static_cast<float>(math::exp(-height / kContactDecay)); };
    raise(texel(straight_down(a)), texel(straight_down(b)), texel(straight_down(c)), value, contact_.data());
  }
  blur(shadow_.data(), rows_.data());
  blur(contact_.data(), rows_.data());
  encode(shadow_.data(), contact_.data(), masks.texels);
}

}  // namespace solgel::optics
