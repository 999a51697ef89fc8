// The colour of land and water under sun and sky, as the map and the perspective share them.
//
//   land    L = albedo E(n), E from render/terrain_light.h, n the normal tilted by the ground's fine structure
//   streams where the flow is among the highest (its logarithm between two quantiles), gathered (more than in its
//           surroundings) and part of something long (render/stream_lines.h); a share of water per cell, smoothed, so
//           that a line is as wide as its flow is strong
//   sea     Beer and Lambert over the way of the light through the water, w: L = T L_floor + (1 - T) S,
//           T = exp(-w / a) per channel; red is absorbed first. S, what the water scatters back, is lit like the level.
// Radiances are scaled so that a surface of albedo 0.64 under open sky comes out as 1 at exposure 0.
#pragma once

#include <memory>
#include <optional>

#include "render/terrain.h"
#include "render/terrain_light.h"
#include "render/terrain_material.h"
#include "render/terrain_surface.h"

namespace solgel::render {

// Where the nodes of a picture lie: of the surface that is drawn, and of the light all over the map.
struct TerrainNodes {
  NodeGrid surface, light;
};

class TerrainShader {
 public:
  TerrainShader(const TerrainScene& scene, const TerrainLook& look, const TerrainRange& range,
                const TerrainNodes& nodes);

  const TerrainSurface& surface() const { return surface_; }
  const TerrainLight& light() const { return light_; }
  const TerrainMaterial& material() const { return material_; }
  float unit() const { return unit_; }  // map lengths
  float sea() const { return sea_; }    // height of the surface; kNoSea without a sea
  bool has_sea() const { return sea_ > kNoSea; }
  float gain() const { return gain_; }
  float data(float x, float y) const;        // share of data, 0 to 1
  bool is_near_gap(float x, float y) const;  // a cell or two from missing data, or in it

  // Radiance of the land at (x, y); `footprint` in map lengths.
  Vec3f land(float x, float y, const LandPoint& at, float footprint) const;
  // The same seen through `way` of water whose surface at (x, y) has the normal n.
  Vec3f through_water(Vec3f below, float x, float y, float way, Vec3f n = {0, 0, 1}) const;
  // Radiance of the sky towards a unit vector.
  Vec3f sky(Vec3f direction) const;
  // A surface of the given albedo and normal at (x, y).
  Vec3f lit(Vec3f albedo, float x, float y, Vec3f n) const { return gain_ * (albedo * light_.irradiance(x, y, n)); }

  static constexpr float kNoSea = -1e30f;

 private:
  void measure_relief();
  void measure_flow(const TerrainScene& scene, double water);
  float stream_share(float x, float y) const;
  const NodeGrid& coarse_nodes() const { return coarse_surface_.nodes(); }

  CellSides cell_;
  Grid<float> whole_;  // the heights with filled gaps, while the surfaces are made
  float unit_, low_, high_, sea_, gain_;
  TerrainSurface surface_;
  TerrainSurface wide_surface_, coarse_surface_;  // all over the map
  TerrainLight light_;
  TerrainMaterial material_;
  Grid<float> stands_out_, ridge_, steepness_, moisture_;  // at the coarse nodes
  Grid<float> stream_, data_;  // at the surface's nodes; empty when there is nothing to show
  float stream_boost_ = 1;
  Vec3f absorption_, scattered_;
};

}  // namespace solgel::render
