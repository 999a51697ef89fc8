#include "sand/reference_kernel.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "core/math.h"
#include "sand/fast_kernel.h"

namespace solgel::sand {

ReferenceKernel::ReferenceKernel(const Params& params)
    : params_(params),
      height_(table_size(params).nx, table_size(params).ny, static_cast<float>(params.depth)),
      touched_(height_.nx(), height_.ny(), 0),
      inner_(static_cast<std::size_t>(params.segments)),
      spill_(static_cast<std::size_t>(params.segments)) {
  for (int j = 0; j < ny(); ++j) {
    for (int i = 0; i < nx(); ++i) {
      if (is_wall(i, j)) height_(i, j) = 0;
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
    std::stable_sort(ranked[w].begin(), ranked[w].end(), [](const Ranked& a, const Ranked& b) { return a.distance2 < b.distance2; });
    for (const Ranked& c : ranked[w]) inner_[w].push_back(c.cell);
  }
}

bool ReferenceKernel::is_wall(int i, int j) const { return outside_table(params_, i, j); }

void ReferenceKernel::touch(int i, int j) {
  for (int y = std::max(j - 1, 0); y <= std::min(j + 1, ny() - 1); ++y) {
    for (int x = std::max(i - 1, 0); x <= std::min(i + 1, nx() - 1); ++x) touched_(x, y) = 1;
  }
  box_ = {std::min(box_.i0, std::max(i - 1, 0)), std::max(box_.i1, std::min(i + 1, nx() - 1)),
          std::min(box_.j0, std::max(j - 1, 0)), std::max(box_.j1, std::min(j + 1, ny() - 1))};
}

void ReferenceKernel::press_wedge(int i, int j, std::size_t wedge) {
  float volume = 0;  // in heights; every cell has the same area
  for (const Cell& c : inner_[wedge]) {
    if (!open(i + c.di, j + c.dj)) continue;
    float& h = height_(i + c.di, j + c.dj);
    if (h <= c.under) continue;
    volume += h - c.under;
    h = c.under;
    touch(i + c.di, j + c.dj);
  }
  for (const Cell& c : inner_[wedge]) {
    if (volume <= 0) break;
    if (!open(i + c.di, j + c.dj)) continue;
    float& h = height_(i + c.di, j + c.dj);
    const float fill = std::min(c.under - h, volume);
    if (fill <= 0) continue;
    h += fill;
    volume -= fill;
    touch(i + c.di, j + c.dj);
  }
  if (volume <= 0 || spill_[wedge].empty()) return;
  const float share = volume / static_cast<float>(spill_[wedge].size());
  for (const Cell& c : spill_[wedge]) {
    if (!open(i + c.di, j + c.dj)) continue;  // lost at the wall, as in the text
    height_(i + c.di, j + c.dj) += share;
    touch(i + c.di, j + c.dj);
  }
}

bool ReferenceKernel::relax_cell(int i, int j) {
  constexpr int kNeighbours[8][2] = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}, {1, 1}, {-1, 1}, {1, -1}, {-1, -1}};
  bool moved = false;
  for (int k = 0; k < 8; ++k) {
    const int x = i + kNeighbours[k][0], y = j + kNeighbours[k][1];
    if (!open(x, y)) continue;
    float &a = height_(i, j), &b = height_(x, y);
    const float difference = a - b, stands = k < 4 ? rise_ : rise_diagonal_;
    if (std::fabs(difference) <= stands) continue;
    const float half = 0.5f * (std::fabs(difference) - stands);
    a -= difference > 0 ? half : -half;
    b += difference > 0 ? half : -half;
    modified_.push_back(y * nx() + x);
    moved = true;
  }
  if (moved) modified_.push_back(j * nx() + i);
  return moved;
}

void ReferenceKernel::relax() {
  for (int pass = 0; pass < params_.repose_passes; ++pass) {
    modified_.clear();
    const Box box = box_;
    for (int j = box.j0; j <= box.j1; ++j) {
      for (int i = box.i0; i <= box.i1; ++i) {
        if (touched_(i, j) != 0 && open(i, j)) relax_cell(i, j);
      }
    }
    if (modified_.empty()) break;
    for (const int cell : modified_) touch(cell % nx(), cell / nx());
  }
  for (int j = box_.j0; j <= box_.j1; ++j) {
    std::fill(&touched_(box_.i0, j), &touched_(box_.i0, j) + (box_.i1 - box_.i0 + 1), std::uint8_t{0});
  }
}

void ReferenceKernel::step(Vec2 at) {
  const int i = static_cast<int>(std::floor(at.x / params_.cell)), j = static_cast<int>(std::floor(at.y / params_.cell));
  box_ = {nx(), -1, ny(), -1};
  for (std::size_t wedge = 0; wedge < inner_.size(); ++wedge) press_wedge(i, j, wedge);
  if (box_.i1 >= box_.i0) relax();
}

double ReferenceKernel::volume_mm3() const {
  double sum = 0;
  for (const float h : height_.cells()) sum += static_cast<double>(h);
  return sum * params_.cell * params_.cell;
}

std::vector<std::int32_t> ReferenceKernel::save() const {
  std::vector<std::int32_t> words;
  words.reserve(height_.cells().size());
  for (const float h : height_.cells()) words.push_back(std::bit_cast<std::int32_t>(h));
  return words;
}

bool ReferenceKernel::restore(std::span<const std::int32_t> words) {
  if (words.size() != height_.cells().size()) return false;
  for (std::size_t k = 0; k < words.size(); ++k) height_.cells()[k] = std::bit_cast<float>(words[k]);
  return true;
}

}  // namespace solgel::sand
