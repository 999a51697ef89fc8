// What `solgel terrain` was asked to do.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "erosion/generator.h"
#include "erosion/params.h"
#include "io/height_map.h"
#include "names.h"
#include "render/terrain.h"

namespace CLI {
class App;
}

namespace solgel::cli {

struct TerrainSettings {
  erosion::Params terrain;
  erosion::LandParams land;
  render::TerrainLook look;
};

struct TerrainOptions {
  TerrainSettings settings;
  erosion::Options run;
  std::string input;  // file, "-", or empty when generated
  std::optional<erosion::LandKind> kind;
  erosion::LandSize cells;
  io::MapReadOptions reading;
  double cell = 0, height_unit = 0;  // metres; 0: what the map says
  bool unit_is_cell = false;         // the preset's unit, which only the map tells

  std::string rainfall, hardness, protection;  // files of masks
  int feather = 0;
  double strength = 1;

  std::string output, picture, perspective, before_after, video, mesh, report, checkpoint, resume;
  std::vector<std::pair<std::string, std::string>> maps;  // name, file
  std::optional<io::Sample> sample;
  std::optional<io::RawLayout> raw;  // what was said of RAW files
  bool raw_has_type = false;         // their sample type among it
  std::optional<render::ImageSize> size;
  double fps = 24, seconds = 8, checkpoint_every = 10;
  render::TerrainView video_view = render::TerrainView::perspective;
  bool json = false, quiet = false;
  int threads = 0;
};

// Texts as the command line gives them, before they mean anything.
struct TerrainFlags {
  Values values;
  std::vector<std::string> maps;
  std::string input, generate, cells = "512x512", params, preset, scheme = "fast", border = "open",
                               depressions = "keep";
  std::string seed = "10";
  std::string raw_size, raw_type, raw_order, raw_first, raw_preset, nodata, sample;
  std::string rainfall, hardness, protection;
  std::string output, picture, perspective, before_after, video, mesh, report, checkpoint, resume, size;
  std::string video_view = "perspective";
  double cell = 0, height_unit = 0, strength = 1, fps = 24, seconds = 8, checkpoint_every = 10;
  int feather = 0, threads = 0;
  bool json = false, quiet = false;
};

// Declares the subcommand; `flags` must outlive the parse.
CLI::App* add_terrain_command(CLI::App& app, TerrainFlags& flags);
// Gives the flags their meaning; `extras` are the words that the parser did not know.
Result<TerrainOptions> terrain_options(const TerrainFlags& flags, const std::vector<std::string>& extras);

// Rows of the three tables: terrain, land, look.
std::vector<ParamInfo> terrain_rows();

int run_terrain(const TerrainOptions& options);

}  // namespace solgel::cli
