// What encoders return and what travels inside the files with the picture or relief.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/grid.h"

namespace solgel::io {

using Bytes = std::vector<std::byte>;

// One line of metadata: a parameter and its value, the version, the name of the track.
struct TextEntry {
  std::string key, value;
};
using Metadata = std::vector<TextEntry>;

// Three bytes a pixel, sRGB, rows from the top, no padding.
struct RgbView {
  int width = 0, height = 0;
  std::span<const std::uint8_t> rgb;
};

// Heights in mm on square cells; row 0 of the grid is the south edge.
struct ReliefView {
  const Grid<float>* height = nullptr;
  double cell = 0.5;  // mm
};

// "key: value" lines, for formats with one free text.
std::string metadata_text(std::span<const TextEntry> metadata);

// One line; control characters, which would end it, become spaces.
std::string metadata_line(const TextEntry& entry);

inline void append(Bytes& bytes, const void* data, std::size_t size) {
  const std::byte* from = static_cast<const std::byte*>(data);
  bytes.insert(bytes.end(), from, from + size);
}

}  // namespace solgel::io
