// What a terrain run reads: the map, its scale, its masks.
#pragma once

#include <optional>
#include <string>

#include "core/warnings.h"
#include "erosion/terrain.h"
#include "io/height_map.h"
#include "terrain_options.h"

namespace solgel::cli {

// What the run starts from; input() refers to it.
struct TerrainLand {
  io::HeightMap map;
  Grid<std::uint8_t> missing;  // 0 x 0 when nothing is missing
  erosion::MapScale scale;
  bool has_units = false;  // lengths are metres
  bool is_generated = false;
  Grid<float> rainfall, hardness, protection;  // 0 x 0: none

  erosion::Input input() const;
};
Result<TerrainLand> load_land(const TerrainOptions& options, Warnings& warnings);

// Sample type that the name of a RAW file says.
std::optional<io::Sample> sample_of_raw_name(const std::string& path);
// Layout of a RAW file: what was said, and what its name says where nothing was.
std::optional<io::RawLayout> raw_layout(const TerrainOptions& options, const std::string& path);

}  // namespace solgel::cli
