// The step of erosion/droplet.h for eight droplets at a time inside a tile: all read, then all write. Compiled once per
// instruction set (see core/simd.h). The same operations in the same order as erosion/reference_scheme.cpp, so one
// droplet alone leaves the same bits.
//
// A lane whose droplet ends or leaves takes the next of the queue. A lane without one computes along and never writes:
// even adding zero would be a race with the neighbours of the tile.

#include "core/simd.h"
#include "erosion/patch.h"
#include "erosion/tile_task.h"

namespace solgel::SOLGEL_SIMD_NAMESPACE {
namespace {

using erosion::Droplet;
using erosion::Ground;
using erosion::Patch;
using erosion::Rules;
using erosion::TileTask;

constexpr unsigned kAll = (1u << kLanes) - 1;

// Eight droplets, member by member.
struct Flock {
  alignas(32) std::int32_t i[kLanes], j[kLanes], mass[kLanes], age[kLanes];
  alignas(32) float fx[kLanes], fy[kLanes], vx[kLanes], vy[kLanes], volume[kLanes], remainder[kLanes];
  alignas(32) std::int32_t corner[kLanes];  // index of sample (i - 1, j - 1)

  SOLGEL_LANE_OP void put(int k, const Droplet& d, std::int32_t at) {
    i[k] = d.i;
    j[k] = d.j;
    mass[k] = d.mass;
    age[k] = d.age;
    fx[k] = d.fx;
    fy[k] = d.fy;
    vx[k] = d.vx;
    vy[k] = d.vy;
    volume[k] = d.volume;
    remainder[k] = d.remainder;
    corner[k] = at;
  }
  SOLGEL_LANE_OP Droplet get(int k) const {
    Droplet d;
    d.i = i[k];
    d.j = j[k];
    d.mass = mass[k];
    d.age = age[k];
    d.fx = fx[k];
    d.fy = fy[k];
    d.vx = vx[k];
    d.vy = vy[k];
    d.volume = volume[k];
    d.remainder = remainder[k];
    return d;
  }
};

SOLGEL_LANE_OP F8 lerp(F8 a, F8 b, F8 f) {
  return a + f * (b - a);
}

struct PlaceLanes {
  I8 step;
  F8 fraction;
};
SOLGEL_LANE_OP PlaceLanes place_after(F8 f, F8 move) {
  const F8 u = f + move;
  const I8 k = truncated(u + splat(1.0f)) - splat(1);
  return {k, min(max(u - converted(k), splat(0.0f)), splat(1 - 0x1p-24f))};
}

// Of three neighbouring values the one at step -1, 0 or 1.
SOLGEL_LANE_OP F8 at_step(I8 step, F8 low, F8 middle, F8 high) {
  return select(splat(0) > step, low, select(step > splat(0), high, middle));
}

// One step of all lanes over the patches p; everything between reading and writing the ground.
struct Step {
  const Rules& rules;
  F8 fx, fy;
  F8 h[4][4];  // relative to sample (i, j)
  I8 base;     // height of that sample

  SOLGEL_LANE_OP Step(const Rules& r, const Flock& flock, const I8 p[4][4])
      : rules(r), fx(load(flock.fx)), fy(load(flock.fy)), base(p[1][1]) {
    for (int row = 0; row < 4; ++row) {
      for (int c = 0; c < 4; ++c) h[row][c] = converted(p[row][c] - base);
    }
  }

  SOLGEL_LANE_OP F8 accelerate(F8 volume, F8& vx, F8& vy) const {
    const F8 south = lerp(h[1][2] - h[1][0], h[1][3] - h[1][1], fx);
    const F8 north = lerp(h[2][2] - h[2][0], h[2][3] - h[2][1], fx);
    const F8 west = lerp(h[2][1] - h[0][1], h[3][1] - h[1][1], fy);
    const F8 east = lerp(h[2][2] - h[0][2], h[3][2] - h[1][2], fy);
    const F8 gx = splat(rules.slope_x) * lerp(south, north, fy), gy = splat(rules.slope_y) * lerp(west, east, fx);
    const F8 one = splat(1.0f), v_max = splat(rules.v_max);
    const F8 push = splat(rules.push) / (volume * sqrt(one + (gx * gx + gy * gy)));
    vx = vx - push * gx;
    vy = vy - push * gy;
    const F8 speed = sqrt(vx * vx + vy * vy);
    const F8 bound = min(one, v_max / speed);
    vx = vx * bound;
    vy = vy * bound;
    return min(speed, v_max);
  }

  SOLGEL_LANE_OP F8 height_here() const { return lerp(lerp(h[1][1], h[1][2], fx), lerp(h[2][1], h[2][2], fx), fy); }
  SOLGEL_LANE_OP F8 height_at(const PlaceLanes& x, const PlaceLanes& y) const {
    F8 row[4];
    for (int r = 0; r < 4; ++r) {
      const F8 a = at_step(x.step, h[r][0], h[r][1], h[r][2]), b = at_step(x.step, h[r][1], h[r][2], h[r][3]);
      row[r] = lerp(a, b, x.fraction);
    }
    return lerp(at_step(y.step, row[0], row[1], row[2]), at_step(y.step, row[1], row[2], row[3]), y.fraction);
  }

  SOLGEL_LANE_OP F8 transfer(F8 volume, F8 mass, F8 speed, F8 here, F8 drop) const {
    const F8 zero = splat(0.0f), quarter = splat(0.25f);
    const F8 downhill = max(drop, zero);
    const I8 dry = converted(base) + here >= splat(rules.base_level);
    const F8 capacity = select(dry, volume * volume * speed * downhill * splat(rules.per_cs), zero);
    const F8 wanted = splat(rules.rate) * (capacity - mass);
    return max(min(wanted, quarter * downhill), min(drop, splat(-0.25f) * drop));
  }
};

SOLGEL_LANE_OP void read_patches(const std::int32_t* heights, int stride, const Flock& flock, I8 p[4][4]) {
  const std::int32_t* place[kLanes];
  for (int k = 0; k < kLanes; ++k) place[k] = heights + flock.corner[k];
  for (int r = 0; r < 4; ++r) {
    load_columns(place, p[r]);
    for (int k = 0; k < kLanes; ++k) place[k] += stride;
  }
}

SOLGEL_LANE_OP unsigned lanes_with_walls(const I8 p[4][4]) {
  I8 lowest = p[0][0];
  for (int k = 1; k < 16; ++k) lowest = min(lowest, p[k / 4][k % 4]);
  return sign_bits(lowest == splat(erosion::Land::kWall));
}

// The slow way for lanes at an edge.
inline void complete(const Ground& ground, const Flock& flock, unsigned which, I8 p[4][4]) {
  std::int32_t plain[4][4][kLanes];
  for (int k = 0; k < 16; ++k) store(plain[k / 4][k % 4], p[k / 4][k % 4]);
  for (int lane = 0; lane < kLanes; ++lane) {
    if ((which >> lane & 1u) == 0) continue;
    Patch patch;
    for (int k = 0; k < 16; ++k) patch.h[k / 4][k % 4] = plain[k / 4][k % 4][lane];
    erosion::complete_patch(ground, flock.get(lane), patch);
    for (int k = 0; k < 16; ++k) plain[k / 4][k % 4][lane] = patch.h[k / 4][k % 4];
  }
  for (int k = 0; k < 16; ++k) p[k / 4][k % 4] = load(plain[k / 4][k % 4]);
}

inline void stop_at_walls(const Ground& ground, const Flock& flock, unsigned which, F8& vx, F8& vy, F8& dx, F8& dy) {
  float v_x[kLanes], v_y[kLanes], d_x[kLanes], d_y[kLanes];
  store(v_x, vx);
  store(v_y, vy);
  store(d_x, dx);
  store(d_y, dy);
  for (int lane = 0; lane < kLanes; ++lane) {
    if ((which >> lane & 1u) == 0) continue;
    Droplet d = flock.get(lane);
    d.vx = v_x[lane];
    d.vy = v_y[lane];
    erosion::Move move{d_x[lane], d_y[lane]};
    erosion::stop_at_walls(ground, d, move);
    v_x[lane] = d.vx;
    v_y[lane] = d.vy;
    d_x[lane] = move.dx;
    d_y[lane] = move.dy;
  }
  vx = load(v_x);
  vy = load(v_y);
  dx = load(d_x);
  dy = load(d_y);
}

inline F8 permitted(const Ground& ground, const Flock& flock, unsigned which, F8 wanted) {
  float w[kLanes];
  store(w, wanted);
  for (int lane = 0; lane < kLanes; ++lane) {
    if ((which >> lane & 1u) != 0) w[lane] = erosion::permitted(ground, flock.get(lane), w[lane]);
  }
  return load(w);
}

SOLGEL_LANE_OP void add_patches(std::int32_t* grid, int stride, const Flock& flock, const I8 p[4][4], unsigned which) {
  std::int32_t* place[kLanes];
  for (int k = 0; k < kLanes; ++k) place[k] = grid + flock.corner[k];
  if (which == kAll) {
    for (int r = 0; r < 4; ++r) {
      add_columns(place, p[r], kAll);
      for (int k = 0; k < kLanes; ++k) place[k] += stride;
    }
  } else {
    for (int r = 0; r < 4; ++r) {
      add_columns(place, p[r], which);
      for (int k = 0; k < kLanes; ++k) place[k] += stride;
    }
  }
}

// Takes `total` from the ground with the tent of radius 2 where nothing is special; returns what was taken.
SOLGEL_LANE_OP I8 take(const TileTask& task, const Flock& flock, F8 total, unsigned active, unsigned plain) {
  const F8 one = splat(1.0f), two = splat(2.0f), fx = load(flock.fx), fy = load(flock.fy);
  const F8 weight_x[4] = {one - fx, two - fx, one + fx, fx}, weight_y[4] = {one - fy, two - fy, one + fy, fy};
  const F8 scaled = total * splat(-0.0625f);  // changes of the ground are what is taken with the other sign
  I8 sum = splat(0), change[4][4];
  for (int r = 0; r < 4; ++r) {
    const F8 row = scaled * weight_y[r];
    for (int c = 0; c < 4; ++c) {
      change[r][c] = truncated(row * weight_x[c]);
      sum = sum + change[r][c];
    }
  }
  add_patches(task.heights, task.stride, flock, change, plain);
  if (task.recent != nullptr) {
    I8 lost[4][4];
    for (int k = 0; k < 16; ++k) lost[k / 4][k % 4] = max(splat(0) - change[k / 4][k % 4], splat(0));
    add_patches(task.recent, task.stride, flock, lost, plain);
  }
  if (active != plain) {
    std::int32_t taken[4][4][kLanes];
    for (int k = 0; k < 16; ++k) store(taken[k / 4][k % 4], splat(0) - change[k / 4][k % 4]);
    for (int lane = 0; lane < kLanes; ++lane) {
      if (((active & ~plain) >> lane & 1u) == 0) continue;
      Patch patch;
      for (int k = 0; k < 16; ++k) patch.h[k / 4][k % 4] = taken[k / 4][k % 4][lane];
      erosion::take_patch(task.ground, flock.get(lane), patch);
    }
  }
  return splat(0) - sum;
}

inline I8 take_wide(const Ground& ground, const Rules& rules, const Flock& flock, F8 total, unsigned active) {
  float t[kLanes];
  std::int32_t taken[kLanes] = {};
  store(t, total);
  for (int lane = 0; lane < kLanes; ++lane) {
    if ((active >> lane & 1u) != 0) taken[lane] = erosion::take_wide(ground, flock.get(lane), rules.reach, t[lane]);
  }
  return load(taken);
}

inline void account_water(const TileTask& task, const Flock& flock, F8 dx, F8 dy, unsigned active) {
  const F8 scaled = splat(static_cast<float>(erosion::Account::kPerUnit)) * load(flock.volume);
  std::int32_t flow[kLanes], moisture[kLanes], cell_i[kLanes], cell_j[kLanes];
  store(flow, truncated(scaled * sqrt(dx * dx + dy * dy)));
  store(moisture, truncated(scaled * splat(task.rules->step_time)));
  store(cell_i, load(flock.i) - (load(flock.fx) >= splat(0.5f)));
  store(cell_j, load(flock.j) - (load(flock.fy) >= splat(0.5f)));
  for (int k = 0; k < kLanes; ++k) {
    if ((active >> k & 1u) == 0) continue;
    erosion::Water& water = task.water[static_cast<std::ptrdiff_t>(cell_j[k]) * task.nx + cell_i[k]];
    water.flow += static_cast<std::uint32_t>(flow[k]);
    water.moisture += static_cast<std::uint32_t>(moisture[k]);
  }
}

// Sums that would overflow 32 bits, in two parts.
struct WideSum {
  I8 low = splat(0), high = splat(0);
  int pending = 0;
  std::int64_t total = 0;

  SOLGEL_LANE_OP void add(I8 v) {  // v >= 0
    low = low + (v & splat(0xffff));
    high = high + (v >> 16);
    if (++pending == 0x4000) flush();
  }
  SOLGEL_LANE_OP void flush() {
    std::int32_t l[kLanes], h[kLanes];
    store(l, low);
    store(h, high);
    for (int k = 0; k < kLanes; ++k) total += (static_cast<std::int64_t>(h[k]) << 16) + l[k];
    low = high = splat(0);
    pending = 0;
  }
};

SOLGEL_LANE_OP I8 lane_mask(unsigned which) {
  std::int32_t m[kLanes];
  for (int k = 0; k < kLanes; ++k) m[k] = (which >> k & 1u) != 0 ? -1 : 0;
  return load(m);
}

// Eight droplets that step together. A second group that takes turns with this one was no faster, though its work is
// independent: the step is bound by the number of operations, not by their latency.
struct Group {
  Flock flock;
  unsigned active = 0;
  I8 active_mask = splat(0);
};

struct TileRun {
  TileTask& task;
  Droplet idle;  // what a lane without a droplet computes on
  std::size_t next = 0;
  std::int64_t net = 0;  // mass that droplets took up here
  WideSum eroded;

  explicit TileRun(TileTask& t) : task(t) {
    idle.i = t.i0;
    idle.j = t.j0;
  }
  std::int32_t corner_of(const Droplet& d) const { return (d.j - 1) * task.stride + d.i - 1; }

  // Gives lanes without a droplet the next ones of the queue.
  inline void refill(Group& g) {
    for (int k = 0; k < kLanes; ++k) {
      if ((g.active >> k & 1u) != 0) continue;
      if (next < task.count) {
        const Droplet& d = task.queue[next++];
        g.flock.put(k, d, corner_of(d));
        net -= d.mass;
        g.active |= 1u << k;
      } else {
        g.flock.put(k, idle, corner_of(idle));
      }
    }
    g.active_mask = lane_mask(g.active);
  }

  inline void release_lanes(Group& g, unsigned done) {
    g.active &= ~done;
    for (int k = 0; k < kLanes; ++k) {
      if ((done >> k & 1u) == 0) continue;
      net += g.flock.mass[k];
      release(task, g.flock.get(k));
    }
  }

  SOLGEL_LANE_OP void step(Group& g);
};

SOLGEL_LANE_OP void TileRun::step(Group& g) {
  const Ground& ground = task.ground;
  const Rules& rules = *task.rules;
  Flock& flock = g.flock;
  I8 p[4][4];
  read_patches(task.heights, task.stride, flock, p);
  const unsigned walls = task.has_walls ? lanes_with_walls(p) : 0, at_edge = walls & g.active;
  if ((walls & ~g.active) != 0) {
    for (int k = 0; k < 16; ++k) p[k / 4][k % 4] = p[k / 4][k % 4] & g.active_mask;  // differences to kWall overflow
  }
  if (at_edge != 0) complete(ground, flock, at_edge, p);
  const Step now(rules, flock, p);

  const F8 volume = load(flock.volume), drag = splat(rules.drag), half = splat(0.5f);
  F8 vx = load(flock.vx), vy = load(flock.vy);
  const F8 speed = now.accelerate(volume, vx, vy) * drag;
  F8 dx = splat(rules.move_x) * vx, dy = splat(rules.move_y) * vy;
  if (at_edge != 0) stop_at_walls(ground, flock, at_edge, vx, vy, dx, dy);
  const PlaceLanes x = place_after(now.fx, dx), y = place_after(now.fy, dy);

  const F8 here = now.height_here();
  const F8 drop = here - now.height_at(x, y);
  const I8 mass = load(flock.mass);
  F8 wanted = now.transfer(volume, converted(mass), speed, here, drop);
  if (ground.softness != nullptr || ground.licence != nullptr) wanted = permitted(ground, flock, g.active, wanted);
  const F8 total =
      min(max(wanted + load(flock.remainder), splat(0.0f) - converted(mass)), converted(splat(0x40000000) - mass));
  const I8 taken = rules.reach > 2 ? take_wide(ground, rules, flock, total, g.active)
                                   : take(task, flock, total, g.active, g.active & ~at_edge);
  if (task.recent != nullptr) account_water(task, flock, dx, dy, g.active);
  eroded.add(max(taken, splat(0)) & g.active_mask);

  const I8 i = load(flock.i) + x.step, j = load(flock.j) + y.step;
  const I8 age = load(flock.age) + splat(1);
  const F8 left = volume * splat(rules.keep);
  store(flock.i, i);
  store(flock.j, j);
  store(flock.corner,
        load(flock.corner) + x.step + (with_sign(splat(task.stride), y.step) & (splat(0) - (y.step & splat(1)))));
  store(flock.fx, x.fraction);
  store(flock.fy, y.fraction);
  store(flock.vx, vx * drag);
  store(flock.vy, vy * drag);
  store(flock.volume, left);
  store(flock.remainder, total - converted(taken));
  store(flock.mass, mass + taken);
  store(flock.age, age);
  task.ledger.steps += static_cast<unsigned>(__builtin_popcount(g.active));

  const I8 cell_i = i - (x.fraction >= half), cell_j = j - (y.fraction >= half);
  const I8 gone = (splat(task.i0) > cell_i) | (cell_i > splat(task.i1 - 1)) | (splat(task.j0) > cell_j) |
                  (cell_j > splat(task.j1 - 1)) | (age > splat(rules.longest_age - 1)) |
                  (splat(-1) ^ (left >= splat(rules.min_volume)));
  const unsigned done = sign_bits(gone) & g.active;
  if (done != 0) release_lanes(g, done);
}

}  // namespace

void run_tile(TileTask& task) {
  TileRun run(task);
  Group group;
  for (;;) {
    if (group.active != kAll) run.refill(group);
    if (group.active == 0) break;
    run.step(group);
  }
  run.eroded.flush();
  task.ledger.eroded += run.eroded.total;
  task.ledger.deposited += run.eroded.total - run.net;
}

}  // namespace solgel::SOLGEL_SIMD_NAMESPACE
