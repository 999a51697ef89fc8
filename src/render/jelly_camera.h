// A camera on an orbit around a point above the floor, with a thin lens that is focused on it.
#pragma once

#include "core/vec3f.h"
#include "render/image.h"
#include "render/jelly_look.h"
#include "render/jelly_samples.h"

namespace solgel::render {

class JellyCamera {
 public:
  JellyCamera(const JellyLook& look, ImageSize size);
  // Through the point (px, py) of the picture in pixels, from its upper left corner, and the point `lens` of the lens.
  Ray ray(float px, float py, RandomPair lens) const;
  float pixel_angle() const { return pixel_angle_; }  // width of a pixel at distance 1

 private:
  Vec3f eye_, right_, up_, forward_;
  float pixel_angle_, focus_, aperture_, half_width_, half_height_;
};

}  // namespace solgel::render
