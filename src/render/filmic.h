// The filmic curve of jelly pictures: Hill's fit of ACES (Stephen Hill 2016, "BakingLab", ACES.hlsl), as web renderers
// use it. Colours go to the fit's own primaries, through (v (v + a) - b) / (v (c v + d) + e) each, and back; the factor
// 1 / 0.6 makes middle grey keep its value. White tends to 1; saturated light drifts to white as it brightens.
#pragma once

#include "core/vec3f.h"

namespace solgel::render {

// From scene light, exposure included, to [0, 1] of the display, still linear. For develop(image, filmic).
Vec3f filmic(Vec3f linear);

}  // namespace solgel::render
