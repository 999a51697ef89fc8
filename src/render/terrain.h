// Pictures of terrain: shaded relief from straight above, or a block of land in perspective.
//
// North (+y) is up in the map, east (+x) is right; azimuths count clockwise from north. The same scene, look and size
// give the same bytes at any number of threads, and a frame of a painter is the same picture as a single one with the
// same range.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "core/grid.h"
#include "core/result.h"
#include "render/image.h"
#include "render/terrain_look.h"

namespace solgel::render {

struct TerrainScene {
  const Grid<float>* height = nullptr;  // in the unit of the cells' sides; row 0 is the south
  double cell_x = 1, cell_y = 1;        // > 0
  // Water that passed each cell, >= 0, of the size of `height`, on any scale: it is compared with itself.
  const Grid<float>* flow = nullptr;
  std::optional<double> sea_level = {};         // a height
  const Grid<std::uint8_t>* missing = nullptr;  // 1 where the map has no data; of the size of `height`
};

// Heights that colours and the camera go by; one range for all frames of a video keeps them from flickering.
struct TerrainRange {
  double low = 0, high = 1;  // lowest and highest height that has data
};
TerrainRange terrain_range(const TerrainScene& scene);

enum class TerrainView { map, perspective };

// Paints many states of a land alike, as a video does.
class TerrainPainter {
 public:
  // Without a range each picture goes by its own.
  TerrainPainter(const TerrainLook& look, TerrainView view, ImageSize size, std::optional<TerrainRange> range = {});

  // Fails on a scene without heights, on heights or flow that are not finite where there is data, on grids of unequal
  // size, on a map without any data and on a picture that is not 1 to 32768 pixels each way.
  Result<Image> paint(const TerrainScene& scene) const;

 private:
  TerrainLook look_;
  TerrainView view_;
  ImageSize size_;
  std::optional<TerrainRange> range_;
};

Result<Image> render_terrain(const TerrainScene& scene, const TerrainLook& look, TerrainView view, ImageSize size);

// A picture in the shape of the map whose longer side has `longest` pixels: a map in it has no margin.
ImageSize map_picture_size(int nx, int ny, double cell_x, double cell_y, int longest);

// Two pictures side by side, the left one first, a thin line between them and a label in each one's lower left corner;
// an empty label draws none. The pictures keep their size; the lower one is centred.
Image8 side_by_side(const Image8& left, const Image8& right, std::string_view left_label, std::string_view right_label);

}  // namespace solgel::render
