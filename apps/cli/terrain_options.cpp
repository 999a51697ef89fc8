#include "terrain_options.h"

#include <algorithm>
#include <charconv>
#include <filesystem>

#include <CLI/CLI.hpp>

#include "settings.h"

namespace solgel::cli {
namespace {

const std::string kCommand = "terrain";
const std::string kSampleNames = "u8, u16, i16, u32, i32, f16, f32, f64";

Error not_allowed(const std::string& flag, const std::string& value, const std::string& allowed) {
  return refused(kCommand, flag, value, allowed);
}

Status set(TerrainSettings& settings, std::string name, double value) {
  std::replace(name.begin(), name.end(), '-', '_');
  if (has_param<erosion::Params>(erosion::kParams, name))
    return set_param<erosion::Params>(kCommand, erosion::kParams, settings.terrain, name, value);
  if (has_param<erosion::LandParams>(erosion::kLandParams, name))
    return set_param<erosion::LandParams>(kCommand, erosion::kLandParams, settings.land, name, value);
  if (has_param<render::TerrainLook>(render::kTerrainLook, name))
    return set_param<render::TerrainLook>(kCommand, render::kTerrainLook, settings.look, name, value);
  return fail(unknown_param(kCommand, terrain_rows(), name));
}

// Two whole numbers, WIDTHxHEIGHT, each `low` to `high`.
Result<erosion::LandSize> pair(const std::string& flag, const std::string& text, int low, int high) {
  erosion::LandSize size;
  const char* end = text.data() + text.size();
  const auto [middle, first] = std::from_chars(text.data(), end, size.nx);
  if (first == std::errc{} && middle != end && (*middle == 'x' || *middle == 'X')) {
    const auto [last, second] = std::from_chars(middle + 1, end, size.ny);
    if (second == std::errc{} && last == end && std::min(size.nx, size.ny) >= low &&
        std::max(size.nx, size.ny) <= high) {
      return size;
    }
  }
  return fail(not_allowed(flag, text, "WIDTHxHEIGHT, each " + std::to_string(low) + " to " + std::to_string(high)));
}

Status take_words(const TerrainFlags& f, TerrainOptions& o) {
  using erosion::Border;
  using erosion::Depressions;
  using erosion::Scheme;
  constexpr Word<Scheme> kSchemes[] = {
      {"fast", Scheme::fast}, {"reference", Scheme::reference}, {"text", Scheme::text}};
  constexpr Word<Border> kBorders[] = {
      {"open", Border::open}, {"walled", Border::walled}, {"periodic", Border::periodic}};
  constexpr Word<Depressions> kPits[] = {
      {"keep", Depressions::keep}, {"fill", Depressions::fill}, {"breach", Depressions::breach}};
  constexpr Word<render::TerrainView> kViews[] = {{"map", render::TerrainView::map},
                                                  {"perspective", render::TerrainView::perspective}};
  if (Status s = choose(kCommand, "scheme", f.scheme, kSchemes, o.run.scheme); !s) return s;
  if (Status s = choose(kCommand, "border", f.border, kBorders, o.run.border); !s) return s;
  if (Status s = choose(kCommand, "depressions", f.depressions, kPits, o.run.depressions); !s) return s;
  if (Status s = choose(kCommand, "video-view", f.video_view, kViews, o.video_view); !s) return s;
  const auto [end, code] = std::from_chars(f.seed.data(), f.seed.data() + f.seed.size(), o.run.seed);
  if (code != std::errc{} || end != f.seed.data() + f.seed.size()) {
    return fail(not_allowed("seed", f.seed, "whole numbers 0 to 18446744073709551615"));
  }
  return {};
}

Status take_numbers(const TerrainFlags& f, TerrainOptions& o) {
  if (Status s = check_bounds(kCommand, {{"cell", f.cell, 0, 1e6},
                                         {"height-unit", f.height_unit, 0, 1e6},
                                         {"strength", f.strength, 0, 1},
                                         {"feather", static_cast<double>(f.feather), 0, 4096},
                                         {"fps", f.fps, 1, 240},
                                         {"seconds", f.seconds, 0.1, 3600},
                                         {"checkpoint-every", f.checkpoint_every, 0, 86400},
                                         {"threads", static_cast<double>(f.threads), 0, 1024}});
      !s)
    return s;
  if ((f.cell > 0) != (f.height_unit > 0)) {
    return fail({.found = f.cell > 0 ? "--cell without --height-unit" : "--height-unit without --cell",
                 .allowed = "allowed both or none",
                 .remedy = "a slope needs the length of a cell and what a height of 1 is worth",
                 .file = kCommand});
  }
  o.cell = f.cell;
  o.height_unit = f.height_unit;
  o.strength = f.strength;
  o.feather = f.feather;
  o.fps = f.fps;
  o.seconds = f.seconds;
  o.checkpoint_every = f.checkpoint_every;
  o.threads = f.threads;
  return {};
}

// RAW files say nothing of themselves.
Status take_raw(const TerrainFlags& f, TerrainOptions& o) {
  if (!f.nodata.empty()) {
    const Result<double> value = parse_value(kCommand, "nodata", f.nodata);
    if (!value) return fail(value.error());
    o.reading.nodata = *value;
  }
  io::RawLayout raw;
  if (!f.raw_preset.empty()) {
    const auto preset = io::raw_preset(f.raw_preset);
    std::string names;
    for (const std::string_view name : io::raw_preset_names()) names += (names.empty() ? "" : ", ") + std::string(name);
    if (!preset) return fail(not_allowed("raw-preset", f.raw_preset, names));
    raw = *preset;
  }
  if (!f.raw_type.empty()) {
    const auto sample = io::sample_of_name(f.raw_type);
    if (!sample) return fail(not_allowed("raw-type", f.raw_type, kSampleNames));
    raw.sample = *sample;
  }
  constexpr Word<bool> kOrders[] = {{"little", false}, {"big", true}}, kFirst[] = {{"north", false}, {"south", true}};
  if (!f.raw_order.empty()) {
    if (Status s = choose(kCommand, "raw-order", f.raw_order, kOrders, raw.big_endian); !s) return s;
  }
  if (!f.raw_first.empty()) {
    if (Status s = choose(kCommand, "raw-first", f.raw_first, kFirst, raw.south_first); !s) return s;
  }
  if (!f.raw_size.empty()) {
    const auto size = pair("raw-size", f.raw_size, 3, 1 << 20);
    if (!size) return fail(size.error());
    raw.nx = size->nx;
    raw.ny = size->ny;
  }
  o.raw_has_type = !(f.raw_preset + f.raw_type).empty();
  if (!(f.raw_size + f.raw_type + f.raw_order + f.raw_first + f.raw_preset).empty()) o.raw = raw;
  return {};
}

// A map by this name may be RAW: its extension says so, or nothing.
bool may_be_raw(const std::string& name) {
  if (name.empty()) return false;
  const auto format = io::map_format_of_name(name);
  return !format || *format == io::MapFormat::raw;
}

// A layout that nothing has is a mistake.
Status check_raw(const TerrainOptions& o) {
  if (!o.raw) return {};
  std::vector<std::string> names{o.input, o.output, o.rainfall, o.hardness, o.protection};
  for (const auto& map : o.maps) names.push_back(map.second);
  if (std::any_of(names.begin(), names.end(), may_be_raw)) return {};
  return fail({.found = "--raw-... without a RAW file",
               .allowed = "it says the layout of .raw, .r8, .r16 and .r32",
               .remedy = "leave it out",
               .file = kCommand});
}

Status check_map_name(const std::string& flag, const std::string& name) {
  if (io::map_format_of_name(name)) return {};
  return fail({.found = flag + " has an unknown extension",
               .allowed = "allowed .png, .tif, .exr, .raw, .r8, .r16, .r32, .asc, .npy, .pgm",
               .file = kCommand});
}

Status take_maps(const TerrainFlags& f, TerrainOptions& o) {
  constexpr std::string_view kNames[] = {"change", "erosion", "deposition", "flow", "velocity", "moisture"};
  for (const std::string& text : f.maps) {
    const std::size_t equals = text.find('=');
    const std::string name = text.substr(0, equals);
    if (equals == std::string::npos || std::find(std::begin(kNames), std::end(kNames), name) == std::end(kNames)) {
      return fail(
          not_allowed("map", text, "NAME=FILE, NAME one of change, erosion, deposition, flow, velocity, moisture"));
    }
    o.maps.emplace_back(name, text.substr(equals + 1));
    if (Status s = check_map_name("--map " + text, o.maps.back().second); !s) return s;
    o.run.with_maps = o.run.with_maps || name != "change";
  }
  return {};
}

// Every output has a folder and a name of its own.
Status check_names(const TerrainOptions& o) {
  std::vector<std::string> names{o.output, o.picture, o.perspective, o.before_after,
                                 o.video,  o.mesh,    o.report,      o.checkpoint};
  for (const auto& map : o.maps) names.push_back(map.second);
  for (const std::string& name : names) {
    if (Status s = check_folder(name); !s) return s;
  }
  if (std::count(names.begin(), names.end(), "-") + (o.json && o.report != "-" ? 1 : 0) > 1) {
    return fail({.found = "two outputs go to standard output", .remedy = "give one a name", .file = kCommand});
  }
  for (std::string& name : names) name = std::filesystem::path(name).lexically_normal().string();
  return check_distinct(kCommand, std::move(names));
}

Status take_outputs(const TerrainFlags& f, TerrainOptions& o) {
  o.output = f.output;
  o.picture = f.picture;
  o.perspective = f.perspective;
  o.before_after = f.before_after;
  o.video = f.video;
  o.mesh = f.mesh;
  o.report = f.report;
  o.checkpoint = f.checkpoint;
  o.resume = f.resume;
  o.json = f.json;
  o.quiet = f.quiet;
  if (!f.sample.empty()) {
    o.sample = io::sample_of_name(f.sample);
    if (!o.sample) return fail(not_allowed("sample", f.sample, kSampleNames));
  }
  if (!f.size.empty()) {
    const auto size = parse_size(kCommand, f.size);
    if (!size) return fail(size.error());
    o.size = *size;
  }
  for (const auto& [flag, path] : {std::pair{"picture", &o.picture}, std::pair{"perspective", &o.perspective},
                                   std::pair{"before-after", &o.before_after}}) {
    if (Status s = check_extension(kCommand, flag, *path, true, {".png"}); !s) return s;
  }
  if (Status s = check_extension(kCommand, "video", o.video, false, {".mp4", ".m4v", ".mov", ".webm", ".gif"}); !s)
    return s;
  if (Status s = check_extension(kCommand, "mesh", o.mesh, false, {".stl", ".obj", ".glb", ".ply"}); !s) return s;
  if (!o.output.empty() && o.output != "-") {
    if (Status s = check_map_name("--output " + o.output, o.output); !s) return s;
  }
  // Pictures show streams, which only the account of the water knows; the text scheme keeps none.
  o.run.with_maps = o.run.with_maps || (o.run.scheme != erosion::Scheme::text &&
                                        !(o.picture + o.perspective + o.before_after + o.video).empty());
  if (Status s = check_names(o); !s) return s;
  return check_raw(o);
}

Status take_parameters(const TerrainFlags& f, TerrainOptions& o) {
  if (f.preset == "text") {
    o.settings.terrain = erosion::text_params(f.cell > 0 ? f.cell : 1);
    o.unit_is_cell = true;
  } else if (!f.preset.empty()) {
    return fail(not_allowed("preset", f.preset, "text"));
  }
  if (o.kind == erosion::LandKind::island) o.settings.terrain.base_level = 0;  // its sea
  const auto take = [&](const std::string& name, double value) {
    if (name == "unit") o.unit_is_cell = false;
    return set(o.settings, name, value);
  };
  if (!f.params.empty()) {
    if (Status s = read_toml(f.params, {"terrain", "land", "look"}, take); !s) return s;
  }
  for (const auto& [name, text] : f.values) {
    const Result<double> value = parse_value(kCommand, name, text);
    if (!value) return fail(value.error());
    if (Status s = take(name, *value); !s) return s;
  }
  return {};
}

}  // namespace

std::vector<ParamInfo> terrain_rows() {
  std::vector<ParamInfo> rows = param_infos<erosion::Params>(erosion::kParams);
  for (const auto& more : {param_infos<erosion::LandParams>(erosion::kLandParams),
                           param_infos<render::TerrainLook>(render::kTerrainLook)}) {
    rows.insert(rows.end(), more.begin(), more.end());
  }
  return rows;
}

CLI::App* add_terrain_command(CLI::App& app, TerrainFlags& f) {
  CLI::App* c = app.add_subcommand("terrain", "erode a height map by rain: map, masks, pictures, video and report");
  c->allow_extras();
  c->add_option("input", f.input, "height map: PNG, TIFF or GeoTIFF, EXR, RAW, ASC, NPY, PGM; - is standard input")
      ->type_name("INPUT");
  c->add_option("--generate", f.generate, "land from a formula instead of a file: fractal, ridged, billow, island");
  c->add_option("--cells", f.cells, "size of generated land, WIDTHxHEIGHT (512x512)");
  c->add_option("-o,--output", f.output, "eroded map; in the input's format for -, else in that of the extension");
  c->add_option("--sample", f.sample, "sample type of the eroded map: u8 u16 i16 u32 i32 f16 f32 f64");
  c->add_option("--map", f.maps,
                "NAME=FILE: change, erosion, deposition, flow, velocity or moisture; may be given again")
      ->allow_extra_args(false);
  c->add_option("--picture", f.picture, "shaded relief from above (.png)");
  c->add_option("--perspective", f.perspective, "picture in perspective (.png)");
  c->add_option("--before-after", f.before_after, "two shaded reliefs side by side (.png)");
  c->add_option("--video", f.video, "the erosion as a video (.mp4)");
  c->add_option("--video-view", f.video_view, "perspective or map");
  c->add_option("--mesh", f.mesh, "the land as triangles: .stl (a solid), .obj, .ply or .glb");
  c->add_option("--report", f.report, "report as JSON; - is standard output");
  c->add_flag("--json", f.json, "report as JSON to standard output");
  c->add_option("--params", f.params, "parameters from a TOML file");
  c->add_option("--preset", f.preset, "text: the numbers of the public implementation of the model's text");
  c->add_option("--seed", f.seed, "seed of the rain and of generated land, 64 bits (10)");
  c->add_option("--scheme", f.scheme, "fast, reference or text");
  c->add_option("--border", f.border, "open, walled or periodic");
  c->add_option("--depressions", f.depressions, "closed basins before the rain: keep, fill or breach");
  c->add_option("--cell", f.cell, "side of a cell in metres, when the map does not say or says wrong");
  c->add_option("--height-unit", f.height_unit, "metres that a height of 1 is worth");
  c->add_option("--nodata", f.nodata, "value of missing cells, when the map does not say");
  c->add_option("--rainfall", f.rainfall, "mask of the rain: black is dry");
  c->add_option("--hardness", f.hardness, "mask of hard ground: white does not erode");
  c->add_option("--protection", f.protection, "mask of protected ground: white does not change");
  c->add_option("--feather", f.feather, "softens the masks, cells");
  c->add_option("--strength", f.strength, "strength of the masks, 0 to 1");
  c->add_option("--raw-size", f.raw_size, "RAW: WIDTHxHEIGHT; else the square that fits");
  c->add_option("--raw-type", f.raw_type, "RAW: sample type (u16)");
  c->add_option("--raw-order", f.raw_order, "RAW: byte order, little or big");
  c->add_option("--raw-first", f.raw_first, "RAW: first row, north or south");
  c->add_option("--raw-preset", f.raw_preset, "RAW: layout by the name of a program (docs/formats.md)");
  c->add_option("--size", f.size, "size of pictures and video, WIDTHxHEIGHT");
  c->add_option("--fps", f.fps, "frames a second of the video");
  c->add_option("--seconds", f.seconds, "length of the video");
  c->add_option("--checkpoint", f.checkpoint, "keep a file from which a killed run can go on");
  c->add_option("--checkpoint-every", f.checkpoint_every, "seconds between checkpoints");
  c->add_option("--resume", f.resume, "go on from a checkpoint");
  c->add_option("--threads", f.threads, "threads to use; 0 is all");
  c->add_flag("--quiet", f.quiet, "no progress and no summary");
  add_rows(c, param_infos<erosion::Params>(erosion::kParams), "Erosion", f.values);
  add_rows(c, param_infos<erosion::LandParams>(erosion::kLandParams), "Generated land", f.values);
  add_rows(c, param_infos<render::TerrainLook>(render::kTerrainLook), "Pictures", f.values);
  return c;
}

Result<TerrainOptions> terrain_options(const TerrainFlags& f, const std::vector<std::string>& extras) {
  TerrainOptions o;
  o.input = f.input;
  for (const std::string& word : extras) {
    if (word.rfind("-", 0) != 0) {
      return fail(
          {.found = "a second map, " + word, .allowed = "allowed one", .remedy = "run it for each", .file = kCommand});
    }
    if (word.rfind("--", 0) != 0) {
      return fail({.found = "'" + word + "' is no option", .remedy = "see solgel terrain --help", .file = kCommand});
    }
    return fail(unknown_param(kCommand, terrain_rows(), word.substr(2, word.find('=') - 2)));
  }
  if (f.input.empty() == f.generate.empty()) {
    return fail({.found = f.input.empty() ? "no height map" : "both a file and --generate",
                 .allowed = "wanted a file, or --generate KIND",
                 .remedy = "for example: solgel terrain --generate island --perspective island.png",
                 .file = kCommand});
  }
  if (!f.generate.empty()) {
    auto kind = erosion::land_kind(f.generate);
    if (!kind) {
      kind.error().file = kCommand;
      return fail(kind.error());
    }
    o.kind = *kind;
    const auto size = pair("cells", f.cells, 3, 16384);
    if (!size) return fail(size.error());
    o.cells = *size;
  }
  o.rainfall = f.rainfall;
  o.hardness = f.hardness;
  o.protection = f.protection;
  for (const auto step : {take_words, take_numbers, take_raw, take_parameters, take_maps, take_outputs}) {
    if (Status s = step(f, o); !s) return fail(s.error());
  }
  return o;
}

}  // namespace solgel::cli
