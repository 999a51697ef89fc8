#include "terrain_land.h"

#include <algorithm>

#include "erosion/mask.h"
#include "erosion/scale.h"
#include "read_file.h"
#include "terrain_files.h"

namespace solgel::cli {

std::optional<io::Sample> sample_of_raw_name(const std::string& path) {
  const std::string e = extension(path);
  if (e == ".r8") return io::Sample::u8;
  if (e == ".r16") return io::Sample::u16;
  if (e == ".r32") return io::Sample::f32;
  return std::nullopt;
}

std::optional<io::RawLayout> raw_layout(const TerrainOptions& o, const std::string& path) {
  const auto named = sample_of_raw_name(path);
  if (!o.raw && !named) return std::nullopt;
  io::RawLayout raw = o.raw.value_or(io::RawLayout{});
  if (named && !o.raw_has_type) raw.sample = *named;
  return raw;
}

namespace {

bool is_raw_name(const std::string& path) {
  const auto format = io::map_format_of_name(path);
  return format && *format == io::MapFormat::raw;
}

Result<io::HeightMap> read_map(const std::string& path, const TerrainOptions& o, std::optional<double> nodata,
                               Warnings& warnings) {
  const Result<io::Bytes> bytes = read_file(path);
  if (!bytes) return fail(bytes.error());
  io::MapReadOptions reading;
  reading.nodata = nodata;
  // Bytes that show what they are need no layout, unless the name says RAW.
  const auto shown = io::detect_map_format(*bytes, "a.raw");
  if (is_raw_name(path) || (shown && *shown == io::MapFormat::raw)) reading.raw = raw_layout(o, path);
  if (is_raw_name(path) && !reading.raw) {
    return fail(
        {.found = "raw samples have no header",
         .allowed = "wanted --raw-preset, or --raw-type and what else differs from u16, little, north, a square",
         .remedy = "say what wrote the file",
         .file = path});
  }
  return io::read_height_map(*bytes, path == "-" ? "stdin" : path, reading, warnings);
}

// What a mask means by 1: the highest of its integers' type; but one of 0 and 1 alone says yes and no.
double full_of(const io::HeightMap& mask) {
  if (!io::is_integer(mask.sample)) return 1;
  const auto is_small = [](double v) { return v <= 1; };
  const bool is_yes_and_no = std::all_of(mask.value.cells().begin(), mask.value.cells().end(), is_small);
  return is_yes_and_no ? 1 : io::highest_of(mask.sample);
}

// A mask as 0 to 1: integers over full_of, floating point as it is.
Result<Grid<float>> read_mask(const std::string& path, const TerrainOptions& o, const io::HeightMap& map,
                              Warnings& warnings) {
  if (path.empty()) return Grid<float>();
  const Result<io::HeightMap> mask = read_map(path, o, std::nullopt, warnings);
  if (!mask) return fail(mask.error());
  if (mask->value.nx() != map.value.nx() || mask->value.ny() != map.value.ny()) {
    return fail({.found = "the mask has " + std::to_string(mask->value.nx()) + " x " +
                          std::to_string(mask->value.ny()) + " cells",
                 .allowed = "wanted those of the map, " + std::to_string(map.value.nx()) + " x " +
                            std::to_string(map.value.ny()),
                 .file = path});
  }
  const double full = full_of(*mask);
  Grid<float> out(map.value.nx(), map.value.ny());
  for (std::size_t k = 0; k < out.cells().size(); ++k) {
    const double v = mask->value.cells()[k] / full;
    if (!(v >= 0 && v <= 1)) {
      return fail({.found = "the mask is " + number_text(mask->value.cells()[k]),
                   .allowed = "allowed 0 to " + number_text(full),
                   .file = path});
    }
    out.cells()[k] = static_cast<float>(v);
  }
  erosion::feather(out, o.feather);
  return out;
}

Status load_masks(const TerrainOptions& o, TerrainLand& land, Warnings& warnings) {
  for (const auto& [path, to] : {std::pair{&o.rainfall, &land.rainfall}, std::pair{&o.hardness, &land.hardness},
                                 std::pair{&o.protection, &land.protection}}) {
    Result<Grid<float>> mask = read_mask(*path, o, land.map, warnings);
    if (!mask) return fail(mask.error());
    *to = std::move(*mask);
  }
  erosion::weaken_passing(land.rainfall, o.strength);
  erosion::weaken_holding(land.hardness, o.strength);
  erosion::weaken_holding(land.protection, o.strength);
  return {};
}

TerrainLand generated(const TerrainOptions& o) {
  TerrainLand land;
  land.is_generated = true;
  land.map.value = erosion::generate_land(*o.kind, o.settings.land, o.run.seed, o.cells);
  land.map.sample = io::Sample::f32;
  land.map.format = io::MapFormat::tiff;
  land.has_units = o.cell > 0;
  land.scale = land.has_units ? erosion::MapScale{o.cell, o.cell, o.height_unit}
                              : erosion::unitless_scale(o.settings.terrain, o.cells.nx, o.cells.ny, 1);
  return land;
}

void find_missing(TerrainLand& land) {
  const io::HeightMap& map = land.map;
  if (!map.nodata) return;
  Grid<std::uint8_t> missing(map.value.nx(), map.value.ny());
  bool any = false;
  for (std::size_t k = 0; k < missing.cells().size(); ++k) {
    missing.cells()[k] = map.is_missing(map.value.cells()[k]) ? 1 : 0;
    any = any || missing.cells()[k] != 0;
  }
  if (any) land.missing = std::move(missing);
}

void find_scale(const TerrainOptions& o, TerrainLand& land) {
  const io::HeightMap& map = land.map;
  const int nx = map.value.nx(), ny = map.value.ny();
  land.has_units = true;
  if (o.cell > 0) {
    land.scale = {.cell_x = o.cell, .cell_y = o.cell, .value_length = o.height_unit};
  } else if (map.cell_x > 0 && map.cell_y > 0 && map.metres_per_value > 0) {
    land.scale = {.cell_x = map.cell_x, .cell_y = map.cell_y, .value_length = map.metres_per_value};
  } else {
    land.has_units = false;
    const double range = erosion::height_range(map.value, land.missing.nx() > 0 ? &land.missing : nullptr);
    land.scale = erosion::unitless_scale(o.settings.terrain, nx, ny, range);
  }
}

}  // namespace

erosion::Input TerrainLand::input() const {
  const auto given = [](const auto& grid) { return grid.nx() > 0 ? &grid : nullptr; };
  return {.height = &map.value,
          .missing = given(missing),
          .scale = scale,
          .rainfall = given(rainfall),
          .hardness = given(hardness),
          .protection = given(protection)};
}

Result<TerrainLand> load_land(const TerrainOptions& o, Warnings& warnings) {
  TerrainLand land;
  if (o.kind) {
    land = generated(o);
  } else {
    Result<io::HeightMap> map = read_map(o.input, o, o.reading.nodata, warnings);
    if (!map) return fail(map.error());
    land.map = std::move(*map);
    find_missing(land);
    find_scale(o, land);
  }
  if (o.cell > 0 && !(land.map.cell_x > 0)) land.map.cell_x = land.map.cell_y = o.cell;
  if (Status s = load_masks(o, land, warnings); !s) return fail(s.error());
  if (Status s = check_terrain_output(o, land); !s) return fail(s.error());
  return land;
}

}  // namespace solgel::cli
