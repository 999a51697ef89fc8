// The `solgel` command: subcommands, help and exit codes (0 done, 1 failed while running, 2 bad usage or input).

#include <algorithm>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>
#include <fmt/core.h>

#include "commands.h"
#include "core/version.h"
#include "jelly_options.h"
#include "sand/generators.h"
#include "sand/presets.h"
#include "sand_options.h"
#include "studio_command.h"
#include "terrain_options.h"

namespace solgel::cli {
namespace {

constexpr const char* kLists =
    "sand, look, tables, generators, terrain, land, terrain-look, jelly, jelly-look, jelly-light";

int show_params(const std::string& model, bool json) {
  if (model == "tables") {
    for (const sand::TablePreset& p : sand::presets()) fmt::print("{:<22} {}\n", p.name, p.text);
    return 0;
  }
  if (model == "generators") {
    fmt::print("{}", sand::generators_text());
    return 0;
  }
  std::vector<ParamInfo> rows;
  if (model == "sand") rows = param_infos<sand::Params>(sand::kParams);
  if (model == "look") rows = param_infos<render::ReliefLook>(render::kReliefLook);
  if (model == "terrain") rows = param_infos<erosion::Params>(erosion::kParams);
  if (model == "land") rows = param_infos<erosion::LandParams>(erosion::kLandParams);
  if (model == "terrain-look") rows = param_infos<render::TerrainLook>(render::kTerrainLook);
  if (model == "jelly") rows = param_infos<jelly::Params>(jelly::kParams);
  if (model == "jelly-look") rows = param_infos<render::JellyLook>(render::kJellyLook);
  if (model == "jelly-light") rows = param_infos<optics::Params>(optics::kParams);
  if (rows.empty()) {
    fmt::print(stderr, "params: no model '{}'; allowed {}\n", model, kLists);
    return 2;
  }
  fmt::print("{}", json ? params_json(rows) : params_markdown(model, rows));
  return 0;
}

// A generator's own flags are not known to the parser, which would take the word behind one for a track: joins
// "--petals 5" to "--petals=5".
std::vector<std::string> joined_generator_flags(int argc, char** argv) {
  std::vector<std::string> words(argv + 1, argv + argc);
  std::string generator;
  for (std::size_t k = 0; k < words.size(); ++k) {
    if (words[k] == "--generate" && k + 1 < words.size()) generator = words[k + 1];
    if (words[k].rfind("--generate=", 0) == 0) generator = words[k].substr(11);
  }
  for (const sand::GeneratorInfo& info : sand::generators()) {
    if (info.name != generator) continue;
    for (const ParamInfo& row : info.params) {
      for (std::size_t k = 0; k + 1 < words.size(); ++k) {
        if (words[k] != "--" + std::string(row.name)) continue;
        words[k] += "=" + words[k + 1];
        words.erase(words.begin() + static_cast<std::ptrdiff_t>(k) + 1);
      }
    }
  }
  std::reverse(words.begin(), words.end());  // CLI11 takes them from the back
  return words;
}

int run(int argc, char** argv) {
  CLI::App app{
      "Solgel simulates surfaces that give way: sand under the ball of a kinetic sand table, terrain under "
      "rain, jelly under a hand.",
      "solgel"};
  app.set_version_flag("--version", std::string("solgel ") + kVersion);
  app.require_subcommand(1);
  app.get_formatter()->column_width(34);

  SandFlags flags;
  CLI::App* sand = add_sand_command(app, flags);
  TerrainFlags terrain_flags;
  CLI::App* terrain = add_terrain_command(app, terrain_flags);
  JellyFlags jelly_flags;
  CLI::App* jelly = add_jelly_command(app, jelly_flags);
  std::string model, folder = "out";
  bool json = false, markdown = false;
  CLI::App* params = app.add_subcommand("params", std::string("list parameters: ") + kLists);
  params->add_option("model", model, "which list")->required();
  params->add_flag("--json", json, "as JSON");
  params->add_flag("--markdown", markdown, "as Markdown (the default)");
  CLI::App* demo =
      app.add_subcommand("demo", "one job of each model into a folder: pictures, videos, maps and reports");
  demo->add_option("folder", folder, "where to (out)");

  StudioFlags studio_flags;
  CLI::App* studio = add_studio_command(app, studio_flags);

  try {
    app.parse(joined_generator_flags(argc, argv));
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? 0 : 2;
  }
  if (params->parsed()) return show_params(model, json);
  if (demo->parsed()) return run_demo(folder);
  if (studio->parsed()) return run_studio(studio_flags);
  if (terrain->parsed()) {
    const Result<TerrainOptions> options = terrain_options(terrain_flags, terrain->remaining());
    if (options) return run_terrain(*options);
    fmt::print(stderr, "{}\n", options.error().message());
    return 2;
  }
  if (jelly->parsed()) {
    const Result<JellyOptions> options = jelly_options(jelly_flags, jelly->remaining());
    if (options) return run_jelly(*options);
    fmt::print(stderr, "{}\n", options.error().message());
    return 2;
  }
  const Result<SandOptions> options = sand_options(flags, sand->remaining());
  if (!options) {
    fmt::print(stderr, "{}\n", options.error().message());
    return 2;
  }
  return run_sand(*options);
}

}  // namespace
}  // namespace solgel::cli

int main(int argc, char** argv) {
  return solgel::cli::run(argc, argv);
}
