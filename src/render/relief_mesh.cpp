#include "render/relief_mesh.h"

#include <vector>

#include "core/vec.h"

namespace solgel::render {
namespace {

constexpr int kBevelSteps = 5;
constexpr int kSandId = 0, kFrameId = 1;

struct ProfilePoint {
  float out, z;  // distance from the frame's inner edge, height
};

// Up the inner wall, over the rounded top, down the outer wall.
std::vector<ProfilePoint> frame_profile(const TableFrame& frame) {
  const float r = frame.bevel(), width = frame.width(), top = frame.top();
  std::vector<ProfilePoint> points{{0, frame.floor()}};
  for (int side = 0; side < 2; ++side) {
    for (int k = 0; k <= kBevelSteps; ++k) {
      const float angle =
          0.5f * static_cast<float>(kPi) * static_cast<float>(side == 0 ? k : kBevelSteps - k) / kBevelSteps;
      points.push_back(
          {side == 0 ? r * (1 - std::cos(angle)) : width - r * (1 - std::cos(angle)), top - r + r * std::sin(angle)});
    }
  }
  points.push_back({width, frame.floor()});
  return points;
}

// Points of the outline `out` beyond the inner edge, always the same number.
std::vector<Vec3f> outline(const TableFrame& frame, float out) {
  std::vector<Vec3f> points;
  if (frame.is_round()) {
    constexpr int kPoints = 360;
    for (int k = 0; k < kPoints; ++k) {
      const float a = 2 * static_cast<float>(kPi) * static_cast<float>(k) / kPoints, r = frame.half_x() + out;
      points.push_back(frame.centre() + Vec3f{r * std::cos(a), r * std::sin(a), 0});
    }
    return points;
  }
  constexpr int kCorner = 10;
  const float radius = frame.corner() * out / std::max(frame.width(), 1e-6f);
  for (int quarter = 0; quarter < 4; ++quarter) {
    const float sx = quarter == 0 || quarter == 3 ? 1.0f : -1.0f, sy = quarter < 2 ? 1.0f : -1.0f;
    for (int k = 0; k <= kCorner; ++k) {
      const float a = 0.5f * static_cast<float>(kPi) * (static_cast<float>(quarter) + static_cast<float>(k) / kCorner);
      points.push_back(frame.centre() + Vec3f{sx * (frame.half_x() + out - radius) + radius * std::cos(a),
                                              sy * (frame.half_y() + out - radius) + radius * std::sin(a), 0});
    }
  }
  return points;
}

}  // namespace

// Beyond the edge of the table the sheet drops to the ground, inside the frame.
ReliefMesh::ReliefMesh(const SandSurface& surface, const TableFrame& frame) {
  const int nx = surface.nx(), ny = surface.ny();
  scene_.add_sheet(kSandId, nx, ny, [&](int i, int j) {
    const float x = static_cast<float>(i) * surface.spacing(), y = static_cast<float>(j) * surface.spacing();
    const bool edge = frame.width() <= 0 && (i == 0 || j == 0 || i == nx - 1 || j == ny - 1);
    const bool drops = edge || frame.distance(x, y) > 1.5f * surface.spacing();
    return Vec3f{x, y, drops ? frame.floor() - 1 : surface.height()(i, j)};
  });
  if (frame.width() > 0) {
    std::vector<std::vector<Vec3f>> outlines;
    for (const ProfilePoint& p : frame_profile(frame)) {
      outlines.push_back(outline(frame, p.out));
      for (Vec3f& at : outlines.back()) at.z = p.z;
    }
    scene_.add_bands(kFrameId, outlines);
  }
  scene_.commit();
}

ReliefMesh::Hit ReliefMesh::hit(const Ray& ray) const {
  const TracedScene::Hit hit = scene_.hit(ray);
  if (hit.id == TracedScene::kNothing) return {};
  return {hit.id == kSandId ? Part::sand : Part::frame, hit.distance};
}

}  // namespace solgel::render
