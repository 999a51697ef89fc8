#include "io/glb_text.h"

#include <algorithm>
#include <charconv>
#include <limits>
#include <map>

#include "core/json.h"
#include "core/version.h"
#include "io/little_endian.h"
#include "io/text_bytes.h"

namespace solgel::io::glb {
namespace {

// Bytes of the UTF-8 character that `text` begins with, 0 when there is none.
std::size_t character_size(std::string_view text) {
  const auto byte = [&](std::size_t k) { return k < text.size() ? static_cast<unsigned char>(text[k]) : 0u; };
  const unsigned lead = byte(0), next = byte(1);
  if (lead < 0x80) return 1;
  const std::size_t size = lead < 0xc2 ? 0 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : lead < 0xf5 ? 4 : 0;
  for (std::size_t k = 1; k < size; ++k) {
    if (byte(k) < 0x80 || byte(k) > 0xbf) return 0;
  }
  const bool overlong = (lead == 0xe0 && next < 0xa0) || (lead == 0xf0 && next < 0x90);
  const bool beyond = (lead == 0xed && next > 0x9f) || (lead == 0xf4 && next > 0x8f);  // surrogates, above 10ffff
  return overlong || beyond ? 0 : size;
}

}  // namespace

std::string utf8(std::string text) {
  for (std::size_t k = 0; k < text.size();) {
    const std::size_t size = character_size(std::string_view(text).substr(k));
    if (size == 0) text[k] = '?';
    k += std::max<std::size_t>(size, 1);
  }
  return text;
}

std::string float_text(double value) {
  char text[32];
  const auto end = std::to_chars(text, text + sizeof text, static_cast<double>(static_cast<float>(value)));
  return std::string(text, end.ptr);
}

std::string vector_text(Vec3f v) {
  return "[" + float_text(static_cast<double>(v.x)) + "," + float_text(static_cast<double>(v.y)) + "," +
         float_text(static_cast<double>(v.z)) + "]";
}

std::string extras(std::span<const TextEntry> metadata) {
  std::map<std::string, std::string> unique;  // of two equal names a reader of JSON may take either: the last counts
  for (const TextEntry& entry : metadata) unique[utf8(entry.key)] = utf8(entry.value);
  JsonObject object;
  for (const auto& entry : unique) object.text(entry.first, entry.second);
  return object.str();
}

std::string asset_text(std::span<const TextEntry> metadata) {
  return "{\"version\":\"2.0\",\"generator\":\"solgel " + std::string(kVersion) + "\",\"extras\":" + extras(metadata) +
         "}";
}

std::string view_text(const View& view) {
  std::string text =
      "{\"buffer\":0,\"byteOffset\":" + std::to_string(view.offset) + ",\"byteLength\":" + std::to_string(view.length);
  if (view.stride != 0) text += ",\"byteStride\":" + std::to_string(view.stride);
  if (view.target != 0) text += ",\"target\":" + std::to_string(view.target);
  return text + "}";
}

std::string accessor_text(const AccessorText& accessor) {
  std::string text = "{\"bufferView\":" + std::to_string(accessor.view);
  if (accessor.offset != 0) text += ",\"byteOffset\":" + std::to_string(accessor.offset);
  return text + ",\"componentType\":" + std::to_string(accessor.component) +
         ",\"count\":" + std::to_string(accessor.count) + ",\"type\":\"" + accessor.type + "\"" + accessor.bounds + "}";
}

std::optional<Bytes> head(std::string json, std::uint64_t data_bytes) {
  constexpr std::uint32_t kMagic = 0x46546c67, kVersion2 = 2, kJson = 0x4e4f534a, kBin = 0x004e4942;
  json.resize((json.size() + 3) / 4 * 4, ' ');
  const std::uint64_t total = 12 + 8 + json.size() + 8 + data_bytes;
  if (total > std::numeric_limits<std::uint32_t>::max()) return std::nullopt;
  Bytes bytes;
  bytes.reserve(28 + json.size());
  for (const std::uint32_t word : {kMagic, kVersion2, static_cast<std::uint32_t>(total)}) append_word(bytes, word);
  append_word(bytes, static_cast<std::uint32_t>(json.size()));
  append_word(bytes, kJson);
  append_text(bytes, json);
  append_word(bytes, static_cast<std::uint32_t>(data_bytes));
  append_word(bytes, kBin);
  return bytes;
}

}  // namespace solgel::io::glb
