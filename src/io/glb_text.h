// Pieces of the JSON and of the frame of a GLB, which heights and bodies both write.
//
//   "glTF" 2 length | length "JSON" text, padded with spaces | length "BIN" data
//
// all words little-endian, 32 bits.
#pragma once

#include <optional>
#include <string>

#include "core/vec3f.h"
#include "io/bytes.h"

namespace solgel::io::glb {

inline constexpr int kArray = 34962, kElementArray = 34963, kFloat = 5126, kUnsignedInt = 5125;

// What is no UTF-8, as JSON and XML must be, becomes '?': the bytes of a file's name need not be.
std::string utf8(std::string text);

// All digits of a float, as JSON.
std::string float_text(double value);
std::string vector_text(Vec3f v);

// The object of extras that holds the metadata; of two equal keys the last counts.
std::string extras(std::span<const TextEntry> metadata);

// {"asset": ... }'s value with version, generator and extras.
std::string asset_text(std::span<const TextEntry> metadata);

struct View {
  std::uint64_t offset = 0, length = 0;
  int target = 0, stride = 0;  // written where not 0
};
std::string view_text(const View& view);

struct AccessorText {
  int view = 0;
  int component = kFloat;
  std::uint64_t count = 0, offset = 0;
  std::string type;      // "SCALAR"
  std::string bounds{};  // ,"min":...,"max":...
};
std::string accessor_text(const AccessorText& accessor);

// What stands before the data of the chunk BIN; empty when the file would not fit into 4 GiB.
std::optional<Bytes> head(std::string json, std::uint64_t data_bytes);

}  // namespace solgel::io::glb
