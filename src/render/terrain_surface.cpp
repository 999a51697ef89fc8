#include "render/terrain_surface.h"

#include <cmath>
#include <vector>

#include "render/row_blocks.h"

namespace solgel::render {
namespace {

double b_spline(double t) {
  t = std::fabs(t);
  if (t >= 2) return 0;
  return t >= 1 ? (2 - t) * (2 - t) * (2 - t) / 6 : 2.0 / 3 - t * t + t * t * t / 2;
}

double b_spline_slope(double t) {
  const double a = std::fabs(t);
  if (a >= 2) return 0;
  const double slope = a >= 1 ? -(2 - a) * (2 - a) / 2 : -2 * a + 1.5 * a * a;
  return t < 0 ? -slope : slope;
}

// One axis: `count` cells from `first` on carry the value at a node.
struct Taps {
  int count = 0;
  std::vector<int> first;
  std::vector<float> value, slope;  // `count` a node
};

struct Axis {
  double origin, spacing;  // of the nodes
  int nodes, cells;
  double cell;
};

struct Weight {
  double value, slope;
};

// Sharp takes the quasi-interpolant K, otherwise B.
Weight kernel(double t, double s, bool sharp) {
  if (!sharp) return {b_spline(t), b_spline_slope(t) / s};
  return {4.0 / 3 * b_spline(t) - (b_spline(t - 1) + b_spline(t + 1)) / 6,
          (4.0 / 3 * b_spline_slope(t) - (b_spline_slope(t - 1) + b_spline_slope(t + 1)) / 6) / s};
}

// The weights of one node. A cell beyond the edge is the mirror image through the edge's: 2 h(edge) - h(mirrored).
class NodeTaps {
 public:
  NodeTaps(int first, int count, int cells) : first_(first), cells_(cells), weights_(static_cast<std::size_t>(count)) {}
  void add(int k, Weight w) {
    const int edge = k < 0 ? 0 : cells_ - 1;
    if (k >= 0 && k < cells_) return put(k, w, 1);
    put(edge, w, 2);
    put(std::min(std::max(2 * edge - k, 0), cells_ - 1), w, -1);
  }
  const std::vector<Weight>& weights() const { return weights_; }

 private:
  void put(int k, Weight w, double share) {
    Weight& to =
        weights_[static_cast<std::size_t>(std::min(std::max(k - first_, 0), static_cast<int>(weights_.size()) - 1))];
    to = {to.value + share * w.value, to.slope + share * w.slope};
  }
  int first_, cells_;
  std::vector<Weight> weights_;
};

Taps make_taps(const Axis& axis, bool sharp) {
  const double s = std::max(axis.cell, axis.spacing), reach = (sharp ? 3 : 2) * s;
  const int wanted = static_cast<int>(std::ceil(2 * reach / axis.cell)) + 1;
  Taps taps;
  taps.count = std::min(axis.cells, wanted);
  for (int n = 0; n < axis.nodes; ++n) {
    const double x = std::min(std::max(axis.origin + n * axis.spacing, 0.0), axis.cells * axis.cell);
    const int k0 = static_cast<int>(std::ceil((x - reach) / axis.cell - 0.5));
    const int first = std::min(std::max(k0, 0), axis.cells - taps.count);
    NodeTaps node(first, taps.count, axis.cells);
    for (int k = k0; k < k0 + wanted; ++k) node.add(k, kernel((x - (k + 0.5) * axis.cell) / s, s, sharp));
    double sum = 0, slopes = 0;
    for (const Weight& w : node.weights()) {
      sum += w.value;
      slopes += w.slope;
    }
    taps.first.push_back(first);
    for (const Weight& w : node.weights()) {  // a constant stays constant
      taps.value.push_back(static_cast<float>(w.value / sum));
      taps.slope.push_back(static_cast<float>((w.slope - slopes / sum * w.value) / sum));
    }
  }
  return taps;
}

void along_row(const float* row, const Taps& taps, const std::vector<float>& weights, std::span<float> out) {
  const float* w = weights.data();
  for (std::size_t i = 0; i < out.size(); ++i) {
    const float* from = row + taps.first[i];
    float sum = 0;
    for (int t = 0; t < taps.count; ++t) sum += w[t] * from[t];
    out[i] = sum;
    w += taps.count;
  }
}

// Whole rows at a time, which vectorises.
Grid<float> along_columns(const Grid<float>& in, const Taps& taps, const std::vector<float>& weights) {
  Grid<float> out(in.nx(), static_cast<int>(taps.first.size()));
  for_rows(out.ny(), [&](int j) {
    float* to = out.row(j).data();
    for (int t = 0; t < taps.count; ++t) {
      const std::size_t n = static_cast<std::size_t>(j);
      const float w = weights[n * static_cast<std::size_t>(taps.count) + static_cast<std::size_t>(t)];
      const float* from = in.row(taps.first[n] + t).data();
      for (int i = 0; i < in.nx(); ++i) to[i] += w * from[i];
    }
  });
  return out;
}

Axis x_axis(const NodeGrid& nodes, const Grid<float>& cells, CellSides cell) {
  return {nodes.x, nodes.spacing, nodes.nx, cells.nx(), cell.x};
}
Axis y_axis(const NodeGrid& nodes, const Grid<float>& cells, CellSides cell) {
  return {nodes.y, nodes.spacing, nodes.ny, cells.ny(), cell.y};
}

}  // namespace

TerrainSurface::TerrainSurface(const Grid<float>& height, CellSides cell, double exaggeration, const NodeGrid& nodes)
    : nodes_(nodes) {
  const Taps tx = make_taps(x_axis(nodes, height, cell), true), ty = make_taps(y_axis(nodes, height, cell), true);
  Grid<float> value(nodes.nx, height.ny()), slope(nodes.nx, height.ny());
  const float scale = static_cast<float>(exaggeration);
  for_rows(height.ny(), [&](int j) {
    std::vector<float> scaled(height.row(j).begin(), height.row(j).end());
    for (float& h : scaled) h *= scale;
    along_row(scaled.data(), tx, tx.value, value.row(j));
    along_row(scaled.data(), tx, tx.slope, slope.row(j));
  });
  z_ = along_columns(value, ty, ty.value);
  slope_y_ = along_columns(value, ty, ty.slope);
  slope_x_ = along_columns(slope, ty, ty.value);
}

Grid<float> smooth_at_nodes(const Grid<float>& cells, CellSides cell, const NodeGrid& nodes) {
  const Taps tx = make_taps(x_axis(nodes, cells, cell), false), ty = make_taps(y_axis(nodes, cells, cell), false);
  Grid<float> value(nodes.nx, cells.ny());
  for_rows(cells.ny(), [&](int j) { along_row(cells.row(j).data(), tx, tx.value, value.row(j)); });
  return along_columns(value, ty, ty.value);
}

Grid<float> with_filled_gaps(const Grid<float>& height, const Grid<std::uint8_t>& missing) {
  const int nx = (height.nx() + 1) / 2, ny = (height.ny() + 1) / 2;
  Grid<float> filled = height, half(nx, ny);
  Grid<std::uint8_t> half_missing(nx, ny);
  bool gaps = false, half_gaps = false;
  for (int j = 0; j < ny; ++j) {
    for (int i = 0; i < nx; ++i) {
      float sum = 0;
      int count = 0;
      for (int k = 0; k < 4; ++k) {
        const int ci = 2 * i + k % 2, cj = 2 * j + k / 2;
        if (!height.contains(ci, cj)) continue;
        if (missing(ci, cj) != 0) {
          gaps = true;
          continue;
        }
        sum += height(ci, cj);
        ++count;
      }
      half(i, j) = count > 0 ? sum / static_cast<float>(count) : 0;
      half_missing(i, j) = count == 0;
      half_gaps = half_gaps || count == 0;
    }
  }
  if (!gaps) return filled;
  if (half_gaps && nx * ny > 1) half = with_filled_gaps(half, half_missing);
  for (int j = 0; j < height.ny(); ++j) {
    for (int i = 0; i < height.nx(); ++i) {
      if (missing(i, j) != 0) filled(i, j) = half(i / 2, j / 2);
    }
  }
  return filled;
}

}  // namespace solgel::render
