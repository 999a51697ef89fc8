// The light around a jelly: a pale surround of the background's colour, soft boxes as a photographer places them, and
// the sun as a small disc.
//
// Nothing of it is seen by the camera itself but the background; it shows in reflections, through the body and as light
// on the floor. Radiance: E / pi of the sun's E lies near 1, the background at 0.8.
#pragma once

#include "core/vec3f.h"
#include "render/jelly_look.h"
#include "render/jelly_samples.h"

namespace solgel::render {

// Near #dfe6e8 once developed: the filmic curve takes saturation away.
inline constexpr Vec3f kJellyBackground{0.753f, 0.900f, 0.955f};
inline constexpr Vec3f kJellySun{1.0f, 0.879622f, 0.701102f};  // #fff1da

class JellyStudio {
 public:
  explicit JellyStudio(const JellyLook& look);

  Vec3f background() const { return background_; }
  // What a ray sees that leaves towards `direction`, without the sun.
  Vec3f sky(Vec3f direction) const;
  // Mean of the sky over level ground, weighted by the cosine.
  Vec3f mean_sky() const { return mean_sky_; }
  // The sun's disc, softened as by a lobe of standard deviation `blur` (radians).
  Vec3f sun(Vec3f direction, float blur) const;
  Vec3f to_sun() const { return to_sun_; }
  // Towards a point of the disc.
  Vec3f to_sun(RandomPair u) const;
  Vec3f sun_across() const { return sun_across_; }  // irradiance across the beam

 private:
  struct Box {
    Vec3f middle, right, up;
    float half_width, half_height, softness;  // on the plane at distance 1
    Vec3f radiance;
  };
  static Vec3f seen(const Box& box, Vec3f direction);

  Vec3f background_, mean_sky_, to_sun_, sun_right_, sun_up_, sun_across_;
  float sky_, studio_, sun_radius_;
  Box boxes_[4];
};

}  // namespace solgel::render
