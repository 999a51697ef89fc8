// The C API over erosion::Terrain. See include/solgel/solgel.h.

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "api/terrain_report.h"
#include "core/hash.h"
#include "erosion/generator.h"
#include "erosion/scale.h"
#include "erosion/terrain.h"
#include "solgel/solgel.h"

using namespace solgel;
using erosion::Terrain;

struct solgel_terrain {
  erosion::Params params;
  erosion::LandParams land;
  erosion::Options options;
  Grid<double> height;
  Grid<std::uint8_t> missing;
  std::optional<erosion::MapScale> scale;  // nothing: the map says nothing of units
  double range = 0;                        // of heights, for generated land; 0: the map's own
  Grid<float> rainfall, hardness, protection;
  std::unique_ptr<Terrain> terrain;
  std::string error, text;
};

namespace {

constexpr std::int64_t kMostCells = std::int64_t{1} << 28;

solgel_status failed(solgel_terrain* t, const Error& error) {
  t->error = error.message();
  return SOLGEL_BAD_INPUT;
}

bool is_size(int32_t nx, int32_t ny) {
  return nx >= 3 && ny >= 3 && static_cast<std::int64_t>(nx) * ny <= kMostCells;
}
Error bad_size(int32_t nx, int32_t ny) {
  return {.found = "the map has " + std::to_string(nx) + " x " + std::to_string(ny) + " cells",
          .allowed = "allowed 3 x 3 to 2^28 cells"};
}

void take_map(solgel_terrain* t, Grid<double> height) {
  for (Grid<float>* mask : {&t->rainfall, &t->hardness, &t->protection}) {
    if (mask->nx() != height.nx() || mask->ny() != height.ny()) *mask = {};
  }
  t->height = std::move(height);
  t->terrain.reset();
}

Grid<float>* mask_of(solgel_terrain* t, std::string_view name) {
  return name == "rainfall"     ? &t->rainfall
         : name == "hardness"   ? &t->hardness
         : name == "protection" ? &t->protection
                                : nullptr;
}

std::vector<ParamInfo> all_rows() {
  std::vector<ParamInfo> rows = param_infos<erosion::Params>(erosion::kParams);
  const std::vector<ParamInfo> land = param_infos<erosion::LandParams>(erosion::kLandParams);
  rows.insert(rows.end(), land.begin(), land.end());
  return rows;
}

}  // namespace

solgel_terrain* solgel_terrain_create(void) {
  return new solgel_terrain;
}
void solgel_terrain_destroy(solgel_terrain* t) {
  delete t;
}
const char* solgel_terrain_error(const solgel_terrain* t) {
  return t->error.c_str();
}

solgel_status solgel_terrain_set(solgel_terrain* t, const char* name, double value) {
  const Status set = has_param<erosion::LandParams>(erosion::kLandParams, name)
                         ? set_param<erosion::LandParams>("land", erosion::kLandParams, t->land, name, value)
                     : has_param<erosion::Params>(erosion::kParams, name)
                         ? set_param<erosion::Params>("terrain", erosion::kParams, t->params, name, value)
                         : fail(unknown_param("terrain", all_rows(), name));
  return set ? SOLGEL_OK : failed(t, set.error());
}

solgel_status solgel_terrain_get(solgel_terrain* t, const char* name, double* value) {
  for (const auto& row : erosion::kParams) {
    if (row.name != name) continue;
    *value = row.get(t->params);
    return SOLGEL_OK;
  }
  for (const auto& row : erosion::kLandParams) {
    if (row.name != name) continue;
    *value = row.get(t->land);
    return SOLGEL_OK;
  }
  return failed(t, unknown_param("terrain", all_rows(), name));
}

solgel_status solgel_terrain_option(solgel_terrain* t, const char* name, double value) {
  const std::string_view key = name;
  const int most = key == "maps" ? 1 : 2;
  if (key != "scheme" && key != "border" && key != "depressions" && key != "maps") {
    return failed(t, {.found = "no option '" + std::string(key) + "'", .allowed = "scheme, border, depressions, maps"});
  }
  if (value != 0 && value != 1 && !(value == 2 && most == 2)) {
    return failed(t, {.found = std::string(key) + " is " + number_text(value),
                      .allowed = "allowed whole numbers 0 to " + std::to_string(most)});
  }
  const int choice = static_cast<int>(value);
  if (key == "scheme") t->options.scheme = static_cast<erosion::Scheme>(choice);
  if (key == "border") t->options.border = static_cast<erosion::Border>(choice);
  if (key == "depressions") t->options.depressions = static_cast<erosion::Depressions>(choice);
  if (key == "maps") t->options.with_maps = choice == 1;
  return SOLGEL_OK;
}

void solgel_terrain_seed(solgel_terrain* t, uint32_t low, uint32_t high) {
  t->options.seed = std::uint64_t{high} << 32 | low;
}

solgel_status solgel_terrain_heights_in(solgel_terrain* t, int32_t nx, int32_t ny, const double* heights,
                                        const uint8_t* missing, double cell_x, double cell_y, double value_length) {
  if (!is_size(nx, ny)) return failed(t, bad_size(nx, ny));
  const bool has_units = cell_x != 0 || cell_y != 0 || value_length != 0;
  const auto is_length = [](double v) { return v >= 1e-9 && v <= 1e9; };
  if (has_units && !(is_length(cell_x) && is_length(cell_y) && is_length(value_length))) {
    return failed(t, {.found = "cells of " + number_text(cell_x) + " x " + number_text(cell_y) +
                               ", a height of 1 worth " + number_text(value_length),
                      .allowed = "allowed 1e-9 to 1e9 each, or three zeros for a map without units"});
  }
  Grid<double> grid(nx, ny);
  std::copy(heights, heights + grid.cells().size(), grid.cells().begin());
  t->missing = missing != nullptr ? Grid<std::uint8_t>(nx, ny) : Grid<std::uint8_t>();
  if (missing != nullptr) std::copy(missing, missing + grid.cells().size(), t->missing.cells().begin());
  take_map(t, std::move(grid));
  t->scale.reset();
  if (has_units) t->scale = erosion::MapScale{cell_x, cell_y, value_length};
  t->range = 0;
  return SOLGEL_OK;
}

solgel_status solgel_terrain_generate(solgel_terrain* t, const char* kind, int32_t nx, int32_t ny) {
  const Result<erosion::LandKind> which = erosion::land_kind(kind);
  if (!which) return failed(t, which.error());
  if (!is_size(nx, ny)) return failed(t, bad_size(nx, ny));
  take_map(t, erosion::generate_land(*which, t->land, t->options.seed, {nx, ny}));
  t->missing = {};
  t->scale.reset();
  t->range = 1;
  return SOLGEL_OK;
}

solgel_status solgel_terrain_mask(solgel_terrain* t, const char* name, const float* values) {
  Grid<float>* mask = mask_of(t, name);
  if (mask == nullptr) {
    return failed(t, {.found = "no mask '" + std::string(name) + "'", .allowed = "rainfall, hardness, protection"});
  }
  if (t->height.nx() == 0) return SOLGEL_NOT_READY;
  *mask = {};
  if (values == nullptr) return SOLGEL_OK;
  *mask = Grid<float>(t->height.nx(), t->height.ny());
  std::copy(values, values + mask->cells().size(), mask->cells().begin());
  return SOLGEL_OK;
}

solgel_status solgel_terrain_begin(solgel_terrain* t) {
  if (t->height.nx() == 0) return SOLGEL_NOT_READY;
  const auto given = [](const auto& grid) { return grid.nx() > 0 ? &grid : nullptr; };
  const double range = t->range > 0 ? t->range : erosion::height_range(t->height, given(t->missing));
  const erosion::Input input{
      .height = &t->height,
      .missing = given(t->missing),
      .scale = t->scale ? *t->scale : erosion::unitless_scale(t->params, t->height.nx(), t->height.ny(), range),
      .rainfall = given(t->rainfall),
      .hardness = given(t->hardness),
      .protection = given(t->protection)};
  Result<Terrain> terrain = Terrain::create(t->params, t->options, input);
  if (!terrain) return failed(t, terrain.error());
  t->terrain = std::make_unique<Terrain>(std::move(*terrain));
  t->error.clear();
  return SOLGEL_OK;
}

solgel_status solgel_terrain_advance(solgel_terrain* t, double ended) {
  if (!t->terrain) return SOLGEL_NOT_READY;
  const double bounded = ended >= 0 ? std::min(ended, 0x1p53) : 0;
  return t->terrain->advance(static_cast<std::uint64_t>(bounded)) ? SOLGEL_OK : SOLGEL_DONE;
}

double solgel_terrain_droplets(const solgel_terrain* t) {
  return t->terrain ? static_cast<double>(t->terrain->droplets()) : 0;
}
double solgel_terrain_ended(const solgel_terrain* t) {
  return t->terrain ? static_cast<double>(t->terrain->ended()) : 0;
}
double solgel_terrain_steps(const solgel_terrain* t) {
  return t->terrain ? static_cast<double>(t->terrain->steps()) : 0;
}
void solgel_terrain_size(const solgel_terrain* t, int32_t* nx, int32_t* ny) {
  *nx = t->height.nx();
  *ny = t->height.ny();
}

namespace {

template <class T>
solgel_status copy_out(solgel_terrain* t, const Grid<T>& from, T* to, size_t count) {
  if (count < from.cells().size()) {
    return failed(t, {.found = "room for " + std::to_string(count) + " values",
                      .allowed = "the map has " + std::to_string(from.cells().size())});
  }
  std::copy(from.cells().begin(), from.cells().end(), to);
  return SOLGEL_OK;
}

}  // namespace

solgel_status solgel_terrain_heights(solgel_terrain* t, double* heights, size_t count) {
  if (t->height.nx() == 0) return SOLGEL_NOT_READY;
  return t->terrain ? copy_out(t, t->terrain->height(), heights, count) : copy_out(t, t->height, heights, count);
}

solgel_status solgel_terrain_map(solgel_terrain* t, const char* name, float* values, size_t count) {
  if (!t->terrain) return SOLGEL_NOT_READY;
  const std::string_view key = name;
  if (key == "change") return copy_out(t, t->terrain->change(), values, count);
  if (!t->terrain->options().with_maps) {
    return failed(t, {.found = "no account was kept", .remedy = "set the option maps before begin"});
  }
  const Terrain::Maps maps = t->terrain->maps();
  if (key == "flow") return copy_out(t, maps.flow, values, count);
  if (key == "velocity") return copy_out(t, maps.velocity, values, count);
  if (key == "moisture") return copy_out(t, maps.moisture, values, count);
  if (key == "erosion") return copy_out(t, maps.erosion, values, count);
  if (key == "deposition") return copy_out(t, maps.deposition, values, count);
  return failed(t, {.found = "no map '" + std::string(key) + "'",
                    .allowed = "change, erosion, deposition, flow, velocity, moisture"});
}

uint64_t solgel_terrain_hash(const solgel_terrain* t) {
  return t->terrain ? t->terrain->hash() : 0;
}
const char* solgel_terrain_hash_text(solgel_terrain* t) {
  t->text = hash_text(solgel_terrain_hash(t));
  return t->text.c_str();
}
const char* solgel_terrain_report(solgel_terrain* t) {
  t->text = t->terrain ? report_json(*t->terrain, {}) : "{}";
  return t->text.c_str();
}
