// Paths of light from the eye through jellies to floor, sky and sun.
//
// A path ends where it meets the floor or the surroundings. On the way, at each surface, it is reflected with the
// probability that light is; at the first surfaces of a path both ways are followed instead, each with its share.
// Within a body light falls off as exp(-sigma way); each passage through the surface keeps the root of the flavour's
// colour. A path that has met `bounces` surfaces sees the mean sky. Faint ones end by Russian roulette.
//
// Dispersion: where red and blue differ from green by less than kNoSpread in index (at the text's dispersion they miss
// each other by a tenth of a pixel) one path serves all three; otherwise each colour has its own behind the first
// surface, with the same random numbers.
#pragma once

#include "render/jelly_floor.h"
#include "render/jelly_interface.h"

namespace solgel::render {

class JellyPaths {
 public:
  JellyPaths(const JellyShells& shells, const JellyStudio& studio, JellyFloor& floor, const JellyLook& look);

  // Light that comes along a ray from the eye; a pixel is `pixel_angle` wide. `met`: the first surface, if any.
  Vec3f seen(const Ray& ray, float pixel_angle, JellySamples samples, std::optional<ShellHit>& met) const;

  // Share of light that a slab of glass or jelly lets through along one way.
  static Vec3f kept(Vec3f sigma, float way);

 private:
  struct Walk {
    Ray ray;
    JellySamples samples;
    float ior;
    float pixel_angle;   // of a spot, by its distance
    float distance = 0;  // from the eye
    float blur = 0;      // of what is seen, radians; below 0 the sun is left out
    int met = 0;         // surfaces
    int splits = 0;      // at which both ways are followed from here on
    float weight = 1;    // that the path still has
  };
  Vec3f follow(Walk walk) const;
  Vec3f at_surface(const Walk& walk, const ShellHit& hit) const;
  Vec3f dispersed(Walk walk, const ShellHit& hit, const Meeting& meeting, RandomPair lobe) const;
  Vec3f reflection(const Walk& walk, const ShellHit& hit, const Meeting& meeting) const;
  Vec3f refraction(const Walk& walk, const ShellHit& hit, Vec3f direction) const;
  Vec3f surroundings(const Walk& walk) const;
  void light_floor(int rays, int pass);

  const JellyShells& shells_;
  const JellyStudio& studio_;
  JellyFloor& floor_;
  JellyMaterial material_;
  int bounces_;
  std::uint64_t seed_;
};

}  // namespace solgel::render
