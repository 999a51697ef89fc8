// Parameters of the soft body. Units: metres, kilograms, seconds, pascals. y points up.
#pragma once

#include "core/params.h"

namespace solgel::jelly {

struct Params {
  double density = 1050;
  double shear = 600;
  double bulk = 65000;
  double damping = 3;
  double gravity = 9.81;
  double step = 1.0 / 240;
  int iterations = 3;
  int substeps = 1;
  double static_friction = 0.65;
  double dynamic_friction = 0.42;
  double restitution = 0.065;
  double floor = 0.00015;
  double max_grab_force = 2.8;
};

inline constexpr Param<Params> kParams[] = {
    {"density", &Params::density, "kg/m^3", 1, 100000, "Mass of a cubic metre of the body at rest."},
    {"shear", &Params::shear, "Pa", 1, 1e9,
     "Shear modulus. Above 1210 Pa at the flower's size, density and step rounding noise keeps a resting body awake: "
     "take "
     "more substeps."},
    {"bulk", &Params::bulk, "Pa", 1, 1e12, "Bulk modulus: resistance to a change of volume."},
    {"damping", &Params::damping, "1/s", 0, 1000, "Rate at which both rigid and internal velocity decay."},
    {"gravity", &Params::gravity, "m/s^2", -1000, 1000, "Acceleration downwards."},
    {"step", &Params::step, "s", 1e-5, 0.05, "Fixed time step."},
    {"iterations", &Params::iterations, "", 1, 1000,
     "Sweeps over the elements in a substep, forward first, then by turns; more of them make the body stiffer."},
    {"substeps", &Params::substeps, "", 1, 1000,
     "Equal parts that a step is cut into. 10 with one iteration is the scheme without a noise floor."},
    {"static_friction", &Params::static_friction, "", 0, 100,
     "A node on a collider sticks while it slides by less than this share of its penetration."},
    {"dynamic_friction", &Params::dynamic_friction, "", 0, 100,
     "Share of its penetration that a sliding node is held back by."},
    {"restitution", &Params::restitution, "", 0, 1, "Share of its speed that a node keeps when it hits a collider."},
    {"floor", &Params::floor, "m", -1000, 1000, "Height of the floor."},
    {"max_grab_force", &Params::max_grab_force, "N", 0, 1e6, "Most that a grab pulls with along each axis."},
};
static_assert(every_member_has_a_row<Params>(kParams) && every_default_in_range<Params>(kParams));

}  // namespace solgel::jelly
