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

class Hull {
 public:
  Hull(int most, float lowest) : points_(static_cast<std::size_t>(most) + 1), lowest_(lowest) {}
  void clear() {
    count_ = 0;
    highest_ = -1e30f;
  }
  // Adds the point (s, z) and returns its horizon.
  float advance(float s, float z) {
    const float w = z + lowest_ * s;
    HullPoint* const points = points_.data();
    if (w >= highest_) {
      highest_ = w;
      points[0] = {s, z};
      count_ = 1;
      return kNoHorizon;
    }
    HullPoint* top = points + count_ - 1;
    while (top > points) {
      const HullPoint a = top[0], b = top[-1];
      if ((a.z - z) * (s - b.s) > (b.z - z) * (s - a.s)) break;  // a stands above the line from here to b
      --top;
    }
    const float horizon = (top->z - z) / (s - top->s);
    top[1] = {s, z};
    count_ = top + 2 - points;
    return horizon;
  }

 private:
  std::vector<HullPoint> points_;
  std::ptrdiff_t count_ = 0;
  float lowest_, highest_ = -1e30f;
};

// Between the lines: where one of them has no horizon, the other's fades out towards the lowest one.
float between(float low, float high, float f, float lowest) {
  if (low == kNoHorizon && high == kNoHorizon) return kNoHorizon;
  return std::max(low, lowest) * (1 - f) + std::max(high, lowest) * f;
}

}  // namespace

HorizonSweep::HorizonSweep(const Grid<float>& height, float spacing)
    : height_(height), transposed_(height.ny(), height.nx()), spacing_(spacing) {
  transpose(height, transposed_);
}

void HorizonSweep::run(Vec2 d, float lowest, Grid<float>& tangent) {
  if (std::fabs(d.x) >= std::fabs(d.y)) {
    sweep_columns(height_, d.x, d.y / d.x, lowest, tangent);
    return;
  }
  if (turned_.nx() != transposed_.nx()) turned_ = Grid<float>(transposed_.nx(), transposed_.ny());
  sweep_columns(transposed_, d.y, d.x / d.y, lowest, turned_);
  transpose(turned_, tangent);
}

// Line l runs through row l + slope * i of column i; |slope| <= 1. The light stands on the side of step_x.
void HorizonSweep::sweep_columns(const Grid<float>& z, double step_x, double slope, float lowest,
                                 Grid<float>& tangent) {
  const int nx = z.nx(), ny = z.ny();
  const double shift = slope * (nx - 1);
  const int first = static_cast<int>(std::floor(std::min(0.0, -shift))) - 1;
  const int last = static_cast<int>(std::ceil(std::max(0.0, -shift))) + ny;
  const int count = last - first + 1;
  if (lines_.nx() != nx || lines_.ny() < count) lines_ = Grid<float>(nx, count);
  const float step = spacing_ * static_cast<float>(std::sqrt(1 + slope * slope));

  parallel_for((count + kLinesPerBlock - 1) / kLinesPerBlock, [&](int block) {
    Hull hull(nx, lowest);
    const int end = std::min(count, (block + 1) * kLinesPerBlock);
    for (int l = block * kLinesPerBlock; l < end; ++l) {
      hull.clear();
      float* out = lines_.row(l).data();
      for (int n = 0; n < nx; ++n) {
        const int i = step_x > 0 ? nx - 1 - n : n;
        const double y = first + l + slope * i;
        if (y <= -1 || y >= ny) continue;
        const int j = static_cast<int>(y + 1) - 1;  // y > -1
        const float f = static_cast<float>(y - j);
        const float low = z(i, std::max(j, 0)), high = z(i, std::min(j + 1, ny - 1));
        out[i] = hull.advance(static_cast<float>(n) * step, low + f * (high - low));
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
        out[i] = f == 0.0f ? low : between(low, high, f, lowest);
      }
    }
  });
}

}  // namespace solgel::render
