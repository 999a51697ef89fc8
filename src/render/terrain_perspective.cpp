// A block of land in perspective.
//
// Rays find what a sample sees; its colour is the map's (render/terrain_shader.h), with
//   water   Schlick's Fresnel term over F0 = 0.02 on small waves, reflecting land and sky; the ray's own way through
//           the water, so that the block's cut shows its depth
//   haze    1 - exp(-b d) of the sky's colour, d the way beyond the nearest point of the block, denser over low land
//   table   a light ground that receives the block's shadow (rays towards the sun's disc) and lacks what the block
//           hides of the sky (render/table_sky.h)
// A pixel takes n x n jittered samples (n^2 about `samples`), four times as many where they disagree.
#include <cmath>
#include <vector>

#include "core/parallel.h"
#include "core/random.h"
#include "core/vec.h"
#include "render/camera.h"
#include "render/lattice_noise.h"
#include "render/table_sky.h"
#include "render/terrain_block.h"
#include "render/terrain_shader.h"
#include "render/terrain_views.h"

namespace solgel::render {
namespace {

constexpr double kMostNodes = 2048;  // of the mesh, along the longer side
constexpr double kNodesPerPixel = 0.9;
constexpr float kTable = 0.44f;    // albedo
constexpr float kLeastSun = 0.4f;  // share of the sun that a studio throws into the shadow on the table
constexpr Vec3f kBackdrop{0.66f, 0.66f, 0.655f}, kTableTint{1.0f, 0.99f, 0.97f};
constexpr Vec3f kAir{0.66f, 0.74f, 0.84f};
constexpr float kDisagree = 0.2f;  // contrast of samples above which a pixel takes more

float luminance(Vec3f c) {
  return 0.2126f * c.x + 0.7152f * c.y + 0.0722f * c.z;
}

TerrainNodes mesh_nodes(const TerrainScene& scene, const TerrainLook& look, ImageSize size) {
  const double wide = scene.height->nx() * scene.cell_x, high = scene.height->ny() * scene.cell_y;
  const double pixels = std::max(size.width, size.height) * kNodesPerPixel * std::max(1.0, look.zoom);
  const double spacing = std::max(wide, high) / std::min(kMostNodes, std::max(64.0, pixels));
  const auto count = [&](double side) { return std::max(2, static_cast<int>(std::lround(side / spacing)) + 1); };
  const NodeGrid nodes{0, 0, spacing, count(wide), count(high)};
  return {nodes, nodes};
}

// Two numbers in [0, 1) for a sample.
struct Jitter {
  float a, b;
};

class BlockView {
 public:
  BlockView(const TerrainScene& scene, const TerrainLook& look, const TerrainRange& range, ImageSize size)
      : shader_(scene, look, range, mesh_nodes(scene, look, size)),
        low_(static_cast<float>(range.low * look.exaggeration)),
        high_(static_cast<float>(range.high * look.exaggeration)),
        haze_(static_cast<float>(look.haze)),
        block_(shader_, low_, high_, static_cast<float>(look.block) * 128 * shader_.unit()),
        sky_(block_),
        camera_(camera(look, size)),
        side_(std::max(1, static_cast<int>(std::lround(std::sqrt(look.samples))))),
        key_{static_cast<std::uint64_t>(look.pattern), 0x7e77a} {
    const Vec3f far = block_.box().high;
    size_ = std::sqrt(far.x * far.x + far.y * far.y);
  }

  Vec3f pixel(int px, int py) const {
    float least = 1e30f, most = 0;
    const Vec3f c = mean(px, py, side_, least, most);
    if (most - least < kDisagree * (most + 0.05f)) return c;
    return mean(px, py, 2 * side_, least, most);
  }

 private:
  Camera camera(const TerrainLook& look, ImageSize size) const {
    const Box& box = block_.box();
    const Grid<float>& z = shader_.surface().z();
    std::vector<Vec3f> outline;
    constexpr int kPoints = 48;
    for (int b = 0; b <= kPoints; ++b) {
      for (int a = 0; a <= kPoints; ++a) {
        const float x = box.high.x * static_cast<float>(a) / kPoints, y = box.high.y * static_cast<float>(b) / kPoints;
        const float land = z((z.nx() - 1) * a / kPoints, (z.ny() - 1) * b / kPoints);
        outline.push_back({x, y, std::min(box.high.z, std::max(land, shader_.sea()))});
        if ((a == 0 || a == kPoints) && (b == 0 || b == kPoints)) outline.push_back({x, y, box.low.z});
      }
    }
    return {0.5f * (box.low + box.high),
            outline,
            length(box.high - box.low),
            {90 - look.pitch, look.orbit, look.zoom, look.fov},
            size};
  }

  Vec3f mean(int px, int py, int side, float& least, float& most) const {
    const float part = 1 / static_cast<float>(side);
    Vec3f sum;
    for (int k = 0; k < side * side; ++k) {
      const std::uint64_t pixel = static_cast<std::uint64_t>(py) << 32 | static_cast<std::uint64_t>(px);
      const std::uint64_t bits = random_bits({key_.seed + static_cast<std::uint64_t>(side), key_.stream + pixel},
                                             static_cast<std::uint64_t>(k));
      const Jitter at{static_cast<float>(bits & 0xffffu) * 0x1p-16f,
                      static_cast<float>(bits >> 16 & 0xffffu) * 0x1p-16f};
      const Jitter sun = sun_sample(px, py, k, side * side);
      const Vec3f c = radiance(camera_.ray(static_cast<float>(px) + (static_cast<float>(k % side) + at.a) * part,
                                           static_cast<float>(py) + (static_cast<float>(k / side) + at.b) * part),
                               part, sun);
      least = std::min(least, luminance(c));
      most = std::max(most, luminance(c));
      sum += c;
    }
    return part * part * sum;
  }

  // Points of a rotated Hammersley set: the samples of a pixel cover the sun's disc evenly.
  Jitter sun_sample(int px, int py, int k, int count) const {
    const std::uint64_t pixel = static_cast<std::uint64_t>(py) << 32 | static_cast<std::uint64_t>(px);
    const std::uint64_t bits = random_bits({key_.seed, key_.stream + pixel}, 1u << 20);
    std::uint32_t inverse = 0;
    for (int b = 0; b < 16; ++b) inverse |= (static_cast<std::uint32_t>(k) >> b & 1u) << (15 - b);
    const float a = static_cast<float>(k) / static_cast<float>(count) + static_cast<float>(bits & 0xffffu) * 0x1p-16f;
    const float b = static_cast<float>(inverse) * 0x1p-16f + static_cast<float>(bits >> 16 & 0xffffu) * 0x1p-16f;
    return {a - std::floor(a), b - std::floor(b)};
  }

  Vec3f radiance(const Ray& ray, float part, Jitter jitter) const {
    const TerrainBlock::Hit hit = block_.hit(ray);
    Vec3f c = hit.part == TerrainBlock::Part::none ? table(ray, jitter) : solid(ray, hit, part, jitter);
    if (shader_.has_sea()) c = with_water(c, ray, hit.distance, part, jitter);
    return c;
  }

  // The way of the ray through the water, and its surface when it enters from above.
  Vec3f with_water(Vec3f below, const Ray& ray, float land, float part, Jitter jitter) const {
    const Box::Span span = block_.water().inside(ray);
    const float out = std::min(span.to, land);
    if (span.from >= out) return below;
    const Vec3f at = ray.origin + span.from * ray.direction;
    const Vec3f side = span.axis == 0 ? Vec3f{std::copysign(1.0f, -ray.direction.x), 0, 0}
                                      : Vec3f{0, std::copysign(1.0f, -ray.direction.y), 0};
    const Vec3f n = span.axis == 2 ? Vec3f{0, 0, 1} : normalised(side + Vec3f{0, 0, 0.7f});
    Vec3f c = shader_.through_water(below, at.x, at.y, out - span.from, n);
    if (span.axis == 2) {
      c = reflecting(c, ray, at, span.from, part, jitter);
    } else {  // the water's edge catches the light
      const float edge = (shader_.sea() - at.z) / (span.from * camera_.pixel_angle());
      c = mix(c, shader_.lit({0.5f, 0.55f, 0.56f}, at.x, at.y, {0, 0, 1}), 0.45f * (1 - smooth_step(0.6f, 1.6f, edge)));
    }
    return hazy(c, span.from, at.z);
  }

  Vec3f reflecting(Vec3f c, const Ray& ray, Vec3f at, float distance, float part, Jitter jitter) const {
    const float u = 2.3f / shader_.unit(), calm = 0.012f / (1 + 2 * u * distance * camera_.pixel_angle() * part);
    Vec3f tilt;
    for (std::uint32_t k = 0; k < 3; ++k) {  // octaves of waves, turned against each other
      const float co = k == 1 ? 0.6f : 0.8f, si = k == 1 ? -0.8f : 0.6f, f = u * static_cast<float>(1u << k);
      const NoiseSample w = lattice_noise(k, f * (co * at.x - si * at.y), f * (si * at.x + co * at.y));
      tilt += calm * Vec3f{co * w.dx + si * w.dy, co * w.dy - si * w.dx, 0};
    }
    const Vec3f n = normalised(Vec3f{-tilt.x, -tilt.y, 1});
    const float cosine = std::max(0.02f, -dot(ray.direction, n)), f = 1 - cosine;
    const float fresnel = 0.02f + 0.98f * f * f * f * f * f;
    Vec3f up = reflected(ray.direction, n);
    up.z = std::max(up.z, 0.01f);
    const Ray mirrored{at + 1e-4f * size_ * Vec3f{0, 0, 1}, normalised(up)};
    const TerrainBlock::Hit hit = block_.hit(mirrored);
    const Vec3f seen =
        hit.part == TerrainBlock::Part::land ? solid(mirrored, hit, part, jitter) : shader_.sky(mirrored.direction);
    const float half = std::max(0.0f, dot(normalised(light().to_sun() - ray.direction), n));
    const Vec3f glint = 0.5f * std::pow(half, 500.0f) * light().sunlit(at.x, at.y) * light().sun_colour();
    return mix(c, seen, fresnel) + glint;
  }

  Vec3f solid(const Ray& ray, const TerrainBlock::Hit& hit, float part, Jitter jitter) const {
    const Vec3f p = ray.origin + hit.distance * ray.direction;
    const float spot = hit.distance * camera_.pixel_angle() * part;
    if (hit.part == TerrainBlock::Part::wall) return hazy(wall(p, ray.direction, spot), hit.distance, p.z);
    const LandPoint at = shader_.surface().at(p.x, p.y);
    const float spacing = static_cast<float>(shader_.surface().nodes().spacing);
    if (shader_.is_near_gap(p.x, p.y) && p.z < at.z - 0.5f * spacing) {
      return p.z < block_.floor() + 1e-3f * size_ ? table(ray, jitter)
                                                  : hazy(wall(p, ray.direction, spot), hit.distance, p.z);
    }
    const float facing = std::max(0.15f, -dot(ray.direction, at.normal()));
    return hazy(shader_.land(p.x, p.y, at, spot / std::sqrt(facing)), hit.distance, p.z);
  }

  // The cut through the ground: vertical, so it sees half of the sky, and the table below.
  Vec3f wall(Vec3f p, Vec3f from_eye, float spot) const {
    const Box& box = block_.box();
    const float to_x = std::min(p.x, box.high.x - p.x), to_y = std::min(p.y, box.high.y - p.y);
    const Vec3f n = to_x < to_y ? Vec3f{p.x < 0.5f * box.high.x ? -1.0f : 1.0f, 0, 0}
                                : Vec3f{0, p.y < 0.5f * box.high.y ? -1.0f : 1.0f, 0};
    const float unit = shader_.unit(), depth = shader_.surface().at(p.x, p.y).z - p.z;
    const float seen = spot / std::max(0.1f, std::fabs(dot(n, from_eye)));
    const Vec3f albedo =
        shader_.material().cut((to_x < to_y ? p.y + 37 * unit : p.x) / unit, p.z / unit, depth / unit, seen / unit);
    const float foot = 1 - 0.45f * std::exp(-(p.z - block_.floor()) / (2.2f * unit));
    const float sun = std::max(0.0f, dot(n, light().to_sun()));
    const Vec3f bounce = 0.5f * kTable * light().open_level();
    return shader_.gain() * (albedo * (sun * light().sun_colour() + foot * (0.55f * light().sky_colour() + bounce)));
  }

  Vec3f table(const Ray& ray, Jitter jitter) const {
    const float down = (block_.floor() - ray.origin.z) / ray.direction.z;
    if (!(down > 0)) return mix(kBackdrop, shader_.sky(ray.direction), smooth_step(0, 0.4f, ray.direction.z));
    const Vec3f p = ray.origin + down * ray.direction;
    const float dx = p.x - 0.5f * block_.box().high.x, dy = p.y - 0.5f * block_.box().high.y;
    const float away = std::sqrt(dx * dx + dy * dy) / size_;
    if (away > 2.6f) return kBackdrop;
    const float sun = light().to_sun().z * mix(kLeastSun, 1, sun_past_block(p, jitter));
    const Vec3f e = sun * light().sun_colour() + sky_(p.x, p.y) * light().sky_colour();
    const Vec3f balanced = mix(e, luminance(e) * kTableTint, 0.75f);
    return mix(shader_.gain() * kTable * balanced, kBackdrop, smooth_step(0.5f, 2.4f, away));
  }

  // Four rays tell light from shadow, sixteen how far a point is into the penumbra.
  float sun_past_block(Vec3f p, Jitter jitter) const {
    constexpr int kFew = 4, kMany = 16;
    int open = 0;
    for (int k = 0; k < kMany; ++k) {
      if (k == kFew && (open == 0 || open == kFew)) return open == 0 ? 0.0f : 1.0f;
      const float turned = jitter.b + 0.25f * static_cast<float>(k) + 0.0625f * static_cast<float>(k / kFew);
      const float further = jitter.a + 0.618034f * static_cast<float>(k);
      const Jitter at{further - std::floor(further), turned - std::floor(turned)};
      open += !block_.is_blocked({p + 1e-4f * size_ * Vec3f{0, 0, 1}, towards_sun(at)});
    }
    return static_cast<float>(open) / kMany;
  }

  Vec3f towards_sun(Jitter j) const {
    const Vec3f s = light().to_sun();
    const Vec3f side = normalised(std::fabs(s.z) < 0.9f ? cross(s, {0, 0, 1}) : cross(s, {1, 0, 0}));
    const float r = light().sun_radius() * std::sqrt(j.a), angle = 2 * static_cast<float>(kPi) * j.b;
    return normalised(s + r * std::cos(angle) * side + r * std::sin(angle) * cross(s, side));
  }

  Vec3f hazy(Vec3f c, float distance, float z) const {
    const float beyond = std::max(0.0f, distance - camera_.distance() + 0.5f * size_) / size_;
    const float low = 1 - clamp01((z - low_) / std::max(1e-6f * size_, high_ - low_));
    return mix(kAir, c, std::exp(-haze_ * beyond * (0.35f + 0.6f * low * low)));
  }

  const TerrainLight& light() const { return shader_.light(); }

  TerrainShader shader_;
  float low_, high_, haze_, size_ = 1;
  TerrainBlock block_;
  TableSky sky_;
  Camera camera_;
  int side_;
  RandomKey key_;
};

}  // namespace

Image terrain_in_perspective(const TerrainScene& scene, const TerrainLook& look, const TerrainRange& range,
                             ImageSize size) {
  const BlockView view(scene, look, range, size);
  Image image(size);
  constexpr int kRowsPerBlock = 4;
  parallel_for((size.height + kRowsPerBlock - 1) / kRowsPerBlock, [&](int block) {
    const int end = std::min(size.height, (block + 1) * kRowsPerBlock);
    for (int y = block * kRowsPerBlock; y < end; ++y) {
      for (int x = 0; x < size.width; ++x) image.at(x, y) = view.pixel(x, y);
    }
  });
  return image;
}

}  // namespace solgel::render
