#include "sand/coverage.h"

#include <algorithm>
#include <cmath>

namespace solgel::sand {
namespace {

double reach_x(const Params& p) {
  return p.is_round() ? p.diameter : p.width;
}
double reach_y(const Params& p) {
  return p.is_round() ? p.diameter : p.height;
}

}  // namespace

Coverage::Coverage(const Params& p)
    : params_(p),
      cell_(p.ball_radius / 8),
      // Sand deeper than the radius touches the ball over its whole width.
      contact_(p.depth < p.ball_radius ? std::sqrt(2 * p.ball_radius * p.depth - p.depth * p.depth) : p.ball_radius),
      passes_(static_cast<int>(std::ceil(reach_x(p) / cell_)), static_cast<int>(std::ceil(reach_y(p) / cell_)), 0),
      last_(passes_.nx(), passes_.ny(), 0) {}

void Coverage::visit(Vec2 at) {
  if (next_mark_ > 0) travelled_ += distance(at_, at);
  at_ = at;
  if (travelled_ < next_mark_) return;
  next_mark_ = travelled_ + cell_;
  mark(at);
}

void Coverage::mark(Vec2 at) {
  const double apart = 4 * params_.ball_radius;
  const int j0 = std::max(0, static_cast<int>(std::ceil((at.y - contact_) / cell_ - 0.5)));
  const int j1 = std::min(passes_.ny() - 1, static_cast<int>(std::floor((at.y + contact_) / cell_ - 0.5)));
  for (int j = j0; j <= j1; ++j) {
    const double dy = (j + 0.5) * cell_ - at.y, half = std::sqrt(std::max(0.0, contact_ * contact_ - dy * dy));
    const int i0 = std::max(0, static_cast<int>(std::ceil((at.x - half) / cell_ - 0.5)));
    const int i1 = std::min(passes_.nx() - 1, static_cast<int>(std::floor((at.x + half) / cell_ - 0.5)));
    for (int i = i0; i <= i1; ++i) {
      std::uint8_t& passes = passes_(i, j);
      if ((passes == 0 || travelled_ - static_cast<double>(last_(i, j)) > apart) && passes < 255) ++passes;
      last_(i, j) = static_cast<float>(travelled_);
    }
  }
}

CoverageFigures Coverage::figures(double path_mm) const {
  std::int64_t reachable = 0, swept = 0, dense = 0;
  const double r = params_.diameter / 2;
  for (int j = 0; j < passes_.ny(); ++j) {
    for (int i = 0; i < passes_.nx(); ++i) {
      if (params_.is_round() && distance({(i + 0.5) * cell_, (j + 0.5) * cell_}, {r, r}) > r) continue;
      ++reachable;
      swept += passes_(i, j) > 0 ? 1 : 0;
      dense += passes_(i, j) > 2 ? 1 : 0;
    }
  }
  CoverageFigures f{.contact_width_mm = 2 * contact_};
  if (reachable > 0) f.swept_fraction = static_cast<double>(swept) / static_cast<double>(reachable);
  if (path_mm > 0) f.spacing_mm = static_cast<double>(swept) * cell_ * cell_ / path_mm;
  if (swept > 0) f.dense_fraction = static_cast<double>(dense) / static_cast<double>(swept);
  return f;
}

}  // namespace solgel::sand
