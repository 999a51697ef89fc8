#include "render/relief_mesh.h"

#include <limits>
#include <vector>

#include <embree3/rtcore.h>

#include "core/vec.h"

namespace solgel::render {
namespace {

constexpr int kBevelSteps = 5;
constexpr unsigned kSandId = 0, kFrameId = 1;

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

struct ReliefMesh::Embree {
  RTCDevice device = nullptr;
  RTCScene scene = nullptr;
  ~Embree() {
    rtcReleaseScene(scene);
    rtcReleaseDevice(device);
  }
  void add(RTCGeometry geometry, unsigned id) {
    rtcCommitGeometry(geometry);
    rtcAttachGeometryByID(scene, geometry, id);
    rtcReleaseGeometry(geometry);
  }
  void add_sand(const SandSurface& surface, const TableFrame& frame);
  void add_frame(const TableFrame& frame);
};

// Beyond the edge of the table the sheet drops to the ground, inside the frame.
void ReliefMesh::Embree::add_sand(const SandSurface& surface, const TableFrame& frame) {
  const int nx = surface.nx(), ny = surface.ny();
  RTCGeometry geometry = rtcNewGeometry(device, RTC_GEOMETRY_TYPE_GRID);
  float* vertex = static_cast<float*>(
      rtcSetNewGeometryBuffer(geometry, RTC_BUFFER_TYPE_VERTEX, 0, RTC_FORMAT_FLOAT3, 3 * sizeof(float),
                              static_cast<std::size_t>(nx) * static_cast<std::size_t>(ny)));
  for (int j = 0; j < ny; ++j) {
    for (int i = 0; i < nx; ++i) {
      const float x = static_cast<float>(i) * surface.spacing(), y = static_cast<float>(j) * surface.spacing();
      const bool edge = frame.width() <= 0 && (i == 0 || j == 0 || i == nx - 1 || j == ny - 1);
      *vertex++ = x;
      *vertex++ = y;
      *vertex++ = edge || frame.distance(x, y) > 1.5f * surface.spacing() ? frame.floor() - 1 : surface.height()(i, j);
    }
  }
  // Embree counts a grid's sides in 15 bits; wider reliefs are cut into overlapping pieces.
  constexpr int kPiece = 16384;
  const int across = (nx - 2) / kPiece + 1, along = (ny - 2) / kPiece + 1;
  RTCGrid* grid = static_cast<RTCGrid*>(
      rtcSetNewGeometryBuffer(geometry, RTC_BUFFER_TYPE_GRID, 0, RTC_FORMAT_GRID, sizeof(RTCGrid),
                              static_cast<std::size_t>(across) * static_cast<std::size_t>(along)));
  for (int b = 0; b < along; ++b) {
    for (int a = 0; a < across; ++a) {
      *grid++ = {static_cast<unsigned>(b * kPiece) * static_cast<unsigned>(nx) + static_cast<unsigned>(a * kPiece),
                 static_cast<unsigned>(nx), static_cast<unsigned short>(std::min(kPiece + 1, nx - a * kPiece)),
                 static_cast<unsigned short>(std::min(kPiece + 1, ny - b * kPiece))};
    }
  }
  add(geometry, kSandId);
}

void ReliefMesh::Embree::add_frame(const TableFrame& frame) {
  if (frame.width() <= 0) return;
  const std::vector<ProfilePoint> profile = frame_profile(frame);
  const std::size_t around = outline(frame, 0).size();
  RTCGeometry geometry = rtcNewGeometry(device, RTC_GEOMETRY_TYPE_QUAD);
  float* vertex = static_cast<float*>(rtcSetNewGeometryBuffer(geometry, RTC_BUFFER_TYPE_VERTEX, 0, RTC_FORMAT_FLOAT3,
                                                              3 * sizeof(float), profile.size() * around));
  for (const ProfilePoint& p : profile) {
    for (const Vec3f& at : outline(frame, p.out)) {
      *vertex++ = at.x;
      *vertex++ = at.y;
      *vertex++ = p.z;
    }
  }
  unsigned* index = static_cast<unsigned*>(rtcSetNewGeometryBuffer(
      geometry, RTC_BUFFER_TYPE_INDEX, 0, RTC_FORMAT_UINT4, 4 * sizeof(unsigned), (profile.size() - 1) * around));
  for (std::size_t p = 0; p + 1 < profile.size(); ++p) {
    for (std::size_t k = 0; k < around; ++k) {
      const std::size_t next = (k + 1) % around;
      *index++ = static_cast<unsigned>(p * around + k);
      *index++ = static_cast<unsigned>(p * around + next);
      *index++ = static_cast<unsigned>((p + 1) * around + next);
      *index++ = static_cast<unsigned>((p + 1) * around + k);
    }
  }
  add(geometry, kFrameId);
}

ReliefMesh::ReliefMesh(const SandSurface& surface, const TableFrame& frame) : embree_(std::make_unique<Embree>()) {
  embree_->device = rtcNewDevice(nullptr);
  embree_->scene = rtcNewScene(embree_->device);
  rtcSetSceneFlags(embree_->scene, RTC_SCENE_FLAG_ROBUST);  // no ray slips between two triangles
  embree_->add_sand(surface, frame);
  embree_->add_frame(frame);
  rtcCommitScene(embree_->scene);
}

ReliefMesh::~ReliefMesh() = default;

ReliefMesh::Hit ReliefMesh::hit(const Ray& ray) const {
  RTCIntersectContext context;
  rtcInitIntersectContext(&context);
  RTCRayHit query{};
  query.ray.org_x = ray.origin.x;
  query.ray.org_y = ray.origin.y;
  query.ray.org_z = ray.origin.z;
  query.ray.dir_x = ray.direction.x;
  query.ray.dir_y = ray.direction.y;
  query.ray.dir_z = ray.direction.z;
  query.ray.tfar = std::numeric_limits<float>::infinity();
  query.ray.mask = 0xffffffffu;
  query.hit.geomID = RTC_INVALID_GEOMETRY_ID;
  rtcIntersect1(embree_->scene, &context, &query);
  if (query.hit.geomID == RTC_INVALID_GEOMETRY_ID) return {};
  return {query.hit.geomID == kSandId ? Part::sand : Part::frame, query.ray.tfar};
}

}  // namespace solgel::render
