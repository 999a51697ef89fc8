#include "sand/press.h"

#include <algorithm>
#include <cmath>

#include "core/cpu.h"
#include "sand/press_kernel.inl"

namespace solgel {

#if defined(SOLGEL_HAS_AVX2_COPIES)
namespace simd_avx2 {
void lid_row(const sand::LidRowArgs&);
void carve_row(const sand::CarveRowArgs&);
}  // namespace simd_avx2
#endif

namespace sand {
namespace {

struct Loops {
  LidRowLoop lid_row = simd_base::lid_row;
  CarveRowLoop carve_row = simd_base::carve_row;
};

Loops loops() {
#if defined(SOLGEL_HAS_AVX2_COPIES)
  if (cpu_has_avx2()) return {simd_avx2::lid_row, simd_avx2::carve_row};
#endif
  return {};
}

// i0 and i1 are multiples of Bed::kBlock.
void open_lids(Bed& bed, int i0, int i1, int j) {
  std::int32_t* lid = bed.lid_row(j);
  for (int i = i0; i < i1; i += Bed::kBlock) {
    bool walled = false;
    for (int k = i; k < i + Bed::kBlock; ++k) {
      walled |= lid[k] == 0;
      lid[k] = lid[k] == 0 ? 0 : Bed::kOpen;
    }
    bed.covered_row(j)[Bed::block_of(i)] = walled ? Bed::kWalled : 0;
  }
}

// Whether spilt sand may come to rest on a cell of the ring.
bool is_free(const Bed& bed, int i, int j, std::int32_t crest) {
  return !bed.is_wall(i, j) && bed.height_row(j)[i] <= crest;
}

int free_cells(const Bed& bed, const Axis& axis, std::span<const Footprint::Cell> cells, std::int32_t crest) {
  int free = 0;
  for (const Footprint::Cell c : cells) free += is_free(bed, axis.i + c.di, axis.j + c.dj, crest) ? 1 : 0;
  return free;
}

// The lowest open cell of the ring and the rise that spilt sand may have above it.
std::int32_t crest_of(const Bed& bed, const Axis& axis, std::span<const Footprint::Cell> ring, std::int32_t rise) {
  std::int32_t lowest = Bed::kOpen - rise;
  for (const Footprint::Cell c : ring) {
    const int i = axis.i + c.di, j = axis.j + c.dj;
    if (!bed.is_wall(i, j)) lowest = std::min(lowest, bed.height_row(j)[i]);
  }
  return lowest + rise;
}

// Shares `volume` evenly over the free cells among `cells`, of which there are `free`, at least one; the odd units go
// to the first of them.
void spread_evenly(Bed& bed, const Axis& axis, std::span<const Footprint::Cell> cells, int free, std::int32_t crest,
                   std::int64_t volume) {
  const std::int64_t each = volume / free;
  std::int64_t odd = volume % free;
  for (const Footprint::Cell c : cells) {
    const int i = axis.i + c.di, j = axis.j + c.dj;
    if (!is_free(bed, i, j, crest)) continue;
    bed.height_row(j)[i] += static_cast<std::int32_t>(each + (odd > 0 ? 1 : 0));
    if (odd > 0) --odd;
    bed.mark(i, j);
  }
}

// Fills room under the body outward; returns what is left.
std::int64_t fill_wedge(Bed& bed, const Axis& axis, std::span<const Footprint::Cell> cells, std::int64_t volume) {
  std::int32_t* height = bed.height_row(axis.j) + axis.i;
  const std::int32_t* lid = bed.lid_row(axis.j) + axis.i;
  const std::ptrdiff_t stride = bed.stride();
  for (const Footprint::Cell c : cells) {
    const std::ptrdiff_t at = c.dj * stride + c.di;
    const std::int32_t room = lid[at] - height[at];
    if (room <= 0) continue;
    const std::int64_t fill = std::min<std::int64_t>(room, volume);
    height[at] += static_cast<std::int32_t>(fill);
    bed.mark(axis.i + c.di, axis.j + c.dj);
    volume -= fill;
    if (volume == 0) break;
  }
  return volume;
}

}  // namespace

Axis axis_at(Vec2 at) {
  const double i = std::floor(at.x), j = std::floor(at.y);
  return {static_cast<int>(i), static_cast<int>(j), at.x - i, at.y - j};
}

Window window_around(const Bed& bed, const Axis& axis, int reach) {
  const int mask = ~(Bed::kBlock - 1);
  Window w;
  w.i0 = std::max(axis.i - reach, -Bed::kHalo) & mask;
  w.i1 = std::min((axis.i + reach + Bed::kBlock) & mask, bed.stride() - Bed::kHalo);
  w.j0 = std::max(axis.j - reach, 0);
  w.j1 = std::min(axis.j + reach + 1, bed.ny());
  return w;
}

void lower_ball(Bed& bed, const Ball& ball, const Axis& axis, const Window& old, const Window& now) {
  for (int j = old.j0; j < old.j1; ++j) {
    if (j < now.j0 || j >= now.j1) {
      open_lids(bed, old.i0, old.i1, j);
    } else {
      open_lids(bed, old.i0, std::min(now.i0, old.i1), j);
      open_lids(bed, std::max(now.i1, old.i0), old.i1, j);
    }
  }
  const LidRowLoop lid_row = loops().lid_row;
  for (int j = now.j0; j < now.j1; ++j) {
    lid_row({.lid = bed.lid_row(j),
             .covered = bed.covered_row(j),
             .i0 = now.i0,
             .i1 = now.i1,
             .axis_i = axis.i,
             .offset = static_cast<float>(0.5 - axis.fx),
             .dy = static_cast<float>((j - axis.j + 0.5 - axis.fy) * ball.cell),
             .radius = static_cast<float>(ball.radius),
             .cell = static_cast<float>(ball.cell),
             .open = Bed::kOpen});
  }
}

void carve(Bed& bed, const Footprint& footprint, const Axis& axis, const Window& window, CarveScratch& scratch,
           Pools& pools) {
  const int segments = static_cast<int>(pools.size()) - 1, length = Footprint::common_pool(segments) + 2;
  scratch.sums.assign(static_cast<std::size_t>(CarveScratch::kParts * length), 0);
  const CarveRowLoop carve_row = loops().carve_row;
  for (int j = window.j0; j < window.j1; ++j) {
    carve_row({.height = bed.height_row(j),
               .lid = bed.lid_row(j),
               .i0 = window.i0,
               .i1 = window.i1,
               .axis_i = axis.i,
               .share = footprint.share_row(j - axis.j),
               .sums = scratch.sums.data(),
               .parts = CarveScratch::kParts,
               .part_length = length,
               .changed = reinterpret_cast<std::uint8_t*>(bed.active_row(j))});
  }
  Bed::ActiveRange active = bed.active();
  active.include(window.j0, (window.i0 + Bed::kHalo) >> 6);
  active.include(window.j1 - 1, (window.i1 - 1 + Bed::kHalo) >> 6);
  bed.set_active(active);
  auto total = [&](int s) {
    std::int64_t sum = 0;
    for (int part = 0; part < CarveScratch::kParts; ++part)
      sum += scratch.sums[static_cast<std::size_t>(part * length + s)];
    return sum;
  };
  for (int s = 0; s < segments; ++s) pools[static_cast<std::size_t>(s)] = total(s);
  pools[0] += total(segments);
  pools[static_cast<std::size_t>(segments)] = total(Footprint::common_pool(segments));
}

void deposit(Bed& bed, const Footprint& footprint, const Axis& axis, std::int32_t spill_rise, Pools& pools) {
  const std::size_t segments = pools.size() - 1;
  std::int64_t& common = pools[segments];
  for (std::size_t s = 0; common > 0 && s < segments; ++s) {
    const std::int64_t part = common / static_cast<std::int64_t>(segments - s);
    pools[s] += part;
    common -= part;
  }
  std::int64_t homeless = 0;
  std::int32_t crest = -1;
  for (std::size_t s = 0; s < segments; ++s) {
    if (pools[s] == 0) continue;
    const int wedge = static_cast<int>(s);
    const std::int64_t over = fill_wedge(bed, axis, footprint.inner(wedge), pools[s]);
    pools[s] = 0;
    if (over == 0) continue;
    if (crest < 0) crest = crest_of(bed, axis, footprint.ring(), spill_rise);
    const std::span<const Footprint::Cell> spill = footprint.spill(wedge);
    const int free = free_cells(bed, axis, spill, crest);
    const std::int64_t kept = free == 0 ? 0 : over / static_cast<std::int64_t>(spill.size()) * free;
    if (kept > 0) spread_evenly(bed, axis, spill, free, crest, kept);
    homeless += over - kept;
  }
  if (homeless > 0) {
    crest = crest_of(bed, axis, footprint.ring(), spill_rise);
    const int free = free_cells(bed, axis, footprint.ring(), crest);
    SOLGEL_ASSERT(free > 0);  // the range of width and height: the table is larger than the ball
    spread_evenly(bed, axis, footprint.ring(), free, crest, homeless);
  }
}

}  // namespace sand
}  // namespace solgel
