#include "render/horizon.h"

#include <algorithm>
#include <cmath>

#include "core/parallel.h"

namespace solgel::render {
namespace {

constexpr int kLinesPerBlock = 32;

void transpose(const Grid<float>& from, Grid<float>& to) {
  constexpr int kTile = 32;
  parallel_for((from.ny() + kTile - 1) / kTile, [&](int block) {
    const int j0 = block * kTile, j1 = std::min(from.ny(), j0 + kTile);
    for (int i0 = 0; i0 < from.nx(); i0 += kTile) {
      const int i1 = std::min(from.nx(), i0 + kTile);
      for (int j = j0; j < j1; ++j) {
        for (int i = i0; i < i1; ++i) to(j, i) = from(i, j);
      }
    }
  });
}

// Points seen so far that may still be a horizon for later ones; `s` grows away from the light.
struct HullPoint {
  float s, z;
};

// Pushes the point (s, z) and returns its horizon.
float advance(std::vector<HullPoint>& hull, float s, float z) {
  while (hull.size() >= 2) {
    const HullPoint a = hull[hull.size() - 1], b = hull[hull.size() - 2];
    if ((a.z - z) * (s - b.s) > (b.z - z) * (s - a.s)) break;  // a stands above the line from here to b
    hull.pop_back();
  }
  const float horizon = hull.empty() ? kNoHorizon : (hull.back().z - z) / (s - hull.back().s);
  hull.push_back({s, z});
  return horizon;
}

}  // namespace

HorizonSweep::HorizonSweep(const Grid<float>& height, float spacing)
    : height_(height), transposed_(height.ny(), height.nx()), spacing_(spacing) {
  transpose(height, transposed_);
}

void HorizonSweep::run(Vec2 d, Grid<float>& tangent) {
  if (std::fabs(d.x) >= std::fabs(d.y)) {
    sweep_columns(height_, d.x, d.y / d.x, tangent);
    return;
  }
  if (turned_.nx() != transposed_.nx()) turned_ = Grid<float>(transposed_.nx(), transposed_.ny());
  sweep_columns(transposed_, d.y, d.x / d.y, turned_);
  transpose(turned_, tangent);
}

// Line l runs through row l + slope * i of column i; |slope| <= 1. The light stands on the side of step_x.
void HorizonSweep::sweep_columns(const Grid<float>& z, double step_x, double slope, Grid<float>& tangent) {
  const int nx = z.nx(), ny = z.ny();
  const double shift = slope * (nx - 1);
  const int first = static_cast<int>(std::floor(std::min(0.0, -shift))) - 1;
  const int last = static_cast<int>(std::ceil(std::max(0.0, -shift))) + ny;
  const int count = last - first + 1;
  if (lines_.nx() != nx || lines_.ny() < count) lines_ = Grid<float>(nx, count);
  const float step = spacing_ * static_cast<float>(std::sqrt(1 + slope * slope));

  parallel_for((count + kLinesPerBlock - 1) / kLinesPerBlock, [&](int block) {
    std::vector<HullPoint> hull;
    hull.reserve(static_cast<std::size_t>(nx));
    const int end = std::min(count, (block + 1) * kLinesPerBlock);
    for (int l = block * kLinesPerBlock; l < end; ++l) {
      hull.clear();
      float* out = lines_.row(l).data();
      for (int n = 0; n < nx; ++n) {
        const int i = step_x > 0 ? nx - 1 - n : n;
        const double y = first + l + slope * i;
        if (y <= -1 || y >= ny) continue;
        const int j = static_cast<int>(std::floor(y));
        const float f = static_cast<float>(y - j);
        const float low = z(i, std::max(j, 0)), high = z(i, std::min(j + 1, ny - 1));
        out[i] = advance(hull, static_cast<float>(n) * step, low + f * (high - low));
      }
    }
  });
  parallel_for((ny + kLinesPerBlock - 1) / kLinesPerBlock, [&](int block) {
    const int end = std::min(ny, (block + 1) * kLinesPerBlock);
    for (int j = block * kLinesPerBlock; j < end; ++j) {
      float* out = tangent.row(j).data();
      for (int i = 0; i < nx; ++i) {
        const double y = j - slope * i - first;
        const int l = static_cast<int>(y);
        const float f = static_cast<float>(y - l);
        const float low = lines_(i, l), high = lines_(i, l + 1);
        out[i] = f == 0.0f ? low : low + f * (high - low);
      }
    }
  });
}

}  // namespace solgel::render
