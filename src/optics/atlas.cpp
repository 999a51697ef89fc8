#include "optics/atlas.h"

#include <algorithm>
#include <cmath>

namespace solgel::optics {
namespace {

constexpr int kGuard = 2;
constexpr double kFirst = kGuard, kLast = kAtlasSize - kGuard;  // light is kept between these
constexpr double kSmallest = 1e-5;                              // texel^2
constexpr float kBrightest = 60000;

// Convex, in texels. A triangle cut by four lines has at most seven corners.
struct Polygon {
  Vec2 corner[8];
  int count = 0;

  void add(Vec2 p) { corner[count++] = p; }
  double area() const {
    double twice = 0;
    for (int k = 2; k < count; ++k) twice += cross(corner[k - 1] - corner[0], corner[k] - corner[0]);
    return 0.5 * std::abs(twice);
  }
};

// Cuts at coordinate `axis` = `at`.
struct Halves {
  Polygon below, above;
};
template <double Vec2::*axis>
Halves cut(const Polygon& p, double at) {
  Halves h;
  for (int k = 0; k < p.count; ++k) {
    const Vec2 a = p.corner[k], b = p.corner[k + 1 == p.count ? 0 : k + 1];
    const double da = a.*axis - at, db = b.*axis - at;
    if (da <= 0) h.below.add(a);
    if (da >= 0) h.above.add(a);
    if ((da < 0 && db > 0) || (da > 0 && db < 0)) {
      Vec2 x = a + (b - a) * (da / (da - db));
      x.*axis = at;
      h.below.add(x);
      h.above.add(x);
    }
  }
  return h;
}

template <double Vec2::*axis>
double least(const Polygon& p) {
  double m = p.corner[0].*axis;
  for (int k = 1; k < p.count; ++k) m = std::min(m, p.corner[k].*axis);
  return m;
}
template <double Vec2::*axis>
double greatest(const Polygon& p) {
  double m = p.corner[0].*axis;
  for (int k = 1; k < p.count; ++k) m = std::max(m, p.corner[k].*axis);
  return m;
}

template <double Vec2::*axis>
Polygon kept_between(Polygon p) {
  if (p.count > 0 && least<axis>(p) < kFirst) p = cut<axis>(p, kFirst).above;
  if (p.count > 0 && greatest<axis>(p) > kLast) p = cut<axis>(p, kLast).below;
  return p;
}

// Calls piece(k, polygon) for what lies in each unit strip k ... k + 1 along the axis.
template <double Vec2::*axis, class F>
void for_strips(Polygon p, F piece) {
  if (p.count < 3) return;
  const int last = std::min(static_cast<int>(std::floor(greatest<axis>(p))), kAtlasSize - kGuard - 1);
  for (int k = static_cast<int>(std::floor(least<axis>(p))); k < last; ++k) {
    const Halves h = cut<axis>(p, k + 1);
    piece(k, h.below);
    p = h.above;
    if (p.count < 3) return;
  }
  piece(last, p);
}

bool is_in_one_texel(const Polygon& p) {
  return std::floor(least<&Vec2::x>(p)) == std::floor(greatest<&Vec2::x>(p)) &&
         std::floor(least<&Vec2::y>(p)) == std::floor(greatest<&Vec2::y>(p));
}

bool is_kept(Vec2 p) {
  return p.x >= kFirst && p.x < kLast && p.y >= kFirst && p.y < kLast;
}

void add(Rgb& sum, Rgb power, double share) {
  for (std::size_t c = 0; c < 3; ++c) sum[c] += power[c] * share;
}

std::size_t index(int i, int j) {
  return static_cast<std::size_t>(j) * kAtlasSize + static_cast<std::size_t>(i);
}

}  // namespace

Vec3f Atlas::at(double world_x, double world_z) const {
  const double u = (world_x - x) / texel() + 0.5 * size - 0.5, v = (world_z - z) / texel() + 0.5 * size - 0.5;
  if (!(u > -1 && u < size && v > -1 && v < size)) return {};
  const int i = static_cast<int>(std::floor(u)), j = static_cast<int>(std::floor(v));
  const auto fu = static_cast<float>(u - i), fv = static_cast<float>(v - j);
  const auto tap = [&](int p, int q) {
    return p < 0 || q < 0 || p >= size || q >= size ? Vec3f{} : irradiance[index(p, q)];
  };
  return mix(mix(tap(i, j), tap(i + 1, j), fu), mix(tap(i, j + 1), tap(i + 1, j + 1), fu), fv);
}

void AtlasPainter::begin(const LightFrame& frame, Atlas& atlas) {
  std::fill(atlas.raw.begin(), atlas.raw.end(), Vec3f{});
  atlas.span = frame.span;
  atlas.x = frame.centre.x;
  atlas.z = frame.centre.z;
  raw_ = atlas.raw.data();
  texel_area_ = frame.texel * frame.texel;
  power_ = {};
}

void AtlasPainter::deposit(int i, int j, double share, Rgb power) {
  Vec3f& texel = raw_[index(i, j)];
  float* const sums[3] = {&texel.x, &texel.y, &texel.z};
  const double scale = share / texel_area_;
  for (std::size_t c = 0; c < 3; ++c) {
    const double light = power[c] * scale;
    *sums[c] += static_cast<float>(std::min(light, double{kBrightest}));
    if (light > double{kBrightest}) power_.clamped[c] += (light - double{kBrightest}) * texel_area_;
  }
}

void AtlasPainter::point(Vec2 at, Rgb power) {
  if (is_kept(at)) {
    deposit(static_cast<int>(at.x), static_cast<int>(at.y), 1, power);
  } else {
    add(power_.clipped, power, 1);
  }
}

void AtlasPainter::triangle(const Vec2 corners[3], Rgb power) {
  Polygon beam;
  for (int k = 0; k < 3; ++k) beam.add(corners[k]);
  const double area = beam.area();
  if (area < kSmallest || is_in_one_texel(beam)) {
    point((corners[0] + corners[1] + corners[2]) * (1.0 / 3), power);
    return;
  }
  const Polygon kept = kept_between<&Vec2::y>(kept_between<&Vec2::x>(beam));
  const double inside = kept.count < 3 ? 0 : kept.area();
  if (inside < area) add(power_.clipped, power, (area - inside) / area);
  for_strips<&Vec2::y>(kept, [&](int j, const Polygon& row) {
    for_strips<&Vec2::x>(row, [&](int i, const Polygon& piece) { deposit(i, j, piece.area() / area, power); });
  });
}

Power AtlasPainter::end(Atlas& atlas) {
  double sum[3] = {};
  for (const Vec3f& light : atlas.raw) {
    sum[0] += double{light.x};
    sum[1] += double{light.y};
    sum[2] += double{light.z};
  }
  for (std::size_t c = 0; c < 3; ++c) power_.received[c] = sum[c] * texel_area_;
  reconstruct(atlas);
  return power_;
}

// The text's filter looks at neighbours on the same surface only; on a plane all are.
void AtlasPainter::reconstruct(Atlas& atlas) {
  rows_.resize(atlas.raw.size());
  constexpr int n = kAtlasSize;
  for (int j = kGuard; j < n - kGuard; ++j) {
    for (int i = kGuard - 1; i < n - kGuard + 1; ++i) {
      const Vec3f* at = &atlas.raw[index(i, j)];
      rows_[index(i, j)] = (at[-1] + 4.0f * at[0] + at[1]) * (1.0f / 6);
    }
  }
  for (int j = kGuard - 1; j < n - kGuard + 1; ++j) {
    for (int i = kGuard - 1; i < n - kGuard + 1; ++i) {
      atlas.irradiance[index(i, j)] =
          (rows_[index(i, j - 1)] + 4.0f * rows_[index(i, j)] + rows_[index(i, j + 1)]) * (1.0f / 6);
    }
  }
}

}  // namespace solgel::optics
