// Colours of lights from their temperature.
//
// Chromaticity of the black body after Krystek (1985), "An algorithm to calculate correlated colour temperature":
//   u = (0.860117757 + 1.54118254e-4 T + 1.28641212e-7 T^2) / (1 + 8.42420235e-4 T + 7.08145163e-7 T^2)
//   v = (0.317398726 + 4.22806245e-5 T + 4.20481691e-8 T^2) / (1 - 2.89741816e-5 T + 1.61456053e-7 T^2)
// (CIE 1960; T in K, 1000 to 15000), taken to linear sRGB at luminance 1 and balanced so that kWhite is neutral.
#pragma once

#include "core/vec3f.h"

namespace solgel::render {

inline constexpr double kWhite = 5600;  // K

Vec3f light_colour(double kelvin);
// Hue in degrees (0 red, 120 green), saturation 0 to 1; mean of the channels weighted by luminance is 1.
Vec3f led_colour(double hue, double saturation);

}  // namespace solgel::render
