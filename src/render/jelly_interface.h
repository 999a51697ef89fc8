// What happens to light at the surface of a jelly.
//
//   Fresnel   with c = cos of the incoming angle, eta = n1 / n2, t^2 = 1 - eta^2 (1 - c^2):
//             rs = (eta c - t) / (eta c + t), rp = (c - eta t) / (c + eta t), R = (rs^2 + rp^2) / 2; 1 where t^2 < 0
//   coat      of index 1.5 over a share s of the surface, Schlick 1994: C = s (0.04 + 0.96 (1 - c)^5), c on the side of
//             the air; what it lets through meets the body: 1 - R' = (1 - C) (1 - R), from either side
//   roughness microfacets of GGX (Walter et al. 2007, "Microfacet models for refraction through rough surfaces"),
//             tan^2 = alpha^2 u / (1 - u), alpha = roughness^2, about the smooth normal
// A path takes a microfacet as it comes and reflects or refracts there with full weight. That conserves energy exactly
// and is near Walter's model for small alpha: what it leaves out is that inclined facets hide each other.
#pragma once

#include "core/vec3f.h"
#include "render/jelly_look.h"
#include "render/jelly_samples.h"
#include "render/jelly_shells.h"

namespace solgel::render {

// Of unpolarised light; `cosine` in [0, 1].
float fresnel_reflectance(float cosine, float eta);

struct JellyMaterial {
  explicit JellyMaterial(const JellyLook& look);

  float ior, ior_spread;  // red has ior - ior_spread, blue ior + ior_spread
  float coat;
  float alpha, coat_alpha;
};

// A ray at a surface: the two ways on and how light divides between them.
struct Meeting {
  float reflectance = 1;  // of coat and body together
  float coat_share = 0;   // of what is reflected
  Vec3f reflected, coat_reflected;
  Vec3f refracted;  // defined where reflectance < 1
};
Meeting meet(const JellyMaterial& material, float ior, const ShellHit& hit, Vec3f direction, RandomPair u);

}  // namespace solgel::render
