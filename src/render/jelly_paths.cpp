#include "render/jelly_paths.h"

#include <cmath>

#include "core/vec.h"
#include "render/row_blocks.h"

namespace solgel::render {
namespace {

constexpr float kOffset = 2e-6f;          // of new rays along their direction, m
constexpr float kNoSpread = 5e-4f;        // of the index
constexpr float kBrightest = 9.0f;        // radiance of a sample
constexpr float kBrightestWithin = 4.0f;  // of the sun as seen through a body
constexpr float kWidening = 0.03f;        // of the sun with each surface behind the first, radians
constexpr float kFaint = 0.03f;           // weight below which a path may end
constexpr int kFirstSplits = 3;           // surfaces at which both ways may be followed
constexpr float kLeastSplit = 0.04f;      // weight of a way that is worth it
constexpr std::uint64_t kFloorStream = 0x666c6f6f72;

float largest(Vec3f c) {
  return std::max(c.x, std::max(c.y, c.z));
}

// Keeps the ratio of the colours.
Vec3f within(float limit, Vec3f light) {
  const float m = largest(light);
  return m > limit ? limit / m * light : light;
}

Vec3f root(Vec3f c) {
  return {std::sqrt(c.x), std::sqrt(c.y), std::sqrt(c.z)};
}

}  // namespace

Vec3f JellyPaths::kept(Vec3f sigma, float way) {
  return {std::exp(-sigma.x * way), std::exp(-sigma.y * way), std::exp(-sigma.z * way)};
}

JellyPaths::JellyPaths(const JellyShells& shells, const JellyStudio& studio, JellyFloor& floor, const JellyLook& look)
    : shells_(shells),
      studio_(studio),
      floor_(floor),
      material_(look),
      bounces_(look.bounces),
      seed_(static_cast<std::uint64_t>(look.pattern)) {
  if (look.floor_presence <= 0) return;
  const int rays = std::min(256, std::max(8, 2 * look.samples));
  light_floor(rays / 4, 0);  // what the floor throws back at itself through the bodies
  light_floor(rays, 1);
}

// The sky as each node of the floor sees it, with everything that stands in the way.
void JellyPaths::light_floor(int rays, int pass) {
  constexpr int kNodes = JellyFloor::kNodes;
  Grid<Vec3f> sky(kNodes, kNodes);
  for_rows(kNodes, [&](int j) {
    for (int i = 0; i < kNodes; ++i) {
      const Vec3f p = floor_.node(i, j) + Vec3f{0, 1e-6f, 0};
      const RandomKey key{seed_, kFloorStream + static_cast<std::uint64_t>(pass)};  // the same for all: smooth
      Vec3f sum;
      for (int k = 0; k < rays; ++k) {
        JellySamples samples(key, static_cast<std::uint32_t>(k));
        const RandomPair u = samples.next();
        const float r = std::sqrt(u.a), angle = 2 * static_cast<float>(kPi) * u.b;
        const Vec3f up{r * std::cos(angle), std::sqrt(1 - u.a), r * std::sin(angle)};
        sum += follow({.ray = {p, up}, .samples = samples, .ior = material_.ior, .pixel_angle = 0, .blur = -1});
      }
      sky(i, j) = 1 / static_cast<float>(rays) * sum;
    }
  });
  floor_.set_sky(std::move(sky));
}

Vec3f JellyPaths::seen(const Ray& ray, float pixel_angle, JellySamples samples, std::optional<ShellHit>& met) const {
  Walk walk{.ray = ray, .samples = samples, .ior = material_.ior, .pixel_angle = pixel_angle};
  met = shells_.hit(ray);
  const float floor = floor_.distance(ray);
  if (met && !(floor > 0 && floor < met->distance)) {
    walk.splits = kFirstSplits;
    return within(kBrightest, at_surface(walk, *met));
  }
  met.reset();
  if (floor > 0) return within(kBrightest, surroundings(walk));
  return studio_.background();
}

Vec3f JellyPaths::follow(Walk walk) const {
  if (walk.met >= bounces_) return studio_.mean_sky();
  const std::optional<ShellHit> hit = shells_.hit(walk.ray);
  if (!hit) return surroundings(walk);
  const float floor = hit->is_leaving ? -1 : floor_.distance(walk.ray);
  if (floor > 0 && floor < hit->distance) return surroundings(walk);
  return at_surface(walk, *hit);
}

Vec3f JellyPaths::at_surface(const Walk& walk, const ShellHit& hit) const {
  Walk on = walk;
  Vec3f through{1, 1, 1};
  if (hit.is_leaving) through = kept(shells_.bodies()[static_cast<std::size_t>(hit.body)].flavour.sigma, hit.distance);
  on.weight *= largest(through);
  on.distance += hit.distance;
  on.met += 1;
  const RandomPair lobe = on.samples.next(), choice = on.samples.next();
  if (on.weight < kFaint) {
    if (choice.b * kFaint >= on.weight) return {};
    through = kFaint / on.weight * through;
    on.weight = kFaint;
  }
  const Meeting meeting = meet(material_, on.ior, hit, on.ray.direction, lobe);
  const float share = meeting.reflectance;
  if (share >= 1) return through * reflection(on, hit, meeting);
  const bool splits = walk.met == 0 || on.weight * std::min(share, 1 - share) > kLeastSplit;
  if (on.splits == 0 || !splits) {
    return through * (choice.a < share ? reflection(on, hit, meeting) : refraction(on, hit, meeting.refracted));
  }
  on.splits -= 1;
  Walk back = on;
  back.weight *= share;
  back.samples = on.samples.branch(0);
  on.weight *= 1 - share;
  on.samples = on.samples.branch(1);
  const Vec3f into = walk.met == 0 ? dispersed(on, hit, meeting, lobe) : refraction(on, hit, meeting.refracted);
  return through * (share * reflection(back, hit, meeting) + (1 - share) * into);
}

// What is seen behind the first surface.
Vec3f JellyPaths::dispersed(Walk walk, const ShellHit& hit, const Meeting& meeting, RandomPair lobe) const {
  if (material_.ior_spread < kNoSpread) return refraction(walk, hit, meeting.refracted);
  const auto with_ior = [&](float ior) {
    walk.ior = ior;
    return refraction(walk, hit, meet(material_, ior, hit, walk.ray.direction, lobe).refracted);
  };
  return {with_ior(material_.ior - material_.ior_spread).x, with_ior(material_.ior).y,
          with_ior(material_.ior + material_.ior_spread).z};
}

Vec3f JellyPaths::reflection(const Walk& walk, const ShellHit& hit, const Meeting& meeting) const {
  Walk on = walk;
  const bool from_coat = !hit.is_leaving && on.samples.next().a < meeting.coat_share;
  const Vec3f direction = from_coat ? meeting.coat_reflected : meeting.reflected;
  on.ray = {hit.at + kOffset * direction, direction};
  if (walk.blur >= 0) on.blur += from_coat ? material_.coat_alpha : material_.alpha;
  return follow(on);
}

Vec3f JellyPaths::refraction(const Walk& walk, const ShellHit& hit, Vec3f direction) const {
  Walk on = walk;
  on.ray = {hit.at + kOffset * direction, direction};
  if (walk.blur >= 0) on.blur += material_.alpha;
  return root(shells_.bodies()[static_cast<std::size_t>(hit.body)].flavour.colour) * follow(on);
}

Vec3f JellyPaths::surroundings(const Walk& walk) const {
  const float floor = floor_.distance(walk.ray);
  if (floor < 0) {
    const Vec3f sky = studio_.sky(walk.ray.direction);
    if (walk.blur < 0) return sky;
    const float widened = walk.blur + kWidening * static_cast<float>(std::max(0, walk.met - 1));
    const Vec3f sun = studio_.sun(walk.ray.direction, widened);
    return sky + (walk.met < 2 ? sun : within(kBrightestWithin, sun));
  }
  JellySamples samples = walk.samples;
  const JellyFloor::Seen ground = floor_.seen(walk.ray.origin + floor * walk.ray.direction, walk.ray.direction,
                                              (walk.distance + floor) * walk.pixel_angle, samples.next());
  return ground.presence * ground.light + (1 - ground.presence) * studio_.background();
}

}  // namespace solgel::render
