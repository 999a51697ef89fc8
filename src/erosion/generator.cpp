#include "erosion/generator.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

#include "core/parallel.h"
#include "core/vec.h"
#include "erosion/noise.h"

namespace solgel::erosion {
namespace {

constexpr std::array<std::string_view, 4> kKinds{"fractal", "ridged", "billow", "island"};
constexpr int kRowsPerBlock = 8;
// Of one octave: what |n| hardly ever exceeds, for kinds that fold it.
constexpr double kFold = 0.6;
// Streams of noise beside the land's own.
constexpr std::uint64_t kWarpX = 0x9d5c1fb3a7e04621u, kWarpY = 0x2f8b64c0d913e57au, kCoast = 0x61e7a94b30cf82d5u;

double smooth(double low, double high, double x) {
  const double t = std::clamp((x - low) / (high - low), 0.0, 1.0);
  return t * t * (3 - 2 * t);
}

// Octaves of one kind at a point; `p` in wavelengths of the coarsest.
class Octaves {
 public:
  Octaves(const LandParams& params, std::uint64_t seed, double cells_per_feature) : params_(params), noise_(seed) {
    double gain = 1, frequency = 1, squares = 0;
    for (int o = 0; o < params.octaves; ++o) {
      total_ += gain;
      squares += gain * gain;
      // The whole sum is scaled as if no octave were left out: detail must not change the height of mountains.
      const double seen = std::clamp((cells_per_feature / frequency - 3) / 3, 0.0, 1.0);
      if (seen > 0) octave_[static_cast<std::size_t>(count_++)] = {gain * seen, frequency};
      gain *= params.gain;
      frequency *= params.lacunarity;
    }
    deviation_ = Noise::kDeviation * std::sqrt(squares);
  }

  // Mean 0, standard deviation 1 (of all octaves, of which the first `most` count).
  double fractal(Vec2 p, int most = Noise::kOctaves) const {
    double sum = 0;
    for (int o = 0; o < std::min(count_, most); ++o) sum += at(o).weight * noise_.octave(at(o).frequency * p, o);
    return sum / deviation_;
  }
  // 0 to 1, crests at 1.
  double ridged(Vec2 p) const {
    double sum = 0, before = 1;
    for (int o = 0; o < count_; ++o) {
      const double crest = std::max(0.0, 1 - std::abs(noise_.octave(at(o).frequency * p, o)) / kFold);
      const double signal = crest * crest * before;
      sum += at(o).weight * signal;
      before = std::min(1.0, 1.6 * signal);
    }
    return sum / total_;
  }
  // 0 to about 1, creases at 0.
  double billow(Vec2 p) const {
    double sum = 0;
    for (int o = 0; o < count_; ++o) {
      sum += at(o).weight * std::abs(noise_.octave(at(o).frequency * p, o)) / kFold;
    }
    return sum / total_;
  }

 private:
  struct Octave {
    double weight, frequency;
  };
  const Octave& at(int o) const { return octave_[static_cast<std::size_t>(o)]; }

  LandParams params_;
  Noise noise_;
  std::array<Octave, Noise::kOctaves> octave_{};
  int count_ = 0;
  double total_ = 0, deviation_ = 1;
};

struct Field {
  Octaves land, warp_x, warp_y, coast;
  LandParams params;

  Vec2 warped(Vec2 p) const {
    if (params.warp <= 0) return p;
    return {p.x + 0.5 * params.warp * warp_x.fractal(p), p.y + 0.5 * params.warp * warp_y.fractal(p)};
  }
};

// `from_middle`: in halves of the map's shorter side. The coast is ragged, the sea floor and the rise of the land are
// smooth: fine octaves of the coast fade out with the distance from it.
double island(const Field& field, Vec2 p, Vec2 from_middle) {
  constexpr int kCoarse = 3;
  const double r = length(from_middle);
  const double bay = field.coast.fractal(0.8 * p, kCoarse);
  const double broad = 0.72 - r + 0.13 * bay;
  const double near = 1 - smooth(0, 0.2, std::abs(broad));
  const double inland = broad + 0.13 * near * (field.coast.fractal(0.8 * p) - bay);
  if (inland <= 0) return -0.25 * smooth(0, 0.45, -inland);
  const double rise = smooth(0, 0.5, inland);
  const Vec2 q = field.warped(p);
  const double ranges = field.land.ridged(q), hills = 0.5 + 0.16 * field.land.fractal(0.9 * q);
  return 0.03 * smooth(0, 0.06, inland) +
         rise * (0.2 * hills + 0.85 * std::sqrt(rise) * ranges * (0.35 + 0.65 * hills));
}

double height(LandKind kind, const Field& field, Vec2 p, Vec2 from_middle) {
  switch (kind) {
    case LandKind::fractal:
      return 0.5 + field.land.fractal(field.warped(p)) / 6;  // three standard deviations each way
    case LandKind::ridged:
      return 1.25 * field.land.ridged(field.warped(p));
    case LandKind::billow:
      return field.land.billow(field.warped(p));
    case LandKind::island:
      return island(field, p, from_middle);
  }
  return 0;
}

}  // namespace

std::span<const std::string_view> land_kinds() {
  return kKinds;
}

Result<LandKind> land_kind(std::string_view name) {
  std::vector<ParamInfo> names;
  for (std::size_t k = 0; k < kKinds.size(); ++k) {
    if (kKinds[k] == name) return static_cast<LandKind>(k);
    names.push_back({.name = kKinds[k], .unit = {}, .text = {}});
  }
  return fail({.found = "no kind of land '" + std::string(name) + "'",
               .allowed = "fractal, ridged, billow, island",
               .remedy = "nearest is '" + std::string(nearest_name(names, name)) + "'"});
}

Grid<double> generate_land(LandKind kind, const LandParams& params, std::uint64_t seed, LandSize size) {
  Grid<double> land(size.nx, size.ny);
  const int shorter = std::min(size.nx, size.ny);
  const double cells = (params.detail > 0 ? std::min(params.detail, shorter) : shorter) / params.features;
  LandParams coarse = params;
  coarse.octaves = std::min(params.octaves, 3);
  LandParams coast = params;
  coast.gain = 0.55;
  const Field field{{params, seed, cells},
                    {coarse, seed ^ kWarpX, cells},
                    {coarse, seed ^ kWarpY, cells},
                    {coast, seed ^ kCoast, cells / 0.8},
                    params};
  const int blocks = (size.ny + kRowsPerBlock - 1) / kRowsPerBlock;
  parallel_for(blocks, [&](int block) {
    for (int j = block * kRowsPerBlock; j < std::min(size.ny, (block + 1) * kRowsPerBlock); ++j) {
      for (int i = 0; i < size.nx; ++i) {
        const Vec2 from_middle{(2 * i + 1 - size.nx) / static_cast<double>(shorter),
                               (2 * j + 1 - size.ny) / static_cast<double>(shorter)};
        const Vec2 p = params.features / 2 * (from_middle + Vec2{1, 1});
        const double rise = params.tilt * (j + 0.5) / size.ny;
        land(i, j) = height(kind, field, p, from_middle) + rise;
      }
    }
  });
  return land;
}

}  // namespace solgel::erosion
