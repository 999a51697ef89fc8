#include "render/jelly_interface.h"

#include <cmath>

#include "core/vec.h"

namespace solgel::render {
namespace {

constexpr float kSteepest = 4.0f;      // tangent of a microfacet, in alphas
constexpr float kLeastCosine = 1e-3f;  // of a way on, to the face

Vec3f across(Vec3f n) {
  return normalised(std::fabs(n.x) > 0.6f ? Vec3f{n.y, -n.x, 0} : Vec3f{0, n.z, -n.y});
}

// A facet's normal, on the ray's side; the smooth normal where the facet looks away.
Vec3f facet(Vec3f normal, Vec3f direction, float alpha, RandomPair u) {
  const float tangent = alpha * std::min(kSteepest, std::sqrt(u.a / (1 - u.a)));
  const float angle = 2 * static_cast<float>(kPi) * u.b;
  const Vec3f x = across(normal), y = cross(normal, x);
  const Vec3f m = normalised(normal + tangent * (std::cos(angle) * x + std::sin(angle) * y));
  return dot(m, direction) < -kLeastCosine ? m : normal;
}

// Held to the side of the face that the ray came from.
Vec3f mirrored(Vec3f direction, Vec3f m, Vec3f face) {
  const Vec3f out = reflected(direction, m);
  if (dot(out, face) > kLeastCosine) return out;
  return reflected(direction, face);
}

// To the other side; what a smooth normal would turn back goes along the face.
Vec3f bent(Vec3f direction, Vec3f m, Vec3f face, float eta) {
  const float c = -dot(direction, m), k = 1 - eta * eta * (1 - c * c);
  const Vec3f out = normalised(eta * direction + (eta * c - std::sqrt(std::max(0.0f, k))) * m);
  const float into = dot(out, face);
  return into < -kLeastCosine ? out : normalised(out - (into + 2 * kLeastCosine) * face);
}

}  // namespace

float fresnel_reflectance(float cosine, float eta) {
  const float k = 1 - eta * eta * (1 - cosine * cosine);
  if (k < 0) return 1;
  const float t = std::sqrt(k);
  const float rs = (eta * cosine - t) / (eta * cosine + t), rp = (cosine - eta * t) / (cosine + eta * t);
  return 0.5f * (rs * rs + rp * rp);
}

JellyMaterial::JellyMaterial(const JellyLook& look)
    : ior(static_cast<float>(look.ior)),
      ior_spread(static_cast<float>((look.ior - 1) * 0.025 * look.dispersion)),
      coat(static_cast<float>(look.clearcoat)),
      alpha(static_cast<float>(look.roughness * look.roughness)),
      coat_alpha(static_cast<float>(look.clearcoat_roughness * look.clearcoat_roughness)) {}

Meeting meet(const JellyMaterial& material, float ior, const ShellHit& hit, Vec3f direction, RandomPair u) {
  const Vec3f m = facet(hit.normal, direction, material.alpha, u);
  const float eta = hit.is_leaving ? ior : 1 / ior, c = std::min(1.0f, -dot(direction, m));
  const float body = fresnel_reflectance(c, eta);
  Meeting out;
  out.reflected = out.coat_reflected = mirrored(direction, m, hit.face_normal);
  if (body >= 1) return out;
  const float outside = hit.is_leaving ? std::sqrt(std::max(0.0f, 1 - eta * eta * (1 - c * c))) : c, f = 1 - outside;
  const float coat = material.coat * (0.04f + 0.96f * f * f * f * f * f);
  out.reflectance = 1 - (1 - coat) * (1 - body);
  out.coat_share = coat / out.reflectance;
  if (!hit.is_leaving) {
    out.coat_reflected = mirrored(direction, facet(hit.normal, direction, material.coat_alpha, u), hit.face_normal);
  }
  out.refracted = bent(direction, m, hit.face_normal, eta);
  return out;
}

}  // namespace solgel::render
