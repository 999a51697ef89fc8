#include "sand_options.h"

#include <CLI/CLI.hpp>

#include "sand/generators.h"
#include "sand/presets.h"

namespace solgel::cli {
namespace {

Error refused(const std::string& flag, const std::string& value, const std::string& allowed) {
  return cli::refused("sand", flag, value, allowed);
}

// A word that the parser did not know: most often a mistyped parameter, or one of the generator's.
Status take_extras(const std::vector<std::string>& extras, SandOptions& options) {
  for (std::size_t k = 0; k < extras.size(); ++k) {
    std::string name = extras[k];
    if (name.rfind("--", 0) != 0)
      return fail({.found = "'" + name + "' is no option", .remedy = "see solgel sand --help", .file = "sand"});
    name = name.substr(2);
    std::string text;
    if (const std::size_t equals = name.find('='); equals != std::string::npos) {
      text = name.substr(equals + 1);
      name.resize(equals);
    } else if (k + 1 < extras.size() && !options.generate.empty()) {
      text = extras[++k];
    }
    if (options.generate.empty()) return fail(unknown_param("sand", all_rows(), name));
    if (text.empty())
      return fail({.found = "no number in '" + extras[k] + "'",
                   .allowed = "wanted --" + name + "=NUMBER",
                   .remedy = "solgel params generators lists the parameters of each",
                   .file = "sand"});
    const Result<double> value = parse_value("sand", name, text);
    if (!value) return fail(value.error());
    options.generator_params.emplace_back(name, *value);
  }
  return {};
}

Status take_words(const SandFlags& flags, SandOptions& options) {
  if (flags.scheme != "fast" && flags.scheme != "reference")
    return fail(refused("scheme", flags.scheme, "fast and reference"));
  if (flags.view != "top" && flags.view != "perspective")
    return fail(refused("view", flags.view, "top and perspective"));
  if (flags.origin != "corner" && flags.origin != "centre")
    return fail(refused("origin", flags.origin, "corner and centre"));
  if (flags.thr_zero != "up" && flags.thr_zero != "right")
    return fail(refused("thr-zero", flags.thr_zero, "up and right"));
  options.job.scheme = flags.scheme == "fast" ? sand::Scheme::fast : sand::Scheme::reference;
  options.view = flags.view == "top" ? render::View::top : render::View::perspective;
  options.job.placement.origin = flags.origin == "corner" ? sand::Origin::corner : sand::Origin::centre;
  options.track_reading.thr_zero_right = flags.thr_zero == "right";
  return {};
}

Status take_numbers(const SandFlags& flags, SandOptions& options) {
  if (Status s = check_bounds("sand", {{"rotate", flags.rotate, -360, 360},
                                       {"fps", flags.fps, 1, 240},
                                       {"seconds", flags.seconds, 0.1, 36000},
                                       {"speed", flags.speed, 0, 1e6},
                                       {"checkpoint-every", flags.checkpoint_every, 0, 86400},
                                       {"base", flags.base, 0.2, 100},
                                       {"threads", static_cast<double>(flags.threads), 0, 1024}});
      !s)
    return s;
  options.job.placement.rotate_deg = flags.rotate;
  options.fps = flags.fps;
  options.seconds = flags.seconds;
  options.speed = flags.speed;
  options.checkpoint_every = flags.checkpoint_every;
  options.base = flags.base;
  options.threads = flags.threads;
  return {};
}

}  // namespace

CLI::App* add_sand_command(CLI::App& app, SandFlags& f) {
  CLI::App* c = app.add_subcommand("sand", "draw a track in sand: picture, video, relief and report");
  c->allow_extras();
  c->add_option("tracks", f.tracks, "G-code, theta-rho or SVG files; - is standard input. Several are a batch")
      ->type_name("TRACK");
  c->add_option("--generate", f.generate,
                "draw a generated track instead of a file: spiral, rose, wipe ... (solgel params generators)");
  c->add_option("-o,--picture", f.picture, "picture (.png); of a batch: a folder, or a pattern with {name}");
  c->add_option("--video", f.video, "time-lapse video (.mp4)");
  c->add_option("--relief", f.reliefs, "relief: .png (16 bit), .tif, .exr, .npy or .stl; may be given again");
  c->add_option("--report", f.report, "report as JSON; - is standard output");
  c->add_flag("--json", f.json, "report as JSON to standard output");
  c->add_option("--track", f.track_out, "write the placed track back: .gcode, .thr or .svg");
  c->add_option("--contact-sheet", f.contact_sheet, "of a batch: one sheet of all pictures (.png)");
  c->add_option("--params", f.params, "parameters from a TOML file");
  c->add_option("--table", f.table, "table by name (solgel params tables)");
  c->add_option("--scheme", f.scheme, "fast or reference");
  c->add_option("--view", f.view, "top or perspective");
  c->add_option("--size", f.size, "size of pictures and video, WIDTHxHEIGHT");
  c->add_option("--fps", f.fps, "frames a second of the video");
  c->add_option("--seconds", f.seconds, "length of the video");
  c->add_option("--speed", f.speed, "speed-up of the video instead of its length: table seconds a second");
  c->add_option("--base", f.base, "thickness of the plate under an STL, mm");
  c->add_option("--origin", f.origin, "what (0, 0) of the track means: corner or centre of the table");
  c->add_flag("--fit", f.fit, "scale and centre the track into the reachable region");
  c->add_option("--rotate", f.rotate, "turn the track, degrees counter-clockwise");
  c->add_flag("--mirror", f.mirror, "mirror the track left to right");
  c->add_option("--thr-zero", f.thr_zero, "where theta = 0 points in theta-rho files: up or right");
  c->add_flag("--thr-mirror", f.thr_mirror, "theta grows counter-clockwise in theta-rho files");
  c->add_flag("--playlist", f.playlist, "draw the tracks one after another on the same sand");
  c->add_flag("--strict", f.strict, "every warning is an error");
  c->add_option("--checkpoint", f.checkpoint, "keep a file from which a killed run can go on");
  c->add_option("--checkpoint-every", f.checkpoint_every, "seconds between checkpoints");
  c->add_option("--resume", f.resume, "go on from a checkpoint");
  c->add_option("--threads", f.threads, "threads to use; 0 is all");
  c->add_flag("--quiet", f.quiet, "no progress and no summary");
  add_rows(c, param_infos<sand::Params>(sand::kParams), "Sand and table", f.values);
  add_rows(c, param_infos<render::ReliefLook>(render::kReliefLook), "Pictures", f.values);
  return c;
}

Result<SandOptions> sand_options(const SandFlags& f, const std::vector<std::string>& extras) {
  SandOptions o;
  o.generate = f.generate;
  if (Status s = take_extras(extras, o); !s) return fail(s.error());
  if (Status s = take_words(f, o); !s) return fail(s.error());
  if (Status s = take_numbers(f, o); !s) return fail(s.error());
  if (!f.table.empty()) {
    const Result<const sand::TablePreset*> preset = sand::find_preset(f.table);
    if (!preset) return fail(preset.error());
    sand::apply(**preset, o.settings.sand);
  }
  if (!f.params.empty()) {
    const auto take = [&](const std::string& name, double value) { return set(o.settings, name, value); };
    if (Status s = read_toml(f.params, {"sand", "look"}, take); !s) return fail(s.error());
  }
  for (const auto& [name, text] : f.values) {
    const Result<double> value = parse_value("sand", name, text);
    if (!value) return fail(value.error());
    if (Status s = set(o.settings, name, *value); !s) return fail(s.error());
  }
  if (Status s = sand::check(o.settings.sand); !s) return fail(s.error());
  if (!f.size.empty()) {
    const Result<render::ImageSize> size = parse_size("sand", f.size);
    if (!size) return fail(size.error());
    o.size = *size;
  }
  o.job.placement.fit = f.fit;
  o.job.placement.mirror = f.mirror;
  o.job.strict = f.strict;
  o.track_reading.thr_mirror = f.thr_mirror;
  o.tracks = f.tracks;
  o.picture = f.picture;
  o.video = f.video;
  o.reliefs = f.reliefs;
  o.report = f.report;
  o.track_out = f.track_out;
  o.checkpoint = f.checkpoint;
  o.resume = f.resume;
  o.contact_sheet = f.contact_sheet;
  o.playlist = f.playlist;
  o.json = f.json;
  o.quiet = f.quiet;
  if (o.tracks.empty() && o.generate.empty()) {
    return fail({.found = "no track",
                 .allowed = "wanted one or more files, or --generate NAME",
                 .remedy = "for example: solgel sand --generate rose -o rose.png",
                 .file = "sand"});
  }
  if (!o.tracks.empty() && !o.generate.empty()) {
    return fail({.found = "both files and --generate", .allowed = "allowed one of the two", .file = "sand"});
  }
  return o;
}

}  // namespace solgel::cli
