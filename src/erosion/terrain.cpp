#include "erosion/terrain.h"

#include <algorithm>
#include <cmath>

#include "core/hash.h"
#include "core/math.h"
#include "core/random.h"
#include "core/vec.h"
#include "erosion/reference_scheme.h"
#include "erosion/text_scheme.h"
#include "erosion/thermal.h"

namespace solgel::erosion {
namespace {

constexpr std::int64_t kMostCells = std::int64_t{1} << 28;
constexpr std::uint64_t kSerialSlice = 64;  // droplets between two looks at what was asked for
constexpr int kTries = 64;                  // to find ground between missing cells

std::string cell_text(int i, int j) {
  return "cell " + std::to_string(i) + ", " + std::to_string(j) + " (column from the west, row from the south)";
}

Status check_mask(const Grid<float>* mask, const char* name, const Grid<double>& height) {
  if (mask == nullptr) return {};
  if (mask->nx() != height.nx() || mask->ny() != height.ny()) {
    return fail(
        {.found = std::string(name) + " mask is " + std::to_string(mask->nx()) + " x " + std::to_string(mask->ny()),
         .allowed =
             "allowed the size of the map, " + std::to_string(height.nx()) + " x " + std::to_string(height.ny())});
  }
  for (int j = 0; j < mask->ny(); ++j) {
    for (int i = 0; i < mask->nx(); ++i) {
      const float v = (*mask)(i, j);
      if (v >= 0 && v <= 1) continue;
      return fail(
          {.found = std::string(name) + " mask is " + number_text(static_cast<double>(v)) + " at " + cell_text(i, j),
           .allowed = "allowed 0 to 1"});
    }
  }
  return {};
}

Status check_heights(const Input& input) {
  const Grid<double>& height = *input.height;
  const std::int64_t cells = static_cast<std::int64_t>(height.nx()) * height.ny();
  if (height.nx() < 3 || height.ny() < 3 || cells > kMostCells) {
    return fail({.found = "the map has " + std::to_string(height.nx()) + " x " + std::to_string(height.ny()) + " cells",
                 .allowed = "allowed 3 x 3 to 2^28 cells"});
  }
  if (input.missing != nullptr && (input.missing->nx() != height.nx() || input.missing->ny() != height.ny())) {
    return fail({.found = "the grid of missing cells has another size than the map"});
  }
  bool any = false;
  for (int j = 0; j < height.ny(); ++j) {
    for (int i = 0; i < height.nx(); ++i) {
      if (input.missing != nullptr && (*input.missing)(i, j) != 0) continue;
      any = true;
      if (std::abs(height(i, j)) <= 1e30) continue;
      return fail({.found = "height is " + number_text(height(i, j)) + " at " + cell_text(i, j),
                   .allowed = "allowed -1e30 to 1e30",
                   .remedy = "declare missing cells as such"});
    }
  }
  if (!any) return fail({.found = "all cells are missing", .allowed = "wanted some ground"});
  return {};
}

Status check_combination(const Params& params, const Options& options, const Input& input) {
  const bool is_text = options.scheme == Scheme::text;
  if (is_text && (input.missing != nullptr || options.border != Border::open || input.rainfall != nullptr ||
                  input.hardness != nullptr || input.protection != nullptr || options.with_maps ||
                  options.depressions != Depressions::keep || params.talus > 0 || params.radius > 0)) {
    return fail({.found = "the text scheme knows no missing cells, masks, maps, borders, radius, depressions or talus",
                 .allowed = {},
                 .remedy = "take the fast or the reference scheme"});
  }
  if (params.talus > 0 && input.protection != nullptr) {
    return fail({.found = "talus with a protection mask",
                 .allowed = "thermal erosion slides all ground",
                 .remedy = "leave one of them out, or run them one after the other"});
  }
  if (params.talus > 0 && std::abs(input.scale.cell_x / input.scale.cell_y - 1) > 1e-3) {
    return fail(
        {.found = "talus on cells of " + number_text(input.scale.cell_x) + " x " + number_text(input.scale.cell_y),
         .allowed = "thermal erosion wants square cells",
         .remedy = "resample the map first"});
  }
  return {};
}

Status check_params(const Params& params) {
  for (const Param<Params>& row : kParams) {
    const double value = row.get(params);
    if (!(value >= row.low && value <= row.high)) return fail(param_out_of_range("terrain", param_info(row), value));
  }
  return {};
}

// What a change may do: 1 - protection, and nothing wherever it would reach a cell that is fully protected.
Grid<float> licence_of(const Grid<float>& protection, int reach) {
  Grid<float> licence(protection.nx(), protection.ny());
  Grid<float> along(protection.nx(), protection.ny());  // highest protection of cells up to `reach` away in the row
  for (int j = 0; j < protection.ny(); ++j) {
    for (int i = 0; i < protection.nx(); ++i) {
      float most = 0;
      for (int k = std::max(0, i - reach); k <= std::min(protection.nx() - 1, i + reach); ++k)
        most = std::max(most, protection(k, j));
      along(i, j) = most;
    }
  }
  for (int j = 0; j < protection.ny(); ++j) {
    for (int i = 0; i < protection.nx(); ++i) {
      float most = 0;
      for (int k = std::max(0, j - reach); k <= std::min(protection.ny() - 1, j + reach); ++k)
        most = std::max(most, along(i, k));
      licence(i, j) = most >= 1 ? 0.0f : 1 - protection(i, j);
    }
  }
  return licence;
}

}  // namespace

Terrain::Terrain() = default;
Terrain::Terrain(Terrain&&) noexcept = default;
Terrain& Terrain::operator=(Terrain&&) noexcept = default;
Terrain::~Terrain() = default;

Result<Terrain> Terrain::create(const Params& params, const Options& options, const Input& input) {
  if (Status good = check_params(params); !good) return fail(good.error());
  if (Status good = check_heights(input); !good) return fail(good.error());
  if (Status good = check_mask(input.rainfall, "rainfall", *input.height); !good) return fail(good.error());
  if (Status good = check_mask(input.hardness, "hardness", *input.height); !good) return fail(good.error());
  if (Status good = check_mask(input.protection, "protection", *input.height); !good) return fail(good.error());
  if (Status good = check_combination(params, options, input); !good) return fail(good.error());

  Terrain terrain;
  terrain.params_ = params;
  terrain.options_ = options;
  terrain.scale_ = input.scale;
  terrain.input_ = *input.height;
  terrain.land_ = Land(*input.height, input.missing);
  Result<Rules> rules = make_rules(params, input.scale, terrain.land_);
  if (!rules) return fail(rules.error());
  terrain.rules_ = *rules;
  const double rain = std::rint(params.rain * static_cast<double>(terrain.land_.cells()));
  terrain.droplets_ = static_cast<std::uint64_t>(params.droplets >= 0 ? params.droplets : rain);
  if (input.rainfall != nullptr) terrain.rainfall_ = *input.rainfall;
  if (input.hardness != nullptr) {
    terrain.softness_ = *input.hardness;
    for (float& v : terrain.softness_.cells()) v = 1 - v;
  }
  if (input.protection != nullptr) terrain.licence_ = licence_of(*input.protection, rules->reach);
  if (options.with_maps) terrain.account_ = Account(terrain.land_);
  terrain.treat_depressions();
  terrain.rim_ = rim_of(terrain.land_);
  terrain.start_sum_ = terrain.land_.sum();
  if (options.scheme == Scheme::fast) terrain.fast_.emplace(terrain.land_, options.border);
  if (options.scheme == Scheme::text) {
    const double unit = std::min(input.scale.cell_x, input.scale.cell_y);
    terrain.text_ = std::make_unique<TextScheme>(params, *input.height, input.scale.value_length / unit);
  }
  return terrain;
}

void Terrain::treat_depressions() {
  if (options_.depressions == Depressions::keep) return;
  pits_before_ = find_pits(land_, options_.border);
  if (options_.depressions == Depressions::fill) filled_ = fill_pits(land_, options_.border);
  if (options_.depressions == Depressions::breach) breached_ = breach_pits(land_, options_.border);
}

int Terrain::nx() const {
  return land_.nx();
}
int Terrain::ny() const {
  return land_.ny();
}

std::optional<Droplet> Terrain::droplet(std::uint64_t number) const {
  const RandomKey key{options_.seed, number};
  int i = 0, j = 0;
  double x = 0, y = 0;
  for (int k = 0; k < kTries; ++k) {
    const std::uint64_t at = 2 * static_cast<std::uint64_t>(k);
    x = random_unit(key, at) * nx();
    y = random_unit(key, at + 1) * ny();
    i = static_cast<int>(x);
    j = static_cast<int>(y);
    if (!land_.is_wall(i, j)) break;
  }
  while (land_.is_wall(i, j)) {  // hardly any ground: the next that there is
    if (++i == nx()) {
      i = 0;
      j = j + 1 == ny() ? 0 : j + 1;
    }
    x = i + 0.5;
    y = j + 0.5;
  }
  if (rainfall_.nx() > 0 && random_unit(key, 1u << 20) >= static_cast<double>(rainfall_(i, j))) return std::nullopt;
  // From cells to samples; rounding must not lead into the next cell.
  const auto place = [](double at, int cell, std::int32_t& sample, float& fraction) {
    const double u = at - 0.5;
    sample = static_cast<std::int32_t>(std::floor(u));
    fraction = static_cast<float>(u - sample);
    if (sample < cell) fraction = std::clamp(fraction, 0.5f, 1 - 0x1p-24f);
    if (sample == cell) fraction = std::clamp(fraction, 0.0f, 0.5f - 0x1p-25f);
  };
  Droplet d;
  place(x, i, d.i, d.fx);
  place(y, j, d.j, d.fy);
  return d;
}

Ground Terrain::ground() {
  return {.land = &land_,
          .border = options_.border,
          .rim = &rim_,
          .softness = softness_.nx() > 0 ? &softness_ : nullptr,
          .licence = licence_.nx() > 0 ? &licence_ : nullptr,
          .account = options_.with_maps ? &account_ : nullptr};
}

void Terrain::rain_fast() {
  while (next_ < droplets_ && fast_->in_flight() < fast_->capacity()) {
    if (const std::optional<Droplet> d = droplet(next_)) {
      fast_->add(*d);
    } else {
      ++dry_;
    }
    ++next_;
  }
  fast_->round(ground(), rules_, ledger_);
}

void Terrain::rain_serial() {
  const std::uint64_t end = std::min(droplets_, next_ + kSerialSlice);
  for (; next_ < end; ++next_) {
    const std::optional<Droplet> d = droplet(next_);
    if (!d) {
      ++dry_;
    } else if (text_) {
      text_->run({static_cast<double>(d->i) + static_cast<double>(d->fx) + 0.5,
                  static_cast<double>(d->j) + static_cast<double>(d->fy) + 0.5});
    } else {
      run(ground(), rules_, *d, ledger_);
    }
  }
  if (options_.with_maps) account_.settle(land_);
  if (text_) {
    ledger_.steps = text_->totals().steps;
    ledger_.ended = text_->totals().ended;
    ledger_.aged = text_->totals().aged;
  }
}

bool Terrain::advance(std::uint64_t ended) {
  while (stage_ == Stage::rain) {
    if (this->ended() >= droplets_) {
      stage_ = params_.talus > 0 ? Stage::slide : Stage::done;
    } else if (this->ended() >= ended) {
      return true;
    } else if (fast_) {
      rain_fast();
    } else {
      rain_serial();
    }
  }
  if (stage_ == Stage::slide) {
    if (ended < droplets_) return true;
    slide();
    stage_ = Stage::done;
  }
  return false;
}

void Terrain::slide() {
  const double limit = math::tan(params_.talus * kPi / 180) * scale_.cell_x / (scale_.value_length * land_.quantum());
  const auto quanta = [](double value) { return static_cast<std::int32_t>(std::min(value, 0x1p30)); };
  const Talus talus{quanta(limit), quanta(limit * std::sqrt(2.0)), params_.talus_passes};
  std::vector<std::int32_t> before;
  if (options_.with_maps) {
    for (int j = 0; j < ny(); ++j) before.insert(before.end(), land_.row(j), land_.row(j) + nx());
  }
  slid_ = erosion::slide(land_, options_.border, talus);
  if (!options_.with_maps) return;
  for (std::size_t k = 0; k < before.size(); ++k) {
    const int i = static_cast<int>(k % static_cast<std::size_t>(nx())),
              j = static_cast<int>(k / static_cast<std::size_t>(nx()));
    const std::int64_t lost = static_cast<std::int64_t>(before[k]) - land_.row(j)[i];
    if (lost > 0) account_.eroded(i, j) += lost;
  }
}

double Terrain::time() const {
  return static_cast<double>(steps()) * static_cast<double>(rules_.step_time);
}

std::uint64_t Terrain::hash() const {
  Hash hash;
  hash.add(static_cast<std::uint64_t>(nx()));
  hash.add(static_cast<std::uint64_t>(ny()));
  hash.add(next_);
  if (text_) {
    hash.add(std::span<const double>(text_->height().cells()));
    return hash.value();
  }
  hash.add(land_.quantum());
  for (int j = 0; j < ny(); ++j) hash.add(std::span<const std::int32_t>(land_.row(j), static_cast<std::size_t>(nx())));
  hash.add(static_cast<std::uint64_t>(ledger_.eroded));
  hash.add(static_cast<std::uint64_t>(ledger_.carried_off));
  if (fast_) {
    for (const Droplet& d : fast_->droplets()) {
      for (const std::int32_t v : {d.i, d.j, d.mass, d.age}) hash.add(v);
      for (const float v : {d.fx, d.fy, d.vx, d.vy, d.volume, d.remainder}) hash.add(v);
    }
  }
  return hash.value();
}

}  // namespace solgel::erosion
