#include "terrain_files.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <memory>

#include <fmt/core.h>

#include "api/terrain_report.h"
#include "core/version.h"
#include "io/mesh.h"
#include "io/output_file.h"
#include "io/png.h"
#include "outputs.h"
#include "progress.h"

namespace solgel::cli {
namespace {

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
      return sample == Sample::i32 || sample == Sample::f32 || sample == Sample::f64;
    default:
      return true;
  }
}

// What the eroded map is written as: as it came, unless the name or --sample ask for another kind.
struct Kind {
  io::MapFormat format;
  io::Sample sample;
};
Kind height_kind(const TerrainOptions& o, const io::HeightMap& map) {
  using io::Sample;
  Kind kind{o.output == "-" ? map.format : *io::map_format_of_name(o.output), map.sample};
  if (o.sample) {
    kind.sample = *o.sample;
  } else if (kind.format == io::MapFormat::raw) {
    if (o.raw_has_type || sample_of_raw_name(o.output)) kind.sample = raw_layout(o, o.output)->sample;
  } else if (!holds(kind.format, kind.sample)) {
    const bool is_picture = kind.format == io::MapFormat::png || kind.format == io::MapFormat::pgm;
    const bool is_whole = kind.format == io::MapFormat::asc && io::is_integer(map.sample);
    kind.sample = is_picture                  ? Sample::u16
                  : !is_whole                 ? Sample::f32
                  : map.sample == Sample::u32 ? Sample::f64
                                              : Sample::i32;
  }
  return kind;
}

// Where a GeoTIFF lies, as the corner of an Esri grid and the other way round; the grid has no place for the CRS.
void carry_corner(io::HeightMap& map, io::MapFormat to) {
  const std::vector<double>&scale = map.geo.pixel_scale, &tie = map.geo.tiepoints;
  const double ny = map.value.ny();
  if (to == io::MapFormat::asc && scale.size() >= 2 && tie.size() == 6 && scale[0] > 0 && scale[1] > 0) {
    bool is_point = false;  // GTRasterTypeGeoKey 2: the tie is the middle of a cell
    for (std::size_t k = 4; k + 3 < map.geo.geo_keys.size(); k += 4)
      is_point = is_point || (map.geo.geo_keys[k] == 1025 && map.geo.geo_keys[k + 3] == 2);
    map.asc = {.x = number_text(tie[3] - tie[0] * scale[0]),
               .y = number_text(tie[4] - (ny - (is_point ? 1 : 0) - tie[1]) * scale[1]),
               .is_centre = is_point,
               .cell = number_text(scale[0]),
               .cell_y = scale[0] == scale[1] ? "" : number_text(scale[1])};
  }
  if (to == io::MapFormat::tiff && map.geo.empty() && !map.asc.cell.empty()) {
    const auto number = [](const std::string& text) { return std::strtod(text.c_str(), nullptr); };
    const double x = number(map.asc.cell), y = map.asc.cell_y.empty() ? x : number(map.asc.cell_y);
    const double half = map.asc.is_centre ? 0.5 : 0;
    map.geo.pixel_scale = {x, y, 0};
    map.geo.tiepoints = {0, 0, 0, number(map.asc.x) - half * x, number(map.asc.y) + (ny - half) * y, 0};
  }
}

void aim_at(io::HeightMap& map, const std::string& path, const Kind& kind, const TerrainOptions& o) {
  if (map.format != kind.format) carry_corner(map, kind.format);
  map.format = kind.format;
  map.sample = kind.sample;
  if (kind.format != io::MapFormat::raw) return;
  if (const auto layout = raw_layout(o, path)) map.raw = *layout;
}

// Metres are kept as they are where the file can say so; other heights take the whole range of integers.
bool is_spread(const io::HeightMap& map, const Kind& kind) {
  const bool tells_metres =
      map.metres_per_value > 0 && (kind.format == io::MapFormat::tiff || kind.format == io::MapFormat::asc);
  return !io::is_integer(map.sample) && io::is_integer(kind.sample) && !tells_metres;
}

bool is_missing(const TerrainLand& land, std::size_t k) {
  return land.missing.nx() > 0 && land.missing.cells()[k] != 0;
}

// Gives heights the whole range of the map's integer samples; says how in the metadata, and to the user.
std::string spread(io::HeightMap& map, const TerrainLand& land, io::Metadata& data) {
  const std::span<double> values = map.value.cells();
  double low = std::numeric_limits<double>::infinity(), high = -low;
  for (std::size_t k = 0; k < values.size(); ++k) {
    if (is_missing(land, k)) continue;
    low = std::min(low, values[k]);
    high = std::max(high, values[k]);
  }
  const double to = io::highest_of(map.sample);
  const double first = io::lowest_of(map.sample), from = first + (land.missing.nx() > 0 ? 1 : 0);  // first: missing
  const double per_count = high > low ? (high - low) / (to - from) : 1;
  for (std::size_t k = 0; k < values.size(); ++k) {
    if (!is_missing(land, k)) values[k] = from + (values[k] - low) / per_count;
  }
  data.push_back({"height_at_lowest_count", number_text(low - (from - first) * per_count)});
  data.push_back({"height_per_count", number_text(per_count)});
  return fmt::format("heights {:.6g} to {:.6g} fill {:.0f} to {:.0f}", low, high, from, to);
}

bool can_be(io::Sample sample, double v) {
  if (!std::isfinite(v)) return !io::is_integer(sample);
  if (v < io::lowest_of(sample) || v > io::highest_of(sample)) return false;
  if (io::is_integer(sample)) return v == std::floor(v);
  if (sample == io::Sample::f16) return v == std::floor(v) && std::abs(v) <= 2048;  // some more can
  return sample == io::Sample::f64 || static_cast<double>(static_cast<float>(v)) == v;
}

// Missing cells take the lowest value of the samples: theirs is none of them, or is a value of the map too. Where the
// file declares it and ground is as low, the highest.
void move_nodata(io::HeightMap& map, const TerrainLand& land) {
  double value = io::lowest_of(map.sample);
  const bool is_declared = map.format == io::MapFormat::tiff || map.format == io::MapFormat::asc;
  bool is_taken = false;
  for (std::size_t k = 0; k < land.missing.cells().size(); ++k)
    is_taken = is_taken || (!is_missing(land, k) && map.value.cells()[k] < value + 0.5);
  if (is_declared && is_taken) value = io::highest_of(map.sample);
  map.nodata = value;
  map.nodata_text = map.sample == io::Sample::f32 ? "-3.40282347e+38" : number_text(value);
  for (std::size_t k = 0; k < land.missing.cells().size(); ++k) {
    if (is_missing(land, k)) map.value.cells()[k] = value;
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
    warnings.set_file(path == "-" ? "stdout" : path);
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
  const Kind kind = height_kind(o, land.map);
  aim_at(map, o.output, kind, o);
  const bool spreads = is_spread(land.map, kind);
  const std::string note = spreads ? spread(map, land, data) : "";
  warnings.set_file(o.output == "-" ? "stdout" : o.output);
  if (land.missing.nx() == 0) {
    if (spreads) map.nodata.reset();
  } else if (spreads || !can_be(map.sample, *map.nodata)) {
    move_nodata(map, land);
    warnings.add("nodata", 0,
                 "missing cells became " + number_text(*map.nodata) + ", for " +
                     std::string(io::sample_name(map.sample)) + " cannot hold their value");
  }
  if (spreads) warnings.add("scaled", 0, note);
  return write_bytes_of(o.output, map, data, warnings);
}

// A map of floating point over the land; missing cells stay missing.
void take_values(io::HeightMap& map, const Grid<float>& values, const TerrainLand& land) {
  bool fits = map.nodata && can_be(map.sample, *map.nodata);
  for (std::size_t k = 0; k < values.cells().size(); ++k) {
    if (is_missing(land, k)) continue;
    const double v = static_cast<double>(values.cells()[k]);
    map.value.cells()[k] = v;
    fits = fits && !map.is_missing(v);
  }
  if (land.missing.nx() == 0) {
    map.nodata.reset();
    map.nodata_text.clear();
  } else if (!fits) {
    move_nodata(map, land);
  }
}

// A map of integers: the whole range for its largest value, flow by its logarithm; the metadata say how.
void take_counts(io::HeightMap& map, const Grid<float>& values, const std::string& name, io::Metadata& data) {
  const bool is_flow = name == "flow", is_signed = name == "change";
  const double full = io::highest_of(map.sample), middle = std::floor((full + 1) / 2);
  double most = 0;
  for (const float v : values.cells()) most = std::max(most, std::abs(static_cast<double>(v)));
  for (std::size_t k = 0; k < values.cells().size(); ++k) {
    const double v = most > 0 ? static_cast<double>(values.cells()[k]) / most : 0;
    map.value.cells()[k] = is_signed             ? middle + (middle - 1) * v
                           : is_flow && most > 0 ? full * std::log1p(v * most) / std::log1p(most)
                                                 : full * v;
  }
  map.nodata.reset();
  map.nodata_text.clear();
  data.push_back({"scale", is_flow     ? number_text(full) + " log(1 + v) / log(1 + most)"
                           : is_signed ? number_text(middle) + " + " + number_text(middle - 1) + " v / most"
                                       : number_text(full) + " v / most"});
  data.push_back({"most", number_text(most)});
}

Status write_one(const std::string& name, const std::string& path, const Grid<float>& values, const TerrainOptions& o,
                 const TerrainLand& land, Warnings& warnings) {
  using io::Sample;
  io::HeightMap map = land.map;
  io::Metadata data = terrain_metadata(o);
  data.push_back({"map", name});
  Kind kind{*io::map_format_of_name(path), Sample::f32};
  const auto layout = kind.format == io::MapFormat::raw ? raw_layout(o, path) : std::nullopt;
  if (layout && (layout->sample == Sample::u8 || layout->sample == Sample::u16)) kind.sample = layout->sample;
  if (!holds(kind.format, kind.sample)) kind.sample = Sample::u16;
  aim_at(map, path, kind, o);
  if (io::is_integer(kind.sample)) {
    take_counts(map, values, name, data);
  } else {
    take_values(map, values, land);
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

Status go_on() {
  if (!interrupted()) return {};
  return fail({.found = "interrupted while files were written",
               .remedy = "the map, the maps and the pictures before are there",
               .file = "terrain"});
}

Result<render::Image8> painted(const TerrainOptions& o, const TerrainLand& land, const TerrainFrame& frame,
                               render::TerrainView view, render::ImageSize size) {
  const auto image = render::render_terrain(frame.scene(land, o), o.settings.look, view, size);
  if (!image) {
    Error error = image.error();
    if (error.file.empty()) error.file = "terrain";
    return fail(std::move(error));
  }
  return render::develop(*image);
}

Status write_pictures(const TerrainOptions& o, const TerrainLand& land, const TerrainFrame& after) {
  using render::TerrainView;
  const io::Metadata data = terrain_metadata(o);
  for (const auto& [path, view] :
       {std::pair{&o.picture, TerrainView::map}, std::pair{&o.perspective, TerrainView::perspective}}) {
    if (path->empty()) continue;
    if (Status s = go_on(); !s) return s;
    const auto image = painted(o, land, after, view, terrain_picture_size(o, land, view));
    if (!image) return fail(image.error());
    if (Status s = write_picture(*path, *image, data); !s) return s;
  }
  if (o.before_after.empty()) return {};
  render::ImageSize size = terrain_picture_size(o, land, TerrainView::map);
  if (o.size) size.width = std::max((size.width - std::max(2, size.height / 360)) / 2, 1);  // a line between them
  const TerrainFrame before = frame_of(land, land.map.value, {});
  const auto left = painted(o, land, before, TerrainView::map, size),
             right = painted(o, land, after, TerrainView::map, size);
  if (!left) return fail(left.error());
  if (!right) return fail(right.error());
  return write_picture(o.before_after, render::side_by_side(*left, *right, "before", "after"), data);
}

}  // namespace

Status check_terrain_output(const TerrainOptions& o, const TerrainLand& land) {
  if (o.output.empty()) return {};
  const Kind kind = height_kind(o, land.map);
  if (holds(kind.format, kind.sample)) return {};
  std::string allowed;
  for (const char* name : {"u8", "u16", "i16", "u32", "i32", "f16", "f32", "f64"}) {
    if (holds(kind.format, *io::sample_of_name(name)))
      allowed += (allowed.empty() ? "allowed " : ", ") + std::string(name);
  }
  return fail({.found = "samples of type " + std::string(io::sample_name(kind.sample)),
               .allowed = allowed,
               .remedy = "change --sample, or take another format",
               .file = o.output});
}

TerrainFrame frame_of(const TerrainLand& land, const Grid<double>& height, const Grid<float>& flow) {
  TerrainFrame frame{Grid<float>(height.nx(), height.ny()), flow};
  for (std::size_t k = 0; k < height.cells().size(); ++k) {
    frame.height.cells()[k] =
        is_missing(land, k) ? 0.0f : static_cast<float>(height.cells()[k] * land.scale.value_length);
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
  if (Status s = go_on(); !s) return s;
  if (!(o.picture + o.perspective + o.before_after).empty()) {
    if (Status s = write_pictures(o, land, frame_of(land, height, maps.flow)); !s) return s;
  }
  if (o.mesh.empty()) return {};
  if (Status s = go_on(); !s) return s;
  Grid<double> lengths = height;
  for (double& h : lengths.cells()) h *= land.scale.value_length;
  const io::MeshView mesh{&lengths, land.missing.nx() > 0 ? &land.missing : nullptr, land.scale.cell_x,
                          land.scale.cell_y};
  const auto bytes = io::encode_mesh(mesh, extension(o.mesh), terrain_metadata(o));
  if (!bytes) {
    Error error = bytes.error();
    if (error.file.empty()) error.file = o.mesh;
    return fail(std::move(error));
  }
  return io::write_file_atomically(o.mesh, *bytes);
}

}  // namespace solgel::cli
