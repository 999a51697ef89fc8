// STL, binary: the relief as a closed solid in mm, to print or mill.
//
// The bottom lies at z = 0, the sand at `base` above its own height. The top has its vertices at the corners of the
// cells, each the mean of the cells that meet there: this keeps the volume, because every cell gives away what it gets
// (at the walls the mean is over fewer cells: reflection). Two triangles a cell add terms that cancel but at the four
// corners of the table. A round table is cut along its circle: cells that it crosses become polygons with vertices on
// the circle, chords in between. Walls are vertical; the bottom is a fan. Every edge belongs to exactly two triangles,
// which run along it in opposite directions; triangles face outward (counterclockwise).
#pragma once

#include "core/result.h"
#include "core/vec.h"
#include "io/bytes.h"

namespace solgel::io {

struct SolidShape {
  Vec2 extent;            // of the physical table in mm; cells beyond it are cut
  bool is_round = false;  // the disc inscribed in `extent`
  double base = 2;        // mm of solid below z = 0 of the sand
};

// Fails when `base` is not positive or the relief is smaller than a cell; metadata fills what fits of the 80-byte
// header.
Result<Bytes> encode_stl(const ReliefView& relief, const SolidShape& shape, std::span<const TextEntry> metadata);

}  // namespace solgel::io
