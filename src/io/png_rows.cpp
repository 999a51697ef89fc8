#include "io/png_rows.h"

#include <algorithm>
#include <bit>
#include <csetjmp>
#include <string>

#include <png.h>

namespace solgel::io {
namespace {

constexpr std::size_t kLongestKey = 79;

struct Writer {
  png_structp png = nullptr;
  png_infop info = nullptr;
  Bytes bytes;
  std::string message;

  Writer() = default;
  Writer(const Writer&) = delete;
  Writer& operator=(const Writer&) = delete;
  ~Writer() { png_destroy_write_struct(&png, &info); }
};

void take_bytes(png_structp png, png_bytep data, png_size_t size) {
  append(static_cast<Writer*>(png_get_io_ptr(png))->bytes, data, size);
}
void flush_nothing(png_structp) {}
[[noreturn]] void take_error(png_structp png, png_const_charp message) {
  static_cast<Writer*>(png_get_error_ptr(png))->message = message;
  longjmp(png_jmpbuf(png), 1);
}
void ignore_warning(png_structp, png_const_charp) {}

// libpng reports errors by longjmp: nothing with a destructor lives in this frame.
bool write_image(Writer& writer, const PngLayout& layout, png_textp text, int text_count, png_bytepp rows) {
  if (setjmp(png_jmpbuf(writer.png)) != 0) return false;
  png_set_write_fn(writer.png, &writer, take_bytes, flush_nothing);
  png_set_user_limits(writer.png, 0x7fffffff, 0x7fffffff);
  png_set_IHDR(writer.png, writer.info, static_cast<png_uint_32>(layout.width), static_cast<png_uint_32>(layout.height),
               layout.depth, layout.colour, PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
  if (layout.colour == PNG_COLOR_TYPE_RGB) png_set_sRGB(writer.png, writer.info, PNG_sRGB_INTENT_PERCEPTUAL);
  if (layout.pixels_per_metre > 0) {
    const png_uint_32 density = static_cast<png_uint_32>(layout.pixels_per_metre + 0.5);
    png_set_pHYs(writer.png, writer.info, density, density, PNG_RESOLUTION_METER);
  }
  png_set_compression_level(writer.png, 4);  // 6 takes twice as long for one per cent
  if (text_count > 0) png_set_text(writer.png, writer.info, text, text_count);
  png_write_info(writer.png, writer.info);
  if (layout.depth == 16 && std::endian::native == std::endian::little) png_set_swap(writer.png);
  png_write_image(writer.png, rows);
  png_write_end(writer.png, writer.info);
  return true;
}

// Keys in Latin-1 of 1 to 79 characters, as the format demands; `entries` stays in place while libpng reads it.
std::vector<png_text> text_chunks(Metadata& entries) {
  std::vector<png_text> chunks;
  for (TextEntry& entry : entries) {
    if (entry.key.size() > kLongestKey) entry.key.resize(kLongestKey);
    std::replace_if(
        entry.key.begin(), entry.key.end(), [](char c) { return c < ' ' || c > '~'; }, '_');
    if (entry.key.empty()) entry.key = "_";
    const bool plain =
        std::all_of(entry.value.begin(), entry.value.end(), [](char c) { return c == '\n' || (c >= ' ' && c <= '~'); });
    std::replace(entry.value.begin(), entry.value.end(), '\0', ' ');
    png_text chunk{};
    chunk.compression = plain ? PNG_TEXT_COMPRESSION_NONE : PNG_ITXT_COMPRESSION_NONE;
    chunk.key = entry.key.data();
    chunk.text = entry.value.data();
    (plain ? chunk.text_length : chunk.itxt_length) = entry.value.size();
    chunks.push_back(chunk);
  }
  return chunks;
}

}  // namespace

Result<Bytes> encode_png_rows(const PngLayout& layout, Metadata metadata, std::vector<std::uint8_t*>& rows) {
  Writer writer;
  writer.png = png_create_write_struct(PNG_LIBPNG_VER_STRING, &writer, take_error, ignore_warning);
  if (writer.png != nullptr) writer.info = png_create_info_struct(writer.png);
  if (writer.info == nullptr)
    return fail({.found = "libpng cannot start", .allowed = {}, .remedy = "free some memory", .file = {}});
  std::vector<png_text> chunks = text_chunks(metadata);
  if (!write_image(writer, layout, chunks.data(), static_cast<int>(chunks.size()), rows.data())) {
    return fail({.found = "libpng: " + writer.message, .allowed = {}, .remedy = {}, .file = {}});
  }
  return std::move(writer.bytes);
}

}  // namespace solgel::io
