// Contact with the floor and with colliders: positions are projected out, and what was projected sums up as `normal`,
// from which friction and bounce follow at the end of a substep.
//
//   stick, slide   tangential displacement t is taken back whole if t < mu_s normal, else by min(1, mu_d normal/(t +
//   1e-20)) bounce         a node that came in at v_n < -0.18 m/s leaves at no less than -restitution v_n, others at no
//   less than 0
//
// The floor is the plane of the text, its order of operations a contract. The other colliders treat their own normal as
// the floor treats y, and are projected out of once more after friction, which moves along the tangent of a round one.
#pragma once

#include <span>
#include <vector>

#include "core/vec.h"
#include "jelly/node.h"
#include "jelly/params.h"

namespace solgel::jelly {

// What the body cannot enter. plane: the half space below `centre` against `normal`; sphere: `radius` around `centre`;
// box: `half` to each side of `centre`, along the axes.
struct Collider {
  enum class Kind { plane, sphere, box } kind = Kind::plane;
  Vec3 centre{}, normal{0, 1, 0}, half{};
  double radius = 0;
};

class Contact {
 public:
  void start(std::size_t nodes);  // of a substep
  // Once a sweep.
  void project(std::span<Node> nodes, double floor, std::span<const Collider> colliders);
  // At the end: positions lose what friction takes; then velocities are rebuilt over h from the remembered positions,
  // and bounce. `velocities` still hold what came in.
  void finish(std::span<Node> nodes, std::span<const Vec3> remembered, std::span<Vec3> velocities, double h,
              const Params& params, std::span<const Collider> colliders) const;
  bool is_grounded() const;
  int count() const;  // nodes that touch something

 private:
  bool touches(std::size_t k) const { return normal_[k] > 0 || (!pushed_.empty() && dot(pushed_[k], pushed_[k]) > 0); }
  std::vector<double> normal_;  // m, sum of what the floor pushed each node up by
  std::vector<Vec3> pushed_;    // m, sum of what other colliders pushed; empty without any
};

// root(a^2 + b^2), scaled by the larger and summed with Kahan's compensation: the text's own, part of the contract.
double contact_hypot(double a, double b);

}  // namespace solgel::jelly
