// Soft shadow and contact darkening on the floor, as a picture of 192 x 192 texels.
//
// Every face is projected to y = 0, along the light for the shadow and straight down for the contact; a texel whose
// centre is inside (edges included) takes 1, or exp(-h / 0.0028) where the face's mean height h is below 0.016 m; the
// largest value stays. Both are blurred along x, then z, with 1 2 3 2 1 over 9, clamped at the edge, in float; then
// round(255 v), and the two outer texels become 0.
//
// The square: bounds of the footprint and of the shadow together, larger extent plus 0.060 m, clamped to 0.22 to 0.75
// m, on the bounds' centre. World coordinates.
#pragma once

#include <cstdint>
#include <vector>

#include "core/surface.h"
#include "core/vec.h"

namespace solgel::optics {

inline constexpr int kMaskSize = 192;

struct Masks {
  int size = kMaskSize;
  double span = 0.22;           // side of the square, m
  double x = -0.11, z = -0.11;  // its corner of least x and z
  // Row by row along z, within a row along x: shadow, contact, shadow, contact ... 255 is dark.
  std::vector<std::uint8_t> texels = std::vector<std::uint8_t>(2u * kMaskSize * kMaskSize);
};

// Draws masks again and again without allocating.
class MaskPainter {
 public:
  void paint(const SurfaceView& surface, Vec3 light, Masks& masks);

 private:
  std::vector<Vec2> shadow_points_;
  std::vector<float> shadow_, contact_, rows_;
};

}  // namespace solgel::optics
