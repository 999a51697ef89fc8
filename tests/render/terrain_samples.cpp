// Renders sample pictures of terrain into a folder, for looking at:
// terrain_samples FOLDER KIND CELLS HEIGHT_RANGE WIDTH HEIGHT [NAME VALUE]...
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <numeric>
#include <string>
#include <vector>

#include "erosion/generator.h"
#include "io/output_file.h"
#include "io/png.h"
#include "render/terrain.h"

using namespace solgel;
using namespace solgel::render;

namespace {

// Cells that drain through each cell, downhill to the lowest of eight neighbours.
Grid<float> drained(const Grid<float>& h) {
  Grid<float> flow(h.nx(), h.ny(), 1.0f);
  std::vector<int> order(h.cells().size());
  std::iota(order.begin(), order.end(), 0);
  std::sort(order.begin(), order.end(), [&](int a, int b) {
    const float ha = h.cells()[static_cast<std::size_t>(a)], hb = h.cells()[static_cast<std::size_t>(b)];
    return ha != hb ? ha > hb : a < b;
  });
  for (const int cell : order) {
    const int i = cell % h.nx(), j = cell / h.nx();
    int bi = i, bj = j;
    for (int k = 0; k < 9; ++k) {
      const int ni = i + k % 3 - 1, nj = j + k / 3 - 1;
      if (h.contains(ni, nj) && h(ni, nj) < h(bi, bj)) bi = ni, bj = nj;
    }
    if (bi != i || bj != j) flow(bi, bj) += flow(i, j);
  }
  return flow;
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
  const Grid<double> land = erosion::generate_land(*kind, {}, 10, {cells, cells});
  Grid<float> height(cells, cells);
  for (std::size_t k = 0; k < land.cells().size(); ++k) {
    height.cells()[k] = static_cast<float>(range * land.cells()[k]);
  }
  const Grid<float> flow = drained(height);
  TerrainScene scene{.height = &height, .flow = &flow};
  if (name == "island") scene.sea_level = 0;
  const bool map = save(folder + "/" + name + "_map.png", scene, look, TerrainView::map, size);
  const bool block = save(folder + "/" + name + "_block.png", scene, look, TerrainView::perspective, size);
  return map && block ? 0 : 1;
}
