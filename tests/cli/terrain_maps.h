// Small maps for the terrain tests, and what the command makes of them.
#pragma once

#include <cmath>
#include <string>
#include <utility>

#include "command.h"
#include "io/map_files.h"

namespace solgel::test {

constexpr int kColumns = 24, kRows = 18;

// A ridge with a slope: whole heights of 100 to 999, so that every sample type but u8 holds them.
inline io::HeightMap ridge(io::MapFormat format, io::Sample sample, int nx = kColumns, int ny = kRows) {
  io::HeightMap map;
  map.format = format;
  map.sample = sample;
  map.value = Grid<double>(nx, ny);
  const double scale = sample == io::Sample::u8 ? 0.25 : 1;
  for (int j = 0; j < ny; ++j) {
    for (int i = 0; i < nx; ++i) {
      const double across = 1 - std::abs(2.0 * j / (ny - 1) - 1);
      map.value(i, j) =
          std::floor(scale * (100 + 500 * across + 9 * i +
                              40 * random_unit({.seed = 3, .stream = 1}, static_cast<std::uint64_t>(j * nx + i))));
    }
  }
  return map;
}

inline std::string file_of(const io::HeightMap& map) {
  return text_of(written(map));
}

// The ridge in UTM zone 33 with cells of 25 m, heights in metres, two cells missing.
inline io::HeightMap utm_ridge() {
  io::HeightMap map = ridge(io::MapFormat::tiff, io::Sample::i16);
  map.geo.pixel_scale = {25, 25, 0};
  map.geo.tiepoints = {0, 0, 0, 500000, 5400000, 0};
  map.geo.geo_keys = {1, 1, 0, 3, 1024, 0, 1, 1, 1025, 0, 1, 1, 3072, 0, 1, 32633};
  map.nodata = -32768;
  map.nodata_text = "-32768";
  map.value(4, 4) = map.value(5, 4) = -32768;
  return map;
}

inline io::HeightMap map_in(const Folder& folder, const std::string& name, const io::MapReadOptions& options = {}) {
  return read_back(bytes_of(folder.read(name)), name, options);
}

inline double sum_of(const io::HeightMap& map) {
  double sum = 0;
  for (const double v : map.value.cells()) {
    if (!map.is_missing(v)) sum += v;
  }
  return sum;
}

// `solgel terrain` without progress and summary.
inline Words terrain(Words more) {
  more.insert(more.begin(), {"terrain", "--quiet"});
  return more;
}

// Land with no file: little of it, under little rain.
inline Words small_land(Words more) {
  more.insert(more.begin(), {"--generate", "fractal", "--cells", "64x48", "--droplets", "2000"});
  return terrain(std::move(more));
}

}  // namespace solgel::test
