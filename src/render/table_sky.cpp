#include "render/table_sky.h"

#include <cmath>

#include "core/vec.h"
#include "render/row_blocks.h"

namespace solgel::render {
namespace {

constexpr int kSide = 150;  // nodes along the side, less one
constexpr int kRays = 8;    // squared

}  // namespace

TableSky::TableSky(const TerrainBlock& block) {
  const Box& box = block.box();
  const float reach = 1.3f * std::max(box.high.x, box.high.y);
  const float wide = box.high.x + 2 * reach, high = box.high.y + 2 * reach;
  nodes_ = {-static_cast<double>(reach), -static_cast<double>(reach), static_cast<double>(std::max(wide, high)) / kSide,
            kSide + 1, kSide + 1};
  seen_ = Grid<float>(nodes_.nx, nodes_.ny);
  for_rows(nodes_.ny, [&](int j) {
    for (int i = 0; i < nodes_.nx; ++i) seen_(i, j) = seen(block, i, j);
  });
  box_mean(seen_, 1);
}

float TableSky::seen(const TerrainBlock& block, int i, int j) const {
  const Vec3f from{static_cast<float>(nodes_.x + i * nodes_.spacing), static_cast<float>(nodes_.y + j * nodes_.spacing),
                   block.floor() + 1e-3f * block.box().high.x};
  const Box& box = block.box();
  if (from.x > 0 && from.y > 0 && from.x < box.high.x && from.y < box.high.y) return 0.35f;
  int open = 0;
  for (int k = 0; k < kRays * kRays; ++k) {
    const float u = (static_cast<float>(k % kRays) + 0.5f) / kRays, v = (static_cast<float>(k / kRays) + 0.5f) / kRays;
    const float r = std::sqrt(u), angle = 2 * static_cast<float>(kPi) * (v + 0.37f * u);
    open += !block.is_blocked({from, {r * std::cos(angle), r * std::sin(angle), std::sqrt(1 - u)}});
  }
  return static_cast<float>(open) / (kRays * kRays);
}

}  // namespace solgel::render
