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

// Marks without the range of active cells: carve() has put the whole window into it.
void mark(Bed& bed, int i, int j) {
  const int bit = i + Bed::kHalo;
  bed.active_row(j)[bit >> 6] |= std::uint64_t{1} << (bit & 63);
}

// The highest a cell of the ring may stand and take spilt sand. Below the kOpen of walls.
std::int32_t crest_of(std::span<const std::int32_t> ring, std::int32_t rise) {
  std::int32_t lowest = Bed::kOpen - rise - 1;
  for (const std::int32_t height : ring) lowest = std::min(lowest, height);
  return lowest + rise;
}

// Heights of the ring's cells, kOpen for walls.
void read_ring(const Bed& bed, const Axis& axis, std::span<const Footprint::Cell> cells,
               std::vector<std::int32_t>& ring) {
  const std::int32_t* height = bed.height_row(axis.j) + axis.i;
  const std::int32_t* lid = bed.lid_row(axis.j) + axis.i;
  const std::ptrdiff_t stride = bed.stride();
  ring.resize(cells.size());
  for (std::size_t k = 0; k < cells.size(); ++k) {
    const std::ptrdiff_t at = cells[k].dj * stride + cells[k].di;
    ring[k] = lid[at] == 0 ? Bed::kOpen : height[at];
  }
}

// Writes the ring back with `homeless` spread evenly over the cells that are free, the odd units on the first of them.
void write_ring(Bed& bed, const Axis& axis, std::span<const Footprint::Cell> cells, std::span<const std::int32_t> ring,
                std::int32_t spill_rise, std::int64_t homeless) {
  std::int32_t crest = -1, each = 0;
  std::int64_t odd = 0;
  if (homeless > 0) {
    crest = crest_of(ring, spill_rise);
    int free = 0;
    for (const std::int32_t height : ring) free += height <= crest ? 1 : 0;
    SOLGEL_ASSERT(free > 0);  // the range of width and height: the table is larger than the ball
    each = static_cast<std::int32_t>(homeless / free);
    odd = homeless % free;
  }
  std::int32_t* height = bed.height_row(axis.j) + axis.i;
  const std::ptrdiff_t stride = bed.stride();
  for (std::size_t k = 0; k < cells.size(); ++k) {
    const Footprint::Cell c = cells[k];
    std::int32_t& before = height[c.dj * stride + c.di];
    std::int32_t now = ring[k];
    if (now <= crest) {
      now += each + (odd > 0 ? 1 : 0);
      if (odd > 0) --odd;
    } else if (now == Bed::kOpen || now == before) {
      continue;
    }
    before = now;
    mark(bed, axis.i + c.di, axis.j + c.dj);
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
    mark(bed, axis.i + c.di, axis.j + c.dj);
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

void carve(Bed& bed, const Footprint& footprint, const Axis& axis, const Window& window, PressScratch& scratch,
           Pools& pools) {
  const int segments = static_cast<int>(pools.size()) - 1, length = Footprint::common_pool(segments) + 1;
  scratch.sums.assign(static_cast<std::size_t>(kCarveParts * length), {});
  const CarveRowLoop carve_row = loops().carve_row;
  for (int j = window.j0; j < window.j1; ++j) {
    carve_row({.height = bed.height_row(j),
               .lid = bed.lid_row(j),
               .i0 = window.i0,
               .i1 = window.i1,
               .axis_i = axis.i,
               .share = footprint.share_row(j - axis.j),
               .sums = scratch.sums.data(),
               .part_length = length,
               .changed = reinterpret_cast<std::uint8_t*>(bed.active_row(j))});
  }
  Bed::ActiveRange active = bed.active();
  active.include(window.j0, (window.i0 + Bed::kHalo) >> 6);
  active.include(window.j1 - 1, (window.i1 - 1 + Bed::kHalo) >> 6);
  bed.set_active(active);
  auto total = [&](int s) {
    Carved sum;
    for (int part = 0; part < kCarveParts; ++part) {
      const Carved& c = scratch.sums[static_cast<std::size_t>(part * length + s)];
      sum = {sum.own + c.own, sum.next + c.next};
    }
    return sum;
  };
  std::int64_t before = total(segments - 1).next;
  for (int s = 0; s < segments; ++s) {
    const Carved sum = total(s);
    pools[static_cast<std::size_t>(s)] = sum.own + before;
    before = sum.next;
  }
  pools[static_cast<std::size_t>(segments)] = total(Footprint::common_pool(segments)).own;
}

void deposit(Bed& bed, const Footprint& footprint, const Axis& axis, std::int32_t spill_rise, PressScratch& scratch,
             Pools& pools) {
  const std::size_t segments = pools.size() - 1;
  if (const std::int64_t common = pools[segments]; common > 0) {
    const auto wedges = static_cast<std::int64_t>(segments);
    const std::int64_t each = common / wedges;
    const auto first_odd = static_cast<std::size_t>(wedges - common % wedges);
    for (std::size_t s = 0; s < segments; ++s) pools[s] += each + (s >= first_odd ? 1 : 0);
    pools[segments] = 0;
  }
  const std::span<const Footprint::Cell> cells = footprint.ring();
  std::vector<std::int32_t>& ring = scratch.ring;
  std::int64_t homeless = 0;
  std::int32_t crest = -1;
  for (std::size_t s = 0; s < segments; ++s) {
    if (pools[s] == 0) continue;
    const int wedge = static_cast<int>(s);
    const std::int64_t over = fill_wedge(bed, axis, footprint.inner(wedge), pools[s]);
    pools[s] = 0;
    if (over == 0) continue;
    if (crest < 0) {
      read_ring(bed, axis, cells, ring);
      crest = crest_of(ring, spill_rise);
    }
    const std::span<const Footprint::Cell> spill = footprint.spill(wedge);
    homeless += over;
    if (spill.empty()) continue;
    const auto each = static_cast<std::int32_t>(over / static_cast<std::int64_t>(spill.size()));
    const auto first = static_cast<std::size_t>(spill.data() - cells.data());
    for (std::int32_t& height : std::span(ring).subspan(first, spill.size())) {
      const std::int32_t taken = height <= crest ? each : 0;
      height += taken;
      homeless -= taken;
    }
  }
  if (crest >= 0) write_ring(bed, axis, cells, ring, spill_rise, homeless);
}

}  // namespace sand
}  // namespace solgel
