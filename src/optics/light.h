// The beam of sunlight that the body stands in, and the square of floor that its caustics are kept in.
//
// D is where the light goes. Axes across the beam: right = normalised(D x z), up = normalised(right x D). Width W and
// height H are twice (the largest |corner . axis| + 0.001 m) over the corners of the shell's box relative to the centre
// of mass, span = max(0.22, 2 sx + 0.04, 2 sz + 0.04, 2 ymax max(|Dx / Dy|, |Dz / Dy|) + 0.12) with the box's extents
// sx and sz and its highest point ymax above the floor, reach = max(0.15, span). Everything but ymax is relative to the
// centre of mass, in metres.
#pragma once

#include "core/vec.h"
#include "optics/bvh.h"

namespace solgel::optics {

inline constexpr int kLattice = 65;                  // rays a side
inline constexpr int kBaseCells = 32;                // cells a side, each of 2 x 2 lattice cells
inline constexpr int kAtlasSize = 384;               // texels a side
inline constexpr double kReceiverHeight = -0.00005;  // height of the plane that light falls on, in the world
inline constexpr double kReceiverReach = 1;          // rays that meet the plane further from the origin are lost

struct LightFrame {
  Vec3 direction, right, up;
  double width = 0, height = 0;
  double span = 0, reach = 0, texel = 0;
  Vec3 centre;  // of mass, in the world

  // Where the lattice ray (x, y) of [0, 64] starts, relative to the centre; between the lattice's rays too.
  Vec3 start(double x, double y) const {
    return right * ((x / 64 - 0.5) * width) + up * ((y / 64 - 0.5) * height) - direction * reach;
  }
  // Height of the receiver relative to the centre.
  double receiver() const { return kReceiverHeight - centre.y; }
};

// Of a body as last refitted.
LightFrame light_frame(const Bvh& body, Vec3 direction);

}  // namespace solgel::optics
