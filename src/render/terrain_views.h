// The two ways to show terrain; render/terrain.h chooses.
#pragma once

#include "render/terrain.h"

namespace solgel::render {

// Neutral ground around the map and where there is no data.
inline constexpr Vec3f kPaper{0.56f, 0.555f, 0.54f};

Image terrain_map(const TerrainScene& scene, const TerrainLook& look, const TerrainRange& range, ImageSize size);
Image terrain_in_perspective(const TerrainScene& scene, const TerrainLook& look, const TerrainRange& range,
                             ImageSize size);

}  // namespace solgel::render
