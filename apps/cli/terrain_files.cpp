#include "terrain_files.h"

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <limits>
#include <memory>

#include "api/terrain_report.h"
#include "core/version.h"
#include "erosion/mask.h"
#include "erosion/scale.h"
#include "io/mesh.h"
#include "io/output_file.h"
#include "io/png.h"
#include "outputs.h"

namespace solgel::cli {
namespace {

constexpr std::size_t kMostBytes = std::size_t{8} << 30;

Result<io::Bytes> read_file(const std::string& path) {
  const bool is_input = path == "-";
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(
      is_input ? stdin : std::fopen(path.c_str(), "rb"), [](std::FILE* f) { return f == stdin ? 0 : std::fclose(f); });
  const auto unreadable = [&] {
    return fail(
        {.found = std::string("cannot be read (") + std::strerror(errno) + ")", .file = is_input ? "stdin" : path});
  };
  if (!file) return unreadable();
  io::Bytes bytes;
  std::vector<std::byte> piece(1 << 20);
  while (const std::size_t got = std::fread(piece.data(), 1, piece.size(), file.get())) {
    bytes.insert(bytes.end(), piece.begin(), piece.begin() + static_cast<std::ptrdiff_t>(got));
    if (bytes.size() > kMostBytes) {
      return fail({.found = "more than 8 GiB", .allowed = "allowed 2^28 cells", .file = is_input ? "stdin" : path});
    }
  }
  if (std::ferror(file.get()) != 0) return unreadable();
  return bytes;
}

Result<io::HeightMap> read_map(const std::string& path, const io::MapReadOptions& options, Warnings& warnings) {
  const Result<io::Bytes> bytes = read_file(path);
  if (!bytes) return fail(bytes.error());
  return io::read_height_map(*bytes, path == "-" ? "stdin" : path, options, warnings);
}

// A mask as 0 to 1: integers over their type's range, floating point as it is.
Result<Grid<float>> read_mask(const std::string& path, const TerrainOptions& o, const io::HeightMap& map,
                              Warnings& warnings) {
  if (path.empty()) return Grid<float>();
  io::MapReadOptions reading;
  if (o.raw_out && (extension(path) == ".raw" || extension(path) == ".r16" || extension(path) == ".r32"))
    reading.raw = o.raw_out;
  const Result<io::HeightMap> mask = read_map(path, reading, warnings);
  if (!mask) return fail(mask.error());
  if (mask->value.nx() != map.value.nx() || mask->value.ny() != map.value.ny()) {
    return fail({.found = "the mask has " + std::to_string(mask->value.nx()) + " x " +
                          std::to_string(mask->value.ny()) + " cells",
                 .allowed = "wanted those of the map, " + std::to_string(map.value.nx()) + " x " +
                            std::to_string(map.value.ny()),
                 .file = path});
  }
  const double full = io::is_integer(mask->sample) ? io::highest_of(mask->sample) : 1;
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
  land.scale = erosion::unitless_scale(o.settings.terrain, o.cells.nx, o.cells.ny, 1);
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

bool holds(io::MapFormat format, io::Sample sample) {
  using io::MapFormat;
  using io::Sample;
  switch (format) {
    case MapFormat::png:
    case MapFormat::pgm:
      return sample == Sample::u8 || sample == Sample::u16;
    case MapFormat::exr:
      return sample == Sample::f16 || sample == Sample::f32;
    case MapFormat::asc:
      return sample != Sample::f64;
    default:
      return true;
  }
}

// Gives a map with values of another kind the whole range of its integer samples; says how in the metadata.
void spread(io::HeightMap& map, io::Metadata& data) {
  double low = std::numeric_limits<double>::infinity(), high = -low;
  for (const double v : map.value.cells()) {
    if (map.is_missing(v)) continue;
    low = std::min(low, v);
    high = std::max(high, v);
  }
  const double from = io::lowest_of(map.sample), to = io::highest_of(map.sample);
  const double per_count = high > low ? (high - low) / (to - from) : 1;
  for (double& v : map.value.cells()) v = map.is_missing(v) ? v : from + (v - low) / per_count;
  data.push_back({"height_at_lowest_count", number_text(low)});
  data.push_back({"height_per_count", number_text(per_count)});
}

void aim_at(io::HeightMap& map, const std::string& path, const TerrainOptions& o) {
  if (path != "-") map.format = *io::map_format_of_name(path);
  if (map.format == io::MapFormat::raw && o.raw_out) {
    const bool same = map.raw.nx > 0;
    map.raw = *o.raw_out;
    if (!same && !o.sample) map.sample = o.raw_out->sample;
  }
}

Status write_bytes_of(const std::string& path, const io::HeightMap& map, const io::Metadata& data, Warnings& warnings) {
  io::MapWriteCounts counts;
  const Result<io::Bytes> bytes = io::encode_height_map(map, data, counts);
  if (!bytes) {
    Error error = bytes.error();
    if (error.file.empty()) error.file = path;
    return fail(std::move(error));
  }
  if (counts.saturated > 0) {
    warnings.set_file(path);
    warnings.add("saturated", 0,
                 std::to_string(counts.saturated) + " heights exceed what " + std::string(io::sample_name(map.sample)) +
                     " holds; they became its lowest or highest");
  }
  return io::write_file_atomically(path, *bytes);
}

Status write_height(const TerrainOptions& o, const TerrainLand& land, const Grid<double>& height, Warnings& warnings) {
  io::HeightMap map = land.map;
  map.value = height;
  io::Metadata data = terrain_metadata(o);
  aim_at(map, o.output, o);
  const bool was_integer = io::is_integer(map.sample);
  if (o.sample) {
    map.sample = *o.sample;
  } else if (!holds(map.format, map.sample)) {
    map.sample =
        map.format == io::MapFormat::png || map.format == io::MapFormat::pgm ? io::Sample::u16 : io::Sample::f32;
  }
  if (!was_integer && io::is_integer(map.sample)) {
    map.nodata.reset();
    for (std::size_t k = 0; k < land.missing.cells().size(); ++k) {
      if (land.missing.cells()[k] == 0) continue;
      return fail({.found = "missing cells of floating point as " + std::string(io::sample_name(map.sample)),
                   .remedy = "take --sample f32 or a .tif, .asc, .npy name",
                   .file = o.output});
    }
    spread(map, data);
  }
  return write_bytes_of(o.output, map, data, warnings);
}

// Name and values of a map; flow and change are the ones that need a scale of their own in 16 bits.
Status write_one(const std::string& name, const std::string& path, const Grid<float>& values, const TerrainOptions& o,
                 const TerrainLand& land, Warnings& warnings) {
  io::HeightMap map = land.map;
  io::Metadata data = terrain_metadata(o);
  data.push_back({"map", name});
  aim_at(map, path, o);
  const bool is_whole = map.format == io::MapFormat::png || map.format == io::MapFormat::pgm;
  map.sample = is_whole ? io::Sample::u16 : io::Sample::f32;
  if (!map.nodata || is_whole || land.missing.nx() == 0) {
    map.nodata.reset();
    map.nodata_text.clear();
  }
  double most = 0;
  for (const float v : values.cells()) most = std::max(most, std::abs(static_cast<double>(v)));
  const bool is_flow = name == "flow", is_signed = name == "change";
  for (std::size_t k = 0; k < values.cells().size(); ++k) {
    const double v = static_cast<double>(values.cells()[k]);
    double& to = map.value.cells()[k];
    if (!is_whole) {
      if (land.missing.nx() == 0 || land.missing.cells()[k] == 0) to = v;
    } else if (most <= 0) {
      to = is_signed ? 32768 : 0;
    } else {
      to = is_flow ? 65535 * std::log1p(v) / std::log1p(most) : is_signed ? 32768 + 32767 * v / most : 65535 * v / most;
    }
  }
  if (is_whole) {
    data.push_back({"scale", is_flow     ? "65535 log(1 + v) / log(1 + most)"
                             : is_signed ? "32768 + 32767 v / most"
                                         : "65535 v / most"});
    data.push_back({"most", number_text(most)});
  }
  return write_bytes_of(path, map, data, warnings);
}

Status write_maps(const TerrainOptions& o, const TerrainLand& land, const erosion::Terrain& terrain,
                  const erosion::Terrain::Maps& maps, Warnings& warnings) {
  for (const auto& [name, path] : o.maps) {
    const Grid<float> values = name == "change"       ? terrain.change()
                               : name == "erosion"    ? maps.erosion
                               : name == "deposition" ? maps.deposition
                               : name == "flow"       ? maps.flow
                               : name == "velocity"   ? maps.velocity
                                                      : maps.moisture;
    if (Status s = write_one(name, path, values, o, land, warnings); !s) return s;
  }
  return {};
}

Result<render::Image8> painted(const TerrainOptions& o, const TerrainLand& land, const TerrainFrame& frame,
                               render::TerrainView view, render::ImageSize size) {
  const auto image = render::render_terrain(frame.scene(land, o), o.settings.look, view, size);
  if (!image) return fail(image.error());
  return render::develop(*image);
}

Status write_pictures(const TerrainOptions& o, const TerrainLand& land, const TerrainFrame& after) {
  using render::TerrainView;
  const io::Metadata data = terrain_metadata(o);
  for (const auto& [path, view] :
       {std::pair{&o.picture, TerrainView::map}, std::pair{&o.perspective, TerrainView::perspective}}) {
    if (path->empty()) continue;
    const auto image = painted(o, land, after, view, terrain_picture_size(o, land, view));
    if (!image) return fail(image.error());
    if (Status s = write_picture(*path, *image, data); !s) return s;
  }
  if (o.before_after.empty()) return {};
  render::ImageSize size = terrain_picture_size(o, land, TerrainView::map);
  if (o.size) size.width /= 2;
  const TerrainFrame before = frame_of(land, land.map.value, {});
  const auto left = painted(o, land, before, TerrainView::map, size),
             right = painted(o, land, after, TerrainView::map, size);
  if (!left) return fail(left.error());
  if (!right) return fail(right.error());
  return write_picture(o.before_after, render::side_by_side(*left, *right, "before", "after"), data);
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
    Result<io::HeightMap> map = read_map(o.input, o.reading, warnings);
    if (!map) return fail(map.error());
    land.map = std::move(*map);
    find_missing(land);
    find_scale(o, land);
  }
  if (Status s = load_masks(o, land, warnings); !s) return fail(s.error());
  return land;
}

TerrainFrame frame_of(const TerrainLand& land, const Grid<double>& height, const Grid<float>& flow) {
  TerrainFrame frame{Grid<float>(height.nx(), height.ny()), flow};
  for (std::size_t k = 0; k < height.cells().size(); ++k) {
    const bool is_missing = land.missing.nx() > 0 && land.missing.cells()[k] != 0;
    frame.height.cells()[k] = is_missing ? 0.0f : static_cast<float>(height.cells()[k] * land.scale.value_length);
  }
  return frame;
}

render::TerrainScene TerrainFrame::scene(const TerrainLand& land, const TerrainOptions& o) const {
  render::TerrainScene scene{.height = &height, .cell_x = land.scale.cell_x, .cell_y = land.scale.cell_y};
  if (flow.nx() > 0) scene.flow = &flow;
  if (land.missing.nx() > 0) scene.missing = &land.missing;
  const double level = o.settings.terrain.base_level;
  if (level > -1e9) scene.sea_level = level * land.scale.value_length;
  return scene;
}

io::Metadata terrain_metadata(const TerrainOptions& o) {
  io::Metadata data{{"Software", std::string("solgel ") + kVersion},
                    {"Title", "Eroded terrain"},
                    {"scheme", std::string(scheme_name(o.run.scheme))},
                    {"border", std::string(border_name(o.run.border))},
                    {"seed", std::to_string(o.run.seed)}};
  for (const auto& row : erosion::kParams)
    data.push_back({std::string(row.name), number_text(row.get(o.settings.terrain))});
  if (o.kind) {
    data.push_back({"generate", std::string(erosion::land_kinds()[static_cast<std::size_t>(*o.kind)])});
    for (const auto& row : erosion::kLandParams)
      data.push_back({std::string(row.name), number_text(row.get(o.settings.land))});
  }
  return data;
}

render::ImageSize terrain_picture_size(const TerrainOptions& o, const TerrainLand& land, render::TerrainView view) {
  if (o.size) return *o.size;
  if (view == render::TerrainView::perspective) return {1920, 1080};
  const Grid<double>& grid = land.map.value;
  return render::map_picture_size(grid.nx(), grid.ny(), land.scale.cell_x, land.scale.cell_y, 1200);
}

Status write_terrain(const TerrainOptions& o, const TerrainLand& land, const erosion::Terrain& terrain,
                     Warnings& warnings) {
  const Grid<double> height = terrain.height();
  if (!o.output.empty()) {
    if (Status s = write_height(o, land, height, warnings); !s) return s;
  }
  const erosion::Terrain::Maps maps = terrain.maps();
  if (Status s = write_maps(o, land, terrain, maps, warnings); !s) return s;
  if (!(o.picture + o.perspective + o.before_after).empty()) {
    if (Status s = write_pictures(o, land, frame_of(land, height, maps.flow)); !s) return s;
  }
  if (o.mesh.empty()) return {};
  Grid<double> lengths = height;
  for (double& h : lengths.cells()) h *= land.scale.value_length;
  const io::MeshView mesh{&lengths, land.missing.nx() > 0 ? &land.missing : nullptr, land.scale.cell_x,
                          land.scale.cell_y};
  const auto bytes = io::encode_mesh(mesh, extension(o.mesh), terrain_metadata(o));
  if (!bytes) return fail(bytes.error());
  return io::write_file_atomically(o.mesh, *bytes);
}

}  // namespace solgel::cli
