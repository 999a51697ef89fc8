// Damping of rigid and internal velocity alike, kept apart so that each can be measured.
//
// The rigid part of a motion is the velocity u of the centre of mass and the rotation omega = I^-1 L about it that has
// the body's angular momentum; the rest is internal. Both decay by the same factor exp(-damping h).
#pragma once

#include <span>

#include "core/vec.h"
#include "jelly/node.h"

namespace solgel::jelly {

struct VelocityRms {
  double rigid = 0, internal = 0;  // m/s, weighted with mass, after damping
};

// `decay`: exp(-damping h). Sums run in node order.
VelocityRms damp(std::span<const Node> nodes, std::span<const double> masses, double total_mass, double decay,
                 std::span<Vec3> velocities);

}  // namespace solgel::jelly
