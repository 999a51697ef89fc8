// TIFF 6.0 and BigTIFF with one band of heights.
#include "io/height_map_tiff.h"

#include <algorithm>
#include <bit>

#include "io/height_map_format.h"

namespace solgel::io {
namespace {

constexpr bool kBigEndian = std::endian::native == std::endian::big;
constexpr std::size_t kMostBlock = std::size_t{1} << 26;  // bytes of a tile
constexpr std::size_t kTables = std::size_t{1} << 26;     // libtiff's tables of strips, beside what the file holds
constexpr double kClassicLimit = 4294967296.0;            // offsets of 32 bits
constexpr int kMostDirectories = 1000;

// Most bytes that one of the file can give. LZW: a code of at least 9 bits stands for a string at most one longer than
// any before it, so 12-bit codes give at most 4096 bytes each. PackBits: 128 for 2.
double most_ratio(std::uint16_t compression) {
  switch (compression) {
    case COMPRESSION_NONE:
      return 1;
    case COMPRESSION_PACKBITS:
      return 64;
    case COMPRESSION_LZW:
      return 4096 / 1.5;
    default:
      return kMostDeflateRatio;
  }
}

Error damaged(std::string message) {
  return {.found = "not a whole TIFF: " + (message.empty() ? "its layout is inconsistent" : std::move(message)),
          .remedy = "it is cut off or damaged: copy it again"};
}

bool read_strips(TIFF* tiff, HeightMap& map) {
  const std::size_t stride =
      static_cast<std::size_t>(map.value.nx()) * static_cast<std::size_t>(sample_bytes(map.sample));
  if (TIFFScanlineSize64(tiff) != stride) return false;
  Bytes line(stride);
  for (int k = 0; k < map.value.ny(); ++k) {
    if (TIFFReadScanline(tiff, line.data(), static_cast<std::uint32_t>(k), 0) != 1) return false;
    decode_samples(map.sample, kBigEndian, line.data(), map.value.row(grid_row(map, k)));
  }
  return true;
}

bool read_tiles(TIFF* tiff, HeightMap& map) {
  const std::size_t width = map.tiff.tile_width, height = map.tiff.tile_height;
  const std::size_t bytes = static_cast<std::size_t>(sample_bytes(map.sample));
  if (width == 0 || height == 0 || width > kMostBlock / height / bytes) return false;
  if (TIFFTileSize64(tiff) != width * height * bytes) return false;
  Bytes tile(width * height * bytes);
  const std::size_t nx = static_cast<std::size_t>(map.value.nx()), ny = static_cast<std::size_t>(map.value.ny());
  for (std::size_t y = 0; y < ny; y += height) {
    for (std::size_t x = 0; x < nx; x += width) {
      const std::uint32_t index =
          TIFFComputeTile(tiff, static_cast<std::uint32_t>(x), static_cast<std::uint32_t>(y), 0, 0);
      const tmsize_t size = static_cast<tmsize_t>(tile.size());
      if (TIFFReadEncodedTile(tiff, index, tile.data(), size) != size) return false;
      for (std::size_t k = y; k < std::min(y + height, ny); ++k) {
        decode_samples(map.sample, kBigEndian, tile.data() + (k - y) * width * bytes,
                       map.value.row(grid_row(map, static_cast<int>(k))).subspan(x, std::min(width, nx - x)));
      }
    }
  }
  return true;
}

// Later directories that are neither smaller copies nor masks hold something that is not read.
void look_at_other_directories(TIFF* tiff, Warnings& warnings) {
  for (int k = 2; k < kMostDirectories && TIFFReadDirectory(tiff) == 1; ++k) {
    std::uint32_t type = 0;
    TIFFGetFieldDefaulted(tiff, TIFFTAG_SUBFILETYPE, &type);
    if ((type & (FILETYPE_REDUCEDIMAGE | FILETYPE_MASK)) != 0) continue;
    warnings.add("directories", 0, "the TIFF has several maps; only the first is read and written");
  }
}

bool write_layout(TIFF* tiff, const HeightMap& map) {
  const TiffLayout& layout = map.tiff;
  const auto round_up = [](std::uint32_t side) { return (side + 15) / 16 * 16; };  // as TIFF 6.0 asks for
  if (TIFFSetField(tiff, TIFFTAG_COMPRESSION, layout.compression) != 1) return false;
  if (layout.compression != COMPRESSION_NONE && layout.compression != COMPRESSION_PACKBITS) {
    const bool wrong = layout.predictor == PREDICTOR_FLOATINGPOINT && is_integer(map.sample);
    if (TIFFSetField(tiff, TIFFTAG_PREDICTOR, wrong ? PREDICTOR_HORIZONTAL : layout.predictor) != 1) return false;
  }
  if (layout.tile_width > 0) {
    return TIFFSetField(tiff, TIFFTAG_TILEWIDTH, round_up(layout.tile_width)) == 1 &&
           TIFFSetField(tiff, TIFFTAG_TILELENGTH, round_up(layout.tile_height)) == 1;
  }
  return TIFFSetField(tiff, TIFFTAG_ROWSPERSTRIP, TIFFDefaultStripSize(tiff, layout.rows_per_strip)) == 1;
}

bool write_tags(TIFF* tiff, const HeightMap& map, Entries metadata) {
  const int format =
      is_integer(map.sample) ? (lowest_of(map.sample) < 0 ? SAMPLEFORMAT_INT : SAMPLEFORMAT_UINT) : SAMPLEFORMAT_IEEEFP;
  return TIFFSetField(tiff, TIFFTAG_IMAGEWIDTH, static_cast<std::uint32_t>(map.value.nx())) == 1 &&
         TIFFSetField(tiff, TIFFTAG_IMAGELENGTH, static_cast<std::uint32_t>(map.value.ny())) == 1 &&
         TIFFSetField(tiff, TIFFTAG_BITSPERSAMPLE, 8 * sample_bytes(map.sample)) == 1 &&
         TIFFSetField(tiff, TIFFTAG_SAMPLESPERPIXEL, 1) == 1 && TIFFSetField(tiff, TIFFTAG_SAMPLEFORMAT, format) == 1 &&
         TIFFSetField(tiff, TIFFTAG_PHOTOMETRIC, PHOTOMETRIC_MINISBLACK) == 1 &&
         TIFFSetField(tiff, TIFFTAG_PLANARCONFIG, PLANARCONFIG_CONTIG) == 1 && write_layout(tiff, map) &&
         TIFFSetField(tiff, TIFFTAG_SOFTWARE, "solgel") == 1 &&
         (metadata.empty() || TIFFSetField(tiff, TIFFTAG_IMAGEDESCRIPTION, metadata_text(metadata).c_str()) == 1) &&
         write_map_tags(tiff, map);
}

bool write_strips(TIFF* tiff, const HeightMap& map, const SampleRounding& rounding) {
  std::vector<double> values(static_cast<std::size_t>(map.value.nx()));
  Bytes line(values.size() * static_cast<std::size_t>(sample_bytes(map.sample)));
  for (int k = 0; k < map.value.ny(); ++k) {
    rounding.row(k, kBigEndian, values, line.data());
    if (TIFFWriteScanline(tiff, line.data(), static_cast<std::uint32_t>(k), 0) != 1) return false;
  }
  return true;
}

// A row of tiles at a time; what sticks out of the map repeats its last column and row.
bool write_tiles(TIFF* tiff, const HeightMap& map, const SampleRounding& rounding) {
  std::uint32_t width = 0, height = 0;
  TIFFGetField(tiff, TIFFTAG_TILEWIDTH, &width);
  TIFFGetField(tiff, TIFFTAG_TILELENGTH, &height);
  const std::size_t nx = static_cast<std::size_t>(map.value.nx()), columns = (nx + width - 1) / width;
  const std::size_t bytes = static_cast<std::size_t>(sample_bytes(map.sample)), stride = columns * width * bytes;
  std::vector<double> values(columns * width);
  Bytes band(stride * height), tile(std::size_t{width} * height * bytes);
  for (int y = 0; y < map.value.ny(); y += static_cast<int>(height)) {
    for (int k = 0; k < static_cast<int>(height); ++k) {
      rounding.row(std::min(y + k, map.value.ny() - 1), values);
      std::fill(values.begin() + map.value.nx(), values.end(), values[nx - 1]);
      encode_samples(map.sample, kBigEndian, values, band.data() + stride * static_cast<std::size_t>(k));
    }
    for (std::size_t x = 0; x < columns; ++x) {
      for (std::size_t k = 0; k < height; ++k)
        std::copy_n(band.begin() + static_cast<std::ptrdiff_t>(k * stride + x * width * bytes), width * bytes,
                    tile.begin() + static_cast<std::ptrdiff_t>(k * width * bytes));
      if (TIFFWriteTile(tiff, tile.data(), static_cast<std::uint32_t>(x * width), static_cast<std::uint32_t>(y), 0, 0) <
          0)
        return false;
    }
  }
  return true;
}

}  // namespace

Result<HeightMap> read_tiff_map(const MapSource& source) {
  TiffMemory memory{.in = source.bytes};
  const TiffHandle handle = open_tiff(memory, "rm", kTables + 4 * source.bytes.size());
  TIFF* const tiff = handle.get();
  if (tiff == nullptr) return fail(damaged(memory.message));
  if (memory.warning.starts_with("IO error")) return fail(damaged(std::move(memory.warning)));
  if (!memory.warning.empty()) source.warnings.add("libtiff", 0, "libtiff: " + memory.warning);
  const Result<TiffShape> shape = read_shape(tiff);
  if (!shape) return fail(shape.error());
  const double size = static_cast<double>(shape->nx) * shape->ny * sample_bytes(shape->sample);
  const Status good = check_promise(source, shape->nx, shape->ny, size / most_ratio(shape->layout.compression));
  if (!good) return fail(good.error());
  if (shape->is_white_zero)
    source.warnings.add("white", 0, "the TIFF calls 0 white; values are kept as they are and 0 is written as black");
  HeightMap map;
  map.format = MapFormat::tiff;
  map.sample = shape->sample;
  map.tiff = shape->layout;
  MapTags tags = read_map_tags(tiff, source.warnings);
  map.geo = std::move(tags.geo);
  map.value = Grid<double>(static_cast<int>(shape->nx), static_cast<int>(shape->ny));
  if (!(map.tiff.tile_width > 0 ? read_tiles(tiff, map) : read_strips(tiff, map))) return fail(damaged(memory.message));
  if (!tags.nodata.empty()) take_nodata(map, tags.nodata, source.warnings);
  describe_georeference(map, source.warnings);
  look_at_other_directories(tiff, source.warnings);
  return map;
}

Result<Bytes> encode_tiff_map(const HeightMap& map, Entries metadata, MapWriteCounts& counts) {
  const double size = static_cast<double>(map.value.nx()) * map.value.ny() * sample_bytes(map.sample);
  // libtiff 4.5 swaps the bytes of big-endian files before the floating-point predictor, which wants them as they are.
  std::string mode = map.tiff.big_endian && map.tiff.predictor != PREDICTOR_FLOATINGPOINT ? "wbm" : "wlm";
  if (map.tiff.big_tiff || 1.01 * size + static_cast<double>(kTables) > kClassicLimit) mode += '8';
  TiffMemory memory;
  TiffHandle handle = open_tiff(memory, mode.c_str());
  TIFF* const tiff = handle.get();
  const SampleRounding rounding(map, counts);
  const bool good = tiff != nullptr && write_tags(tiff, map, metadata) &&
                    (map.tiff.tile_width > 0 ? write_tiles(tiff, map, rounding) : write_strips(tiff, map, rounding)) &&
                    TIFFFlush(tiff) == 1;
  handle.reset();
  if (!good) return fail({.found = "libtiff: " + memory.message});
  return std::move(memory.out);
}

}  // namespace solgel::io
