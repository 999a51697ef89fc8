#include "erosion/droplet.h"

#include <algorithm>
#include <cmath>
#include <string>

namespace solgel::erosion {
namespace {

// Model time after which a droplet ends whatever it still holds, in steps of the model text.
constexpr double kLongestLife = 5000;
// Keeps a step below one cell after rounding: h(new) is read from the patch of h(old).
constexpr double kBelowOneCell = 1 - 0x1p-20;

float real(double value) {
  return static_cast<float>(value);
}

}  // namespace

Result<Rules> make_rules(const Params& params, const MapScale& scale, const Land& land) {
  const double cell = std::min(scale.cell_x, scale.cell_y);
  const double shorter = std::min(land.nx() * scale.cell_x, land.ny() * scale.cell_y);
  const double asked = params.unit > 0 ? params.unit : shorter / 128;
  const double cs = std::min(1.0, cell / asked);
  if (1 / cs > Rules::kMostCellsPerUnit) {
    return fail({.found = "a unit is " + number_text(1 / cs) + " cells",
                 .allowed = "allowed " + std::to_string(Rules::kMostCellsPerUnit),
                 .remedy = "lower the unit to " + number_text(Rules::kMostCellsPerUnit * cell)});
  }
  const double unit = cell / cs;
  const double quantum = land.quantum() * scale.value_length / unit;  // in units
  const double reach = std::max(2.0, std::round(params.radius * unit / cell));
  if (reach > Rules::kMostReach) {
    return fail({.found = "radius reaches " + number_text(reach) + " cells",
                 .allowed = "allowed " + std::to_string(Rules::kMostReach) + " cells",
                 .remedy = "lower the radius to " + number_text(std::floor(10 * Rules::kMostReach * cs) / 10) +
                           " units or the resolution"});
  }
  const double dt = params.dt;
  Rules rules{};
  rules.cs = cs;
  rules.slope_x = real(0.5 * quantum * unit / scale.cell_x);
  rules.slope_y = real(0.5 * quantum * unit / scale.cell_y);
  rules.push = real(dt * cs / params.density);
  // The text's step of 1.2 moves a cell at most; a longer one does not move further.
  rules.v_max = real(kBelowOneCell / std::max(1.2, dt));
  rules.move_x = real(dt * cell / scale.cell_x);
  rules.move_y = real(dt * cell / scale.cell_y);
  rules.drag = real(1 - dt * cs * params.friction);
  rules.per_cs = real(1 / cs);
  rules.rate = real(dt * cs * params.deposition_rate);
  rules.keep = real(1 - dt * cs * params.evaporation);
  rules.step_time = real(dt * cs);
  rules.min_volume = real(params.min_volume);
  rules.base_level = real(std::max(-0x1p40, (params.base_level - land.lowest()) / land.quantum()));
  rules.longest_age = static_cast<std::int32_t>(std::ceil(kLongestLife / cs));
  rules.reach = static_cast<int>(reach);
  return rules;
}

}  // namespace solgel::erosion
