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

struct Pair {
  I8 difference, steep, wanting;  // a - b, its magnitude, mask of the pairs beyond the dead zone
};

SOLGEL_LANE_OP Pair make_pair(I8 a, I8 b, PairLimit limit) {
  const I8 difference = a - b, steep = abs(difference);
  return {difference, steep, steep > limit.dead};
}

template <bool kDiagonal>
SOLGEL_LANE_OP I8 share(const Pair& p, PairLimit limit) {
  return ((p.steep - limit.stands) & p.wanting) >> (kDiagonal ? 3 : 2);
}

// Flux from a to b (negative: from b to a) under the open sky.
template <bool kDiagonal>
SOLGEL_LANE_OP I8 open_flux(const Pair& p, I8 a, I8 b, PairLimit limit) {
  return with_sign(min(share<kDiagonal>(p, limit), max(a, b) >> 3), p.difference);
}

// The same with lids. `pending` gets a bit for each pair that would like to move, whether a lid lets it or not: a pair
// that the ball blocks must stay marked, or sand hangs in the air when the ball has gone. A wall, whose lid is 0, is
// not waited for.
template <bool kDiagonal>
SOLGEL_LANE_OP I8 lidded_flux(const Pair& p, I8 a, I8 b, I8 lid_a, I8 lid_b, PairLimit limit, unsigned& pending) {
  const I8 lid = select(p.difference > splat(0), lid_b, lid_a);
  pending = sign_bits(p.wanting & (splat(0) - lid));
  const I8 bound = min(lid - min(a, b), max(a, b)) >> 3;
  return with_sign(min(share<kDiagonal>(p, limit), bound), p.difference);
}

SOLGEL_LANE_OP void clear_block(const FluxRow& f, std::ptrdiff_t x) {
  const I8 zero = splat(0);
  store(f.east + x, zero);
  store(f.north + x, zero);
  store(f.north_east + x, zero);
  store(f.north_west + x, zero);
}

// Marks both ends of each pending pair; those beyond the block's edge lie in its neighbours.
SOLGEL_LANE_OP void mark_pairs(std::uint8_t* here, std::uint8_t* north, unsigned e, unsigned n, unsigned ne,
                               unsigned nw) {
  const unsigned row = e | n | ne | nw | e << 1, up = n | ne << 1 | nw >> 1;
  here[0] = static_cast<std::uint8_t>(here[0] | row);
  here[1] = static_cast<std::uint8_t>(here[1] | row >> 8);
  north[0] = static_cast<std::uint8_t>(north[0] | up);
  north[1] = static_cast<std::uint8_t>(north[1] | up >> 8);
  north[-1] = static_cast<std::uint8_t>(north[-1] | nw << 7);
}

// Whether a block or one that its pairs reach into has a lid.
SOLGEL_LANE_OP bool any_covered(const std::uint8_t* here, const std::uint8_t* north) {
  return (here[0] | here[1] | north[-1] | north[0] | north[1]) != 0;
}

// Writes the flux of the blocks `written`; those outside `range` are at rest, or halo.
SOLGEL_LANE_OP void flux_row(const RelaxRows& args, int j, BlockRange range, BlockRange written, const FluxRow& f,
                             PairLimit axis, PairLimit diagonal) {
  const std::int32_t *h0 = args.height + j * args.stride, *h1 = h0 + args.stride;
  const std::int32_t *l0 = args.lid + j * args.stride, *l1 = l0 + args.stride;
  const std::uint8_t *grown = args.grown + j * args.mark_stride, *covered = args.covered + j * args.mark_stride;
  std::uint8_t* marks = args.marks + j * args.mark_stride;
  for (std::ptrdiff_t b = written.low; b <= written.high; ++b) {
    const std::ptrdiff_t x = (b - 1) * kLanes;
    if (b < range.low || b > range.high || grown[b] == 0) {
      clear_block(f, x);
      continue;
    }
    const I8 here = load(h0 + x), east = load(h0 + x + 1);
    const I8 north_west = load(h1 + x - 1), north = load(h1 + x), north_east = load(h1 + x + 1);
    const Pair e = make_pair(here, east, axis), n = make_pair(here, north, axis);
    const Pair ne = make_pair(here, north_east, diagonal), nw = make_pair(here, north_west, diagonal);
    if (!any((e.wanting | n.wanting) | (ne.wanting | nw.wanting))) {
      clear_block(f, x);
      continue;
    }
    std::uint8_t* north_marks = marks + args.mark_stride + b;
    if (!any_covered(covered + b, covered + args.mark_stride + b)) {
      store(f.east + x, open_flux<false>(e, here, east, axis));
      store(f.north + x, open_flux<false>(n, here, north, axis));
      store(f.north_east + x, open_flux<true>(ne, here, north_east, diagonal));
      store(f.north_west + x, open_flux<true>(nw, here, north_west, diagonal));
      mark_pairs(marks + b, north_marks, sign_bits(e.wanting), sign_bits(n.wanting), sign_bits(ne.wanting),
                 sign_bits(nw.wanting));
      continue;
    }
    const I8 lid = load(l0 + x);
    unsigned m_e, m_n, m_ne, m_nw;
    store(f.east + x, lidded_flux<false>(e, here, east, lid, load(l0 + x + 1), axis, m_e));
    store(f.north + x, lidded_flux<false>(n, here, north, lid, load(l1 + x), axis, m_n));
    store(f.north_east + x, lidded_flux<true>(ne, here, north_east, lid, load(l1 + x + 1), diagonal, m_ne));
    store(f.north_west + x, lidded_flux<true>(nw, here, north_west, lid, load(l1 + x - 1), diagonal, m_nw));
    mark_pairs(marks + b, north_marks, m_e, m_n, m_ne, m_nw);
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
