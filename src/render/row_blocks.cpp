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

Grid<float> transposed(const Grid<float>& in) {
  Grid<float> out(in.ny(), in.nx());
  for (int j = 0; j < in.ny(); ++j) {
    for (int i = 0; i < in.nx(); ++i) out(j, i) = in(i, j);
  }
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
