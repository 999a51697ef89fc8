// PNG files from rows in memory: what pictures, reliefs and height maps have in common.
#pragma once

#include "core/result.h"
#include "io/bytes.h"

namespace solgel::io {

struct PngLayout {
  int width, height, depth, colour;  // colour: PNG_COLOR_TYPE_GRAY or PNG_COLOR_TYPE_RGB
  double pixels_per_metre;           // 0: not stated
};

// Samples of 16 bits are in the machine's order; rows from the top. Keys of the metadata are cut at 79 bytes.
Result<Bytes> encode_png_rows(const PngLayout& layout, Metadata metadata, std::vector<std::uint8_t*>& rows);

}  // namespace solgel::io
