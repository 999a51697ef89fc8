// What the readers and writers of height maps share; private to them.
//
// Readers fill everything of a HeightMap but what `read_height_map` checks for all of them: that values are finite or
// declared as missing, and that some are there. Writers get a map that `encode_height_map` has checked.
#pragma once

#include "io/height_map.h"

namespace solgel::io {

struct MapSource {
  std::span<const std::byte> bytes;
  const MapReadOptions& options;
  Warnings& warnings;

  std::string_view text() const { return {reinterpret_cast<const char*>(bytes.data()), bytes.size()}; }
};

// Deflate (RFC 1951) gives at most 258 bytes for 2 bits: no more than 1032 bytes for one of the file.
inline constexpr double kMostDeflateRatio = 1032;

// Holds a header's promise against `most_cells`, the smallest map, and the file: `least_bytes` is the least size of a
// file that could hold that many cells. Before this, no memory is taken.
Status check_promise(const MapSource& source, std::int64_t nx, std::int64_t ny, double least_bytes);

// Whether the tags put the file's first row in the south.
bool is_south_first(const GeoTags& geo);

// Row of the grid that the file's k-th row is: counted from the south in RAW files that say so and in TIFF files whose
// tags do.
inline int grid_row(const HeightMap& map, int k) {
  const bool from_south = map.format == MapFormat::raw    ? map.raw.south_first
                          : map.format == MapFormat::tiff ? is_south_first(map.geo)
                                                          : false;
  return from_south ? k : map.value.ny() - 1 - k;
}

// Samples of a row as the file has them, to values and back.
void decode_samples(Sample sample, bool big_endian, const std::byte* from, std::span<double> to);
void encode_samples(Sample sample, bool big_endian, std::span<const double> from, std::byte* to);

// Whether the sample type holds the value exactly.
bool is_exact(Sample sample, double value);

// Values as the sample type can hold them: nearest, saturated and counted, and never nodata by accident.
class SampleRounding {
 public:
  SampleRounding(const HeightMap& map, MapWriteCounts& counts) : map_(map), counts_(counts) {}
  double operator()(double value) const;
  // The file's k-th row, rounded.
  void row(int k, std::span<double> to) const;
  // The same as samples, in `line`.
  void row(int k, bool big_endian, std::span<double> values, std::byte* line) const;

 private:
  const HeightMap& map_;
  MapWriteCounts& counts_;
};

// All rows as samples, from the file's first to its last.
void append_samples(Bytes& bytes, const HeightMap& map, bool big_endian, MapWriteCounts& counts);

// Takes the text of a nodata value ("-9999", "nan") into the map; a warning when it is no number or the sample type
// cannot hold it. Call it after the sample type is known.
void take_nodata(HeightMap& map, std::string_view text, Warnings& warnings);

// "nan", "inf" and decimal numbers, the whole of the text.
std::optional<double> number_of(std::string_view text);

// Sets the cells' size from lengths whose unit the file does not name: metres, with a warning; or nothing, where they
// can only be degrees.
void take_unnamed_unit(HeightMap& map, double cell_x, double cell_y, bool within_globe, Warnings& warnings);

// What the GeoTIFF tags say of the cells, of heights and of the coordinate system.
void describe_georeference(HeightMap& map, Warnings& warnings);

Result<HeightMap> read_png_map(const MapSource& source);
Result<HeightMap> read_tiff_map(const MapSource& source);
Result<HeightMap> read_exr_map(const MapSource& source);
Result<HeightMap> read_raw_map(const MapSource& source);
Result<HeightMap> read_asc_map(const MapSource& source);
Result<HeightMap> read_npy_map(const MapSource& source);
Result<HeightMap> read_pgm_map(const MapSource& source);

using Entries = std::span<const TextEntry>;
Result<Bytes> encode_png_map(const HeightMap& map, Entries metadata, MapWriteCounts& counts);
Result<Bytes> encode_tiff_map(const HeightMap& map, Entries metadata, MapWriteCounts& counts);
Result<Bytes> encode_exr_map(const HeightMap& map, Entries metadata, MapWriteCounts& counts);
Result<Bytes> encode_raw_map(const HeightMap& map, Entries metadata, MapWriteCounts& counts);
Result<Bytes> encode_asc_map(const HeightMap& map, Entries metadata, MapWriteCounts& counts);
Result<Bytes> encode_npy_map(const HeightMap& map, Entries metadata, MapWriteCounts& counts);
Result<Bytes> encode_pgm_map(const HeightMap& map, Entries metadata, MapWriteCounts& counts);

}  // namespace solgel::io
