// NPY 1.0 (NumPy enhancement proposal 1): the relief as a C-ordered array of little-endian float32, shape (rows,
// columns), mm. Row 0 is the south edge, as in the simulation: a[j, i] is the cell at x = (i + 1/2) cell, y = (j + 1/2)
// cell. (Pictures of the relief have north on top; show this one with origin="lower".) The format has no place for
// metadata.
#pragma once

#include "core/result.h"
#include "io/bytes.h"

namespace solgel::io {

Result<Bytes> encode_npy(const ReliefView& relief);

}  // namespace solgel::io
