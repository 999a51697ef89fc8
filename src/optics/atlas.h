// Caustic light on the floor: irradiance relative to the sun's irradiance across its beam, per texel and colour.
//
// A square of 384 x 384 texels centred on the body's centre of mass, in receiver space: it does not depend on a camera.
// Row by row along z, within a row along x, three colours a texel. `raw` is what beams deposited: its sum times the
// texel's area is the power received. `irradiance` is what to look at: `raw` under the weights (1 4 1)^2 / 36.
//
// A beam is a triangle on the floor with a power per colour. It is spread by the exact area of its overlap with each
// texel, power / area x overlap / texel area; one smaller than 1e-5 texel^2 goes to the texel of its centroid. No more
// than 60000 a deposit. The two outer texels stay empty, so that a clamped edge repeats no light; what falls there or
// outside is counted as clipped.
#pragma once

#include <array>
#include <vector>

#include "core/vec.h"
#include "core/vec3f.h"
#include "optics/light.h"

namespace solgel::optics {

using Rgb = std::array<double, 3>;

struct Atlas {
  int size = kAtlasSize;
  double span = 0.22;   // side of the square, m
  double x = 0, z = 0;  // its centre in the world
  std::vector<Vec3f> raw = std::vector<Vec3f>(static_cast<std::size_t>(kAtlasSize) * kAtlasSize);
  std::vector<Vec3f> irradiance = raw;

  double texel() const { return span / size; }
  // Bilinear, at a point of the floor in the world; 0 outside.
  Vec3f at(double world_x, double world_z) const;
};

struct Power {
  Rgb received{}, clipped{}, clamped{};  // m^2 of beam in full sun
};

// Fills an atlas beam by beam. Coordinates in texels from the square's corner of least x and z.
class AtlasPainter {
 public:
  // Empties the atlas and places it.
  void begin(const LightFrame& frame, Atlas& atlas);
  void triangle(const Vec2 corners[3], Rgb power);
  void point(Vec2 at, Rgb power);
  // Reconstructs and sums up.
  Power end(Atlas& atlas);

 private:
  void deposit(int i, int j, double share, Rgb power);
  void reconstruct(Atlas& atlas);

  Vec3f* raw_ = nullptr;
  std::vector<Vec3f> rows_;
  double texel_area_ = 0;
  Power power_;
};

}  // namespace solgel::optics
