#include "core/relaxation.h"

#include <algorithm>
#include <bit>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

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

// Bit k is set when byte k of `flux` or of `apply` is not 0.
BlockRow bytes_set(std::uint64_t flux, std::uint64_t apply) {
#if defined(__SSE2__)
  const __m128i both = _mm_set_epi64x(static_cast<long long>(apply), static_cast<long long>(flux));
  const int none = _mm_movemask_epi8(_mm_cmpeq_epi8(both, _mm_setzero_si128()));
  const auto set = static_cast<std::uint64_t>(none ^ 0xffff);
  return {set & 0xff, set >> 8};
#else
  auto bits = [](std::uint64_t word) {
    constexpr std::uint64_t kLow = 0x7f7f7f7f7f7f7f7f;
    const std::uint64_t high = (((word & kLow) + kLow) | word) & ~kLow;
    return (high >> 7) * 0x0102040810204080 >> 56;
  };
  return {bits(flux), bits(apply)};
#endif
}

// Sets `out` to the blocks of a row that the marks of the row and of those south and north of it wake, words `low` to
// `high`; the words beyond hold no marks. A pair is a cell and its neighbour to the east, north-west, north or
// north-east, and may move when either is marked. A cell may change when it or any neighbour is marked. Clears the
// marks of the row south, which nobody needs any more.
void wake(std::uint64_t* south, const std::uint64_t* here, const std::uint64_t* north, int low, int high,
          BlockRow* out) {
  std::uint64_t before = 0, north_before = 0;  // the words' last bits
  std::uint64_t pairs = here[low] | north[low], all = pairs | south[low];
  for (int w = low; w <= high; ++w) {
    std::uint64_t pairs_after = 0, all_after = 0;
    if (w < high) {
      pairs_after = here[w + 1] | north[w + 1];
      all_after = pairs_after | south[w + 1];
    }
    const std::uint64_t flux = pairs | pairs >> 1 | pairs_after << 63 | north[w] << 1 | north_before;
    const std::uint64_t apply = all | all << 1 | all >> 1 | before | all_after << 63;
    const int shift = (w - low) % 8 * 8;
    const BlockRow blocks = bytes_set(flux, apply);
    out[(w - low) / 8].flux |= blocks.flux << shift;
    out[(w - low) / 8].apply |= blocks.apply << shift;
    south[w] = 0;
    before = all >> 63;
    north_before = north[w] >> 63;
    pairs = pairs_after;
    all = all_after;
  }
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

// Leaves in blocks_ what to compute, clears the marks, and gives the rows that have any, and the words that will.
Bed::ActiveRange Relaxation::take_marks(Bed& bed) {
  const Bed::ActiveRange active = find_marks(bed);
  if (active.empty()) return active;
  const int cell_low = 64 * active.word_low + std::countr_zero(columns_[static_cast<std::size_t>(active.word_low)]),
            cell_high =
                64 * active.word_high + 63 - std::countl_zero(columns_[static_cast<std::size_t>(active.word_high)]);
  const int last_block = (bed.nx() + Bed::kBlock - 1) / Bed::kBlock;
  const Bed::ActiveRange rows{std::max(active.row_low - 1, 0), std::min(active.row_high + 1, bed.ny() - 1),
                              (cell_low - 1) / 64, (cell_high + 1) / 64};

  first_block_ = 8 * rows.word_low;
  block_words_ = (rows.word_high - rows.word_low) / 8 + 3;
  blocks_.assign(static_cast<std::size_t>(rows.row_high - rows.row_low + 3) * static_cast<std::size_t>(block_words_),
                 {});
  BlockRow* out = &blocks_[1];
  auto let_rest = [&](int halo_block) {
    const int k = halo_block - first_block_;
    const std::uint64_t others = ~(std::uint64_t{1} << (k % 64));
    out[k / 64] = {out[k / 64].flux & others, out[k / 64].apply & others};
  };
  const bool at_first = first_block_ == 0, at_last = last_block + 1 - first_block_ < 64 * (block_words_ - 2);
  for (int j = rows.row_low; j <= rows.row_high; ++j) {
    out += block_words_;
    // Rows -1 and ny are halo and never marked.
    std::uint64_t* south = bed.active_row(j - 1);
    wake(south, bed.active_row(j), bed.active_row(j + 1), rows.word_low, rows.word_high, out);
    if (at_first) let_rest(0);
    if (at_last) let_rest(last_block + 1);
  }
  for (int w = active.word_low; w <= active.word_high; ++w) bed.active_row(rows.row_high)[w] = 0;
  // A pair reaches one block beyond those computed; a block's marks are a byte.
  const int block_low = std::max((cell_low - 1) / 8, 1), block_high = std::min((cell_high + 1) / 8, last_block);
  return {rows.row_low, rows.row_high, (block_low - 1) / 8, std::min(block_high + 1, last_block) / 8};
}

Relaxation::Relaxation(const Bed& bed)
    : flux_(static_cast<std::size_t>(bed.stride()) * 7, 0), columns_(static_cast<std::size_t>(bed.words()), 0) {}

bool Relaxation::pass(Bed& bed, const ReposeLimits& limits) {
  const Bed::ActiveRange rows = take_marks(bed);
  bed.set_active(rows);
  if (rows.empty()) return false;
  return relax_rows_loop()({.height = bed.height_row(0),
                            .lid = bed.lid_row(0),
                            .covered = bed.covered_row(0),
                            .marks = reinterpret_cast<std::uint8_t*>(bed.active_row(0)),
                            .blocks = blocks_.data(),
                            .block_words = block_words_,
                            .first_block = first_block_,
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
