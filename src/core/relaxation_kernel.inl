// The loops of a relaxation pass over rows and blocks, compiled once per instruction set (see core/simd.h). Equations
// in relaxation.h.

#include "core/relaxation_rows.h"
#include "core/simd.h"

namespace solgel::SOLGEL_SIMD_NAMESPACE {

// Flux out of a row's cells towards four neighbours, units; negative flows the other way.
struct FluxRow {
  std::int32_t *east, *north, *north_east, *north_west;
};

struct PairLimit {
  I8 stands, dead;  // limit, and limit + dead zone
};

// What bounds the flux of a block's pairs. A pair that the ball blocks must stay marked, or sand hangs in the air when
// the ball has gone; a wall, whose lid is 0, is not waited for.
enum class Above { sky, lids, walls };

struct Pair {
  I8 flux;     // from a to b
  I8 wanting;  // mask of the pairs that would like to move, whether a lid lets them or not
};

// |d|, `amount` turned round where d is negative (lost where d is 0), and a where d is negative, else b: an instruction
// each with AVX2.
#if defined(__AVX2__) && !defined(SOLGEL_SCALAR)
SOLGEL_LANE_OP I8 magnitude(I8 d) {
  return reinterpret_cast<I8>(_mm256_abs_epi32(reinterpret_cast<__m256i>(d)));
}
SOLGEL_LANE_OP I8 directed(I8 amount, I8 d) {
  return reinterpret_cast<I8>(_mm256_sign_epi32(reinterpret_cast<__m256i>(amount), reinterpret_cast<__m256i>(d)));
}
SOLGEL_LANE_OP I8 select_negative(I8 d, I8 a, I8 b) {
  return reinterpret_cast<I8>(
      _mm256_blendv_ps(reinterpret_cast<__m256>(b), reinterpret_cast<__m256>(a), reinterpret_cast<__m256>(d)));
}
#else
SOLGEL_LANE_OP I8 directed(I8 amount, I8 d) {
  return with_sign(amount, d);
}
SOLGEL_LANE_OP I8 magnitude(I8 d) {
  return with_sign(d, d);
}
SOLGEL_LANE_OP I8 select_negative(I8 d, I8 a, I8 b) {
  return b ^ ((a ^ b) & d >> 31);
}
#endif

// A block of cells and what the lids leave above them; `lid` and `room` are unused under the sky.
struct Cells {
  I8 height, lid, room;
};

template <Above kAbove>
SOLGEL_LANE_OP Cells load_cells(const std::int32_t* height, const std::int32_t* lid) {
  const I8 h = load(height);
  if constexpr (kAbove == Above::sky) return {h, h, h};
  const I8 l = load(lid);
  return {h, l, l - h};
}

template <bool kDiagonal, Above kAbove>
SOLGEL_LANE_OP Pair relax_pair(const Cells& a, const Cells& b, PairLimit limit) {
  const I8 drop = a.height - b.height, steep = magnitude(drop);
  I8 wanting = steep > limit.dead, bound = max(a.height, b.height);
  const I8 excess = (steep - limit.stands) & wanting;
  if constexpr (kAbove != Above::sky) bound = min(bound, select_negative(drop, a.room, b.room));
  if constexpr (kAbove == Above::walls) wanting = wanting & (splat(0) - select_negative(drop, a.lid, b.lid));
  const I8 amount = kDiagonal ? min(excess, bound) >> 3 : min(excess >> 2, bound >> 3);
  // Sand that stands above a lid, as at the ball's rim, is pushed off it between equal heights too.
  return {directed(amount, kAbove == Above::sky ? drop : drop | splat(1)), wanting};
}

SOLGEL_LANE_OP void clear_block(const FluxRow& f, std::ptrdiff_t x) {
  const I8 zero = splat(0);
  store(f.east + x, zero);
  store(f.north + x, zero);
  store(f.north_east + x, zero);
  store(f.north_west + x, zero);
}

// Marks of eight neighbouring blocks of a row and of the row north of it.
struct Marks {
  std::uint64_t here, north;
};

SOLGEL_LANE_OP void add_marks(std::uint8_t* bytes, std::uint64_t bits) {
  std::uint64_t word;
  __builtin_memcpy(&word, bytes, sizeof word);
  word |= bits;
  __builtin_memcpy(bytes, &word, sizeof word);
}

// Flux of one block, which the pointers are to; marks both ends of each pair that wants to move, the block's own cells
// from bit `bit` on.
template <Above kAbove>
SOLGEL_LANE_OP void flux_block(const std::int32_t* h0, const std::int32_t* h1, const std::int32_t* l0,
                               const std::int32_t* l1, const FluxRow& f, std::ptrdiff_t x, PairLimit axis,
                               PairLimit diagonal, std::ptrdiff_t bit, Marks& marks) {
  const Cells here = load_cells<kAbove>(h0, l0);
  const Pair east = relax_pair<false, kAbove>(here, load_cells<kAbove>(h0 + 1, l0 + 1), axis);
  store(f.east + x, east.flux);
  const Pair north = relax_pair<false, kAbove>(here, load_cells<kAbove>(h1, l1), axis);
  store(f.north + x, north.flux);
  const Pair north_east = relax_pair<true, kAbove>(here, load_cells<kAbove>(h1 + 1, l1 + 1), diagonal);
  store(f.north_east + x, north_east.flux);
  const Pair north_west = relax_pair<true, kAbove>(here, load_cells<kAbove>(h1 - 1, l1 - 1), diagonal);
  store(f.north_west + x, north_west.flux);
  const std::uint64_t e = sign_bits(east.wanting), n = sign_bits(north.wanting), ne = sign_bits(north_east.wanting),
                      nw = sign_bits(north_west.wanting);
  marks.here |= (e | n | ne | nw | e << 1) << bit;
  marks.north |= (n << 1 | ne << 2 | nw) << (bit - 1);
}

// What lies above a block or one that its pairs reach into. Loads reach over one block more on either side.
SOLGEL_LANE_OP std::uint32_t covered_around(const std::uint8_t* here, const std::uint8_t* north) {
  std::uint16_t two;
  std::uint32_t four;
  __builtin_memcpy(&two, here, sizeof two);
  __builtin_memcpy(&four, north - 2, sizeof four);
  return two | four >> 8;
}

// A row and the one north of it, from column 0 or block 0 on.
struct RowPair {
  const std::int32_t *height, *lid;
  const std::uint8_t* covered;
  std::uint8_t* marks;
};

// Computes up to six blocks from `first` on, whose bits `blocks` has from bit 0 on.
SOLGEL_LANE_OP void flux_group(const RelaxRows& args, const RowPair& row, std::ptrdiff_t first, std::uint64_t blocks,
                               const FluxRow& f, PairLimit axis, PairLimit diagonal) {
  // Marks gather in a word, which has a block to each side of the six and does not leave the row.
  const std::ptrdiff_t word = first - 1 < args.mark_stride - 8 ? first - 1 : args.mark_stride - 8;
  Marks marks{0, 0};
  for (; blocks != 0; blocks &= blocks - 1) {
    const std::ptrdiff_t b = first + __builtin_ctzll(blocks), x = (b - 1) * kLanes, bit = (b - word) * kLanes;
    const std::int32_t *h0 = row.height + x, *l0 = row.lid + x, *h1 = h0 + args.stride, *l1 = l0 + args.stride;
    const std::uint32_t above = covered_around(row.covered + b, row.covered + args.mark_stride + b);
    if (above == 0) {
      flux_block<Above::sky>(h0, h1, l0, l1, f, x, axis, diagonal, bit, marks);
    } else if ((above & 0x010101) == 0) {
      flux_block<Above::lids>(h0, h1, l0, l1, f, x, axis, diagonal, bit, marks);
    } else {
      flux_block<Above::walls>(h0, h1, l0, l1, f, x, axis, diagonal, bit, marks);
    }
  }
  if (marks.here == 0) return;
  add_marks(row.marks + word, marks.here);
  add_marks(row.marks + args.mark_stride + word, marks.north);
}

// Writes a row's flux wherever this row or the one north of it will read it: one block around what they apply.
SOLGEL_LANE_OP void flux_row(const RelaxRows& args, const RowPair& row, const BlockRow* blocks, const FluxRow& f,
                             PairLimit axis, PairLimit diagonal) {
  const BlockRow* north = blocks + args.block_words;
  std::uint64_t before = 0, here = blocks[1].apply | north[1].apply;
  for (int w = 1; w < args.block_words - 1; ++w) {
    const std::ptrdiff_t first_block = args.first_block + 64 * (w - 1);
    const std::uint64_t after = blocks[w + 1].apply | north[w + 1].apply;
    std::uint64_t flux = blocks[w].flux;
    std::uint64_t rest = (here | here << 1 | here >> 1 | before >> 63 | after << 63) & ~flux;
    for (; rest != 0; rest &= rest - 1) clear_block(f, (first_block + __builtin_ctzll(rest) - 1) * kLanes);
    while (flux != 0) {
      const int first = __builtin_ctzll(flux);
      const std::uint64_t group = flux >> first & 63;
      flux_group(args, row, first_block + first, group, f, axis, diagonal);
      flux &= ~(std::uint64_t{63} << first);
    }
    before = here;
    here = after;
  }
}

SOLGEL_LANE_OP I8 apply_row(const RelaxRows& args, std::int32_t* height, const BlockRow* blocks, const FluxRow& f,
                            const FluxRow& s) {
  I8 moved = splat(0);
  for (int w = 1; w < args.block_words - 1; ++w) {
    for (std::uint64_t apply = blocks[w].apply; apply != 0; apply &= apply - 1) {
      const std::ptrdiff_t b = args.first_block + 64 * (w - 1) + __builtin_ctzll(apply), x = (b - 1) * kLanes;
      const I8 out = (load(f.east + x) + load(f.north + x)) + (load(f.north_east + x) + load(f.north_west + x));
      const I8 in =
          (load(f.east + x - 1) + load(s.north + x)) + (load(s.north_east + x - 1) + load(s.north_west + x + 1));
      moved = moved | in | out;
      store(height + x, load(height + x) + (in - out));
    }
  }
  return moved;
}

// Row j's fluxes are computed before row j changes and after row j - 1 has changed: the pairs between those two were
// computed with row j - 1. So every flux comes from the heights before the pass.
bool relax_rows(const RelaxRows& args) {
  const PairLimit axis{splat(args.axis), splat(args.axis + args.dead_zone)};
  const PairLimit diagonal{splat(args.diagonal), splat(args.diagonal + args.dead_zone)};
  std::int32_t* base = args.flux + kLanes;
  FluxRow flux{base, base + args.stride, base + 2 * args.stride, base + 3 * args.stride};
  FluxRow flux_south{base, base + 4 * args.stride, base + 5 * args.stride, base + 6 * args.stride};
  I8 moved = splat(0);
  const std::ptrdiff_t start = args.row_low - 1;
  std::int32_t* height = args.height + start * args.stride;
  RowPair row{height, args.lid + start * args.stride, args.covered + start * args.mark_stride,
              args.marks + start * args.mark_stride};
  const BlockRow* blocks = args.blocks;
  for (int j = args.row_low - 1; j <= args.row_high; ++j) {
    flux_row(args, row, blocks, flux, axis, diagonal);
    moved = moved | apply_row(args, height, blocks, flux, flux_south);
    const FluxRow swapped = flux;
    flux = flux_south;
    flux_south = swapped;
    height += args.stride;
    row = {height, row.lid + args.stride, row.covered + args.mark_stride, row.marks + args.mark_stride};
    blocks += args.block_words;
  }
  return any(moved);
}

}  // namespace solgel::SOLGEL_SIMD_NAMESPACE
