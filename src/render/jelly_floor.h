// The floor of a jelly's picture: what it reflects towards a ray.
//
//   diffuse   albedo / pi (sun + sky + caustics), lines 1 cm apart filtered over the spot that a sample sees
//   sun       E sin(elevation) where a point of its disc is not hidden
//   caustics  the floor light of every body, bilinear
//   sky       irradiance kept in a grid of nodes, close together under the bodies and wide apart far from them;
//             JellyPaths fills it, so light that comes through the bodies is in it
//   sheen     the sun in a GGX lobe (Walter et al. 2007) with Schlick's term over 0.04
// It fades into the background with the distance from the middle, and altogether within 1 m.
#pragma once

#include <span>

#include "core/grid.h"
#include "render/jelly_samples.h"
#include "render/jelly_shells.h"
#include "render/jelly_studio.h"

namespace solgel::render {

class JellyFloor {
 public:
  JellyFloor(const JellyShells& shells, const JellyStudio& studio, const JellyLook& look);

  struct Seen {
    Vec3f light;
    float presence;  // the rest is background
  };
  // At the point (p.x, p.z) from the direction of a ray that sees a spot `width` wide there.
  Seen seen(Vec3f p, Vec3f direction, float width, RandomPair u) const;
  // The distance at which a ray meets the floor, below 0 where it does not.
  float distance(const Ray& ray) const;
  Vec3f albedo(Vec3f p, float width) const;

  // Nodes of the sky's light: its irradiance / pi.
  static constexpr int kNodes = 192;
  Vec3f node(int i, int j) const;
  void set_sky(Grid<Vec3f> sky) { sky_ = std::move(sky); }

 private:
  Vec3f sky_at(Vec3f p) const;
  Vec3f caustics_at(Vec3f p) const;
  Vec3f sun_at(Vec3f p, Vec3f direction, Vec3f albedo, RandomPair u) const;

  const JellyShells& shells_;
  const JellyStudio& studio_;
  float presence_, grid_, fog_, alpha_, caustics_, middle_x_, middle_z_, scale_, spread_;
  Grid<Vec3f> sky_;
};

}  // namespace solgel::render
