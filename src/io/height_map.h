// Height maps as files keep them: read from bytes, written back without loss.
//
// A map is a regular grid of values with what its file says of them: sample type, size of a cell, what a value is worth
// in metres, where data are missing, and the georeference, which travels through untouched. Values are held as double,
// which every supported sample type fits into exactly; so a map that is read and written is the same, bit for bit.
//
//   PNG            8 and 16 bit grey
//   TIFF, BigTIFF  8, 16, 32 bit integers, 16, 32 and 64 bit floating point; strips or tiles; deflate, LZW, PackBits,
//                  predictors; with the keys of GeoTIFF 1.1 (OGC 19-008r4) and GDAL's nodata tag
//   OpenEXR        16 and 32 bit floating point, the only channel (or red = green = blue)
//   RAW            bare samples; size, type, byte order and first row come from the caller
//   Esri ASCII     .asc
//   NPY 1.0 to 3.0 two-dimensional, C or Fortran order; the first row is the north edge
//   PGM            P2 and P5, 8 and 16 bit
//
// Readers are bounded: a header that promises more cells than `most_cells` or more than its file can hold is refused
// before memory is taken. Nothing is guessed: colour, transparency, palettes, complex numbers, a second band, values
// that are not finite and not declared as missing are errors that say what is allowed.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/grid.h"
#include "core/result.h"
#include "core/warnings.h"
#include "io/bytes.h"

namespace solgel::io {

enum class Sample { u8, u16, i16, u32, i32, f16, f32, f64 };
enum class MapFormat { png, tiff, exr, raw, asc, npy, pgm };

// Name of a sample type ("u16"), its size in bytes, whether it is an integer.
std::string_view sample_name(Sample sample);
std::optional<Sample> sample_of_name(std::string_view name);
int sample_bytes(Sample sample);
bool is_integer(Sample sample);
double lowest_of(Sample sample);
double highest_of(Sample sample);

// Layout of RAW files, which have no header.
struct RawLayout {
  int nx = 0, ny = 0;  // 0 x 0: the square that the file's size gives, else an error
  Sample sample = Sample::u16;
  bool big_endian = false;
  bool south_first = false;  // first row of the file is the south edge (in other formats the file itself says so)
};
// Layouts by the name of a game engine or tool that imports them ("unity", "unreal", "godot", ...; see
// docs/formats.md); empty when there is none. The size stays 0 x 0.
std::optional<RawLayout> raw_preset(std::string_view name);
std::vector<std::string_view> raw_preset_names();

// Tags of a TIFF file that say where the map lies, kept as they were.
struct GeoTags {
  std::vector<double> pixel_scale, tiepoints, transformation, geo_doubles;
  std::vector<std::uint16_t> geo_keys;
  std::string geo_ascii, gdal_metadata;
  bool empty() const { return geo_keys.empty() && pixel_scale.empty() && transformation.empty(); }
};
// How a TIFF file was laid out, to write it alike.
struct TiffLayout {
  std::uint16_t compression = 8, predictor = 1;   // TIFF's own numbers: 1 none, 5 LZW, 8 deflate
  std::uint32_t tile_width = 0, tile_height = 0;  // 0: strips
  std::uint32_t rows_per_strip = 0;               // 0: libtiff's choice
  bool big_tiff = false, big_endian = false;
};
// Corner of an Esri ASCII grid, as written there.
struct AscCorner {
  std::string x, y;          // the words of the file; empty when it is no .asc
  bool is_centre = false;    // xllcenter instead of xllcorner
  std::string cell, cell_y;  // cell_y only where the file has dx and dy
};

struct HeightMap {
  Grid<double> value;  // row 0 is the south edge; missing cells hold what the file had there
  MapFormat format = MapFormat::tiff;
  Sample sample = Sample::f32;
  double cell_x = 0, cell_y = 0;  // metres; 0 when the file does not say
  double metres_per_value = 0;    // of heights; 0 when the file does not say
  std::string crs;                // name of the coordinate system for reports; empty when there is none
  std::optional<double> nodata;   // the value (may be nan) that marks a missing cell
  std::string nodata_text;        // as written in the file
  GeoTags geo;
  TiffLayout tiff;
  AscCorner asc;
  RawLayout raw;  // of RAW files; NPY has its byte order here too
  std::string exr_channel = "Y";

  bool is_missing(double v) const { return nodata && (v == *nodata || (v != v && *nodata != *nodata)); }
};

struct MapReadOptions {
  std::optional<RawLayout> raw;  // must be given for RAW, and makes any file one
  std::int64_t most_cells = std::int64_t{1} << 28;
  std::optional<double> nodata;  // marks missing cells where the file itself declares none
};

// The format that bytes or, failing that, the name's extension show; an error names what is supported.
Result<MapFormat> detect_map_format(std::span<const std::byte> bytes, std::string_view name);
Result<MapFormat> map_format_of_name(std::string_view name);

// Reads a map of at least 3 x 3 cells. Errors carry `name` as the file. Memory: the values, 8 bytes a cell, and the
// decoder's own rows or tiles.
Result<HeightMap> read_height_map(std::span<const std::byte> bytes, std::string_view name,
                                  const MapReadOptions& options, Warnings& warnings);

struct MapWriteCounts {
  std::int64_t saturated = 0;  // cells whose value the sample type cannot hold; they became its lowest or highest
};
// Writes `map.value` in `map.format` with `map.sample`, layout, georeference and nodata of `map`; rounds to the nearest
// integer (ties to even) for integer samples. A cell that would become the nodata value by rounding moves to its
// nearest other one. A sample type that the format does not have is an error that names those it has. `metadata`
// travels where the format has a place for it (PNG text, TIFF description, EXR attributes, PGM comments).
Result<Bytes> encode_height_map(const HeightMap& map, std::span<const TextEntry> metadata, MapWriteCounts& counts);

}  // namespace solgel::io
