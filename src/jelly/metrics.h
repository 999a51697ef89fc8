// What is measured of a body.
#pragma once

#include <cstdint>

#include "core/box.h"
#include "jelly/body.h"

namespace solgel::jelly {

struct Metrics {
  std::uint64_t step = 0;
  double time = 0;                            // s
  double mass = 0;                            // kg
  double volume_ratio = 0;                    // sum of J V over the sum of V
  double kinetic_energy = 0;                  // J
  double elastic_energy = 0;                  // J; sum of W V, above 0 even at rest (K/2 (mu/K)^2 V)
  double rigid_rms = 0, internal_rms = 0;     // m/s
  double least_ratio = 0, largest_ratio = 0;  // J of single elements
  int contacts = 0;                           // nodes
  Vec3 centre;                                // of mass, m
  Vec3 momentum;                              // kg m/s
  Vec3 angular_momentum;                      // kg m^2/s, about the centre of mass
  Box box;                                    // m
  bool asleep = false, grabbed = false;
};

Metrics measure(const Body& body);

// One element: J, and W in Pa.
struct ElementState {
  double ratio = 0, energy_density = 0;
};
ElementState element_state(const Body& body, std::size_t element);

}  // namespace solgel::jelly
