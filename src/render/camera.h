// A pinhole camera that looks at the middle of a scene and frames all of it.
//
// It stands at tilt degrees from straight above, turned by orbit degrees from the south anticlockwise. Its distance is
// the one at which the scene's outline fills the picture up to a margin, and the picture is centred on the outline by
// shifting the film, as with a view camera. Zoom enlarges the film around its middle.
#pragma once

#include <span>

#include "core/vec3f.h"
#include "render/image.h"

namespace solgel::render {

struct CameraPose {
  double tilt = 48, orbit = 0, zoom = 1, fov = 28;  // fov: vertical, deg
};

class Camera {
 public:
  // `outline`: points that the picture must hold. `size_of_scene`: half of it is too near.
  Camera(Vec3f target, std::span<const Vec3f> outline, float size_of_scene, const CameraPose& pose, ImageSize size);

  // Through the point (px, py) of the picture in pixels, from its upper left corner.
  Ray ray(float px, float py) const;
  // Width of a pixel at distance 1.
  float pixel_angle() const { return pixel_angle_; }
  float distance() const { return distance_; }

 private:
  struct Bounds {
    float left = 1e9f, right = -1e9f, low = 1e9f, high = -1e9f;
  };
  Bounds bounds(std::span<const Vec3f> outline, float distance) const;  // on the film, at unit distance

  Vec3f target_, eye_, right_, up_, forward_;
  float distance_ = 1, pixel_angle_ = 1, centre_x_ = 0, centre_y_ = 0, half_width_, half_height_;
};

}  // namespace solgel::render
