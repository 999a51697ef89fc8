// What happens to a ray at a smooth surface between two transparent media.
//
//   c = clamp(-d . n, 0, 1), eta = n1 / n2, k = 1 - eta^2 (1 - c^2)        d, n unit vectors, n against d
//   k <= 0: all light is reflected
//   refracted direction  eta d + (eta c - sqrt k) n, normalised            (Snell)
//   transmission         1 - (rs^2 + rp^2) / 2                             (Fresnel, unpolarised)
//   rs = (n1 c - n2 sqrt k) / (n1 c + n2 sqrt k),  rp = (n2 c - n1 sqrt k) / (n2 c + n1 sqrt k)
// In double precision; exact but for rounding. The text's view rays go on at k = 0 exactly, these reflect.
#pragma once

#include <algorithm>
#include <cmath>

#include "core/vec.h"

namespace solgel::optics {

// New rays begin this far along their direction, in metres, so that they do not meet the surface they leave.
inline constexpr double kRayOffset = 2e-6;

struct Media {
  double from = 1, to = 1.35;  // indices of refraction
};

struct Refraction {
  Vec3 direction;
  double transmission = 0;  // share of the power; 0 where all is reflected
  bool exists = false;
};

inline Refraction refract(Vec3 d, Vec3 n, Media m) {
  const double c = std::clamp(-dot(d, n), 0.0, 1.0);
  const double eta = m.from / m.to;
  const double k = 1 - eta * eta * (1 - c * c);
  if (!(k > 0)) return {};
  const double root = std::sqrt(k);
  const double rs = (m.from * c - m.to * root) / (m.from * c + m.to * root);
  const double rp = (m.to * c - m.from * root) / (m.to * c + m.from * root);
  return {normalised(eta * d + (eta * c - root) * n), 1 - 0.5 * (rs * rs + rp * rp), true};
}

inline Vec3 reflect(Vec3 d, Vec3 n) {
  return normalised(d - 2 * dot(d, n) * n);
}

}  // namespace solgel::optics
