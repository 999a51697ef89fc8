// Renders sample pictures of terrain into a folder, for looking at:
// terrain_samples FOLDER KIND CELLS HEIGHT_RANGE WIDTH HEIGHT [NAME VALUE]...
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <string>
#include <vector>

#include "erosion/generator.h"
#include "erosion/terrain.h"
#include "io/output_file.h"
#include "io/png.h"
#include "render/terrain.h"

using namespace solgel;
using namespace solgel::render;

namespace {

struct Eroded {
  Grid<float> height, flow;
};

Grid<float> narrow(const Grid<double>& wide) {
  Grid<float> out(wide.nx(), wide.ny());
  for (std::size_t k = 0; k < wide.cells().size(); ++k) out.cells()[k] = static_cast<float>(wide.cells()[k]);
  return out;
}

// A range of `range` cells, under the default rain.
Result<Eroded> eroded(erosion::LandKind kind, int cells, double range, bool is_island) {
  erosion::LandParams land;
  Grid<double> height = erosion::generate_land(kind, land, 10, {cells, cells});
  for (double& h : height.cells()) h *= range;
  erosion::Params params;
  if (is_island) params.base_level = 0;
  erosion::Options options;
  options.with_maps = true;
  erosion::Input input;
  input.height = &height;
  Result<erosion::Terrain> terrain = erosion::Terrain::create(params, options, input);
  if (!terrain) return fail(terrain.error());
  terrain->advance(terrain->droplets());
  return Eroded{narrow(terrain->height()), terrain->maps().flow};
}

bool save(const std::string& path, const TerrainScene& scene, const TerrainLook& look, TerrainView view,
          ImageSize size) {
  const std::clock_t clock = std::clock();
  const auto start = std::chrono::steady_clock::now();
  const Result<Image> image = render_terrain(scene, look, view, size);
  if (!image) return std::fprintf(stderr, "%s\n", image.error().message().c_str()), false;
  const double busy = static_cast<double>(std::clock() - clock) / CLOCKS_PER_SEC;
  const double wall = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  const Image8 out = develop(*image);
  const auto bytes = io::encode_png(io::RgbView{out.width, out.height, out.rgb}, {});
  std::printf("%s: %.1f s, %.1f s of processor time\n", path.c_str(), wall, busy);
  return bytes && io::write_file_atomically(path, *bytes).has_value();
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 7) return 2;
  const std::string folder = argv[1], name = argv[2];
  const int cells = std::atoi(argv[3]);
  const double range = std::atof(argv[4]);
  const ImageSize size{std::atoi(argv[5]), std::atoi(argv[6])};
  TerrainLook look;
  for (int k = 7; k + 1 < argc; k += 2) {
    const Status set = set_param<TerrainLook>("terrain", kTerrainLook, look, argv[k], std::atof(argv[k + 1]));
    if (!set) return std::fprintf(stderr, "%s\n", set.error().message().c_str()), 2;
  }
  const Result<erosion::LandKind> kind = erosion::land_kind(name);
  if (!kind) return std::fprintf(stderr, "%s\n", kind.error().message().c_str()), 2;
  const bool is_island = name == "island";
  const Result<Eroded> land = eroded(*kind, cells, range, is_island);
  if (!land) return std::fprintf(stderr, "%s\n", land.error().message().c_str()), 2;
  TerrainScene scene{.height = &land->height, .flow = &land->flow};
  if (is_island) scene.sea_level = 0;
  const bool map = save(folder + "/" + name + "_map.png", scene, look, TerrainView::map, size);
  const bool block = save(folder + "/" + name + "_block.png", scene, look, TerrainView::perspective, size);
  return map && block ? 0 : 1;
}
