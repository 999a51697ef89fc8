#include "sand/footprint.h"

#include <algorithm>
#include <cmath>

#include "core/math.h"
#include "core/vec.h"

namespace solgel::sand {
namespace {

struct Polar {
  Footprint::Cell cell;
  double distance;  // of the centre from the axis, cells
  double turn;      // angle of the centre in wedges, [0, segments)
};

Polar polar(Footprint::Cell cell, double x, double y, int segments) {
  const double turn = (math::atan2(y, x) + kPi) / (2 * kPi) * segments;
  return {cell, length(Vec2{x, y}), turn >= segments ? 0.0 : turn};
}

// Share of a box of angular width `width` (wedges, at most 1) around `turn` that each of its two wedges covers.
Footprint::Share share(const Polar& p, Vec2 offset, int segments) {
  if (p.distance < 1) return {static_cast<std::uint16_t>(Footprint::common_pool(segments)), 0};
  // Width of a unit square across the radius: |cos| + |sin|; a quarter less than that spans most of its area.
  const double across = (std::fabs(offset.x) + std::fabs(offset.y)) / p.distance;
  const double width = std::min(1.0, across / p.distance * segments / (2 * kPi));
  const double low = p.turn - width / 2;
  const double wedge = std::floor(low);
  const double beyond = std::clamp((low + width - (wedge + 1)) / width, 0.0, 1.0);
  const int index = (static_cast<int>(wedge) + segments) % segments;
  return {static_cast<std::uint16_t>(index),
          static_cast<std::uint16_t>(std::lround(beyond * (1 << Footprint::kWeightBits)))};
}

void sort_into(std::vector<std::vector<Polar>>& wedges, std::vector<Footprint::Cell>& cells, std::vector<int>& start) {
  start.assign(1, 0);
  for (std::vector<Polar>& wedge : wedges) {
    std::sort(wedge.begin(), wedge.end(), [](const Polar& a, const Polar& b) {
      if (a.distance != b.distance) return a.distance < b.distance;
      return a.cell.dj != b.cell.dj ? a.cell.dj < b.cell.dj : a.cell.di < b.cell.di;
    });
    for (const Polar& p : wedge) cells.push_back(p.cell);
    start.push_back(static_cast<int>(cells.size()));
  }
}

}  // namespace

Footprint::Footprint(const FootprintShape& shape, double phase_x, double phase_y)
    : reach_(static_cast<int>(std::ceil(shape.radius / shape.cell)) + 2) {
  const double r = shape.radius / shape.cell;  // cells
  const auto segments = static_cast<std::size_t>(shape.segments);
  std::vector<std::vector<Polar>> inner(segments), spill(segments);
  share_.assign(static_cast<std::size_t>(row_length()) * static_cast<std::size_t>(2 * reach_ + 1), Share{0, 0});
  for (int dj = -reach_; dj <= reach_; ++dj) {
    for (int di = -reach_; di <= reach_; ++di) {
      const Vec2 offset{di + 0.5 - phase_x, dj + 0.5 - phase_y};
      const Polar p =
          polar({static_cast<std::int16_t>(di), static_cast<std::int16_t>(dj)}, offset.x, offset.y, shape.segments);
      if (p.distance > r + 1) continue;
      share_[static_cast<std::size_t>((dj + reach_) * row_length() + reach_ + kMargin + di)] =
          share(p, offset, shape.segments);
      (p.distance <= r ? inner : spill)[static_cast<std::size_t>(p.turn)].push_back(p);
    }
  }
  sort_into(inner, inner_, inner_start_);
  sort_into(spill, spill_, spill_start_);
}

Footprints::Footprints(const FootprintShape& shape) {
  constexpr double kMostBytes = 100e6;
  const double side = 2 * (shape.radius / shape.cell + 10);
  phases_ = 8;
  while (phases_ > 1 && side * side * 8 * phases_ * phases_ > kMostBytes) phases_ /= 2;
  table_.reserve(static_cast<std::size_t>(phases_ * phases_));
  for (int py = 0; py < phases_; ++py) {
    for (int px = 0; px < phases_; ++px) table_.emplace_back(shape, (px + 0.5) / phases_, (py + 0.5) / phases_);
  }
}

}  // namespace solgel::sand
