#include "render/sand_surface.h"

#include <vector>

#include "render/row_blocks.h"

namespace solgel::render {
namespace {

double b_spline(double t) {
  t = std::fabs(t);
  if (t >= 2) return 0;
  if (t >= 1) return (2 - t) * (2 - t) * (2 - t) / 6;
  return 2.0 / 3 - t * t + t * t * t / 2;
}

double b_spline_slope(double t) {
  const double a = std::fabs(t);
  if (a >= 2) return 0;
  const double slope = a >= 1 ? -(2 - a) * (2 - a) / 2 : -2 * a + 1.5 * a * a;
  return t < 0 ? -slope : slope;
}

int reflected_index(int i, int n) {
  const int period = 2 * n;
  i = ((i % period) + period) % period;
  return i < n ? i : period - 1 - i;
}

// The cells under the spline at each node of one axis, with the weights of its value and of its slope.
struct Taps {
  int per_node = 0;
  std::vector<int> cell;
  std::vector<float> value, slope;
};

Taps make_taps(int nodes, double spacing, int cells, double cell) {
  const double s = std::max(cell, spacing);
  Taps taps;
  taps.per_node = static_cast<int>(std::ceil(4 * s / cell)) + 1;
  for (int n = 0; n < nodes; ++n) {
    const double x = n * spacing;
    const int first = static_cast<int>(std::ceil((x - 2 * s) / cell - 0.5));
    double sum = 0, slope_sum = 0;
    const std::size_t begin = taps.value.size();
    for (int k = 0; k < taps.per_node; ++k) {
      const double t = (x - (first + k + 0.5) * cell) / s;
      taps.cell.push_back(reflected_index(first + k, cells));
      taps.value.push_back(static_cast<float>(b_spline(t)));
      taps.slope.push_back(static_cast<float>(b_spline_slope(t) / s));
      sum += b_spline(t);
      slope_sum += b_spline_slope(t) / s;
    }
    for (std::size_t k = begin; k < taps.value.size(); ++k) {  // a constant relief stays constant
      taps.slope[k] = static_cast<float>((taps.slope[k] - slope_sum / sum * taps.value[k]) / sum);
      taps.value[k] = static_cast<float>(taps.value[k] / sum);
    }
  }
  return taps;
}

void spline_along_rows(const Grid<float>& in, const Taps& taps, Grid<float>& value, Grid<float>& slope) {
  for_rows(in.ny(), [&](int j) {
    const float* row = in.row(j).data();
    std::size_t k = 0;
    for (int i = 0; i < value.nx(); ++i) {
      float v = 0, s = 0;
      for (int t = 0; t < taps.per_node; ++t, ++k) {
        const float h = row[taps.cell[k]];
        v += taps.value[k] * h;
        s += taps.slope[k] * h;
      }
      value(i, j) = v;
      slope(i, j) = s;
    }
  });
}

// Adds to grids of zeros; whole rows at a time, which vectorises.
void spline_along_columns(const Grid<float>& in, const Taps& taps, Grid<float>& value, Grid<float>* slope) {
  for_rows(value.ny(), [&](int j) {
    for (int t = 0; t < taps.per_node; ++t) {
      const std::size_t k = static_cast<std::size_t>(j * taps.per_node + t);
      const float* from = in.row(taps.cell[k]).data();
      float* to = value.row(j).data();
      for (int i = 0; i < in.nx(); ++i) to[i] += taps.value[k] * from[i];
      if (slope == nullptr) continue;
      float* to_slope = slope->row(j).data();
      for (int i = 0; i < in.nx(); ++i) to_slope[i] += taps.slope[k] * from[i];
    }
  });
}

}  // namespace

Grid<float> continued_beyond_wall(const ReliefScene& scene) {
  const Grid<float>& h = *scene.height;
  Grid<float> filled = h;
  if (!scene.is_round) return filled;
  const double radius = 0.5 * std::min(scene.extent.x, scene.extent.y);
  const double inner = std::max(0.0, radius - 1.5 * scene.cell);
  const Vec2 centre = 0.5 * scene.extent;
  for (int j = 0; j < h.ny(); ++j) {
    for (int i = 0; i < h.nx(); ++i) {
      const Vec2 at{(i + 0.5) * scene.cell, (j + 0.5) * scene.cell};
      const double d = distance(at, centre);
      if (d <= radius) continue;
      const Vec2 inside = (1 / scene.cell) * (centre + inner / d * (at - centre));
      const int ci = static_cast<int>(inside.x), cj = static_cast<int>(inside.y);
      if (h.contains(ci, cj)) filled(i, j) = h(ci, cj);
    }
  }
  return filled;
}

SandSurface::SandSurface(const ReliefScene& scene, double spacing) : spacing_(static_cast<float>(spacing)) {
  const Grid<float> relief = continued_beyond_wall(scene);
  const int nx = std::max(2, static_cast<int>(std::ceil(scene.extent.x / spacing)) + 1);
  const int ny = std::max(2, static_cast<int>(std::ceil(scene.extent.y / spacing)) + 1);
  const Taps tx = make_taps(nx, spacing, relief.nx(), scene.cell);
  const Taps ty = make_taps(ny, spacing, relief.ny(), scene.cell);
  height_ = Grid<float>(nx, ny);
  slope_x_ = Grid<float>(nx, ny);
  slope_y_ = Grid<float>(nx, ny);

  Grid<float> value(nx, relief.ny()), slope(nx, relief.ny());
  spline_along_rows(relief, tx, value, slope);
  spline_along_columns(value, ty, height_, &slope_y_);
  spline_along_columns(slope, ty, slope_x_, nullptr);
  double sum = 0;
  for (const float h : height_.cells()) {
    sum += static_cast<double>(h);
    highest_ = std::max(highest_, h);
  }
  mean_ = static_cast<float>(sum / static_cast<double>(height_.cells().size()));
}

SurfacePoint SandSurface::at(float x, float y) const {
  const NodeWeights w(nx(), ny(), spacing_, x, y);
  return {w(height_), w(slope_x_), w(slope_y_)};
}

}  // namespace solgel::render
