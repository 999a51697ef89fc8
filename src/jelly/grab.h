// A hand on the body: a spring of 90 N/m from a weighted point of the cage to a target, no stronger than a given force
// along each axis. The target follows where the hand points at a limited pace, so that a jump does not tear the body.
#pragma once

#include <span>
#include <vector>

#include "core/vec.h"
#include "jelly/node.h"
#include "jelly/shell.h"

namespace solgel::jelly {

inline constexpr double kGrabStiffness = 90;                // N/m
inline constexpr double kGrabRate = 32, kGrabSpeed = 0.65;  // 1/s and m/s of the target
// Where a target may be, m: x and z within the first either way, y between the other two.
inline constexpr double kGrabReach = 0.13, kGrabLowest = 0.002, kGrabHighest = 0.145;

struct Grab {
  std::vector<StencilWeight> weights;  // sum 1
  Vec3 target, wanted;                 // m
  double lambda[3] = {0, 0, 0};
};

// Weights of a point of the shell: barycentric times stencil, those of at most 1e-8 dropped, scaled to sum 1.
std::vector<StencilWeight> grab_weights(const Shell& shell, std::uint32_t triangle, const double barycentric[3]);
Vec3 within_reach(Vec3 target);
// The target moves towards where it is wanted, for one substep of h. `pace`: 1 - exp(-32 h).
void ease(Grab& grab, double pace, double h);
// Once a sweep.
void solve_grab(Grab& grab, std::span<Node> nodes, double max_force, double h);

}  // namespace solgel::jelly
