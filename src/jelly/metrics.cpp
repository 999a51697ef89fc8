#include "jelly/metrics.h"

#include <algorithm>

namespace solgel::jelly {
namespace {

void measure_elements(const Body& body, Metrics& m) {
  const Cage& cage = body.cage();
  const double shear = body.params().shear, bulk = body.params().bulk;
  double volume = 0;
  m.least_ratio = 1e300;
  m.largest_ratio = -1e300;
  for (std::size_t k = 0; k < cage.elements.size(); ++k) {
    const Tetrahedron& e = cage.elements[k];
    const Node* const node[4] = {&body.nodes()[e[0]], &body.nodes()[e[1]], &body.nodes()[e[2]], &body.nodes()[e[3]]};
    const Matrix3 f = deformation_gradient(cage.shapes[k].gradient, node);
    const double j = determinant(f), n = frobenius_norm(f), h = j - 1 - shear / bulk, v = cage.shapes[k].volume;
    volume += j * v;
    m.elastic_energy += (shear / 2 * (n * n - 3) + bulk / 2 * h * h) * v;
    m.least_ratio = std::min(m.least_ratio, j);
    m.largest_ratio = std::max(m.largest_ratio, j);
  }
  m.volume_ratio = volume / cage.volume;
}

void measure_nodes(const Body& body, Metrics& m) {
  m.centre = body.centre_of_mass();
  m.low = {1e300, 1e300, 1e300};
  m.high = {-1e300, -1e300, -1e300};
  for (std::size_t k = 0; k < body.nodes().size(); ++k) {
    const Vec3 x = position(body.nodes()[k]), v = body.velocities()[k];
    const double mass = body.masses()[k];
    m.kinetic_energy += 0.5 * mass * dot(v, v);
    m.momentum = m.momentum + mass * v;
    m.angular_momentum = m.angular_momentum + mass * cross(x - m.centre, v);
    m.low = {std::min(m.low.x, x.x), std::min(m.low.y, x.y), std::min(m.low.z, x.z)};
    m.high = {std::max(m.high.x, x.x), std::max(m.high.y, x.y), std::max(m.high.z, x.z)};
  }
}

}  // namespace

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
