#include "core/relaxation.h"

#include <algorithm>
#include <bit>

#include "core/cpu.h"
#include "core/relaxation_kernel.inl"

namespace solgel {

#if defined(SOLGEL_HAS_AVX2_COPIES)
namespace simd_avx2 {
bool relax_rows(const RelaxRows&);
}
#endif

namespace {

RelaxRowsLoop relax_rows_loop() {
#if defined(SOLGEL_HAS_AVX2_COPIES)
  if (cpu_has_avx2()) return simd_avx2::relax_rows;
#endif
  return simd_base::relax_rows;
}

constexpr BlockRange kNoBlocks{0x3fffffff, -0x3fffffff};

// Sets `out` to the marks of three rows, grown by one cell to each side, over words low to high; gives the blocks that
// it spans, without those of the halo.
BlockRange grow(const std::uint64_t* const rows[3], int low, int high, int last_block, std::uint64_t* out) {
  BlockRange range = kNoBlocks;
  std::uint64_t before = 0, here = rows[0][low] | rows[1][low] | rows[2][low];
  for (int w = low; w <= high; ++w) {
    const std::uint64_t after = w < high ? rows[0][w + 1] | rows[1][w + 1] | rows[2][w + 1] : 0;
    const std::uint64_t bits = here | here << 1 | here >> 1 | before >> 63 | after << 63;
    out[w] = bits;
    if (bits != 0) {
      if (range.high < 0) range.low = 8 * w + (std::countr_zero(bits) >> 3);
      range.high = 8 * w + 7 - (std::countl_zero(bits) >> 3);
    }
    before = here;
    here = after;
  }
  return {std::max(range.low, 1), std::min(range.high, last_block)};
}

}  // namespace

// Leaves in grown_ and ranges_ what to compute, clears the marks, and gives the rows that have any.
Bed::ActiveRange Relaxation::take_marks(Bed& bed) {
  Bed::ActiveRange active = bed.active();
  active.word_low = std::max(active.word_low - 1, 0);
  active.word_high = std::min(active.word_high + 1, bed.words() - 1);
  auto is_empty = [&](int j) {
    const std::uint64_t* row = bed.active_row(j);
    return std::all_of(row + active.word_low, row + active.word_high + 1, [](std::uint64_t w) { return w == 0; });
  };
  while (!active.empty() && is_empty(active.row_low)) ++active.row_low;
  while (!active.empty() && is_empty(active.row_high)) --active.row_high;
  if (active.empty()) return active;

  Bed::ActiveRange grown{std::max(active.row_low - 1, 0), std::min(active.row_high + 1, bed.ny() - 1), active.word_low,
                         active.word_high};
  const int last_block = (bed.nx() + Bed::kBlock - 1) / Bed::kBlock;
  ranges_.assign(static_cast<std::size_t>(grown.row_high - grown.row_low) + 3, kNoBlocks);
  int block_low = last_block, block_high = 1;
  for (int j = grown.row_low; j <= grown.row_high; ++j) {
    // Rows -1 and ny are halo and never marked.
    const std::uint64_t* const rows[3] = {bed.active_row(j - 1), bed.active_row(j), bed.active_row(j + 1)};
    std::uint64_t* out = &grown_[static_cast<std::size_t>(j) * static_cast<std::size_t>(bed.words())];
    const BlockRange range = grow(rows, grown.word_low, grown.word_high, last_block, out);
    ranges_[static_cast<std::size_t>(j - grown.row_low) + 1] = range;
    block_low = std::min(block_low, range.low);
    block_high = std::max(block_high, range.high);
  }
  for (int j = active.row_low; j <= active.row_high; ++j) {
    std::fill(bed.active_row(j) + grown.word_low, bed.active_row(j) + grown.word_high + 1, 0);
  }
  // A pair reaches one block beyond those computed; a block's marks are a byte.
  grown.word_low = (block_low - 1) / 8;
  grown.word_high = std::min(block_high + 1, last_block) / 8;
  return grown;
}

Relaxation::Relaxation(const Bed& bed)
    : flux_(static_cast<std::size_t>(bed.stride()) * 7, 0),
      grown_(static_cast<std::size_t>(bed.words()) * static_cast<std::size_t>(bed.ny() + 1), 0) {}

bool Relaxation::pass(Bed& bed, const ReposeLimits& limits) {
  const Bed::ActiveRange rows = take_marks(bed);
  bed.set_active(rows);
  if (rows.empty()) return false;
  return relax_rows_loop()({.height = bed.height_row(0),
                            .lid = bed.lid_row(0),
                            .covered = bed.covered_row(0),
                            .marks = reinterpret_cast<std::uint8_t*>(bed.active_row(0)),
                            .grown = reinterpret_cast<const std::uint8_t*>(grown_.data()),
                            .ranges = ranges_.data(),
                            .flux = flux_.data(),
                            .stride = bed.stride(),
                            .mark_stride = 8 * bed.words(),
                            .row_low = rows.row_low,
                            .row_high = rows.row_high,
                            .axis = limits.axis,
                            .diagonal = limits.diagonal,
                            .dead_zone = limits.dead_zone});
}

bool relax_plainly(Bed& bed, const ReposeLimits& limits) {
  struct Neighbour {
    int di, dj;
    bool diagonal;
  };
  constexpr Neighbour kPairs[] = {{1, 0, false}, {0, 1, false}, {1, 1, true}, {-1, 1, true}};
  const Bed before = bed;
  bool moved = false;
  for (int j = 0; j < bed.ny(); ++j) {
    for (int i = 0; i < bed.nx(); ++i) {
      for (const Neighbour& n : kPairs) {
        const std::int32_t a = before.height_row(j)[i], b = before.height_row(j + n.dj)[i + n.di];
        const std::int32_t excess = (a > b ? a - b : b - a) - (n.diagonal ? limits.diagonal : limits.axis);
        if (excess <= limits.dead_zone) continue;
        const std::int32_t lid = a > b ? before.lid_row(j + n.dj)[i + n.di] : before.lid_row(j)[i];
        const std::int32_t bound = std::min(lid - std::min(a, b), std::max(a, b)) >> 3;
        const std::int32_t flux = std::min(excess >> (n.diagonal ? 3 : 2), bound);
        bed.height_row(j)[i] -= a > b ? flux : -flux;
        bed.height_row(j + n.dj)[i + n.di] += a > b ? flux : -flux;
        moved |= flux != 0;
      }
    }
  }
  return moved;
}

}  // namespace solgel
