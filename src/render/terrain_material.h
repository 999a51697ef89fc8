// What covers the ground, as a diffuse colour: rock, scree, soil, grass, forest, sediment, snow.
//
// A point is described by its slope, its height between the lowest and the highest land, how far it stands out of its
// surroundings (height minus a running mean over a reach R, divided by R: ridges are positive, hollows negative) and
// how much water passes nearby. Each cover wins where its own conditions hold,
//   rock      above the slope `rock`, earlier up high and on what stands out
//   scree     a little below that slope, up high
//   sediment  level and hollow
//   forest    below the tree line, in clumps, denser where it is moist
//   grass     the rest, drier with height
//   snow      above the snow line, where it is not too steep to hold
//   sand      just above and below the sea
// and every condition is bent by noise at four scales (value noise, rotated), so that no border is a contour line.
// Lengths are in units of 1/128 of the map's shorter side, so that the colours do not depend on the number of cells;
// noise finer than the caller's footprint is left out. Colours are chosen, not measured.
#pragma once

#include <cstdint>

#include "core/vec3f.h"
#include "render/terrain_look.h"

namespace solgel::render {

struct GroundPoint {
  float x = 0, y = 0;               // in units
  float footprint = 1;              // in units, the width that the caller averages over
  float slope_x = 0, slope_y = 0;   // of the surface
  float steepness = 0;              // mean slope nearby
  float rise = 0;                   // 0 lowest land, 1 highest
  float stands_out = 0, ridge = 0;  // over a wide and a narrow reach
  float moisture = 0;               // 0 to 1
  float above_sea = 1e9f;           // in units
};

struct GroundCover {
  Vec3f albedo;
  float tilt_x = 0, tilt_y = 0;  // of the fine structure, added to the slopes
};

class TerrainMaterial {
 public:
  explicit TerrainMaterial(const TerrainLook& look);
  GroundCover at(const GroundPoint& p) const;
  // Of the cut below `depth` units of ground; z in units.
  Vec3f cut(float along, float z, float depth, float footprint) const;

 private:
  struct Palette {
    Vec3f soil, sediment, grass, meadow, forest, scree, rock, dark_rock, warm_rock, snow, sand, silt, earth, humus;
  };
  struct Noise {
    float wide, middle, fine, grit, tilt_x, tilt_y;
  };
  Noise noise(const GroundPoint& p) const;
  Vec3f vegetated(const GroundPoint& p, const Noise& n) const;
  Vec3f rocky(const GroundPoint& p, const Noise& n, float slope) const;

  Palette colour_;
  float rock_, vegetation_, snow_line_, texture_;
  std::uint32_t seed_;
};

}  // namespace solgel::render
