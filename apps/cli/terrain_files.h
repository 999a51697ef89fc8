// Files of a terrain run: the map, its masks, and everything that is written.
#pragma once

#include <string>

#include "core/warnings.h"
#include "erosion/terrain.h"
#include "io/height_map.h"
#include "render/terrain.h"
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

// The scene of heights in the land's unit of length; refers to its arguments.
struct TerrainFrame {
  Grid<float> height, flow;
  render::TerrainScene scene(const TerrainLand& land, const TerrainOptions& options) const;
};
TerrainFrame frame_of(const TerrainLand& land, const Grid<double>& height, const Grid<float>& flow);

io::Metadata terrain_metadata(const TerrainOptions& options);
// Writes all files but the video and the report.
Status write_terrain(const TerrainOptions& options, const TerrainLand& land, const erosion::Terrain& terrain,
                     Warnings& warnings);
// Size of pictures when none was asked for.
render::ImageSize terrain_picture_size(const TerrainOptions& options, const TerrainLand& land,
                                       render::TerrainView view);

}  // namespace solgel::cli
