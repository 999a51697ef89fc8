// Land from a formula: terrain with no file at all.
//
// Sums of octaves of gradient noise (erosion/noise.h) over coordinates that run over the map's shorter side, scaled by
// the noise's own statistics and never by the extremes of the samples; octaves finer than three cells fade out. So a
// seed is the same land at every resolution, seen more or less sharply.
//
//   fractal  sum of g^o n_o: rolling ranges (fractional Brownian motion)
//   ridged   sum of g^o w (1 - |n_o| / a)^2, w the octave before it: sharp crests
//            (Musgrave 1994, "Procedural fractals terrains", in Ebert et al., "Texturing and Modeling")
//   billow   sum of g^o |n_o| / a: rounded hills between creases
//   island   ridged mountains under a dome with a wandering coast; 0 is the level of the sea
// Heights are mostly within 0 and 1 (of the vertical scale); an island's sea floor reaches down to -0.25.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "core/grid.h"
#include "core/params.h"
#include "core/result.h"

namespace solgel::erosion {

struct LandParams {
  double features = 3;
  int octaves = 12;
  double gain = 0.5;
  double lacunarity = 2;
  double warp = 0.25;
  double tilt = 0;
  int detail = 0;
};

inline constexpr Param<LandParams> kLandParams[] = {
    {"features", &LandParams::features, "", 0.25, 64, "Wavelengths of the coarsest octave along the shorter side."},
    {"octaves", &LandParams::octaves, "", 1, 24, "Octaves at most; those finer than three cells are left out."},
    {"gain", &LandParams::gain, "", 0.1, 0.9, "Height of an octave relative to the one before: higher is rougher."},
    {"lacunarity", &LandParams::lacunarity, "", 1.5, 4, "Wavelength of an octave relative to the next."},
    {"warp", &LandParams::warp, "", 0, 1, "How far coarse noise displaces the land sideways, in wavelengths."},
    {"tilt", &LandParams::tilt, "", -4, 4, "Rise of the land from south to north, in vertical scales."},
    {"detail", &LandParams::detail, "cells", 0, 65536,
     "Fades octaves out as for a map with so many cells along its shorter side; 0 takes the map's own."},
};
static_assert(every_member_has_a_row<LandParams>(kLandParams) && every_default_in_range<LandParams>(kLandParams));

enum class LandKind { fractal, ridged, billow, island };

std::span<const std::string_view> land_kinds();
// An unknown name names the nearest.
Result<LandKind> land_kind(std::string_view name);

struct LandSize {
  int nx = 0, ny = 0;  // >= 1
};
// Heights at cell centres in units of the vertical scale. The same bits on any number of threads.
Grid<double> generate_land(LandKind kind, const LandParams& params, std::uint64_t seed, LandSize size);

}  // namespace solgel::erosion
