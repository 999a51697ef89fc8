// `solgel demo`: one job of each model, everything that it can write.

#include <filesystem>

#include <fmt/core.h>

#include "commands.h"
#include "jelly_options.h"
#include "terrain_options.h"

namespace solgel::cli {

namespace {

std::string in(const std::string& folder, const char* name) {
  return (std::filesystem::path(folder) / name).string();
}

int sand_demo(const std::string& folder) {
  SandFlags flags;
  flags.generate = "rose";
  flags.picture = in(folder, "sand.png");
  flags.video = in(folder, "sand.mp4");
  flags.seconds = 6;
  flags.fps = 24;
  flags.reliefs = {in(folder, "sand-relief.tif"), in(folder, "sand.stl")};
  flags.report = in(folder, "sand.json");
  Result<SandOptions> options = sand_options(flags, {});
  if (!options) return complain(options.error(), 2);
  options->video_size = render::ImageSize{854, 600};
  if (const int failed = run_sand(*options); failed != 0) return failed;

  SandFlags seen;
  seen.generate = "rose";
  seen.view = "perspective";
  seen.picture = in(folder, "sand-perspective.png");
  seen.quiet = true;
  options = sand_options(seen, {});
  if (!options) return complain(options.error(), 2);
  if (const int failed = run_sand(*options); failed != 0) return failed;
  return 0;
}

int terrain_demo(const std::string& folder) {
  TerrainFlags flags;
  flags.generate = "island";
  flags.cells = "512x512";
  flags.output = in(folder, "terrain.tif");
  flags.maps = {"flow=" + in(folder, "terrain-flow.png"), "deposition=" + in(folder, "terrain-deposition.png")};
  flags.picture = in(folder, "terrain.png");
  flags.perspective = in(folder, "terrain-perspective.png");
  flags.before_after = in(folder, "terrain-before-after.png");
  flags.mesh = in(folder, "terrain.glb");
  flags.report = in(folder, "terrain.json");
  const Result<TerrainOptions> options = terrain_options(flags, {});
  if (!options) return complain(options.error(), 2);
  if (const int failed = run_terrain(*options); failed != 0) return failed;

  TerrainFlags seen;  // a smaller land, for every frame is a picture
  seen.generate = "island";
  seen.cells = "256x256";
  seen.video = in(folder, "terrain.mp4");
  seen.size = "854x480";
  seen.seconds = 4;
  seen.fps = 12;
  seen.quiet = true;
  const Result<TerrainOptions> filmed = terrain_options(seen, {});
  return filmed ? run_terrain(*filmed) : complain(filmed.error(), 2);
}

int jelly_demo(const std::string& folder) {
  JellyFlags flags;
  flags.seconds = 1.2;
  flags.picture = in(folder, "jelly.png");
  flags.size = "800x600";
  flags.metrics = in(folder, "jelly.csv");
  flags.geometry = {in(folder, "jelly.glb")};
  flags.report = in(folder, "jelly.json");
  flags.values = {{"samples", "32"}};
  Result<JellyOptions> options = jelly_options(flags, {});
  if (!options) return complain(options.error(), 2);
  if (const int failed = run_jelly(*options); failed != 0) return failed;

  JellyFlags row;  // berry, mint and honey, hovering where they start
  row.seconds = 0;
  row.flavour = "all";
  row.picture = in(folder, "jelly-flavours.png");
  row.size = "1000x480";
  row.quiet = true;
  row.values = {{"samples", "32"}};
  options = jelly_options(row, {});
  if (!options) return complain(options.error(), 2);
  if (const int failed = run_jelly(*options); failed != 0) return failed;

  JellyFlags film;
  film.seconds = 1.2;
  film.fps = 20;
  film.flavour = "honey";
  film.video = in(folder, "jelly.mp4");
  film.size = "480x360";
  film.quiet = true;
  film.values = {{"samples", "12"}, {"depth", "2"}};
  options = jelly_options(film, {});
  return options ? run_jelly(*options) : complain(options.error(), 2);
}

}  // namespace

int run_demo(const std::string& folder) {
  std::error_code code;
  std::filesystem::create_directories(folder, code);
  if (code) return complain({.found = "the folder cannot be made (" + code.message() + ")", .file = folder}, 2);
  for (const auto demo : {sand_demo, terrain_demo, jelly_demo}) {
    if (const int failed = demo(folder); failed != 0) return failed;
  }
  fmt::print(stderr, "written to {}: pictures, videos, maps, meshes and reports of sand, terrain and jelly\n", folder);
  return 0;
}

}  // namespace solgel::cli
