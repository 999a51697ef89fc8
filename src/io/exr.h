// OpenEXR: the relief in one 32-bit floating-point channel "Y", mm. North is the top row; ZIP. Metadata travels in
// string attributes named "solgel.KEY" and, as lines, in "comments"; xDensity says cells per inch.
#pragma once

#include "core/result.h"
#include "io/bytes.h"

namespace solgel::io {

Result<Bytes> encode_exr(const ReliefView& relief, std::span<const TextEntry> metadata);

}  // namespace solgel::io
