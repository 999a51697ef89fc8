// Light on terrain, worked out once per picture for nodes all over the map.
//
//   sun     a disc of angular radius rho at infinity, cut into strips, each clipped at the horizon of its own azimuth:
//           smooth penumbrae without noise. Level, open ground receives 1 - sky_share (below asin 0.2, less).
//   sky     clipped at the horizon in sixteen directions, brighter on the sun's side by 1 + 0.35 cos(angle of azimuth):
//           slopes that turn away from the sun keep their form. Level, open ground receives sky_share.
//   bounce  the hidden part of the sky sees other slopes, which shine with the mean of the sun's light nearby.
// Sun and sky are kept as irradiance vectors V, so that the irradiance on any normal n is n . V. Colours: the sun's
// from its elevation, 5100 K high and 3200 K at the horizon; the sky's at 8200 K (render/light_colour.h).
#pragma once

#include "render/terrain_look.h"
#include "render/terrain_surface.h"

namespace solgel::render {

// The same land twice: `fine` carries the sun's shadows, `coarse` the rest.
struct LitSurfaces {
  const TerrainSurface& fine;
  const TerrainSurface& coarse;
};

class TerrainLight {
 public:
  // Light on the surface or, where that is below `water` (a height of the surface), on the water.
  TerrainLight(const LitSurfaces& surfaces, float water, const TerrainLook& look);

  // Irradiance on a surface with unit normal n at (x, y).
  Vec3f irradiance(float x, float y, Vec3f n) const;
  // The sun's part of it, for a sun of strength 1.
  float sun_on(float x, float y, Vec3f n) const { return std::max(0.0f, dot(n, nodes_.weights(x, y)(sun_))); }
  // Share of the sun's disc that is seen, 0 to 1; share of the sky over level ground.
  float sunlit(float x, float y) const;
  float sky_seen(float x, float y) const { return coarse_.weights(x, y)(sky_).z; }

  Vec3f to_sun() const { return to_sun_; }          // unit vector
  float sun_radius() const { return radius_; }      // rad
  Vec3f sun_colour() const { return sun_colour_; }  // irradiance facing the sun
  Vec3f sky_colour() const { return sky_colour_; }  // irradiance of level, open ground
  Vec3f open_level() const { return to_sun_.z * sun_colour_ + sky_colour_; }

 private:
  void add_sun(const Grid<float>& z);
  void add_sky(const Grid<float>& z);
  void add_bounce(const TerrainSurface& coarse);

  NodeGrid nodes_, coarse_;
  double azimuth_, elevation_;
  float radius_;
  Vec3f to_sun_, sun_colour_, sky_colour_;
  Grid<Vec3f> sun_, sky_;  // for light of strength 1
  Grid<float> bounce_;
};

}  // namespace solgel::render
