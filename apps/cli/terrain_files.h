// Everything that a terrain run writes.
#pragma once

#include <string>

#include "core/warnings.h"
#include "erosion/terrain.h"
#include "render/terrain.h"
#include "terrain_land.h"

namespace solgel::cli {

// The scene of heights in the land's unit of length; refers to its arguments.
struct TerrainFrame {
  Grid<float> height, flow;
  render::TerrainScene scene(const TerrainLand& land, const TerrainOptions& options) const;
};
TerrainFrame frame_of(const TerrainLand& land, const Grid<double>& height, const Grid<float>& flow);

io::Metadata terrain_metadata(const TerrainOptions& options);
// Before the run: what cannot be written after it.
Status check_terrain_output(const TerrainOptions& options, const TerrainLand& land);
// Writes all files but the video and the report.
Status write_terrain(const TerrainOptions& options, const TerrainLand& land, const erosion::Terrain& terrain,
                     Warnings& warnings);
// Size of pictures when none was asked for.
render::ImageSize terrain_picture_size(const TerrainOptions& options, const TerrainLand& land,
                                       render::TerrainView view);

}  // namespace solgel::cli
