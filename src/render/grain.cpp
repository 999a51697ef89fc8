#include "render/grain.h"

#include <vector>

#include "core/random.h"
#include "render/lattice_noise.h"

namespace solgel::render {
namespace {

float byte_of(std::uint32_t bits, int k) {
  return static_cast<float>((bits >> (8 * k)) & 255u) * (1.0f / 255.0f);
}

// A lattice point with the place of its grain anywhere in its cell, in grain sizes.
struct Seat {
  float x, y;
  float size;  // larger grains claim more room: the borders are those of a power diagram
  std::uint32_t bits;
};

Seat seat(std::uint32_t seed, int i, int j) {
  const std::uint32_t bits = lattice_bits(seed, i, j);
  return {static_cast<float>(i) + byte_of(bits, 0), static_cast<float>(j) + byte_of(bits, 1),
          0.2f * byte_of(bits * 0x9e3779b1u, 3), bits};
}

struct Nearest {
  float dx = 0, dy = 0;  // from the centre of the grain, in grain sizes
  float gap = 0;         // power of the second grain minus that of the first
  std::uint32_t bits = 0;
};

// seat_of(i, j) gives the grains around; (x, y) in grain sizes.
template <class SeatOf>
Nearest nearest_grain(float x, float y, const SeatOf& seat_of) {
  const int i = floor_of(x), j = floor_of(y);
  Seat best{};
  float first = 1e9f, second = 1e9f;
  for (int dj = -1; dj <= 1; ++dj) {
    for (int di = -1; di <= 1; ++di) {
      const Seat s = seat_of(i + di, j + dj);
      const float ox = x - s.x, oy = y - s.y, d = ox * ox + oy * oy - s.size;
      second = std::min(second, std::max(first, d));
      if (d < first) {
        first = d;
        best = s;
      }
    }
  }
  return {x - best.x, y - best.y, second - first, best.bits};
}

// What one grain adds; `fade` is the strength times what survives averaging.
void add_grain(Grain& g, const Nearest& n, float fade) {
  const std::uint32_t own = lattice_bits(n.bits, 17, 3);
  const float shade = byte_of(own, 0) - 0.5f;
  const float dark = byte_of(own, 1) > 0.965f ? -0.40f : 0.0f;          // iron-bearing minerals
  const float crevice = 0.16f * (1 - smooth_step(0.0f, 0.45f, n.gap));  // light is lost between grains
  g.albedo += fade * (0.16f * shade + dark - crevice + 0.06f);
  g.warmth += fade * (byte_of(own, 2) - 0.5f);
  g.tilt_x += fade * (0.28f * n.dx + 0.15f * (byte_of(n.bits, 2) - 0.5f));
  g.tilt_y += fade * (0.28f * n.dy + 0.15f * (byte_of(n.bits, 3) - 0.5f));
  if (byte_of(own, 3) > 0.988f) g.glint += fade;
}

constexpr float kFaintest = 0.02f;  // contributions below this share are left out

std::int16_t packed(float value) {
  return static_cast<std::int16_t>(std::lround(4096.0f * std::min(7.0f, std::max(-7.0f, value))));
}

}  // namespace

// The seats of a block, worked out once instead of nine times a sample.
class GrainField::Lattice {
 public:
  Lattice(std::uint32_t seed, int i0, int j0, int i1, int j1) : i0_(i0), j0_(j0), stride_(i1 - i0 + 1) {
    seats_.reserve(static_cast<std::size_t>(stride_) * static_cast<std::size_t>(j1 - j0 + 1));
    for (int j = j0; j <= j1; ++j) {
      for (int i = i0; i <= i1; ++i) seats_.push_back(seat(seed, i, j));
    }
  }
  const Seat& operator()(int i, int j) const {
    return seats_[static_cast<std::size_t>(j - j0_) * static_cast<std::size_t>(stride_) +
                  static_cast<std::size_t>(i - i0_)];
  }

 private:
  int i0_, j0_, stride_;
  std::vector<Seat> seats_;
};

PackedGrain PackedGrain::of(const Grain& g) {
  return {packed(g.albedo), packed(g.warmth), packed(g.tilt_x), packed(g.tilt_y), packed(g.glint)};
}

Grain PackedGrain::grain() const {
  constexpr float kStep = 1.0f / 4096;
  return {kStep * albedo, kStep * warmth, kStep * tilt_x, kStep * tilt_y, kStep * glint};
}

GrainField::GrainField(double strength, double grain_size, std::uint64_t seed)
    : strength_(static_cast<float>(strength)),
      size_(static_cast<float>(grain_size)),
      seed_(static_cast<std::uint32_t>(mix64(seed + 0x5a4d))) {}

void GrainField::add_packing(Grain& g, float x, float y, float footprint) const {
  constexpr float kScale[3] = {2.5f, 6, 15}, kTilt[3] = {0.035f, 0.022f, 0.012f}, kAlbedo[3] = {0.03f, 0.025f, 0.02f};
  constexpr float kTurn[3][2] = {{0.8f, 0.6f}, {0.28f, 0.96f}, {-0.6f, 0.8f}};  // cosine, sine: no axis shows
  for (int k = 0; k < 3; ++k) {
    const float scale = kScale[k] * size_;
    const float share = strength_ * std::min(1.0f, 0.5f * scale / footprint);
    if (share < kFaintest) continue;
    const float c = kTurn[k][0] / scale, d = kTurn[k][1] / scale;
    const NoiseSample s = lattice_noise(seed_ + 77u * static_cast<std::uint32_t>(k + 1), c * x - d * y, d * x + c * y);
    g.tilt_x += share * kTilt[k] * (kTurn[k][0] * s.dx + kTurn[k][1] * s.dy);
    g.tilt_y += share * kTilt[k] * (kTurn[k][0] * s.dy - kTurn[k][1] * s.dx);
    g.albedo += share * kAlbedo[k] * s.value;
  }
}

Grain GrainField::at(float x, float y, float footprint) const {
  Grain g;
  if (strength_ <= 0) return g;
  const float fade = strength_ * std::min(1.0f, size_ / footprint);
  if (fade > kFaintest) {
    const auto seat_of = [&](int i, int j) { return seat(seed_, i, j); };
    add_grain(g, nearest_grain(x / size_, y / size_, seat_of), fade);
  }
  add_packing(g, x, y, footprint);
  return g;
}

void GrainField::fill(const GrainRaster& r, PackedGrain* out) const {
  const std::size_t count = static_cast<std::size_t>(r.columns) * static_cast<std::size_t>(r.rows);
  if (strength_ <= 0 || count == 0) return std::fill(out, out + count, PackedGrain{});
  const float part = r.pixel / static_cast<float>(r.side), share = 1 / static_cast<float>(r.side * r.side);
  const float fade = strength_ * std::min(1.0f, size_ / part), per_size = 1 / size_;
  const auto x_of = [&](int c) { return r.left + static_cast<float>(r.first_column + c) * r.pixel; };
  const auto y_of = [&](int row) { return r.top - static_cast<float>(r.first_row + row) * r.pixel; };
  const auto each_pixel = [&](const auto& seat_of) {
    for (int row = 0; row < r.rows; ++row) {
      for (int c = 0; c < r.columns; ++c) {
        Grain g;
        for (int k = 0; fade > kFaintest && k < r.side * r.side; ++k) {
          const float sx = x_of(c) + (static_cast<float>(k % r.side) + 0.5f) * part;
          const float sy = y_of(row) - (static_cast<float>(k / r.side) + 0.5f) * part;
          add_grain(g, nearest_grain(sx * per_size, sy * per_size, seat_of), share * fade);
        }
        add_packing(g, x_of(c) + 0.5f * r.pixel, y_of(row) - 0.5f * r.pixel, r.pixel);
        *out++ = PackedGrain::of(g);
      }
    }
  };
  // Samples farther apart than the grains share none: a table of them would be larger than its use.
  if (part > 1.5f * size_) return each_pixel([&](int i, int j) { return seat(seed_, i, j); });
  each_pixel(Lattice(seed_, floor_of(x_of(0) * per_size) - 2, floor_of(y_of(r.rows) * per_size) - 2,
                     floor_of(x_of(r.columns) * per_size) + 2, floor_of(y_of(0) * per_size) + 2));
}

float value_noise(std::uint64_t seed, float x, float y) {
  return 0.5f + 0.5f * lattice_noise(static_cast<std::uint32_t>(mix64(seed)), x, y).value;
}

}  // namespace solgel::render
