#include "jelly_options.h"

#include <algorithm>
#include <filesystem>

#include <CLI/CLI.hpp>

#include "settings.h"

namespace solgel::cli {
namespace {

const std::string kCommand = "jelly";

// Light comes from where the look has the sun, and both bend it alike.
bool follows_look(std::string_view name) {
  return name == "ior" || name.rfind("light_", 0) == 0;
}

std::vector<ParamInfo> light_rows() {
  std::vector<ParamInfo> rows;
  for (const ParamInfo& row : param_infos<optics::Params>(optics::kParams)) {
    if (!follows_look(row.name)) rows.push_back(row);
  }
  return rows;
}

Status set(JellyOptions& o, std::string name, double value) {
  std::replace(name.begin(), name.end(), '-', '_');
  o.has_samples = o.has_samples || name == "samples";
  if (has_param<jelly::Params>(jelly::kParams, name))
    return set_param<jelly::Params>(kCommand, jelly::kParams, o.jelly, name, value);
  if (has_param<render::JellyLook>(render::kJellyLook, name))
    return set_param<render::JellyLook>(kCommand, render::kJellyLook, o.look, name, value);
  if (has_param<optics::Params>(optics::kParams, name))
    return set_param<optics::Params>(kCommand, optics::kParams, o.light, name, value);
  return fail(unknown_param(kCommand, jelly_rows(), name));
}

Status take_words(const JellyFlags& f, JellyOptions& o) {
  constexpr Word<jelly::Scheme> kSchemes[] = {{"fast", jelly::Scheme::fast}, {"reference", jelly::Scheme::reference}};
  constexpr Word<optics::Scheme> kTransports[] = {{"adaptive", optics::Scheme::adaptive},
                                                  {"specified", optics::Scheme::specified}};
  constexpr Word<JellyView> kViews[] = {{"picture", JellyView::picture},
                                        {"wireframe", JellyView::wireframe},
                                        {"shadow", JellyView::shadow},
                                        {"caustics", JellyView::caustics}};
  constexpr Word<int> kFlavours[] = {{"berry", 0}, {"mint", 1}, {"honey", 2}, {"all", 3}};
  int flavour = 0;
  if (Status s = choose(kCommand, "scheme", f.scheme, kSchemes, o.scheme); !s) return s;
  if (Status s = choose(kCommand, "transport", f.transport, kTransports, o.transport); !s) return s;
  if (Status s = choose(kCommand, "view", f.view, kViews, o.view); !s) return s;
  if (Status s = choose(kCommand, "flavour", f.flavour, kFlavours, flavour); !s) return s;
  o.all_flavours = flavour == 3;
  o.flavour = flavour == 1 ? render::kMint : flavour == 2 ? render::kHoney : render::kBerry;
  o.light = optics::with_flavour(o.light, static_cast<optics::Flavour>(flavour % 3));
  o.light.depth = 3;  // pictures have the time
  if (!f.preset.empty()) {
    if (f.preset != "substeps") return fail(refused(kCommand, "preset", f.preset, "substeps"));
    o.jelly.substeps = 10;
    o.jelly.iterations = 1;
  }
  return {};
}

Status take_parameters(const JellyFlags& f, JellyOptions& o) {
  const auto take = [&](const std::string& name, double value) { return set(o, name, value); };
  if (!f.scene.empty()) {
    Result<JellyScene> scene = read_scene(f.scene, take);
    if (!scene) return fail(scene.error());
    o.scene = std::move(*scene);
  }
  for (const auto& [name, text] : f.values) {
    const Result<double> value = parse_value(kCommand, name, text);
    if (!value) return fail(value.error());
    if (Status s = take(name, *value); !s) return s;
  }
  // The body's own extinctions and those of the picture are the same.
  o.flavour.sigma = {static_cast<float>(o.light.extinction_red), static_cast<float>(o.light.extinction_green),
                     static_cast<float>(o.light.extinction_blue)};
  const Vec3 travel = render::sun_travel(o.look);
  o.light.light_x = travel.x;
  o.light.light_y = travel.y;
  o.light.light_z = travel.z;
  o.light.ior = std::max(o.look.ior, 1.01);
  return {};
}

// A flag that keeps its default where it was not given.
struct Optional {
  const char* flag;
  const std::string* text;
  double low, high;
  double* to;
};
Status take_given(const Optional& o) {
  if (o.text->empty()) return {};
  const Result<double> value = parse_value(kCommand, o.flag, *o.text);
  if (!value) return fail(value.error());
  if (!(*value >= o.low && *value <= o.high)) {
    return fail(refused(kCommand, o.flag, *o.text, number_text(o.low) + " to " + number_text(o.high)));
  }
  *o.to = *value;
  return {};
}

// The mesh's flags overrule the scene.
Status take_mesh(const JellyFlags& f, JellyOptions& o) {
  if (!f.mesh.empty()) o.scene.mesh = f.mesh;
  double passes = o.scene.passes, cells = o.scene.cells;
  for (const Optional& flag : {Optional{"unit", &f.unit, 1e-9, 1e9, &o.scene.unit},
                               {"body-size", &f.body_size, 1e-6, 2, &o.scene.size},
                               {"body-height", &f.body_height, -1, 1, &o.scene.height},
                               {"passes", &f.passes, 0, 2, &passes},
                               {"cells", &f.cells, 2, 128, &cells}}) {
    if (Status s = take_given(flag); !s) return s;
  }
  o.scene.passes = static_cast<int>(passes);
  o.scene.cells = static_cast<int>(cells);
  const bool shapes_mesh = o.scene.shapes_mesh || !(f.unit + f.body_size + f.body_height + f.passes + f.cells).empty();
  if (o.scene.mesh.empty() && shapes_mesh) {
    return fail({.found = "unit, size, height, passes or cells without a mesh",
                 .allowed = "they say how a mesh becomes a body",
                 .remedy = "give --mesh, or leave them out",
                 .file = kCommand});
  }
  return {};
}

Status take_numbers(const JellyFlags& f, JellyOptions& o) {
  if (Status s = check_bounds(kCommand, {{"seconds", f.seconds, 0, 3600},
                                         {"fps", f.fps, 1, 240},
                                         {"checkpoint-every", f.checkpoint_every, 0, 86400},
                                         {"threads", static_cast<double>(f.threads), 0, 1024}});
      !s)
    return s;
  o.seconds = f.seconds;
  o.fps = f.fps;
  o.checkpoint_every = f.checkpoint_every;
  o.threads = f.threads;
  for (const double time : f.nudges) {
    if (!(time >= 0 && time <= 3600)) return fail(refused(kCommand, "nudge", number_text(time), "0 to 3600"));
    o.scene.events.push_back({.kind = JellyEvent::Kind::nudge, .time = time, .at = {}, .path = {}});
  }
  std::stable_sort(o.scene.events.begin(), o.scene.events.end(),
                   [](const JellyEvent& a, const JellyEvent& b) { return a.time < b.time; });
  return {};
}

Status take_outputs(const JellyFlags& f, JellyOptions& o) {
  o.picture = f.picture;
  o.video = f.video;
  o.metrics = f.metrics;
  o.report = f.report;
  o.checkpoint = f.checkpoint;
  o.resume = f.resume;
  o.geometry = f.geometry;
  o.json = f.json;
  o.quiet = f.quiet;
  if (!f.size.empty()) {
    const auto size = parse_size(kCommand, f.size);
    if (!size) return fail(size.error());
    o.size = *size;
  }
  if (Status s = check_extension(kCommand, "picture", o.picture, true, {".png"}); !s) return s;
  if (Status s = check_extension(kCommand, "video", o.video, false, {".mp4", ".m4v", ".mov", ".webm", ".gif"}); !s)
    return s;
  if (Status s = check_extension(kCommand, "metrics", o.metrics, true, {".csv", ".json"}); !s) return s;
  for (const std::string& name : o.geometry) {
    if (Status s = check_extension(kCommand, "geometry", name, false,
                                   {".glb", ".obj", ".ply", ".stl", ".vtu", ".vtk", ".msh", ".pvd"});
        !s)
      return s;
  }
  std::vector<std::string> names{o.picture, o.video, o.metrics, o.report, o.checkpoint};
  names.insert(names.end(), o.geometry.begin(), o.geometry.end());
  for (const std::string& name : names) {
    if (Status s = check_folder(name); !s) return s;
  }
  if (std::count(names.begin(), names.end(), "-") + (o.json && o.report != "-" ? 1 : 0) > 1) {
    return fail({.found = "two outputs go to standard output", .remedy = "give one a name", .file = kCommand});
  }
  for (std::string& name : names) {
    if (!name.empty()) name = std::filesystem::path(name).lexically_normal().string();
  }
  if (o.all_flavours && o.view != JellyView::picture) {
    return fail({.found = "--flavour all with --view " + f.view,
                 .allowed = "one flavour in a view for inspection",
                 .remedy = "choose berry, mint or honey",
                 .file = kCommand});
  }
  return check_distinct(kCommand, std::move(names));
}

}  // namespace

std::vector<ParamInfo> jelly_rows() {
  std::vector<ParamInfo> rows = param_infos<jelly::Params>(jelly::kParams);
  for (const auto& more : {param_infos<render::JellyLook>(render::kJellyLook), light_rows()}) {
    rows.insert(rows.end(), more.begin(), more.end());
  }
  return rows;
}

CLI::App* add_jelly_command(CLI::App& app, JellyFlags& f) {
  CLI::App* c =
      app.add_subcommand("jelly", "let a soft body fall, be nudged and held: pictures, video, metrics, geometry");
  c->allow_extras();
  c->add_option("scene", f.scene,
                "what happens: a TOML file (docs/jelly.md); none: the flower drops; - is standard input")
      ->type_name("SCENE");
  c->add_option("-o,--output,--picture", f.picture, "path-traced picture of the end (.png)");
  c->add_option("--video", f.video, "all of it as a video (.mp4)");
  c->add_option("--view", f.view, "picture, wireframe, shadow or caustics");
  c->add_option("--flavour", f.flavour, "berry, mint, honey, or all beside each other");
  c->add_option("--metrics", f.metrics, "every step as .csv or .json: mass, volume, energies, speeds, time it took");
  c->add_option("--geometry", f.geometry,
                ".glb (animated), .pvd (series of .vtu), or the end as .obj .ply .stl .vtu .vtk .msh; a name with %d "
                "becomes a sequence; may be given again")
      ->allow_extra_args(false);
  c->add_option("--report", f.report, "report as JSON; - is standard output");
  c->add_flag("--json", f.json, "report as JSON to standard output");
  c->add_option("--seconds", f.seconds, "simulated time (2)");
  c->add_option("--nudge", f.nudges, "pushes the body at this time; may be given again")->allow_extra_args(false);
  c->add_option("--mesh", f.mesh,
                "another body: tetrahedra (.msh .vtk .vtu .ele) or closed triangles (.obj .ply .stl .glb)");
  c->add_option("--unit", f.unit, "metres that a length of 1 in the mesh is worth (1)");
  c->add_option("--body-size", f.body_size, "metres of the body's longest side, instead of the unit");
  c->add_option("--body-height", f.body_height, "height of its lowest point, m (0.0124)");
  c->add_option("--passes", f.passes, "Loop subdivisions of a tetrahedral body's surface, 0 to 2 (1)");
  c->add_option("--cells", f.cells, "lattice cells along the longest side of a triangle mesh, 2 to 128 (16)");
  c->add_option("--scheme", f.scheme, "fast or reference: same bits");
  c->add_option("--preset", f.preset, "substeps: ten of one sweep each, for stiff bodies");
  c->add_option("--transport", f.transport, "caustics: adaptive, or specified as the text has them");
  c->add_option("--size", f.size, "size of pictures and video, WIDTHxHEIGHT");
  c->add_option("--fps", f.fps, "frames a second of video and geometry (30)");
  c->add_option("--checkpoint", f.checkpoint, "keep a file from which a killed run can go on");
  c->add_option("--checkpoint-every", f.checkpoint_every, "seconds between checkpoints");
  c->add_option("--resume", f.resume, "go on from a checkpoint");
  c->add_option("--threads", f.threads, "threads to use; 0 is all");
  c->add_flag("--quiet", f.quiet, "no progress and no summary");
  add_rows(c, param_infos<jelly::Params>(jelly::kParams), "Body", f.values);
  add_rows(c, param_infos<render::JellyLook>(render::kJellyLook), "Pictures", f.values);
  add_rows(c, light_rows(), "Light", f.values);
  return c;
}

Result<JellyOptions> jelly_options(const JellyFlags& f, const std::vector<std::string>& extras) {
  JellyOptions o;
  for (const std::string& word : extras) {
    if (word.rfind("-", 0) != 0) {
      return fail({.found = "a second scene, " + word,
                   .allowed = "allowed one",
                   .remedy = "run it for each",
                   .file = kCommand});
    }
    if (word.rfind("--", 0) != 0) {
      return fail({.found = "'" + word + "' is no option", .remedy = "see solgel jelly --help", .file = kCommand});
    }
    return fail(unknown_param(kCommand, jelly_rows(), word.substr(2, word.find('=') - 2)));
  }
  for (const auto step : {take_words, take_parameters, take_mesh, take_numbers, take_outputs}) {
    if (Status s = step(f, o); !s) return fail(s.error());
  }
  return o;
}

}  // namespace solgel::cli
