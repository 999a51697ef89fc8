// What `solgel jelly` was asked to do.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "jelly/body.h"
#include "jelly_scene.h"
#include "names.h"
#include "optics/params.h"
#include "render/jelly.h"

namespace CLI {
class App;
}

namespace solgel::cli {

enum class JellyView { picture, wireframe, shadow, caustics };

struct JellyOptions {
  jelly::Params jelly;
  render::JellyLook look;
  optics::Params light;  // direction and index follow the look
  JellyScene scene;
  jelly::Scheme scheme = jelly::Scheme::fast;
  optics::Scheme transport = optics::Scheme::adaptive;
  render::JellyFlavour flavour = render::kBerry;
  bool all_flavours = false;
  bool has_samples = false;  // somebody chose their number
  JellyView view = JellyView::picture;

  std::string picture, video, metrics, report, checkpoint, resume;
  std::vector<std::string> geometry;
  std::optional<render::ImageSize> size;
  double seconds = 2, fps = 30, checkpoint_every = 10;
  bool json = false, quiet = false;
  int threads = 0;
};

// Texts as the command line gives them, before they mean anything.
struct JellyFlags {
  Values values;
  std::string scene, mesh, unit, body_size, body_height, passes, cells;
  std::string scheme = "fast", transport = "adaptive", flavour = "berry", view = "picture", preset;
  std::vector<double> nudges;
  std::vector<std::string> geometry;
  std::string picture, video, metrics, report, checkpoint, resume, size;
  double seconds = 2, fps = 30, checkpoint_every = 10;
  int threads = 0;
  bool json = false, quiet = false;
};

// Declares the subcommand; `flags` must outlive the parse.
CLI::App* add_jelly_command(CLI::App& app, JellyFlags& flags);
// Gives the flags their meaning; `extras` are the words that the parser did not know.
Result<JellyOptions> jelly_options(const JellyFlags& flags, const std::vector<std::string>& extras);

// Rows of the three tables: jelly, look, light; of the last those that the look does not decide.
std::vector<ParamInfo> jelly_rows();

int run_jelly(const JellyOptions& options);

}  // namespace solgel::cli
