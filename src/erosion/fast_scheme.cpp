#include "erosion/fast_scheme.h"

#include <algorithm>

#include "core/cpu.h"
#include "core/parallel.h"
#include "erosion/patch.h"
#include "erosion/tile_kernel.inl"

namespace solgel {

#if defined(SOLGEL_HAS_AVX2_COPIES)
namespace simd_avx2 {
void run_tile(erosion::TileTask&);
}
#endif

namespace erosion {
namespace {

constexpr int kCellsPerDroplet = 32;

// Large tiles lose fewer droplets to their neighbours and give each a longer queue, which keeps lanes busy; small ones
// leave small maps some parallelism.
int tile_size(int nx, int ny) {
  const int shorter = std::min(nx, ny);
  return shorter < 1024 ? 64 : shorter < 2048 ? 128 : 256;
}

TileLoop tile_loop() {
#if defined(SOLGEL_HAS_AVX2_COPIES)
  if (cpu_has_avx2()) return simd_avx2::run_tile;
#endif
  return simd_base::run_tile;
}

}  // namespace

void release(TileTask& task, Droplet d) {
  if (conclude(task.ground, *task.rules, d, task.ledger) == Fate::flows) task.leaving[task.left++] = d;
}

// Tiles of at least `tile` cells, but for a single one; an even number of them where the last meets the first.
FastScheme::Axis FastScheme::cut(int cells, int tile, Border border) {
  int tiles = std::max(1, cells / tile);
  if (border == Border::periodic && tiles > 1) tiles -= tiles % 2;
  Axis axis;
  axis.tile_of.resize(static_cast<std::size_t>(cells));
  for (int t = 0; t <= tiles; ++t) {
    axis.edge.push_back(static_cast<std::int32_t>(static_cast<std::int64_t>(cells) * t / tiles));
    if (t == 0) continue;
    for (int i = axis.edge[static_cast<std::size_t>(t - 1)]; i < axis.edge.back(); ++i) {
      axis.tile_of[static_cast<std::size_t>(i)] = static_cast<std::uint16_t>(t - 1);
    }
  }
  return axis;
}

FastScheme::FastScheme(const Land& land, Border border) {
  const int tile = tile_size(land.nx(), land.ny());
  x_ = cut(land.nx(), tile, border);
  y_ = cut(land.ny(), tile, border);
  queue_.resize(static_cast<std::size_t>(x_.tiles()) * static_cast<std::size_t>(y_.tiles()));
  for (std::size_t ty = 0; ty + 1 < y_.edge.size(); ++ty) {
    for (std::size_t tx = 0; tx + 1 < x_.edge.size(); ++tx) has_walls_.push_back(sees_wall(land, tx, ty) ? 1 : 0);
  }
  capacity_ = std::max<std::int64_t>(8, static_cast<std::int64_t>(land.nx()) * land.ny() / kCellsPerDroplet);
}

bool FastScheme::sees_wall(const Land& land, std::size_t tx, std::size_t ty) const {
  for (std::int32_t j = y_.edge[ty] - kSight; j < y_.edge[ty + 1] + kSight; ++j) {
    const std::int32_t* row = land.row(j);
    for (std::int32_t i = x_.edge[tx] - kSight; i < x_.edge[tx + 1] + kSight; ++i) {
      if (row[i] == Land::kWall) return true;
    }
  }
  return false;
}

std::size_t FastScheme::tile_of(const Droplet& d) const {
  const std::size_t tx = x_.tile_of[static_cast<std::size_t>(d.cell_i())];
  const std::size_t ty = y_.tile_of[static_cast<std::size_t>(d.cell_j())];
  return ty * static_cast<std::size_t>(x_.tiles()) + tx;
}

void FastScheme::add(const Droplet& d) {
  queue_[tile_of(d)].push_back(d);
  ++in_flight_;
}

void FastScheme::round(const Ground& ground, const Rules& rules, Ledger& ledger) {
  for (int colour = 0; colour < 4; ++colour) run_colour(colour, ground, rules, ledger);
  if (ground.account != nullptr) ground.account->settle(*ground.land);
}

void FastScheme::run_colour(int colour, const Ground& ground, const Rules& rules, Ledger& ledger) {
  std::vector<std::size_t> tiles;  // of this colour, with work
  for (int ty = colour / 2; ty < y_.tiles(); ty += 2) {
    for (int tx = colour % 2; tx < x_.tiles(); tx += 2) {
      const std::size_t tile =
          static_cast<std::size_t>(ty) * static_cast<std::size_t>(x_.tiles()) + static_cast<std::size_t>(tx);
      if (!queue_[tile].empty()) tiles.push_back(tile);
    }
  }
  struct Done {
    std::vector<Droplet> leaving;
    Ledger ledger;
  };
  std::vector<Done> done(tiles.size());
  const TileLoop run = tile_loop();
  parallel_for(static_cast<int>(tiles.size()), [&](int block) {
    const std::size_t tile = tiles[static_cast<std::size_t>(block)];
    const std::size_t tx = tile % static_cast<std::size_t>(x_.tiles()),
                      ty = tile / static_cast<std::size_t>(x_.tiles());
    Done& result = done[static_cast<std::size_t>(block)];
    const std::vector<Droplet>& queue = queue_[tile];
    result.leaving.resize(queue.size());
    Account* const account = ground.account;
    TileTask task{.ground = ground,
                  .heights = ground.land->row(0),
                  .stride = ground.land->stride(),
                  .recent = account != nullptr ? account->recent_row(*ground.land, 0) : nullptr,
                  .water = account != nullptr ? account->water.cells().data() : nullptr,
                  .nx = ground.land->nx(),
                  .rules = &rules,
                  .has_walls = has_walls_[tile] != 0,
                  .i0 = x_.edge[tx],
                  .j0 = y_.edge[ty],
                  .i1 = x_.edge[tx + 1],
                  .j1 = y_.edge[ty + 1],
                  .queue = queue.data(),
                  .count = queue.size(),
                  .leaving = result.leaving.data(),
                  .left = 0,
                  .ledger = {}};
    run(task);
    result.leaving.resize(task.left);
    result.ledger = task.ledger;
  });
  for (const std::size_t tile : tiles) {
    in_flight_ -= static_cast<std::int64_t>(queue_[tile].size());
    queue_[tile].clear();
  }
  for (const Done& result : done) {
    ledger.add(result.ledger);
    for (const Droplet& d : result.leaving) add(d);
  }
}

std::vector<Droplet> FastScheme::droplets() const {
  std::vector<Droplet> all;
  for (const std::vector<Droplet>& queue : queue_) all.insert(all.end(), queue.begin(), queue.end());
  return all;
}

}  // namespace erosion
}  // namespace solgel
