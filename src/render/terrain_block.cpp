#include "render/terrain_block.h"

#include <cmath>

namespace solgel::render {
namespace {

constexpr int kLandId = 0, kWallId = 1;

// Points along the edge of the sheet, anticlockwise.
template <class At>
std::vector<Vec3f> rim(int nx, int ny, const At& at) {
  std::vector<Vec3f> points;
  for (int i = 0; i < nx - 1; ++i) points.push_back(at(i, 0));
  for (int j = 0; j < ny - 1; ++j) points.push_back(at(nx - 1, j));
  for (int i = nx - 1; i > 0; --i) points.push_back(at(i, ny - 1));
  for (int j = ny - 1; j > 0; --j) points.push_back(at(0, j));
  return points;
}

}  // namespace

Box::Span Box::inside(const Ray& ray) const {
  const float o[3] = {ray.origin.x, ray.origin.y, ray.origin.z},
              d[3] = {ray.direction.x, ray.direction.y, ray.direction.z};
  const float l[3] = {low.x, low.y, low.z}, h[3] = {high.x, high.y, high.z};
  Span span{0, 1e30f, 2};
  for (int k = 0; k < 3; ++k) {
    const float per = 1 / (std::fabs(d[k]) < 1e-12f ? std::copysign(1e-12f, d[k]) : d[k]);
    const float a = (l[k] - o[k]) * per, b = (h[k] - o[k]) * per;
    if (std::min(a, b) > span.from) span = {std::min(a, b), span.to, k};
    span.to = std::min(span.to, std::max(a, b));
  }
  return span;
}

TerrainBlock::TerrainBlock(const TerrainShader& shader, float low, float high, float thickness) {
  const NodeGrid& nodes = shader.surface().nodes();
  const float right = static_cast<float>(nodes.spacing * (nodes.nx - 1)),
              back = static_cast<float>(nodes.spacing * (nodes.ny - 1));
  const float floor = low - thickness;
  box_ = {{0, 0, floor}, {right, back, std::max(high, shader.sea())}};
  water_ = {{0, 0, floor}, {right, back, shader.has_sea() ? shader.sea() : floor}};
  const auto land = [&](int i, int j) {
    const float x = static_cast<float>(i * nodes.spacing), y = static_cast<float>(j * nodes.spacing);
    return Vec3f{x, y, shader.data(x, y) < 0.5f ? floor : std::max(floor, shader.surface().z()(i, j))};
  };
  scene_.add_sheet(kLandId, nodes.nx, nodes.ny, land);
  std::vector<Vec3f> top = rim(nodes.nx, nodes.ny, land), foot = top;
  for (Vec3f& p : foot) p.z = floor;
  scene_.add_bands(kWallId, {foot, top});
  scene_.commit();
}

TerrainBlock::Hit TerrainBlock::hit(const Ray& ray) const {
  const TracedScene::Hit hit = scene_.hit(ray);
  if (hit.id == TracedScene::kNothing) return {};
  return {hit.id == kLandId ? Part::land : Part::wall, hit.distance};
}

}  // namespace solgel::render
