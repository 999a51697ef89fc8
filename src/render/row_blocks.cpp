#include "render/row_blocks.h"

#include <vector>

namespace solgel::render {
namespace {

void mean_along_rows(Grid<float>& values, int reach) {
  for_rows(values.ny(), [&](int j) {
    const std::vector<float> in(values.row(j).begin(), values.row(j).end());
    const int n = values.nx();
    const auto get = [&](int i) {
      return static_cast<double>(in[static_cast<std::size_t>(std::min(std::max(i, 0), n - 1))]);
    };
    double sum = 0;
    for (int i = -reach; i <= reach; ++i) sum += get(i);
    for (int i = 0; i < n; ++i) {
      values(i, j) = static_cast<float>(sum / (2 * reach + 1));
      sum += get(i + reach + 1) - get(i - reach);
    }
  });
}

// Tile by tile, which the caches like.
Grid<float> transposed(const Grid<float>& in) {
  constexpr int kTile = 32;
  Grid<float> out(in.ny(), in.nx());
  parallel_for((in.ny() + kTile - 1) / kTile, [&](int block) {
    const int j0 = block * kTile, j1 = std::min(in.ny(), j0 + kTile);
    for (int i0 = 0; i0 < in.nx(); i0 += kTile) {
      for (int j = j0; j < j1; ++j) {
        for (int i = i0; i < std::min(in.nx(), i0 + kTile); ++i) out(j, i) = in(i, j);
      }
    }
  });
  return out;
}

}  // namespace

void box_mean(Grid<float>& values, int reach) {
  mean_along_rows(values, reach);
  Grid<float> turned = transposed(values);
  mean_along_rows(turned, reach);
  values = transposed(turned);
}

}  // namespace solgel::render
