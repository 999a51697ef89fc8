#include "sand/reference_kernel.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "core/math.h"

namespace solgel::sand {
namespace {

// A cell in the padded grids; its neighbours lie around it, `row` cells apart.
struct Cells {
  float* height;
  const std::uint8_t* open;
  std::uint8_t* modified;
};

struct Limits {
  float axis, diagonal;  // greatest height differences that stand
  std::ptrdiff_t row;
};

// One cell against its eight neighbours, in order; returns whether anything moved. Written out: in a loop over the
// neighbours all eight decisions would share one branch, which no processor predicts.
bool relax_cell(const Cells& cells, const Limits& limits) {
  const std::ptrdiff_t row = limits.row;
  float a = *cells.height;
  bool moved = false;
  auto relax_pair = [&](std::ptrdiff_t to, float stands) __attribute__((always_inline)) {
    const float difference = cells.height[to] - a;
    if (std::fabs(difference) <= stands || cells.open[to] == 0) return;
    const float half = 0.5f * (difference - std::copysign(stands, difference));
    a += half;
    cells.height[to] -= half;
    cells.modified[to] = 1;
    moved = true;
  };
  relax_pair(1, limits.axis);
  relax_pair(-1, limits.axis);
  relax_pair(row, limits.axis);
  relax_pair(-row, limits.axis);
  relax_pair(row + 1, limits.diagonal);
  relax_pair(row - 1, limits.diagonal);
  relax_pair(-row + 1, limits.diagonal);
  relax_pair(-row - 1, limits.diagonal);
  if (!moved) return false;
  *cells.height = a;
  *cells.modified = 1;
  return true;
}

}  // namespace

ReferenceKernel::ReferenceKernel(const Params& params)
    : params_(params),
      nx_(table_size(params).nx),
      ny_(table_size(params).ny),
      height_(static_cast<std::size_t>(nx_ + 2) * static_cast<std::size_t>(ny_ + 2), 0.0f),
      inner_(static_cast<std::size_t>(params.segments)),
      spill_(static_cast<std::size_t>(params.segments)) {
  open_.assign(height_.size(), 0);
  modified_ = touched_ = open_;
  for (int j = 0; j < ny(); ++j) {
    for (int i = 0; i < nx(); ++i) {
      open_[padded(i, j)] = outside_table(params, i, j) ? 0 : 1;
      if (open(i, j)) height_[padded(i, j)] = static_cast<float>(params.depth);
    }
  }
  const double r = params.ball_radius, cell = params.cell;
  rise_ = static_cast<float>(math::tan(params.repose * kPi / 180) * cell);
  rise_diagonal_ = rise_ * std::sqrt(2.0f);
  const int reach = static_cast<int>(std::ceil(r / cell)) + 1;
  struct Ranked {
    Cell cell;
    int distance2;
  };
  std::vector<std::vector<Ranked>> ranked(inner_.size());
  for (int dj = -reach; dj <= reach; ++dj) {
    for (int di = -reach; di <= reach; ++di) {
      const double d2 = (di * di + dj * dj) * cell * cell;
      const double turn = (math::atan2(dj, di) + kPi) / (2 * kPi) * params.segments;
      const std::size_t wedge = std::min(static_cast<std::size_t>(turn), inner_.size() - 1);
      if (d2 <= r * r) {
        ranked[wedge].push_back({{di, dj, static_cast<float>(r - std::sqrt(r * r - d2))}, di * di + dj * dj});
      } else if (d2 <= (r + cell) * (r + cell)) {
        spill_[wedge].push_back({di, dj, 0});
      }
    }
  }
  for (std::size_t w = 0; w < ranked.size(); ++w) {
    std::stable_sort(ranked[w].begin(), ranked[w].end(),
                     [](const Ranked& a, const Ranked& b) { return a.distance2 < b.distance2; });
    for (const Ranked& c : ranked[w]) inner_[w].push_back(c.cell);
  }
}

void ReferenceKernel::modify(int i, int j) {
  modified_[padded(i, j)] = 1;
  box_ = {std::min(box_.i0, i), std::max(box_.i1, i), std::min(box_.j0, j), std::max(box_.j1, j)};
}

void ReferenceKernel::press_wedge(int i, int j, std::size_t wedge) {
  float volume = 0;  // in heights; every cell has the same area
  for (const Cell& c : inner_[wedge]) {
    if (!open(i + c.di, j + c.dj)) continue;
    float& h = height_[padded(i + c.di, j + c.dj)];
    if (h <= c.under) continue;
    volume += h - c.under;
    h = c.under;
    modify(i + c.di, j + c.dj);
  }
  for (const Cell& c : inner_[wedge]) {
    if (volume <= 0) break;
    if (!open(i + c.di, j + c.dj)) continue;
    float& h = height_[padded(i + c.di, j + c.dj)];
    const float fill = std::min(c.under - h, volume);
    if (fill <= 0) continue;
    h += fill;
    volume -= fill;
    modify(i + c.di, j + c.dj);
  }
  if (volume <= 0 || spill_[wedge].empty()) return;
  const float share = volume / static_cast<float>(spill_[wedge].size());
  for (const Cell& c : spill_[wedge]) {
    if (!open(i + c.di, j + c.dj)) continue;  // lost at the wall, as in the text
    height_[padded(i + c.di, j + c.dj)] += share;
    modify(i + c.di, j + c.dj);
  }
}

// touched = open cells of modified grown by one cell, modified = nothing; box_ grows with it. A cell that neither
// changed nor has a neighbour that did cannot move in the next pass, so nothing else needs to stay in the touched set.
void ReferenceKernel::grow_modified() {
  box_ = {std::max(box_.i0 - 1, 0), std::min(box_.i1 + 1, nx() - 1), std::max(box_.j0 - 1, 0),
          std::min(box_.j1 + 1, ny() - 1)};
  const auto stride = static_cast<std::ptrdiff_t>(nx() + 2);
  for (int j = box_.j0; j <= box_.j1; ++j) {
    const std::uint8_t *m = &modified_[padded(0, j)], *open = &open_[padded(0, j)];
    std::uint8_t* touched = &touched_[padded(0, j)];
    for (std::ptrdiff_t i = box_.i0; i <= box_.i1; ++i) {
      const int south = m[i - stride - 1] | m[i - stride] | m[i - stride + 1];
      const int north = m[i + stride - 1] | m[i + stride] | m[i + stride + 1];
      touched[i] = static_cast<std::uint8_t>((south | m[i - 1] | m[i] | m[i + 1] | north) & open[i]);
    }
  }
  clear_modified();
}

void ReferenceKernel::clear_modified() {
  for (int j = box_.j0; j <= box_.j1; ++j) {
    std::fill(&modified_[padded(box_.i0, j)], &modified_[padded(box_.i1, j)] + 1, std::uint8_t{0});
  }
}

void ReferenceKernel::relax() {
  const Limits limits{rise_, rise_diagonal_, nx_ + 2};
  for (int pass = 0; pass < params_.repose_passes && box_.i0 <= box_.i1; ++pass) {
    grow_modified();
    const Box touched = box_;
    Box moved{nx(), -1, ny(), -1};
    for (int j = touched.j0; j <= touched.j1; ++j) {
      const std::size_t row = padded(0, j);
      for (int i = touched.i0; i <= touched.i1; ++i) {
        const std::size_t at = row + static_cast<std::size_t>(i);
        if (touched_[at] == 0 || !relax_cell({&height_[at], &open_[at], &modified_[at]}, limits)) continue;
        moved = {std::min(moved.i0, i), std::max(moved.i1, i), std::min(moved.j0, j), std::max(moved.j1, j)};
      }
    }
    // A cell's neighbours may have been modified with it.
    box_ = {std::max(moved.i0 - 1, 0), std::min(moved.i1 + 1, nx() - 1), std::max(moved.j0 - 1, 0),
            std::min(moved.j1 + 1, ny() - 1)};
    if (moved.i1 < 0) box_ = moved;
  }
  clear_modified();
}

void ReferenceKernel::step(Vec2 at) {
  const int i = static_cast<int>(std::floor(at.x / params_.cell)),
            j = static_cast<int>(std::floor(at.y / params_.cell));
  box_ = {nx(), -1, ny(), -1};
  for (std::size_t wedge = 0; wedge < inner_.size(); ++wedge) press_wedge(i, j, wedge);
  relax();
}

double ReferenceKernel::volume_mm3() const {
  double sum = 0;
  for (const float h : height_) sum += static_cast<double>(h);
  return sum * params_.cell * params_.cell;
}

std::vector<std::int32_t> ReferenceKernel::save() const {
  std::vector<std::int32_t> words;
  words.reserve(height_.size());
  for (const float h : height_) words.push_back(std::bit_cast<std::int32_t>(h));
  return words;
}

bool ReferenceKernel::restore(std::span<const std::int32_t> words) {
  if (words.size() != height_.size()) return false;
  for (std::size_t k = 0; k < words.size(); ++k) height_[k] = std::bit_cast<float>(words[k]);
  return true;
}

}  // namespace solgel::sand
