// What `solgel sand` was asked to do.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "api/sand_job.h"
#include "io/track_reader.h"
#include "names.h"
#include "render/relief.h"
#include "settings.h"

namespace CLI {
class App;
}

namespace solgel::cli {

struct SandOptions {
  Settings settings;
  SandJobOptions job;
  io::TrackOptions track_reading;
  std::vector<std::string> tracks;
  std::string generate;  // name of a generator, or empty
  std::vector<std::pair<std::string, double>> generator_params;

  std::string picture, video, report, track_out, checkpoint, resume, contact_sheet;
  std::vector<std::string> reliefs;
  render::View view = render::View::top;
  std::optional<render::ImageSize> size;
  std::optional<render::ImageSize> video_size;  // when it differs from the pictures'
  double fps = 30, seconds = 20, speed = 0, checkpoint_every = 10;
  double base = 3;
  bool playlist = false, json = false, quiet = false;
  int threads = 0;
};

// Texts as the command line gives them, before they mean anything.
struct SandFlags {
  std::vector<std::string> tracks, reliefs;
  Values values;
  std::string params, table, generate, picture, video, report, track_out, checkpoint, resume, contact_sheet;
  std::string size, scheme = "fast", view = "top", origin = "corner", thr_zero = "up";
  double rotate = 0, fps = 30, seconds = 20, speed = 0, checkpoint_every = 10, base = 3;
  bool fit = false, mirror = false, thr_mirror = false, playlist = false, strict = false, json = false, quiet = false;
  int threads = 0;
};

// Declares the subcommand; `flags` must outlive the parse.
CLI::App* add_sand_command(CLI::App& app, SandFlags& flags);
// Gives the flags their meaning; `extras` are the words that the parser did not know.
Result<SandOptions> sand_options(const SandFlags& flags, const std::vector<std::string>& extras);

}  // namespace solgel::cli
