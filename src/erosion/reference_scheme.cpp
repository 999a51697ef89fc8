#include "erosion/reference_scheme.h"

#include <cmath>
#include <cstdlib>

#include "erosion/patch.h"

namespace solgel::erosion {
namespace {

// As the fast scheme's lanes have them, to the sign of zero.
float least(float a, float b) {
  return a < b ? a : b;
}
float most(float a, float b) {
  return a > b ? a : b;
}

// Heights relative to sample (i, j): differences are exact, and single precision then holds them.
struct Relief {
  float h[4][4];
};
Relief relief(const Patch& patch) {
  Relief relief;
  for (int r = 0; r < 4; ++r) {
    for (int c = 0; c < 4; ++c) relief.h[r][c] = static_cast<float>(patch.h[r][c] - patch.h[1][1]);
  }
  return relief;
}

float lerp(float a, float b, float f) {
  return a + f * (b - a);
}

float bilinear(const Relief& relief, int i, int j, float fx, float fy) {
  const float low = lerp(relief.h[j][i], relief.h[j][i + 1], fx);
  const float high = lerp(relief.h[j + 1][i], relief.h[j + 1][i + 1], fx);
  return lerp(low, high, fy);
}

struct Slope {
  float x, y;
};
// Central differences at the four samples around the droplet, blended.
Slope slope(const Relief& relief, const Droplet& d, const Rules& rules) {
  const auto& h = relief.h;
  const float south = lerp(h[1][2] - h[1][0], h[1][3] - h[1][1], d.fx);
  const float north = lerp(h[2][2] - h[2][0], h[2][3] - h[2][1], d.fx);
  const float west = lerp(h[2][1] - h[0][1], h[3][1] - h[1][1], d.fy);
  const float east = lerp(h[2][2] - h[0][2], h[3][2] - h[1][2], d.fy);
  return {rules.slope_x * lerp(south, north, d.fy), rules.slope_y * lerp(west, east, d.fx)};
}

// v += dt cs n_h / (V density), bounded. Returns |v|.
float accelerate(Droplet& d, Slope g, const Rules& rules) {
  const float push = rules.push / (d.volume * std::sqrt(1.0f + (g.x * g.x + g.y * g.y)));
  d.vx -= push * g.x;
  d.vy -= push * g.y;
  const float speed = std::sqrt(d.vx * d.vx + d.vy * d.vy);
  const float bound = least(1.0f, rules.v_max / speed);
  d.vx *= bound;
  d.vy *= bound;
  return least(speed, rules.v_max);
}

// What the droplet would take from the ground (> 0) or lay down (< 0), in quanta.
float transfer(const Droplet& d, const Rules& rules, float speed, float drop, bool under_water) {
  const float downhill = most(drop, 0.0f);
  const float capacity = under_water ? 0.0f : d.volume * d.volume * speed * downhill * rules.per_cs;
  const float wanted = rules.rate * (capacity - static_cast<float>(d.mass));
  return most(least(wanted, 0.25f * downhill), least(drop, -0.25f * drop));
}

// Takes `total` quanta with the tent of radius 2; returns what rounding made of it.
std::int32_t take(const Ground& ground, const Droplet& d, float total, bool at_edge) {
  const float scaled = total * 0.0625f;
  const float weight_x[4] = {1.0f - d.fx, 2.0f - d.fx, 1.0f + d.fx, d.fx};
  const float weight_y[4] = {1.0f - d.fy, 2.0f - d.fy, 1.0f + d.fy, d.fy};
  Patch taken;
  std::int32_t sum = 0;
  for (int r = 0; r < 4; ++r) {
    const float row = scaled * weight_y[r];
    for (int c = 0; c < 4; ++c) {
      taken.h[r][c] = static_cast<std::int32_t>(row * weight_x[c]);
      sum += taken.h[r][c];
    }
  }
  if (at_edge || ground.account != nullptr) {
    take_patch(ground, d, taken);
    return sum;
  }
  for (int r = 0; r < 4; ++r) {
    std::int32_t* row = ground.land->row(d.j - 1 + r) + (d.i - 1);
    for (int c = 0; c < 4; ++c) row[c] -= taken.h[r][c];
  }
  return sum;
}

void exchange(const Ground& ground, const Rules& rules, Droplet& d, float wanted, bool at_edge, Ledger& ledger) {
  if (ground.softness != nullptr || ground.licence != nullptr) wanted = permitted(ground, d, wanted);
  const float room = static_cast<float>(0x40000000 - d.mass);  // keeps the load within 31 bits
  const float total = least(most(wanted + d.remainder, -static_cast<float>(d.mass)), room);
  const std::int32_t taken =
      rules.reach > 2 ? take_wide(ground, d, rules.reach, total) : take(ground, d, total, at_edge);
  d.remainder = total - static_cast<float>(taken);
  d.mass += taken;
  (taken > 0 ? ledger.eroded : ledger.deposited) += std::abs(taken);
}

}  // namespace

Fate step(const Ground& ground, const Rules& rules, Droplet& d, Ledger& ledger) {
  const Land& land = *ground.land;
  Patch patch = read_patch(land, d.i, d.j);
  const bool at_edge = patch.has_wall();
  if (at_edge) complete_patch(ground, d, patch);
  const Relief h = relief(patch);

  float speed = accelerate(d, slope(h, d, rules), rules);
  Move move{rules.move_x * d.vx, rules.move_y * d.vy};
  if (at_edge) stop_at_walls(ground, d, move);
  const Place x = place_after(d.fx, move.dx), y = place_after(d.fy, move.dy);
  d.vx *= rules.drag;
  d.vy *= rules.drag;
  speed *= rules.drag;

  const float here = bilinear(h, 1, 1, d.fx, d.fy);
  const float drop = here - bilinear(h, 1 + x.step, 1 + y.step, x.fraction, y.fraction);
  const bool under_water = static_cast<float>(patch.h[1][1]) + here < rules.base_level;
  exchange(ground, rules, d, transfer(d, rules, speed, drop, under_water), at_edge, ledger);
  if (ground.account != nullptr) {
    const float way = std::sqrt(move.dx * move.dx + move.dy * move.dy);
    account_water(*ground.account, d, way, rules.step_time);
  }

  d.i += x.step;
  d.j += y.step;
  d.fx = x.fraction;
  d.fy = y.fraction;
  d.volume *= rules.keep;
  ++d.age;
  ++ledger.steps;
  return conclude(ground, rules, d, ledger);
}

void run(const Ground& ground, const Rules& rules, Droplet d, Ledger& ledger) {
  while (step(ground, rules, d, ledger) == Fate::flows) {
  }
}

}  // namespace solgel::erosion
