#include "erosion/land.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/assert.h"

namespace solgel::erosion {

Land::Land(const Grid<double>& height, const Grid<std::uint8_t>* missing)
    : nx_(height.nx()), ny_(height.ny()), stride_(height.nx() + 2 * kHalo) {
  double highest = -std::numeric_limits<double>::infinity();
  lowest_ = std::numeric_limits<double>::infinity();
  const auto is_ground = [&](int i, int j) { return missing == nullptr || (*missing)(i, j) == 0; };
  for (int j = 0; j < ny_; ++j) {
    for (int i = 0; i < nx_; ++i) {
      if (!is_ground(i, j)) continue;
      ++cells_;
      lowest_ = std::min(lowest_, height(i, j));
      highest = std::max(highest, height(i, j));
    }
  }
  SOLGEL_ASSERT(cells_ > 0 && highest - lowest_ < std::numeric_limits<double>::infinity());
  // Level land has no range; what its heights can resolve stands in.
  const double range = std::max({highest - lowest_, 0x1p-20 * std::abs(highest), 0x1p-900});
  int exponent = 0;
  std::frexp(range, &exponent);  // range < 2^exponent
  quantum_ = std::ldexp(1.0, exponent - kRangeBits);
  height_.assign(static_cast<std::size_t>(stride_) * static_cast<std::size_t>(ny_ + 2 * kHalo) + 2 * kHalo, kWall);
  for (int j = 0; j < ny_; ++j) {
    for (int i = 0; i < nx_; ++i) {
      if (is_ground(i, j)) row(j)[i] = static_cast<std::int32_t>(std::rint((height(i, j) - lowest_) / quantum_));
    }
  }
}

std::int64_t Land::sum() const {
  std::int64_t sum = 0;
  for (int j = 0; j < ny_; ++j) {
    const std::int32_t* h = row(j);
    for (int i = 0; i < nx_; ++i) sum += h[i] == kWall ? 0 : h[i];
  }
  return sum;
}

}  // namespace solgel::erosion
