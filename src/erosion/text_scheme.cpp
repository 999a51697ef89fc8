#include "erosion/text_scheme.h"

#include <algorithm>
#include <cmath>

#include "core/vec.h"

namespace solgel::erosion {
namespace {

constexpr std::uint64_t kLongestLife = 5000;  // steps; a droplet in a hollow that never evaporates has no other end

Vec2 normal(const Grid<double>& h, int i, int j) {
  const int west = std::max(i - 1, 0), east = std::min(i + 1, h.nx() - 1);
  const int south = std::max(j - 1, 0), north = std::min(j + 1, h.ny() - 1);
  const Vec2 slope{(h(east, j) - h(west, j)) / (east - west), (h(i, north) - h(i, south)) / (north - south)};
  return -1 / std::sqrt(1 + dot(slope, slope)) * slope;
}

}  // namespace

TextScheme::TextScheme(const Params& params, const Grid<double>& heights, double value_units)
    : params_(params), value_units_(value_units), height_(heights) {
  for (double& h : height_.cells()) h *= value_units;
}

void TextScheme::run(Start start) {
  const double dt = params_.dt;
  Vec2 position{start.x, start.y}, speed;
  double volume = 1, sediment = 0;
  for (std::uint64_t age = 0; volume >= params_.min_volume; ++age) {
    if (age == kLongestLife) {
      ++totals_.aged;
      break;
    }
    const int i = static_cast<int>(position.x), j = static_cast<int>(position.y);
    speed = speed + dt / (volume * params_.density) * normal(height_, i, j);
    position = position + dt * speed;
    speed = (1 - dt * params_.friction) * speed;

    const bool has_left =
        !(position.x >= 0 && position.y >= 0 && position.x < height_.nx() && position.y < height_.ny());
    const double below = has_left ? height_(i, j) : height_(static_cast<int>(position.x), static_cast<int>(position.y));
    const double c_eq = std::max(0.0, volume * length(speed) * (height_(i, j) - below));
    const double c_diff = c_eq - sediment;
    const double taken = dt * volume * params_.deposition_rate * c_diff;
    sediment += dt * params_.deposition_rate * c_diff;
    height_(i, j) -= taken;
    (taken > 0 ? totals_.eroded : totals_.deposited) += std::abs(taken);
    volume *= 1 - dt * params_.evaporation;
    ++totals_.steps;
    if (has_left) {
      totals_.carried_off += volume * sediment;
      break;
    }
  }
  ++totals_.ended;
}

}  // namespace solgel::erosion
