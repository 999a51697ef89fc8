#include "render/terrain_shader.h"

#include <cmath>
#include <vector>

#include "render/row_blocks.h"
#include "render/stream_lines.h"

namespace solgel::render {
namespace {

constexpr float kWhiteAlbedo = 0.64f;             // that comes out as 1
constexpr double kWide = 0.035, kNarrow = 0.008;  // reaches, of the map's shorter side
constexpr Vec3f kStream{0.03f, 0.075f, 0.10f};

// The heights without gaps; `room` holds them where there were any.
const Grid<float>& filled(const TerrainScene& scene, Grid<float>& room) {
  if (scene.missing == nullptr) return *scene.height;
  if (room.nx() == 0) room = with_filled_gaps(*scene.height, *scene.missing);
  return room;
}

NodeGrid twice_as_coarse(const NodeGrid& fine) {
  return {fine.x, fine.y, 2 * fine.spacing, fine.nx / 2 + 1, fine.ny / 2 + 1};
}

double shorter_side(const TerrainScene& s) {
  return std::min(s.height->nx() * s.cell_x, s.height->ny() * s.cell_y);
}

// Cells of which `share` have a smaller value, from a histogram.
class Quantiles {
 public:
  Quantiles(const Grid<float>& values, const Grid<std::uint8_t>* missing) : counts_(kBins) {
    for (const float v : values.cells()) highest_ = std::max(highest_, v);
    const std::span<const float> cells = values.cells();
    for (std::size_t k = 0; k < cells.size(); ++k) {
      if (missing != nullptr && missing->cells()[k] != 0) continue;
      ++counts_[static_cast<std::size_t>(cells[k] / std::max(highest_, 1e-30f) * (kBins - 1))];
      ++total_;
    }
  }
  float at(double share) const {
    std::uint64_t below = 0;
    const std::uint64_t wanted = static_cast<std::uint64_t>(share * static_cast<double>(total_));
    std::size_t k = 0;
    while (k + 1 < kBins && below + counts_[k] < wanted) below += counts_[k++];
    return highest_ * static_cast<float>(k) / (kBins - 1);
  }

 private:
  static constexpr std::size_t kBins = 4096;
  std::vector<std::uint64_t> counts_;
  std::uint64_t total_ = 0;
  float highest_ = 0;
};

}  // namespace

TerrainShader::TerrainShader(const TerrainScene& scene, const TerrainLook& look, const TerrainRange& range,
                             const TerrainNodes& nodes)
    : cell_{scene.cell_x, scene.cell_y},
      unit_(static_cast<float>(shorter_side(scene) / 128)),
      low_(static_cast<float>(range.low * look.exaggeration)),
      high_(static_cast<float>(range.high * look.exaggeration)),
      sea_(scene.sea_level ? static_cast<float>(*scene.sea_level * look.exaggeration) : kNoSea),
      gain_(static_cast<float>(std::exp2(look.exposure)) / kWhiteAlbedo),
      surface_(filled(scene, whole_), cell_, look.exaggeration, nodes.surface),
      wide_surface_(filled(scene, whole_), cell_, look.exaggeration, nodes.light),
      coarse_surface_(filled(scene, whole_), cell_, look.exaggeration, twice_as_coarse(nodes.light)),
      light_({wide_surface_, coarse_surface_}, sea_, look),
      material_(look),
      scattered_{0.012f, 0.062f, 0.105f} {
  const float depth = has_sea() ? std::max(0.012f * 128 * unit_, 0.3f * (sea_ - low_)) : 1;
  absorption_ = {1 / (0.28f * depth), 1 / (0.75f * depth), 1 / (1.0f * depth)};
  low_ = std::max(low_, sea_);
  high_ = std::max(high_, low_ + 1e-6f * unit_);
  whole_ = {};
  measure_relief();
  if (scene.flow != nullptr && look.water > 0) measure_flow(scene, look.water);
  if (scene.missing == nullptr) return;
  Grid<float> data(scene.height->nx(), scene.height->ny());
  for (std::size_t k = 0; k < data.cells().size(); ++k) data.cells()[k] = scene.missing->cells()[k] != 0 ? 0.0f : 1.0f;
  data_ = smooth_at_nodes(data, cell_, nodes.surface);
}

void TerrainShader::measure_relief() {
  const Grid<float>& z = coarse_surface_.z();
  const double side = 128 * static_cast<double>(unit_) / coarse_surface_.nodes().spacing;  // nodes
  const auto outstanding = [&](double share) {
    const int reach = std::max(1, static_cast<int>(std::lround(0.5 * share * side)));
    Grid<float> mean = z;
    box_mean(mean, reach);
    box_mean(mean, reach);
    const float scale = 1 / static_cast<float>(share * 128 * static_cast<double>(unit_));
    for (std::size_t k = 0; k < mean.cells().size(); ++k) mean.cells()[k] = scale * (z.cells()[k] - mean.cells()[k]);
    return mean;
  };
  stands_out_ = outstanding(kWide);
  ridge_ = outstanding(kNarrow);
  steepness_ = Grid<float>(z.nx(), z.ny());
  for_rows(z.ny(), [&](int j) {
    for (int i = 0; i < z.nx(); ++i) {
      const LandPoint at = coarse_surface_.node(i, j);
      steepness_(i, j) = std::sqrt(at.slope_x * at.slope_x + at.slope_y * at.slope_y);
    }
  });
  box_mean(steepness_, std::max(1, static_cast<int>(std::lround(kNarrow * side))));
}

void TerrainShader::measure_flow(const TerrainScene& scene, double water) {
  Grid<float> wet(scene.flow->nx(), scene.flow->ny());
  double sum = 0;
  const std::span<const float> flow = scene.flow->cells();
  const auto is_missing = [&](std::size_t k) { return scene.missing != nullptr && scene.missing->cells()[k] != 0; };
  for (std::size_t k = 0; k < flow.size(); ++k) sum += is_missing(k) ? 0 : static_cast<double>(flow[k]);
  const float mean = static_cast<float>(sum / static_cast<double>(flow.size()));
  if (!(mean > 0)) return;
  for (std::size_t k = 0; k < flow.size(); ++k) wet.cells()[k] = is_missing(k) ? 0 : std::log1p(flow[k] / mean);
  const Quantiles quantiles(wet, scene.missing);
  const float dry = quantiles.at(0.3), strong = std::max(quantiles.at(0.999), dry + 1e-3f);
  const float first = quantiles.at(1 - 0.10 * water), last = std::max(quantiles.at(1 - 0.012 * water), first + 1e-3f);
  Grid<float> moist = wet;
  for (float& v : moist.cells()) v = clamp01((v - dry) / (strong - dry));
  moisture_ = smooth_at_nodes(moist, cell_, coarse_nodes());
  box_mean(moisture_,
           std::max(1, static_cast<int>(std::lround(static_cast<double>(0.7f * unit_) / coarse_nodes().spacing))));
  Grid<float> around = *scene.flow;
  box_mean(around,
           std::max(2, static_cast<int>(std::lround(static_cast<double>(0.9f * unit_) / std::max(cell_.x, cell_.y)))));
  for (std::size_t k = 0; k < flow.size(); ++k) {
    const float gathered = smooth_step(1.1f, 1.7f, flow[k] / std::max(1e-30f, around.cells()[k]));
    wet.cells()[k] = smooth_step(first, last, wet.cells()[k]) * gathered;
  }
  keep_streams(wet);
  stream_ = smooth_at_nodes(wet, cell_, surface_.nodes());
  stream_boost_ = std::max(1.0f, static_cast<float>(surface_.nodes().spacing / std::max(cell_.x, cell_.y)));
}

float TerrainShader::stream_share(float x, float y) const {
  if (stream_.nx() == 0) return 0;
  const float share = clamp01(surface_.nodes().weights(x, y)(stream_));
  return smooth_step(0.12f, 0.62f, std::min(1.0f, share * std::sqrt(stream_boost_)));
}

float TerrainShader::data(float x, float y) const {
  return data_.nx() == 0 ? 1 : smooth_step(0.4f, 0.6f, surface_.nodes().weights(x, y)(data_));
}

bool TerrainShader::is_near_gap(float x, float y) const {
  return data_.nx() > 0 && surface_.nodes().weights(x, y)(data_) < 0.99f;
}

Vec3f TerrainShader::land(float x, float y, const LandPoint& at, float footprint) const {
  const NodeWeights w = coarse_nodes().weights(x, y);
  GroundPoint p{
      .x = x / unit_, .y = y / unit_, .footprint = footprint / unit_, .slope_x = at.slope_x, .slope_y = at.slope_y};
  p.rise = (at.z - low_) / (high_ - low_);
  p.steepness = w(steepness_);
  p.stands_out = w(stands_out_);
  p.ridge = w(ridge_);
  p.moisture = moisture_.nx() > 0 ? w(moisture_) : 0.4f;
  if (has_sea()) p.above_sea = (at.z - sea_) / unit_;
  const GroundCover cover = material_.at(p);
  const Vec3f n = normalised(Vec3f{-at.slope_x - cover.tilt_x, -at.slope_y - cover.tilt_y, 1.0f});
  const Vec3f ground = cover.albedo * light_.irradiance(x, y, n);
  const float stream = has_sea() && at.z < sea_ ? 0 : stream_share(x, y);
  if (stream <= 0) return gain_ * ground;
  const Vec3f level = light_.irradiance(x, y, normalised(Vec3f{-0.5f * at.slope_x, -0.5f * at.slope_y, 1.0f}));
  const Vec3f water = kStream * level + 0.10f * light_.sky_seen(x, y) * light_.sky_colour();
  return gain_ * mix(ground, water, 0.85f * stream);
}

Vec3f TerrainShader::through_water(Vec3f below, float x, float y, float way, Vec3f n) const {
  const Vec3f t{std::exp(-way * absorption_.x), std::exp(-way * absorption_.y), std::exp(-way * absorption_.z)};
  const Vec3f own = lit(scattered_, x, y, n);
  return t * below + (Vec3f{1, 1, 1} + -1.0f * t) * own;
}

Vec3f TerrainShader::sky(Vec3f d) const {
  const float up = std::max(0.0f, d.z);
  const Vec3f zenith{0.30f, 0.46f, 0.72f}, horizon{0.80f, 0.84f, 0.88f};
  const float glow = std::pow(std::max(0.0f, dot(d, light_.to_sun())), 24.0f);
  return mix(horizon, zenith, std::sqrt(up)) + 0.35f * glow * Vec3f{1.0f, 0.86f, 0.66f};
}

}  // namespace solgel::render
