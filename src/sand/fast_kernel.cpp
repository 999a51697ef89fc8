#include "sand/fast_kernel.h"

#include <algorithm>
#include <cmath>

#include "core/math.h"

namespace solgel::sand {
namespace {

std::int32_t units(double mm) {
  return static_cast<std::int32_t>(std::floor(mm * Bed::kUnitsPerLength + 0.5));
}

ReposeLimits repose_limits(const Params& p) {
  const double rise = math::tan(p.repose * kPi / 180) * p.cell;
  // 0.004 mm at cells of 0.5 mm: a third of a degree beyond the angle of repose.
  constexpr double kDeadZoneCells = 1.0 / 128;
  return {units(rise), units(rise * std::sqrt(2.0)), units(kDeadZoneCells * p.cell)};
}

// Spilt sand rests at most this part of r tan(repose) above the lowest cell around the ball. Between 0.6 and 1 the
// highest pile after a lap along the walls changes by 3 %; above 0.9 a ball of 12 mm in 3 mm of sand leaves more than 9
// mm.
constexpr double kSpillRise = 0.75;

int passes(const Params& p) {
  return (p.repose_passes + 3) / 4;
}

}  // namespace

FastKernel::FastKernel(const Params& params)
    : params_(params),
      bed_(table_size(params).nx, table_size(params).ny, units(params.depth)),
      footprints_({params.ball_radius, params.cell, params.segments}),
      limits_(repose_limits(params)),
      spill_rise_(units(kSpillRise * math::tan(params.repose * kPi / 180) * params.ball_radius)),
      relaxation_(bed_),
      pools_(static_cast<std::size_t>(params.segments) + 1, 0) {
  for (int j = 0; j < ny(); ++j) {
    for (int i = 0; i < nx(); ++i) {
      if (outside_table(params, i, j)) bed_.make_wall(i, j);
    }
  }
}

void FastKernel::step(Vec2 at) {
  const Axis axis = axis_at((1 / params_.cell) * at);
  const Footprint& footprint = footprints_.at(axis.fx, axis.fy);
  const Window window = window_around(bed_, axis, footprint.reach());
  lower_ball(bed_, {params_.ball_radius, params_.cell}, axis, covered_, window);
  covered_ = window;
  carve(bed_, footprint, axis, window, scratch_, pools_);
  deposit(bed_, footprint, axis, spill_rise_, scratch_, pools_);
  for (int k = passes(params_); k > 0; --k) relaxation_.pass(bed_, limits_);
}

int FastKernel::settle() {
  int count = 0;
  while (relaxation_.pass(bed_, limits_)) ++count;
  return count;
}

double FastKernel::volume_mm3() const {
  return static_cast<double>(bed_.sum()) / Bed::kUnitsPerLength * params_.cell * params_.cell;
}

// Heights, then marks row by row, then the covered window and the active range; lids follow from the window's axis,
// which the next step writes anew, but a settle before it needs them, so they are kept too (as differences from open).
std::vector<std::int32_t> FastKernel::save() const {
  std::vector<std::int32_t> words;
  words.reserve(2 * static_cast<std::size_t>(nx()) * static_cast<std::size_t>(ny()) + 64);
  for (int j = 0; j < ny(); ++j) {
    words.insert(words.end(), bed_.height_row(j), bed_.height_row(j) + nx());
    for (int w = 0; w < bed_.words(); ++w) {
      const std::uint64_t bits = bed_.active_row(j)[w];
      words.push_back(static_cast<std::int32_t>(bits & 0xffffffffu));
      words.push_back(static_cast<std::int32_t>(bits >> 32));
    }
  }
  const Bed::ActiveRange& active = bed_.active();
  for (const int v : {active.row_low, active.row_high, active.word_low, active.word_high}) words.push_back(v);
  for (const int v : {covered_.i0, covered_.i1, covered_.j0, covered_.j1}) words.push_back(v);
  for (int j = covered_.j0; j < covered_.j1; ++j) {
    words.insert(words.end(), bed_.lid_row(j) + covered_.i0, bed_.lid_row(j) + covered_.i1);
  }
  return words;
}

bool FastKernel::restore(std::span<const std::int32_t> words) {
  const auto row = static_cast<std::size_t>(nx() + 2 * bed_.words());
  const std::size_t fixed = row * static_cast<std::size_t>(ny()) + 8;
  if (words.size() < fixed) return false;
  const std::int32_t* range = &words[fixed - 8];
  const Bed::ActiveRange active{range[0], range[1], range[2], range[3]};
  const Window window{range[4], range[5], range[6], range[7]};
  const bool active_fits = active.empty() || (active.row_low >= 0 && active.row_high < ny() && active.word_low >= 0 &&
                                              active.word_high < bed_.words() && active.word_low <= active.word_high);
  const bool window_fits = window.empty() || (window.i0 >= -Bed::kHalo && window.i1 <= bed_.stride() - Bed::kHalo &&
                                              window.j0 >= 0 && window.j1 <= ny() && window.j0 <= window.j1);
  if (!active_fits || !window_fits) return false;
  const auto width = static_cast<std::size_t>(std::max(window.i1 - window.i0, 0));
  if (words.size() != fixed + width * static_cast<std::size_t>(window.j1 - window.j0)) return false;
  for (int j = 0; j < ny(); ++j) {
    const std::int32_t* from = &words[static_cast<std::size_t>(j) * row];
    std::copy_n(from, nx(), bed_.height_row(j));
    for (int w = 0; w < bed_.words(); ++w) {
      const auto low = static_cast<std::uint32_t>(from[nx() + 2 * w]),
                 high = static_cast<std::uint32_t>(from[nx() + 2 * w + 1]);
      bed_.active_row(j)[w] = std::uint64_t{high} << 32 | low;
    }
  }
  for (int j = window.j0; j < window.j1; ++j) {
    std::copy_n(&words[fixed] + static_cast<std::size_t>(j - window.j0) * width, width, bed_.lid_row(j) + window.i0);
  }
  bed_.set_active(active);
  covered_ = window;
  return true;
}

void FastKernel::add_to(Hash& hash) const {
  for (int j = 0; j < ny(); ++j)
    hash.add(std::span<const std::int32_t>(bed_.height_row(j), static_cast<std::size_t>(nx())));
}

}  // namespace solgel::sand
