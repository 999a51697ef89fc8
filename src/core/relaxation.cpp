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

// Word w of the marks of three rows together.
std::uint64_t marks_of(const std::uint64_t* const rows[3], int w) {
  return rows[0][w] | rows[1][w] | rows[2][w];
}

// Sets words `low` to `high` of `out` to the marks of three rows, grown by one cell to each side; the words beyond hold
// no marks. Gives the blocks that it spans.
BlockRange grow(const std::uint64_t* const rows[3], int low, int high, std::uint64_t* out) {
  BlockRange range = kNoBlocks;
  std::uint64_t before = 0, here = marks_of(rows, low);
  for (int w = low; w <= high; ++w) {
    const std::uint64_t after = w < high ? marks_of(rows, w + 1) : 0;
    const std::uint64_t bits = here | here << 1 | here >> 1 | before >> 63 | after << 63;
    out[w] = bits;
    if (bits != 0) {
      if (range.high < 0) range.low = 8 * w + (std::countr_zero(bits) >> 3);
      range.high = 8 * w + 7 - (std::countl_zero(bits) >> 3);
    }
    before = here;
    here = after;
  }
  return range;
}

}  // namespace

// The rows and words that hold marks; `bed`'s range only bounds them.
Bed::ActiveRange Relaxation::find_marks(Bed& bed) {
  const Bed::ActiveRange bound = bed.active();
  Bed::ActiveRange found;
  if (bound.empty()) return found;
  std::fill(columns_.begin() + bound.word_low, columns_.begin() + bound.word_high + 1, 0);
  for (int j = bound.row_low; j <= bound.row_high; ++j) {
    const std::uint64_t* row = bed.active_row(j);
    std::uint64_t any = 0;
    for (int w = bound.word_low; w <= bound.word_high; ++w) {
      any |= row[w];
      columns_[static_cast<std::size_t>(w)] |= row[w];
    }
    if (any == 0) continue;
    found.row_low = std::min(found.row_low, j);
    found.row_high = j;
  }
  for (int w = bound.word_low; w <= bound.word_high; ++w) {
    if (columns_[static_cast<std::size_t>(w)] == 0) continue;
    found.word_low = std::min(found.word_low, w);
    found.word_high = w;
  }
  return found;
}

// Leaves in grown_ and ranges_ what to compute, clears the marks, and gives the rows that have any.
Bed::ActiveRange Relaxation::take_marks(Bed& bed) {
  const Bed::ActiveRange active = find_marks(bed);
  if (active.empty()) return active;

  const std::uint64_t first = columns_[static_cast<std::size_t>(active.word_low)],
                      last = columns_[static_cast<std::size_t>(active.word_high)];
  Bed::ActiveRange grown{std::max(active.row_low - 1, 0), std::min(active.row_high + 1, bed.ny() - 1),
                         active.word_low - static_cast<int>(first & 1),
                         active.word_high + static_cast<int>(last >> 63)};
  const int last_block = (bed.nx() + Bed::kBlock - 1) / Bed::kBlock;
  ranges_.resize(static_cast<std::size_t>(grown.row_high - grown.row_low) + 3);
  ranges_.front() = ranges_.back() = kNoBlocks;
  BlockRange blocks = kNoBlocks;
  for (int j = grown.row_low; j <= grown.row_high; ++j) {
    // Rows -1 and ny are halo and never marked.
    std::uint64_t* const rows[3] = {bed.active_row(j - 1), bed.active_row(j), bed.active_row(j + 1)};
    std::uint64_t* out = &grown_[static_cast<std::size_t>(j) * static_cast<std::size_t>(bed.words())];
    BlockRange range = grow(rows, grown.word_low, grown.word_high, out);
    range = {std::max(range.low, 1), std::min(range.high, last_block)};
    ranges_[static_cast<std::size_t>(j - grown.row_low) + 1] = range;
    blocks = {std::min(blocks.low, range.low), std::max(blocks.high, range.high)};
    for (int w = active.word_low; w <= active.word_high; ++w) rows[0][w] = 0;
  }
  for (int w = active.word_low; w <= active.word_high; ++w) bed.active_row(grown.row_high)[w] = 0;
  // A pair reaches one block beyond those computed; a block's marks are a byte.
  grown.word_low = (blocks.low - 1) / 8;
  grown.word_high = std::min(blocks.high + 1, last_block) / 8;
  return grown;
}

Relaxation::Relaxation(const Bed& bed)
    : flux_(static_cast<std::size_t>(bed.stride()) * 7, 0),
      grown_(static_cast<std::size_t>(bed.words()) * static_cast<std::size_t>(bed.ny() + 1), 0),
      columns_(static_cast<std::size_t>(bed.words()), 0) {}

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
