// What every height map reader promises for every file: an error or a map of finite or missing cells that is written
// and read back the same, and written again as the same bytes; and no way of hurting the process.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <span>

#include "io/height_map.h"

namespace solgel::fuzz {

inline void require(bool holds) {
  if (!holds) std::abort();
}

inline bool same_cells(const io::HeightMap& a, const io::HeightMap& b) {
  return a.value.nx() == b.value.nx() && a.value.ny() == b.value.ny() &&
         std::memcmp(a.value.cells().data(), b.value.cells().data(), a.value.cells().size_bytes()) == 0;
}

inline io::Bytes written(const io::HeightMap& map) {
  io::MapWriteCounts counts;
  Result<io::Bytes> bytes = io::encode_height_map(map, {}, counts);
  require(bytes.has_value() && counts.saturated == 0);
  return std::move(*bytes);
}

inline void check_map(std::span<const std::byte> file, const char* name, io::MapReadOptions options = {}) {
  options.most_cells = std::int64_t{1} << 20;
  Warnings warnings;
  const Result<io::HeightMap> map = io::read_height_map(file, name, options, warnings);
  if (!map) {
    require(!map.error().found.empty());
    return;
  }
  const io::Bytes bytes = written(*map);
  if (options.raw) {
    options.raw->nx = map->value.nx();
    options.raw->ny = map->value.ny();
  }
  const Result<io::HeightMap> back = io::read_height_map(bytes, name, options, warnings);
  require(back.has_value() && back->format == map->format && back->sample == map->sample && same_cells(*map, *back));
  require(back->nodata.has_value() == map->nodata.has_value() && back->nodata_text == map->nodata_text);
  require(back->cell_x == map->cell_x && back->cell_y == map->cell_y);
  require(back->metres_per_value == map->metres_per_value && back->crs == map->crs);
  require(written(*back) == bytes);
}

}  // namespace solgel::fuzz
