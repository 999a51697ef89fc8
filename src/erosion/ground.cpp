#include "erosion/ground.h"

#include <algorithm>

#include "core/parallel.h"

namespace solgel::erosion {
namespace {

constexpr int kRowsPerBlock = 64;

std::int32_t fall(const Land& land, int i, int j, int inwards_i, int inwards_j) {
  if (land.is_wall(i, j) || land.is_wall(i + inwards_i, j + inwards_j)) return 0;
  return std::max(0, land.row(j + inwards_j)[i + inwards_i] - land.row(j)[i]);
}

}  // namespace

Account::Account(const Land& land)
    : water(land.nx(), land.ny()), eroded(land.nx(), land.ny()), recent(land.heights().size()) {}

void Account::settle(const Land& land) {
  parallel_for((land.ny() + kRowsPerBlock - 1) / kRowsPerBlock, [&](int block) {
    for (int j = block * kRowsPerBlock; j < std::min(land.ny(), (block + 1) * kRowsPerBlock); ++j) {
      std::int32_t* from = recent_row(land, j);
      std::int64_t* to = eroded.row(j).data();
      for (int i = 0; i < land.nx(); ++i) {
        to[i] += from[i];
        from[i] = 0;
      }
    }
  });
}

Rim rim_of(const Land& land) {
  Rim rim;
  for (int j = 0; j < land.ny(); ++j) {
    rim.west.push_back(fall(land, 0, j, 1, 0));
    rim.east.push_back(fall(land, land.nx() - 1, j, -1, 0));
  }
  for (int i = 0; i < land.nx(); ++i) {
    rim.south.push_back(fall(land, i, 0, 0, 1));
    rim.north.push_back(fall(land, i, land.ny() - 1, 0, -1));
  }
  return rim;
}

}  // namespace solgel::erosion
