// Parameters of light through the body. Metres; extinctions in 1/m. Of the direction only the ratios count.
#pragma once

#include <array>

#include "core/params.h"
#include "core/vec.h"

namespace solgel::optics {

struct Params {
  double ior = 1.35;
  double extinction_red = 5;
  double extinction_green = 46;
  double extinction_blue = 23;
  double light_x = -0.6123724357;
  double light_y = -0.5;
  double light_z = 0.6123724357;
  int depth = 1;
};

inline constexpr Param<Params> kParams[] = {
    {"ior", &Params::ior, "", 1.01, 2.5, "Index of refraction of the body."},
    {"extinction_red", &Params::extinction_red, "1/m", 0, 1000, "Red light lost per metre inside the body."},
    {"extinction_green", &Params::extinction_green, "1/m", 0, 1000, "Green light lost per metre inside the body."},
    {"extinction_blue", &Params::extinction_blue, "1/m", 0, 1000, "Blue light lost per metre inside the body."},
    {"light_x", &Params::light_x, "", -1, 1, "Where the light goes, along x."},
    {"light_y", &Params::light_y, "", -1, -0.1, "Where the light goes, upwards: always down."},
    {"light_z", &Params::light_z, "", -1, 1, "Where the light goes, along z."},
    {"depth", &Params::depth, "", 0, 5, "Adaptive caustics: how often a triangle of rays is cut in four."},
};
static_assert(every_member_has_a_row<Params>(kParams) && every_default_in_range<Params>(kParams));

// specified: the transport of the text, which drops triangles whose corners took different paths. adaptive: cuts them
// until their corners agree (optics/adaptive.h); brighter and sharper, for more rays. none: caustics stay as they were,
// for whoever has them from elsewhere or moves the camera alone.
enum class Scheme { specified, adaptive, none };

enum class Flavour { berry, mint, honey };
// The extinctions of a flavour; everything else as in `params`.
Params with_flavour(Params params, Flavour flavour);

// Unit vector.
inline Vec3 light_direction(const Params& p) {
  return normalised(Vec3{p.light_x, p.light_y, p.light_z});
}
inline std::array<double, 3> extinction(const Params& p) {
  return {p.extinction_red, p.extinction_green, p.extinction_blue};
}

}  // namespace solgel::optics
