// TIFF 6.0: the relief in 32-bit floating point, mm. North is the top row; one strip, Deflate; the resolution tags say
// cells per centimetre, ImageDescription the metadata as "key: value" lines.
#pragma once

#include "core/result.h"
#include "io/bytes.h"

namespace solgel::io {

Result<Bytes> encode_tiff(const ReliefView& relief, std::span<const TextEntry> metadata);

}  // namespace solgel::io
