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

template <bool kDiagonal, Above kAbove>
SOLGEL_LANE_OP Pair relax_pair(I8 a, I8 b, const std::int32_t* lid_a, const std::int32_t* lid_b, PairLimit limit) {
  const I8 low = min(a, b), high = max(a, b), steep = high - low, uphill = b > a;
  I8 wanting = steep > limit.dead, bound = high;
  const I8 excess = (steep - limit.stands) & wanting;
  if constexpr (kAbove != Above::sky) {
    const I8 lid = select(uphill, load(lid_a), load(lid_b));
    bound = min(high, lid - low);
    if constexpr (kAbove == Above::walls) wanting = wanting & (splat(0) - lid);
  }
  const I8 amount = kDiagonal ? min(excess, bound) >> 3 : min(excess >> 2, bound >> 3);
  return {(amount ^ uphill) - uphill, wanting};
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

// Flux of one block; marks both ends of each pair that wants to move, the block's own cells from bit `bit` on.
template <Above kAbove>
SOLGEL_LANE_OP void flux_block(const std::int32_t* h0, const std::int32_t* h1, const std::int32_t* l0,
                               const std::int32_t* l1, const FluxRow& f, std::ptrdiff_t x, PairLimit axis,
                               PairLimit diagonal, std::ptrdiff_t bit, Marks& marks) {
  const I8 here = load(h0 + x);
  const Pair east = relax_pair<false, kAbove>(here, load(h0 + x + 1), l0 + x, l0 + x + 1, axis);
  store(f.east + x, east.flux);
  const Pair north = relax_pair<false, kAbove>(here, load(h1 + x), l0 + x, l1 + x, axis);
  store(f.north + x, north.flux);
  const Pair north_east = relax_pair<true, kAbove>(here, load(h1 + x + 1), l0 + x, l1 + x + 1, diagonal);
  store(f.north_east + x, north_east.flux);
  const Pair north_west = relax_pair<true, kAbove>(here, load(h1 + x - 1), l0 + x, l1 + x - 1, diagonal);
  store(f.north_west + x, north_west.flux);
  const std::uint64_t e = sign_bits(east.wanting), n = sign_bits(north.wanting), ne = sign_bits(north_east.wanting),
                      nw = sign_bits(north_west.wanting);
  marks.here |= (e | n | ne | nw | e << 1) << bit;
  marks.north |= (n << 1 | ne << 2 | nw) << (bit - 1);
}

// What lies above a block or one that its pairs reach into.
SOLGEL_LANE_OP int covered_around(const std::uint8_t* here, const std::uint8_t* north) {
  return here[0] | here[1] | north[-1] | north[0] | north[1];
}

// Writes the flux of the blocks `written`; those outside `range` are at rest, or halo.
SOLGEL_LANE_OP void flux_row(const RelaxRows& args, int j, BlockRange range, BlockRange written, const FluxRow& f,
                             PairLimit axis, PairLimit diagonal) {
  const std::int32_t *h0 = args.height + j * args.stride, *h1 = h0 + args.stride;
  const std::int32_t *l0 = args.lid + j * args.stride, *l1 = l0 + args.stride;
  const std::uint8_t *grown = args.grown + j * args.mark_stride, *covered = args.covered + j * args.mark_stride;
  const std::uint8_t* covered_north = covered + args.mark_stride;
  std::uint8_t* marks_row = args.marks + j * args.mark_stride;
  // Marks gather in a word, which holds six blocks and one to each side, and do not leave the row.
  constexpr int kGroup = 6;
  for (std::ptrdiff_t first = written.low; first <= written.high; first += kGroup) {
    const std::ptrdiff_t last = first + kGroup - 1 < written.high ? first + kGroup - 1 : written.high;
    std::ptrdiff_t word = first - 1 > 0 ? first - 1 : 0;
    if (word > args.mark_stride - 8) word = args.mark_stride - 8;
    Marks marks{0, 0};
    for (std::ptrdiff_t b = first; b <= last; ++b) {
      const std::ptrdiff_t x = (b - 1) * kLanes, bit = (b - word) * kLanes;
      if (b < range.low || b > range.high || grown[b] == 0) {
        clear_block(f, x);
        continue;
      }
      const int above = covered_around(covered + b, covered_north + b);
      if (above == 0) {
        flux_block<Above::sky>(h0, h1, l0, l1, f, x, axis, diagonal, bit, marks);
      } else if ((above & 1) == 0) {
        flux_block<Above::lids>(h0, h1, l0, l1, f, x, axis, diagonal, bit, marks);
      } else {
        flux_block<Above::walls>(h0, h1, l0, l1, f, x, axis, diagonal, bit, marks);
      }
    }
    if ((marks.here | marks.north) == 0) continue;
    add_marks(marks_row + word, marks.here);
    add_marks(marks_row + args.mark_stride + word, marks.north);
  }
}

SOLGEL_LANE_OP I8 apply_row(const RelaxRows& args, int j, BlockRange range, const FluxRow& f, const FluxRow& s) {
  std::int32_t* height = args.height + j * args.stride;
  const std::uint8_t* grown = args.grown + j * args.mark_stride;
  I8 moved = splat(0);
  for (std::ptrdiff_t b = range.low; b <= range.high; ++b) {
    if (grown[b] == 0) continue;
    const std::ptrdiff_t x = (b - 1) * kLanes;
    const I8 out = (load(f.east + x) + load(f.north + x)) + (load(f.north_east + x) + load(f.north_west + x));
    const I8 in =
        (load(f.east + x - 1) + load(s.north + x)) + (load(s.north_east + x - 1) + load(s.north_west + x + 1));
    moved = moved | in | out;
    store(height + x, load(height + x) + (in - out));
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
  for (int j = args.row_low - 1; j <= args.row_high; ++j) {
    const BlockRange *here = args.ranges + (j - args.row_low + 1), *north = here + 1;
    // Row j + 1 reads this row's flux one block around its own blocks, so that much is written here.
    const BlockRange written{(here->low < north->low ? here->low : north->low) - 1,
                             (here->high > north->high ? here->high : north->high) + 1};
    flux_row(args, j, *here, written, flux, axis, diagonal);
    moved = moved | apply_row(args, j, *here, flux, flux_south);
    const FluxRow swapped = flux;
    flux = flux_south;
    flux_south = swapped;
  }
  return any(moved);
}

}  // namespace solgel::SOLGEL_SIMD_NAMESPACE
