#include "render/traced_scene.h"

#include <algorithm>
#include <limits>

#include <embree3/rtcore.h>

namespace solgel::render {
namespace {

void set(RTCRay& ray, const Ray& from) {
  ray.org_x = from.origin.x;
  ray.org_y = from.origin.y;
  ray.org_z = from.origin.z;
  ray.dir_x = from.direction.x;
  ray.dir_y = from.direction.y;
  ray.dir_z = from.direction.z;
  ray.tfar = std::numeric_limits<float>::infinity();
  ray.mask = 0xffffffffu;
}

}  // namespace

struct TracedScene::Embree {
  RTCDevice device = nullptr;
  RTCScene scene = nullptr;
  RTCGeometry sheet = nullptr;
  unsigned sheet_id = 0;
  ~Embree() {
    rtcReleaseScene(scene);
    rtcReleaseDevice(device);
  }
  void add(RTCGeometry geometry, unsigned id) {
    rtcCommitGeometry(geometry);
    rtcAttachGeometryByID(scene, geometry, id);
    rtcReleaseGeometry(geometry);
  }
};

TracedScene::TracedScene() : embree_(std::make_unique<Embree>()) {
  embree_->device = rtcNewDevice(nullptr);
  embree_->scene = rtcNewScene(embree_->device);
  rtcSetSceneFlags(embree_->scene, RTC_SCENE_FLAG_ROBUST);  // no ray slips between two triangles
}

TracedScene::~TracedScene() = default;

float* TracedScene::new_sheet(int id, int nx, int ny) {
  RTCGeometry geometry = rtcNewGeometry(embree_->device, RTC_GEOMETRY_TYPE_GRID);
  embree_->sheet = geometry;
  embree_->sheet_id = static_cast<unsigned>(id);
  float* vertex = static_cast<float*>(
      rtcSetNewGeometryBuffer(geometry, RTC_BUFFER_TYPE_VERTEX, 0, RTC_FORMAT_FLOAT3, 3 * sizeof(float),
                              static_cast<std::size_t>(nx) * static_cast<std::size_t>(ny)));
  // Embree counts a grid's sides in 15 bits; wider sheets are cut into overlapping pieces.
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
  return vertex;
}

void TracedScene::finish_sheet() {
  embree_->add(embree_->sheet, embree_->sheet_id);
}

void TracedScene::add_bands(int id, const std::vector<std::vector<Vec3f>>& outlines) {
  const std::size_t around = outlines.front().size();
  RTCGeometry geometry = rtcNewGeometry(embree_->device, RTC_GEOMETRY_TYPE_QUAD);
  float* vertex = static_cast<float*>(rtcSetNewGeometryBuffer(geometry, RTC_BUFFER_TYPE_VERTEX, 0, RTC_FORMAT_FLOAT3,
                                                              3 * sizeof(float), outlines.size() * around));
  for (const std::vector<Vec3f>& outline : outlines) {
    for (const Vec3f& at : outline) {
      *vertex++ = at.x;
      *vertex++ = at.y;
      *vertex++ = at.z;
    }
  }
  unsigned* index = static_cast<unsigned*>(rtcSetNewGeometryBuffer(
      geometry, RTC_BUFFER_TYPE_INDEX, 0, RTC_FORMAT_UINT4, 4 * sizeof(unsigned), (outlines.size() - 1) * around));
  for (std::size_t p = 0; p + 1 < outlines.size(); ++p) {
    for (std::size_t k = 0; k < around; ++k) {
      const std::size_t next = (k + 1) % around;
      *index++ = static_cast<unsigned>(p * around + k);
      *index++ = static_cast<unsigned>(p * around + next);
      *index++ = static_cast<unsigned>((p + 1) * around + next);
      *index++ = static_cast<unsigned>((p + 1) * around + k);
    }
  }
  embree_->add(geometry, static_cast<unsigned>(id));
}

void TracedScene::add_mesh(int id, const SurfaceView& surface, Vec3f offset) {
  RTCGeometry geometry = rtcNewGeometry(embree_->device, RTC_GEOMETRY_TYPE_TRIANGLE);
  float* vertex = static_cast<float*>(rtcSetNewGeometryBuffer(geometry, RTC_BUFFER_TYPE_VERTEX, 0, RTC_FORMAT_FLOAT3,
                                                              3 * sizeof(float), surface.positions.size()));
  for (const Vec3f& p : surface.positions) {
    *vertex++ = p.x + offset.x;
    *vertex++ = p.y + offset.y;
    *vertex++ = p.z + offset.z;
  }
  unsigned* index = static_cast<unsigned*>(rtcSetNewGeometryBuffer(geometry, RTC_BUFFER_TYPE_INDEX, 0, RTC_FORMAT_UINT3,
                                                                   3 * sizeof(unsigned), surface.triangles.size()));
  for (const Triangle& t : surface.triangles) index = std::copy(t.begin(), t.end(), index);
  embree_->add(geometry, static_cast<unsigned>(id));
}

void TracedScene::commit() {
  rtcCommitScene(embree_->scene);
}

TracedScene::Hit TracedScene::hit(const Ray& ray) const {
  RTCIntersectContext context;
  rtcInitIntersectContext(&context);
  RTCRayHit query{};
  set(query.ray, ray);
  query.hit.geomID = RTC_INVALID_GEOMETRY_ID;
  rtcIntersect1(embree_->scene, &context, &query);
  if (query.hit.geomID == RTC_INVALID_GEOMETRY_ID) return {};
  return {static_cast<int>(query.hit.geomID), query.ray.tfar, query.hit.primID, query.hit.u, query.hit.v};
}

bool TracedScene::is_blocked(const Ray& ray) const {
  RTCIntersectContext context;
  rtcInitIntersectContext(&context);
  RTCRay query{};
  set(query, ray);
  rtcOccluded1(embree_->scene, &context, &query);
  return query.tfar < 0;
}

}  // namespace solgel::render
