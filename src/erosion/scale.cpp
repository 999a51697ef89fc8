#include "erosion/scale.h"

#include <algorithm>
#include <limits>

namespace solgel::erosion {

MapScale unitless_scale(const Params& params, int nx, int ny, double range) {
  return {.cell_x = 1, .cell_y = 1, .value_length = params.vertical_scale * std::min(nx, ny) / 256 / range};
}

double height_range(const Grid<double>& height, const Grid<std::uint8_t>* missing) {
  double low = std::numeric_limits<double>::infinity(), high = -low;
  for (std::size_t k = 0; k < height.cells().size(); ++k) {
    if (missing != nullptr && missing->cells()[k] != 0) continue;
    low = std::min(low, height.cells()[k]);
    high = std::max(high, height.cells()[k]);
  }
  return high > low ? high - low : 1;
}

}  // namespace solgel::erosion
