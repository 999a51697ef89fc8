#include "render/grain.h"

#include "core/random.h"

namespace solgel::render {
namespace {

// 32 mixed bits of a lattice point: the finaliser of MurmurHash3 (Appleby, public domain) over a linear combination.
std::uint32_t lattice_bits(std::uint32_t seed, int i, int j) {
  std::uint32_t h = seed + static_cast<std::uint32_t>(i) * 0x9e3779b1u + static_cast<std::uint32_t>(j) * 0x85ebca77u;
  h = (h ^ (h >> 16)) * 0x85ebca6bu;
  h = (h ^ (h >> 13)) * 0xc2b2ae35u;
  return h ^ (h >> 16);
}

float byte_of(std::uint32_t bits, int k) {
  return static_cast<float>((bits >> (8 * k)) & 255u) * (1.0f / 255.0f);
}

int floor_of(float x) {
  const int i = static_cast<int>(x);
  return static_cast<float>(i) > x ? i - 1 : i;
}

struct NoiseSample {
  float value, dx, dy;
};

// Value noise in [-1, 1] with its gradient, smooth across the lattice.
NoiseSample noise(std::uint32_t seed, float x, float y) {
  const int i = floor_of(x), j = floor_of(y);
  const float u = x - static_cast<float>(i), v = y - static_cast<float>(j);
  constexpr float kScale = 2.0f / 65535.0f;
  const auto corner = [&](int di, int dj) {
    return static_cast<float>(lattice_bits(seed, i + di, j + dj) & 65535u) * kScale - 1.0f;
  };
  const float a = corner(0, 0), b = corner(1, 0), c = corner(0, 1), d = corner(1, 1);
  const float su = u * u * (3 - 2 * u), sv = v * v * (3 - 2 * v);
  const float k = a - b - c + d;
  return {a + su * (b - a) + sv * (c - a) + su * sv * k, 6 * u * (1 - u) * (b - a + sv * k),
          6 * v * (1 - v) * (c - a + su * k)};
}

struct Nearest {
  float dx = 0, dy = 0;  // from the centre of the grain, in grain sizes
  float gap = 0;         // second distance minus first
  std::uint32_t bits = 0;
};

Nearest nearest_grain(std::uint32_t seed, float x, float y) {
  const int i = floor_of(x), j = floor_of(y);
  Nearest best;
  float first = 1e9f, second = 1e9f;
  for (int dj = -1; dj <= 1; ++dj) {
    for (int di = -1; di <= 1; ++di) {
      const std::uint32_t bits = lattice_bits(seed, i + di, j + dj);
      const float ox = x - static_cast<float>(i + di) - 0.1f - 0.8f * byte_of(bits, 0);
      const float oy = y - static_cast<float>(j + dj) - 0.1f - 0.8f * byte_of(bits, 1);
      const float d = ox * ox + oy * oy;
      if (d < first) {
        second = first;
        first = d;
        best = {ox, oy, 0, bits};
      } else if (d < second) {
        second = d;
      }
    }
  }
  best.gap = std::sqrt(second) - std::sqrt(first);
  return best;
}

}  // namespace

GrainField::GrainField(double strength, double grain_size, std::uint64_t seed, double pixel)
    : strength_(static_cast<float>(strength)),
      size_(static_cast<float>(grain_size)),
      pixel_(static_cast<float>(pixel)),
      seed_(static_cast<std::uint32_t>(mix64(seed + 0x5a4d))) {}

Grain GrainField::at(float x, float y) const {
  return at(x, y, pixel_);
}

Grain GrainField::at(float x, float y, float pixel) const {
  Grain g;
  if (strength_ <= 0) return g;
  const float fade = strength_ * std::min(1.0f, size_ / pixel);
  if (fade > 0.02f) {
    const Nearest n = nearest_grain(seed_, x / size_, y / size_);
    const std::uint32_t own = lattice_bits(n.bits, 17, 3);
    const float shade = byte_of(own, 0) - 0.5f;
    const float dark = byte_of(own, 1) > 0.955f ? -0.45f : 0.0f;          // iron-bearing minerals
    const float crevice = 0.16f * (1 - smooth_step(0.0f, 0.35f, n.gap));  // light is lost between grains
    g.albedo = 1 + fade * (0.16f * shade + dark - crevice + 0.06f);
    g.warmth = fade * (byte_of(own, 2) - 0.5f);
    g.tilt_x = fade * (0.30f * n.dx + 0.16f * (byte_of(n.bits, 2) - 0.5f));
    g.tilt_y = fade * (0.30f * n.dy + 0.16f * (byte_of(n.bits, 3) - 0.5f));
    if (byte_of(own, 3) > 0.988f) g.glint = std::min(1.0f, size_ / pixel) * strength_;
  }
  constexpr float kScale[3] = {2.5f, 6, 15}, kTilt[3] = {0.035f, 0.022f, 0.012f}, kAlbedo[3] = {0.03f, 0.025f, 0.02f};
  for (int k = 0; k < 3; ++k) {
    const float scale = kScale[k] * size_;
    const float share = strength_ * std::min(1.0f, 0.5f * scale / pixel);
    if (share < 0.02f) continue;
    const NoiseSample s = noise(seed_ + 77u * static_cast<std::uint32_t>(k + 1), x / scale, y / scale);
    g.tilt_x += share * kTilt[k] * s.dx;
    g.tilt_y += share * kTilt[k] * s.dy;
    g.albedo += share * kAlbedo[k] * s.value;
  }
  return g;
}

float value_noise(std::uint64_t seed, float x, float y) {
  return 0.5f + 0.5f * noise(static_cast<std::uint32_t>(mix64(seed)), x, y).value;
}

}  // namespace solgel::render
