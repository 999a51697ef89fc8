// The 4 x 4 samples around a droplet, (i - 1 .. i + 2) x (j - 1 .. j + 2), and what to do at edges, where some of them
// are no ground. Plain code for the few droplets near an edge; the schemes share it.
#pragma once

#include <cstdint>

#include "erosion/droplet.h"
#include "erosion/ground.h"

namespace solgel::erosion {

struct Patch {
  std::int32_t h[4][4];  // [row][column], row 0 in the south

  bool has_wall() const {
    for (const auto& row : h) {
      for (const std::int32_t v : row) {
        if (v == Land::kWall) return true;
      }
    }
    return false;
  }
};

Patch read_patch(const Land& land, int i, int j);

// Gives samples that are no ground a height: beyond an open border linear extrapolation (see Rim), beyond a wall the
// mirror image, beyond a periodic border the other side; a missing sample the height of the droplet's own cell.
void complete_patch(const Ground& ground, const Droplet& d, Patch& patch);

// Subtracts a patch of quanta from the ground. What falls on no ground goes to the mirror image (open, walled), the
// other side (periodic) or, where that is missing too, the droplet's own cell. Nothing is lost.
void take_patch(const Ground& ground, const Droplet& d, const Patch& taken);

// The tent of radius `reach` > 2: takes about `total` quanta around the droplet; returns what was taken, which rounding
// towards zero makes at most `total` in magnitude.
std::int32_t take_wide(const Ground& ground, const Droplet& d, int reach, float total);

// What the masks leave of a transfer in the droplet's cell, such that with what the droplet has carried over nothing is
// taken from ground that is fully hard and nothing at all changes where there is no licence.
float permitted(const Ground& ground, const Droplet& d, float wanted);

// Lays all of the droplet's mass down around it, exactly.
void lay_down(const Ground& ground, const Rules& rules, Droplet& d, Ledger& ledger);

// Stops a move (dx, dy) cells that would end in a wall: it slides along it, or stays.
struct Move {
  float dx, dy;
};
void stop_at_walls(const Ground& ground, Droplet& d, Move& move);

// Brings a droplet that has left a periodic map back on the other side.
void wrap(const Land& land, Droplet& d);

// What has become of a droplet after its step.
enum class Fate { flows, left, ended };
// Finds out and enters it in the ledger. One that has left the map still holds what it carries off; one that has ended
// has laid its mass down.
inline Fate conclude(const Ground& ground, const Rules& rules, Droplet& d, Ledger& ledger) {
  const Land& land = *ground.land;
  if (ground.border == Border::periodic) wrap(land, d);
  const bool has_left = !land.contains(d.cell_i(), d.cell_j());
  const bool is_dry = d.volume < rules.min_volume;
  if (!has_left && !is_dry && d.age < rules.longest_age) return Fate::flows;
  ++ledger.ended;
  if (has_left) {
    ledger.carried_off += d.mass;
    return Fate::left;
  }
  ledger.aged += is_dry ? 0 : 1;
  lay_down(ground, rules, d, ledger);
  return Fate::ended;
}

// Adds a step's water to the account of the cell under the droplet, which it leaves.
void account_water(Account& account, const Droplet& d, float way, float time);

// Position after a move: cell steps -1 to 1 and a fraction in [0, 1).
struct Place {
  std::int32_t step;
  float fraction;
};
inline Place place_after(float f, float move) {
  constexpr float kBelowOne = 1 - 0x1p-24f;
  const float u = f + move;
  const std::int32_t k = static_cast<std::int32_t>(u + 1.0f) - 1;
  float rest = u - static_cast<float>(k);
  rest = rest > 0.0f ? rest : 0.0f;
  return {k, rest < kBelowOne ? rest : kBelowOne};
}

}  // namespace solgel::erosion
