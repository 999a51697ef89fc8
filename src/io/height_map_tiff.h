// The tags of a TIFF height map; private to its reader and writer.
#pragma once

#include "io/height_map_format.h"
#include "io/tiff_memory.h"

namespace solgel::io {

// Where the map lies and what GDAL adds; tags of another type than theirs are left out with a warning.
struct MapTags {
  GeoTags geo;
  std::string nodata;  // empty when there is none
};
MapTags read_map_tags(TIFF* tiff, Warnings& warnings);
bool write_map_tags(TIFF* tiff, const HeightMap& map);

// Sample type, size and layout of the directory at hand, or why it is no height map.
struct TiffShape {
  Sample sample = Sample::u8;
  std::uint32_t nx = 0, ny = 0;
  TiffLayout layout;
  bool is_white_zero = false;
};
Result<TiffShape> read_shape(TIFF* tiff);

}  // namespace solgel::io
