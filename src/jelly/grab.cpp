#include "jelly/grab.h"

#include <algorithm>
#include <cmath>

namespace solgel::jelly {
namespace {
constexpr double kLeastWeight = 1e-8;
}

std::vector<StencilWeight> grab_weights(const Shell& shell, std::uint32_t triangle, const double barycentric[3]) {
  std::vector<StencilWeight> sum;
  for (std::size_t corner = 0; corner < 3; ++corner) {
    add_scaled(sum, shell.stencils.at(shell.triangles[triangle][corner]), barycentric[corner]);
  }
  std::erase_if(sum, [](const StencilWeight& s) { return s.weight <= kLeastWeight; });
  double total = 0;
  for (const StencilWeight& s : sum) total += s.weight;
  for (StencilWeight& s : sum) s.weight /= total;
  return sum;
}

Vec3 within_reach(Vec3 target) {
  return {std::clamp(target.x, -kGrabReach, kGrabReach), std::clamp(target.y, kGrabLowest, kGrabHighest),
          std::clamp(target.z, -kGrabReach, kGrabReach)};
}

void ease(Grab& grab, double pace, double h) {
  const Vec3 d = grab.wanted - grab.target;
  const double distance = std::sqrt(d.x * d.x + d.y * d.y + d.z * d.z);
  if (!(distance > 0)) return;
  const double share = std::min(pace, kGrabSpeed * h / distance);
  grab.target = {grab.target.x + d.x * share, grab.target.y + d.y * share, grab.target.z + d.z * share};
}

void solve_grab(Grab& grab, std::span<Node> nodes, double max_force, double h) {
  const double alpha = 1 / (kGrabStiffness * h * h), limit = max_force * h * h;
  double point[3] = {0, 0, 0}, n = 0;
  for (const StencilWeight& s : grab.weights) {
    const Node& node = nodes[s.node];
    point[0] += node.x * s.weight;
    point[1] += node.y * s.weight;
    point[2] += node.z * s.weight;
    n += node.w * s.weight * s.weight;
  }
  n += alpha;
  const double target[3] = {grab.target.x, grab.target.y, grab.target.z};
  for (int axis = 0; axis < 3; ++axis) {
    double& lambda = grab.lambda[axis];
    const double change = (-(point[axis] - target[axis]) - alpha * lambda) / n;
    const double next = std::clamp(lambda + change, -limit, limit), step = next - lambda;
    lambda = next;
    for (const StencilWeight& s : grab.weights) {
      Node& node = nodes[s.node];
      (axis == 0 ? node.x : axis == 1 ? node.y : node.z) += node.w * s.weight * step;
    }
  }
}

}  // namespace solgel::jelly
