// The grain of sand: small differences of colour and tilt that belong to places of the world, not to pixels.
//
// Three scales, all functions of (x, y) in mm and the seed:
//   grains   one centre in each cell of a lattice of spacing `grain_size`; the nearest one owns the point (Worley 1996,
//   "A
//            cellular texture basis function"; among the nine cells around, which hold it but for rare corners). A
//            grain has an albedo, and its dome tilts the normal;
//   packing  gradient of value noise at 2.5, 6 and 15 grain sizes: sand never settles quite evenly;
//   glints   one grain in some eighty shows a facet to the lamp.
// A pixel wider than a grain sees the mean of many: contributions of scale g shrink as g / pixel, the standard error of
// a mean over (pixel / g)^2 grains. So a picture at any zoom, and every frame of a video, shows the same sand.
#pragma once

#include <cstdint>

#include "core/vec3f.h"

namespace solgel::render {

struct Grain {
  float albedo = 1;              // factor on the albedo of the sand
  float warmth = 0;              // shift of its hue, -1 to 1
  float tilt_x = 0, tilt_y = 0;  // added to the slope of the surface
  float glint = 0;               // 0 to 1
};

// A grain in ten bytes, in steps of 2^-12: what a picture keeps for every pixel.
struct PackedGrain {
  std::int16_t albedo = 4096, warmth = 0, tilt_x = 0, tilt_y = 0, glint = 0;
  static PackedGrain of(const Grain& g);
  Grain grain() const;
};

// A block of square pixels on the sand; (left, top) is the corner of pixel (0, 0), rows run south.
struct GrainRaster {
  float left, top, pixel;
  int side;  // side x side samples a pixel
  int first_column, columns, first_row, rows;
};

class GrainField {
 public:
  GrainField(double strength, double grain_size, std::uint64_t seed);

  // `footprint` in mm is the width over which the caller averages.
  Grain at(float x, float y, float footprint) const;
  // Means over the pixels of a block, row by row into `out`.
  void fill(const GrainRaster& raster, PackedGrain* out) const;

 private:
  class Lattice;
  void add_packing(Grain& g, float x, float y, float footprint) const;
  float strength_, size_;
  std::uint32_t seed_;
};

// Smooth noise in [0, 1] with one value per unit cell, for textures.
float value_noise(std::uint64_t seed, float x, float y);

}  // namespace solgel::render
