#include "erosion/patch.h"

#include <algorithm>
#include <cmath>

namespace solgel::erosion {
namespace {

constexpr int kOutside = -1;

// Sample i of an axis with n: itself, the other side, the mirror image, or kOutside beyond an open border.
int inside(int i, int n, Border border) {
  if (i >= 0 && i < n) return i;
  if (border == Border::periodic) return i < 0 ? i + n : i - n;
  if (border == Border::walled) return i < 0 ? -1 - i : 2 * n - 1 - i;
  return kOutside;
}
// The same, with the mirror image beyond an open border.
int mirrored(int i, int n, Border border) {
  return inside(i, n, border == Border::open ? Border::walled : border);
}

std::int32_t clamped(std::int64_t height) {
  constexpr std::int64_t kMost = std::int64_t{1} << 30;
  return static_cast<std::int32_t>(std::clamp(height, -kMost, kMost));
}

// Continues four samples of which those not `known` lie at one or both ends, falling outwards by no more than
// `low_fall` and `high_fall` a sample.
void extrapolate(std::int32_t* h, int spacing, const bool known[4], std::int32_t low_fall, std::int32_t high_fall) {
  int first = 0, last = 3;
  while (first < 3 && !known[first]) ++first;
  while (last > 0 && !known[last]) --last;
  const std::int64_t low = h[first * spacing], high = h[last * spacing];
  const std::int64_t fall_low = last > first ? std::min<std::int64_t>(h[(first + 1) * spacing] - low, low_fall) : 0;
  const std::int64_t fall_high = last > first ? std::min<std::int64_t>(h[(last - 1) * spacing] - high, high_fall) : 0;
  for (int k = 0; k < first; ++k) h[k * spacing] = clamped(low - (first - k) * fall_low);
  for (int k = last + 1; k < 4; ++k) h[k * spacing] = clamped(high - (k - last) * fall_high);
}

bool blocked(const Ground& ground, const Droplet& d, Move move) {
  const Place x = place_after(d.fx, move.dx), y = place_after(d.fy, move.dy);
  Droplet moved = d;
  moved.i += x.step;
  moved.j += y.step;
  moved.fx = x.fraction;
  moved.fy = y.fraction;
  const Land& land = *ground.land;
  if (ground.border == Border::periodic) wrap(land, moved);
  const int i = moved.cell_i(), j = moved.cell_j();
  if (!land.contains(i, j)) return ground.border == Border::walled;
  return land.is_wall(i, j);
}

// Where a change at sample (i, j) of the patch of `d` ends up.
struct Cell {
  int i, j;
};
Cell landing(const Ground& ground, const Droplet& d, int i, int j) {
  const Land& land = *ground.land;
  const Cell cell{mirrored(i, land.nx(), ground.border), mirrored(j, land.ny(), ground.border)};
  if (land.contains(cell.i, cell.j) && !land.is_wall(cell.i, cell.j)) return cell;
  return {d.cell_i(), d.cell_j()};
}

void take(const Ground& ground, Cell cell, std::int32_t quanta) {
  ground.land->row(cell.j)[cell.i] -= quanta;
  if (ground.account != nullptr && quanta > 0) ground.account->recent_row(*ground.land, cell.j)[cell.i] += quanta;
}

}  // namespace

Patch read_patch(const Land& land, int i, int j) {
  Patch patch;
  for (int r = 0; r < 4; ++r) {
    const std::int32_t* row = land.row(j - 1 + r) + (i - 1);
    for (int c = 0; c < 4; ++c) patch.h[r][c] = row[c];
  }
  return patch;
}

void complete_patch(const Ground& ground, const Droplet& d, Patch& patch) {
  const Land& land = *ground.land;
  const std::int32_t own = land.row(d.cell_j())[d.cell_i()];
  bool known_column[4], known_row[4];
  for (int k = 0; k < 4; ++k) {
    known_column[k] = inside(d.i - 1 + k, land.nx(), ground.border) != kOutside;
    known_row[k] = inside(d.j - 1 + k, land.ny(), ground.border) != kOutside;
  }
  for (int r = 0; r < 4; ++r) {
    if (!known_row[r]) continue;
    for (int c = 0; c < 4; ++c) {
      if (!known_column[c] || patch.h[r][c] != Land::kWall) continue;
      const int i = inside(d.i - 1 + c, land.nx(), ground.border), j = inside(d.j - 1 + r, land.ny(), ground.border);
      const std::int32_t h = land.row(j)[i];
      patch.h[r][c] = h == Land::kWall ? own : h;
    }
  }
  if (ground.border != Border::open) return;
  const Rim& rim = *ground.rim;
  for (int r = 0; r < 4; ++r) {
    const std::size_t j = static_cast<std::size_t>(std::clamp(d.j - 1 + r, 0, land.ny() - 1));
    if (known_row[r]) extrapolate(patch.h[r], 1, known_column, rim.west[j], rim.east[j]);
  }
  for (int c = 0; c < 4; ++c) {
    const std::size_t i = static_cast<std::size_t>(std::clamp(d.i - 1 + c, 0, land.nx() - 1));
    extrapolate(&patch.h[0][c], 4, known_row, rim.south[i], rim.north[i]);
  }
}

void take_patch(const Ground& ground, const Droplet& d, const Patch& taken) {
  for (int r = 0; r < 4; ++r) {
    for (int c = 0; c < 4; ++c) take(ground, landing(ground, d, d.i - 1 + c, d.j - 1 + r), taken.h[r][c]);
  }
}

std::int32_t take_wide(const Ground& ground, const Droplet& d, int reach, float total) {
  float weight_x[2 * Rules::kMostReach], weight_y[2 * Rules::kMostReach];
  const float scale = 1.0f / static_cast<float>(reach);
  for (int k = 0; k < 2 * reach; ++k) {
    const float at = static_cast<float>(k + 1 - reach);
    weight_x[k] = scale * (1.0f - scale * std::abs(at - d.fx));
    weight_y[k] = scale * (1.0f - scale * std::abs(at - d.fy));
  }
  std::int32_t sum = 0;
  for (int r = 0; r < 2 * reach; ++r) {
    const float row = total * std::max(0.0f, weight_y[r]);
    for (int c = 0; c < 2 * reach; ++c) {
      const std::int32_t quanta = static_cast<std::int32_t>(row * std::max(0.0f, weight_x[c]));
      if (quanta == 0) continue;
      take(ground, landing(ground, d, d.i + 1 - reach + c, d.j + 1 - reach + r), quanta);
      sum += quanta;
    }
  }
  return sum;
}

float permitted(const Ground& ground, const Droplet& d, float wanted) {
  const int i = d.cell_i(), j = d.cell_j();
  if (ground.softness != nullptr) {
    const float softness = (*ground.softness)(i, j);
    if (wanted > 0.0f) wanted *= softness;
    if (softness <= 0.0f) wanted = std::min(wanted, std::min(0.0f, -d.remainder));
  }
  if (ground.licence != nullptr) {
    const float licence = (*ground.licence)(i, j);
    wanted = licence > 0.0f ? wanted * licence : -d.remainder;
  }
  return wanted;
}

void lay_down(const Ground& ground, const Rules& rules, Droplet& d, Ledger& ledger) {
  if (d.mass == 0) return;
  const Cell own{d.cell_i(), d.cell_j()};
  if (ground.licence != nullptr && (*ground.licence)(own.i, own.j) <= 0) {
    ledger.carried_off += d.mass;  // protected ground takes nothing
  } else {
    const std::int32_t laid = -take_wide(ground, d, rules.reach, -static_cast<float>(d.mass));
    take(ground, own, laid - d.mass);
    ledger.deposited += d.mass;
  }
  d.mass = 0;
}

void stop_at_walls(const Ground& ground, Droplet& d, Move& move) {
  if (!blocked(ground, d, move)) return;
  if (!blocked(ground, d, {move.dx, 0})) {
    d.vy = move.dy = 0;
  } else if (!blocked(ground, d, {0, move.dy})) {
    d.vx = move.dx = 0;
  } else {
    d.vx = d.vy = move.dx = move.dy = 0;
  }
}

void wrap(const Land& land, Droplet& d) {
  const int i = d.cell_i(), j = d.cell_j();
  d.i += i < 0 ? land.nx() : i >= land.nx() ? -land.nx() : 0;
  d.j += j < 0 ? land.ny() : j >= land.ny() ? -land.ny() : 0;
}

void account_water(Account& account, const Droplet& d, float way, float time) {
  constexpr float kPerUnit = static_cast<float>(Account::kPerUnit);
  const float scaled = kPerUnit * d.volume;
  Water& water = account.water(d.cell_i(), d.cell_j());
  water.flow += static_cast<std::uint64_t>(static_cast<std::int32_t>(scaled * way));
  water.moisture += static_cast<std::uint64_t>(static_cast<std::int32_t>(scaled * time));
}

}  // namespace solgel::erosion
