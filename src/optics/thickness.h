// How far a view ray travels inside the body before it meets the surface again, at each vertex.
//
// d = from the camera to the vertex, n its normal. Vertices with d . n <= -0.01 refract d at n, trace to the first hit
// beyond 1e-7 m, and keep that distance clamped to 0.0002 ... 0.16 m, 0.002 m without a hit; all others keep what they
// had, at first 0.03 m.
#pragma once

#include <span>
#include <vector>

#include "core/surface.h"
#include "optics/bvh.h"

namespace solgel::optics {

inline constexpr float kFirstThickness = 0.03f;

// `body` is refitted to `surface`; `camera` in the world; `thickness` has an entry for each vertex.
void update_thickness(const Bvh& body, const SurfaceView& surface, Vec3 camera, double ior, std::span<float> thickness);

}  // namespace solgel::optics
