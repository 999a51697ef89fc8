// PNG (ISO/IEC 15948): pictures in 8-bit sRGB, reliefs in 16-bit grey. North is the top row.
#pragma once

#include "core/result.h"
#include "io/bytes.h"

namespace solgel::io {

// 8-bit RGB with an sRGB chunk. Metadata becomes tEXt chunks (iTXt when a value is not ASCII); keys are cut at 79
// bytes.
Result<Bytes> encode_png(const RgbView& picture, std::span<const TextEntry> metadata);

// 16-bit grey, count = height / mm_per_count, rounded; the scale is the metadata's "mm_per_count", and the cell is also
// in pHYs (pixels per metre). Without a given scale the largest height becomes 65535, so that nothing is cut off and
// the error is half of mm_per_count; heights below 0 become 0.
Result<Bytes> encode_png(const ReliefView& relief, std::span<const TextEntry> metadata, double mm_per_count = 0);

}  // namespace solgel::io
