#include "render/terrain.h"

#include <cmath>
#include <string>

#include "render/terrain_views.h"

namespace solgel::render {
namespace {

bool has_data(const TerrainScene& scene, std::size_t k) {
  return scene.missing == nullptr || scene.missing->cells()[k] == 0;
}

Status check_grids(const TerrainScene& scene) {
  const auto wrong = [](const char* found, const char* allowed) {
    return fail({.found = found, .allowed = allowed, .remedy = {}, .file = {}});
  };
  if (scene.height == nullptr || scene.height->nx() < 1 || scene.height->ny() < 1 || !(scene.cell_x > 0) ||
      !(scene.cell_y > 0)) {
    return wrong("the scene has no land", "at least one cell, of positive size");
  }
  const auto differs = [&](int nx, int ny) { return nx != scene.height->nx() || ny != scene.height->ny(); };
  if ((scene.flow != nullptr && differs(scene.flow->nx(), scene.flow->ny())) ||
      (scene.missing != nullptr && differs(scene.missing->nx(), scene.missing->ny()))) {
    return wrong("the maps of the scene differ in size", "flow and missing cells of the height map's size");
  }
  std::size_t known = 0;
  for (std::size_t k = 0; k < scene.height->cells().size(); ++k) {
    if (!has_data(scene, k)) continue;
    ++known;
    if (!std::isfinite(scene.height->cells()[k])) return wrong("the land holds a height that is not a number", "");
    if (scene.flow == nullptr) continue;
    const float flow = scene.flow->cells()[k];
    if (!(std::isfinite(flow) && flow >= 0)) return wrong("the flow holds a value that is no amount", "0 or more");
  }
  if (known == 0) return wrong("the map has no data in any cell", "at least one height");
  return {};
}

Status check(const TerrainScene& scene, ImageSize size) {
  if (Status fits = check_size(size); !fits) return fits;
  return check_grids(scene);
}

}  // namespace

TerrainRange terrain_range(const TerrainScene& scene) {
  TerrainRange range{1e300, -1e300};
  for (std::size_t k = 0; k < scene.height->cells().size(); ++k) {
    if (!has_data(scene, k)) continue;
    const double h = static_cast<double>(scene.height->cells()[k]);
    range = {std::min(range.low, h), std::max(range.high, h)};
  }
  return range;
}

TerrainPainter::TerrainPainter(const TerrainLook& look, TerrainView view, ImageSize size,
                               std::optional<TerrainRange> range)
    : look_(look), view_(view), size_(size), range_(range) {}

Result<Image> TerrainPainter::paint(const TerrainScene& scene) const {
  if (Status ok = check(scene, size_); !ok) return fail(ok.error());
  const TerrainRange range = range_ ? *range_ : terrain_range(scene);
  if (view_ == TerrainView::map) return terrain_map(scene, look_, range, size_);
  return terrain_in_perspective(scene, look_, range, size_);
}

Result<Image> render_terrain(const TerrainScene& scene, const TerrainLook& look, TerrainView view, ImageSize size) {
  return TerrainPainter(look, view, size).paint(scene);
}

ImageSize map_picture_size(int nx, int ny, double cell_x, double cell_y, int longest) {
  const double wide = nx * cell_x, high = ny * cell_y, scale = longest / std::max(wide, high);
  const auto pixels = [&](double side) { return std::max(1, static_cast<int>(std::lround(side * scale))); };
  return {pixels(wide), pixels(high)};
}

}  // namespace solgel::render
