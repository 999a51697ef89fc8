#include "jelly/metrics.h"

#include <algorithm>

namespace solgel::jelly {
namespace {

void measure_elements(const Body& body, Metrics& m) {
  const Cage& cage = body.cage();
  double volume = 0;
  m.least_ratio = 1e300;
  m.largest_ratio = -1e300;
  for (std::size_t k = 0; k < cage.elements.size(); ++k) {
    const ElementState element = element_state(body, k);
    const double v = cage.shapes[k].volume;
    volume += element.ratio * v;
    m.elastic_energy += element.energy_density * v;
    m.least_ratio = std::min(m.least_ratio, element.ratio);
    m.largest_ratio = std::max(m.largest_ratio, element.ratio);
  }
  m.volume_ratio = volume / cage.volume;
}

void measure_nodes(const Body& body, Metrics& m) {
  m.centre = body.centre_of_mass();
  for (std::size_t k = 0; k < body.nodes().size(); ++k) {
    const Vec3 x = position(body.nodes()[k]), v = body.velocities()[k];
    const double mass = body.masses()[k];
    m.kinetic_energy += 0.5 * mass * dot(v, v);
    m.momentum = m.momentum + mass * v;
    m.angular_momentum = m.angular_momentum + mass * cross(x - m.centre, v);
    m.box.add(x);
  }
}

}  // namespace

ElementState element_state(const Body& body, std::size_t element) {
  const Tetrahedron& e = body.cage().elements[element];
  const std::span<const Node> nodes = body.nodes();
  const Node* const node[4] = {&nodes[e[0]], &nodes[e[1]], &nodes[e[2]], &nodes[e[3]]};
  const Matrix3 f = deformation_gradient(body.cage().shapes[element].gradient, node);
  const double shear = body.params().shear, bulk = body.params().bulk;
  const double j = determinant(f), n = frobenius_norm(f), h = j - 1 - shear / bulk;
  return {.ratio = j, .energy_density = shear / 2 * (n * n - 3) + bulk / 2 * h * h};
}

Metrics measure(const Body& body) {
  Metrics m;
  m.step = body.steps();
  m.time = body.time();
  m.mass = body.mass();
  m.rigid_rms = body.rms().rigid;
  m.internal_rms = body.rms().internal;
  m.contacts = body.contacts();
  m.asleep = body.is_asleep();
  m.grabbed = body.is_grabbed();
  measure_elements(body, m);
  measure_nodes(body, m);
  return m;
}

}  // namespace solgel::jelly
