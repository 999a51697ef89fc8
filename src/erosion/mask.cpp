#include "erosion/mask.h"

#include <algorithm>
#include <vector>

namespace solgel::erosion {
namespace {

// Running mean over n values that lie `spacing` apart. Sums in double: 2^24 steps of a mask of 8 or 16 bits stay exact.
void box(float* at, int n, std::ptrdiff_t spacing, int radius, std::vector<float>& copy) {
  copy.resize(static_cast<std::size_t>(n));
  for (int k = 0; k < n; ++k) copy[static_cast<std::size_t>(k)] = at[k * spacing];
  const auto value = [&](int k) {
    return static_cast<double>(copy[static_cast<std::size_t>(std::clamp(k, 0, n - 1))]);
  };
  double sum = 0;
  for (int k = -radius; k <= radius; ++k) sum += value(k);
  for (int k = 0; k < n; ++k) {
    at[k * spacing] = static_cast<float>(std::clamp(sum / (2 * radius + 1), 0.0, 1.0));
    sum += value(k + radius + 1) - value(k - radius);
  }
}

}  // namespace

void feather(Grid<float>& mask, int radius) {
  if (radius <= 0) return;
  std::vector<float> copy;
  for (int pass = 0; pass < 2; ++pass) {
    for (int j = 0; j < mask.ny(); ++j) box(mask.row(j).data(), mask.nx(), 1, radius, copy);
    for (int i = 0; i < mask.nx(); ++i) box(&mask(i, 0), mask.ny(), mask.nx(), radius, copy);
  }
}

void weaken_holding(Grid<float>& mask, double strength) {
  for (float& v : mask.cells()) v *= static_cast<float>(strength);
}

void weaken_passing(Grid<float>& mask, double strength) {
  for (float& v : mask.cells()) v = 1 - static_cast<float>(strength) * (1 - v);
}

}  // namespace solgel::erosion
