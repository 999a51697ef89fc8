// Grey PNG of 8 and 16 bits as a height map. gAMA and sBIT say how to show values, not what they are: ignored.
#include <bit>
#include <csetjmp>
#include <cstring>

#include <png.h>

#include "io/height_map_format.h"
#include "io/png_rows.h"

namespace solgel::io {
namespace {

struct Reader {
  png_structp png = nullptr;
  png_infop info = nullptr;
  std::span<const std::byte> bytes;
  std::size_t at = 0;
  std::string message;

  explicit Reader(std::span<const std::byte> from) : bytes(from) {}
  Reader(const Reader&) = delete;
  Reader& operator=(const Reader&) = delete;
  ~Reader() { png_destroy_read_struct(&png, &info, nullptr); }
};

[[noreturn]] void take_error(png_structp png, png_const_charp message) {
  static_cast<Reader*>(png_get_error_ptr(png))->message = message;
  longjmp(png_jmpbuf(png), 1);
}
void ignore_warning(png_structp, png_const_charp) {}
void give_bytes(png_structp png, png_bytep to, png_size_t size) {
  Reader& reader = *static_cast<Reader*>(png_get_io_ptr(png));
  if (size > reader.bytes.size() - reader.at) png_error(png, "the file ends too early");
  std::memcpy(to, reader.bytes.data() + reader.at, size);
  reader.at += size;
}

// libpng reports errors by longjmp: nothing with a destructor lives in this frame or the next.
bool read_header(Reader& reader) {
  if (setjmp(png_jmpbuf(reader.png)) != 0) return false;
  png_set_read_fn(reader.png, &reader, give_bytes);
  png_set_user_limits(reader.png, 0x7fffffff, 0x7fffffff);
  png_set_chunk_cache_max(reader.png, 256);
  png_set_chunk_malloc_max(reader.png, 1 << 20);
  png_read_info(reader.png, reader.info);
  return true;
}

// Rows one after another, or all of them into `image` where the file is interlaced.
bool read_rows(Reader& reader, HeightMap& map, png_bytep line, png_bytepp image) {
  if (setjmp(png_jmpbuf(reader.png)) != 0) return false;
  png_set_packing(reader.png);  // fewer than 8 bits: a byte each, not scaled
  png_set_interlace_handling(reader.png);
  png_read_update_info(reader.png, reader.info);
  if (image != nullptr) png_read_image(reader.png, image);
  for (int k = 0; k < map.value.ny(); ++k) {
    if (image == nullptr) png_read_row(reader.png, line, nullptr);
    decode_samples(map.sample, true, reinterpret_cast<const std::byte*>(image != nullptr ? image[k] : line),
                   map.value.row(grid_row(map, k)));
  }
  png_read_end(reader.png, nullptr);
  return true;
}

std::string kind_of(int colour, int depth, bool is_transparent) {
  const std::string bits = std::to_string(depth) + "-bit ";
  switch (colour) {
    case PNG_COLOR_TYPE_PALETTE:
      return bits + "palette";
    case PNG_COLOR_TYPE_RGB:
      return bits + "colour";
    case PNG_COLOR_TYPE_RGB_ALPHA:
      return bits + "colour with alpha";
    case PNG_COLOR_TYPE_GRAY_ALPHA:
      return bits + "grey with alpha";
    default:
      return bits + (is_transparent ? "grey with a transparent value" : "grey");
  }
}

Error damaged(const std::string& message) {
  return {.found = "not a whole PNG: " + message, .remedy = "it is cut off or damaged: copy it again"};
}

// Each chunk ends inside the file, which libpng trusts before it takes memory for one.
bool are_chunks_inside(const MapSource& source) {
  const std::size_t size = source.bytes.size();
  for (std::size_t at = 8; at < size;) {
    double length[1] = {};
    if (size - at < 12) return false;
    decode_samples(Sample::u32, true, source.bytes.data() + at, length);
    if (length[0] > static_cast<double>(size - at - 12)) return false;
    if (source.text().substr(at + 4, 4) == "IEND") return true;
    at += 12 + static_cast<std::size_t>(length[0]);
  }
  return false;
}

// Width and height, which libpng would refuse with less to say, and the chunks.
Status check_frame(const MapSource& source) {
  constexpr std::size_t kBehindSize = 24;  // signature, length and name of IHDR, two words
  if (!source.text().starts_with("\x89PNG\r\n\x1a\n")) return fail(damaged("not a PNG file"));
  if (source.bytes.size() >= kBehindSize && source.text().substr(12, 4) == "IHDR") {
    double size[2] = {};
    decode_samples(Sample::u32, true, source.bytes.data() + 16, size);
    const Status good =
        check_promise(source, static_cast<std::int64_t>(size[0]), static_cast<std::int64_t>(size[1]), 0);
    if (!good) return good;
  }
  if (!are_chunks_inside(source)) return fail(damaged("the file ends too early"));
  return {};
}

Status check_header(const MapSource& source, const Reader& reader) {
  const int colour = png_get_color_type(reader.png, reader.info), depth = png_get_bit_depth(reader.png, reader.info);
  const bool is_transparent = png_get_valid(reader.png, reader.info, PNG_INFO_tRNS) != 0;
  if (colour != PNG_COLOR_TYPE_GRAY || is_transparent) {
    return fail({.found = "the PNG is " + kind_of(colour, depth, is_transparent),
                 .allowed = "allowed grey of 8 or 16 bits without alpha",
                 .remedy = "save it as 16-bit greyscale"});
  }
  if (depth < 8) {
    source.warnings.add("depth", 0, "the PNG has " + std::to_string(depth) + " bits a cell; it is written with 8");
  }
  const png_uint_32 nx = png_get_image_width(reader.png, reader.info);
  const png_uint_32 ny = png_get_image_height(reader.png, reader.info);
  return check_promise(source, nx, ny, static_cast<double>(nx) * ny * depth / 8 / kMostDeflateRatio);
}

}  // namespace

Result<HeightMap> read_png_map(const MapSource& source) {
  const Status frame = check_frame(source);
  if (!frame) return fail(frame.error());
  Reader reader(source.bytes);
  reader.png = png_create_read_struct(PNG_LIBPNG_VER_STRING, &reader, take_error, ignore_warning);
  if (reader.png != nullptr) reader.info = png_create_info_struct(reader.png);
  if (reader.info == nullptr) return fail({.found = "libpng cannot start", .remedy = "free some memory"});
  if (!read_header(reader)) return fail(damaged(reader.message));
  const Status good = check_header(source, reader);
  if (!good) return fail(good.error());
  HeightMap map;
  map.format = MapFormat::png;
  map.sample = png_get_bit_depth(reader.png, reader.info) == 16 ? Sample::u16 : Sample::u8;
  map.value = Grid<double>(static_cast<int>(png_get_image_width(reader.png, reader.info)),
                           static_cast<int>(png_get_image_height(reader.png, reader.info)));
  const std::size_t stride =
      static_cast<std::size_t>(map.value.nx()) * static_cast<std::size_t>(sample_bytes(map.sample));
  const bool is_interlaced = png_get_interlace_type(reader.png, reader.info) != PNG_INTERLACE_NONE;
  const std::size_t rows = is_interlaced ? static_cast<std::size_t>(map.value.ny()) : 1;
  std::vector<png_byte> samples(stride * rows);
  std::vector<png_bytep> image;
  for (std::size_t k = 0; is_interlaced && k < rows; ++k) image.push_back(samples.data() + stride * k);
  if (!read_rows(reader, map, samples.data(), is_interlaced ? image.data() : nullptr))
    return fail(damaged(reader.message));
  return map;
}

Result<Bytes> encode_png_map(const HeightMap& map, Entries metadata, MapWriteCounts& counts) {
  Bytes samples;
  append_samples(samples, map, std::endian::native == std::endian::big, counts);
  const std::size_t stride = samples.size() / static_cast<std::size_t>(map.value.ny());
  std::vector<std::uint8_t*> rows;
  for (std::size_t at = 0; at < samples.size(); at += stride)
    rows.push_back(reinterpret_cast<std::uint8_t*>(samples.data() + at));
  return encode_png_rows({map.value.nx(), map.value.ny(), 8 * sample_bytes(map.sample), PNG_COLOR_TYPE_GRAY, 0},
                         {metadata.begin(), metadata.end()}, rows);
}

}  // namespace solgel::io
