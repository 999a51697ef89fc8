// `solgel demo`: one job of the model on bundled input, everything that it can write.

#include <filesystem>

#include <fmt/core.h>

#include "commands.h"

namespace solgel::cli {

int run_demo(const std::string& folder) {
  std::error_code code;
  std::filesystem::create_directories(folder, code);
  if (code) return complain({.found = "the folder cannot be made (" + code.message() + ")", .file = folder}, 2);
  const auto in = [&](const char* name) { return (std::filesystem::path(folder) / name).string(); };

  SandFlags flags;
  flags.generate = "rose";
  flags.picture = in("sand.png");
  flags.video = in("sand.mp4");
  flags.seconds = 6;
  flags.fps = 24;
  flags.reliefs = {in("sand-relief.tif"), in("sand.stl")};
  flags.report = in("sand.json");
  Result<SandOptions> options = sand_options(flags, {});
  if (!options) return complain(options.error(), 2);
  options->video_size = render::ImageSize{854, 600};
  if (const int failed = run_sand(*options); failed != 0) return failed;

  SandFlags seen;
  seen.generate = "rose";
  seen.view = "perspective";
  seen.picture = in("sand-perspective.png");
  seen.quiet = true;
  options = sand_options(seen, {});
  if (!options) return complain(options.error(), 2);
  if (const int failed = run_sand(*options); failed != 0) return failed;
  fmt::print(stderr, "written to {}: sand.png, sand-perspective.png, sand.mp4, sand-relief.tif, sand.stl, sand.json\n",
             folder);
  return 0;
}

}  // namespace solgel::cli
