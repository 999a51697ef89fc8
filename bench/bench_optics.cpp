// Optics of the flower 240 steps after it was let go, on one thread: the parts of a refresh, and rays a second beside
// Embree 3 on the same triangles and rays, by turns.

#include <functional>
#include <memory>

#include <benchmark/benchmark.h>
#include <embree3/rtcore.h>

#include "benches.h"
#include "core/parallel.h"
#include "jelly/body.h"
#include "jelly/shell.h"
#include "optics/refresh.h"
#include "tracks.h"

namespace solgel::bench {
namespace {

using namespace optics;

constexpr int kTurns = 9;
constexpr float kFar = 1;

struct Fallen {
  std::shared_ptr<const jelly::Cage> cage = std::make_shared<jelly::Cage>(jelly::flower_cage());
  jelly::Body body{cage, {}};
  jelly::Shell shell = jelly::loop_shell(cage->boundary, 2);
  jelly::ShellSurface surface{shell};

  Fallen() {
    for (int k = 0; k < 240; ++k) body.step();
    surface.update(body.nodes());
  }
  View view() const { return {surface.view(), body.centre_of_mass()}; }
};

Vec3f narrow(Vec3 v) {
  return {static_cast<float>(v.x), static_cast<float>(v.y), static_cast<float>(v.z)};
}

// Sunlight in rows across the beam; the same refracted, as it goes on inside; and from any point inside the surface
// towards any other, one after the other anywhere.
enum class Kind { sunlight, inside, scattered };

std::vector<Ray> rays(const Bvh& bvh, Kind kind) {
  constexpr int kSide = 256;
  const LightFrame frame = light_frame(bvh, light_direction({}));
  std::vector<Ray> sun, inside, scattered;
  for (int k = 0; k < kSide * kSide; ++k) {
    const double x = k % kSide * (64.0 / kSide), y = k / kSide * (64.0 / kSide);
    const Ray ray{narrow(frame.start(x, y)), narrow(frame.direction)};
    sun.push_back(ray);
    const Hit hit = bvh.closest_hit(ray, {.high = kFar});
    if (!hit.found()) continue;
    const std::array<Vec3f, 3> at = bvh.corners(hit.triangle);
    const Vec3f n = normalised(cross(at[1] - at[0], at[2] - at[0]));
    const Vec3f bent = normalised(ray.direction - 0.35f * n);
    inside.push_back({ray.origin + hit.t * ray.direction + 2e-6f * bent, bent});
  }
  for (std::size_t k = 0; k < inside.size(); ++k) {
    const Vec3f from = inside[k * 7919 % inside.size()].origin, to = inside[(k * 104729 + 1) % inside.size()].origin;
    scattered.push_back({from, normalised(to - from + Vec3f{0, 1e-3f, 0})});
  }
  return kind == Kind::sunlight ? sun : kind == Kind::inside ? inside : scattered;
}

class EmbreeScene {
 public:
  explicit EmbreeScene(const Bvh& bvh) : device_(rtcNewDevice("threads=1")), scene_(rtcNewScene(device_)) {
    RTCGeometry mesh = rtcNewGeometry(device_, RTC_GEOMETRY_TYPE_TRIANGLE);
    const std::size_t count = bvh.triangle_count();
    auto* points = static_cast<Vec3f*>(
        rtcSetNewGeometryBuffer(mesh, RTC_BUFFER_TYPE_VERTEX, 0, RTC_FORMAT_FLOAT3, sizeof(Vec3f), 3 * count));
    auto* corners = static_cast<std::uint32_t*>(
        rtcSetNewGeometryBuffer(mesh, RTC_BUFFER_TYPE_INDEX, 0, RTC_FORMAT_UINT3, 3 * sizeof(std::uint32_t), count));
    for (std::uint32_t t = 0; t < count; ++t) {
      for (std::uint32_t c = 0; c < 3; ++c) {
        points[3 * t + c] = bvh.corners(t)[c];
        corners[3 * t + c] = 3 * t + c;
      }
    }
    rtcCommitGeometry(mesh);
    rtcAttachGeometry(scene_, mesh);
    rtcReleaseGeometry(mesh);
    rtcSetSceneBuildQuality(scene_, RTC_BUILD_QUALITY_HIGH);
    rtcCommitScene(scene_);
  }
  EmbreeScene(const EmbreeScene&) = delete;
  EmbreeScene& operator=(const EmbreeScene&) = delete;
  ~EmbreeScene() {
    rtcReleaseScene(scene_);
    rtcReleaseDevice(device_);
  }

  bool hits(const Ray& ray) const {
    RTCIntersectContext context;
    rtcInitIntersectContext(&context);
    RTCRayHit r{};
    r.ray.org_x = ray.origin.x;
    r.ray.org_y = ray.origin.y;
    r.ray.org_z = ray.origin.z;
    r.ray.dir_x = ray.direction.x;
    r.ray.dir_y = ray.direction.y;
    r.ray.dir_z = ray.direction.z;
    r.ray.tnear = 5e-7f;
    r.ray.tfar = kFar;
    r.ray.mask = ~0u;
    r.hit.geomID = RTC_INVALID_GEOMETRY_ID;
    rtcIntersect1(scene_, &context, &r);
    return r.hit.geomID != RTC_INVALID_GEOMETRY_ID;
  }

 private:
  RTCDevice device_;
  RTCScene scene_;
};

// Millions a second of CPU time, and hits.
template <class F>
double rate(const std::vector<Ray>& rays, F hit, int& hits) {
  hits = 0;
  const double start = cpu_seconds();
  for (const Ray& ray : rays) hits += hit(ray) ? 1 : 0;
  return static_cast<double>(rays.size()) / (cpu_seconds() - start) / 1e6;
}

void queries(benchmark::State& state, Kind kind) {
  const Fallen fallen;
  const Bvh bvh(fallen.view().surface, fallen.view().centre);
  const EmbreeScene embree(bvh);
  const std::vector<Ray> all = rays(bvh, kind);
  std::vector<double> ours, theirs;
  int our_hits = 0, their_hits = 0;
  for (auto _ : state) {
    for (int k = 0; k < kTurns; ++k) {
      ours.push_back(rate(
          all, [&](const Ray& r) { return bvh.closest_hit(r, {.high = kFar}).found(); }, our_hits));
      theirs.push_back(rate(
          all, [&](const Ray& r) { return embree.hits(r); }, their_hits));
    }
  }
  state.counters["M_per_s"] = median(ours);
  state.counters["embree_M_per_s"] = median(theirs);
  state.counters["hits"] = our_hits;
  state.counters["embree_hits"] = their_hits;
}

// The least of many runs: what it costs when nobody interferes.
double least_ms(int turns, const std::function<void()>& work) {
  double least = 1e9;
  for (int k = 0; k < turns; ++k) {
    const double start = cpu_seconds();
    work();
    least = std::min(least, cpu_seconds() - start);
  }
  return 1e3 * least;
}

void refresh(benchmark::State& state) {
  const Fallen fallen;
  const View view = fallen.view();
  const Params params;
  set_threads(1);
  Optics optics(view.surface, view.centre);
  Bvh bvh(view.surface, view.centre);
  Masks masks;
  MaskPainter painter;
  std::vector<float> thickness(view.surface.positions.size(), kFirstThickness);
  Caustics caustics;
  Atlas atlas;
  for (auto _ : state) {
    state.counters["build_ms"] = least_ms(5, [&] { Bvh built(view.surface, view.centre); });
    state.counters["refit_ms"] = least_ms(200, [&] { bvh.refit(view.surface.positions, view.centre); });
    state.counters["masks_ms"] = least_ms(50, [&] { painter.paint(view.surface, light_direction(params), masks); });
    state.counters["thickness_ms"] =
        least_ms(50, [&] { update_thickness(bvh, view.surface, view.camera, params.ior, thickness); });
    state.counters["caustics_ms"] =
        least_ms(50, [&] { caustics.refresh(bvh, view.surface.normals, params, Scheme::specified, atlas); });
    state.counters["refresh_ms"] = least_ms(50, [&] { optics.refresh(view, params, Scheme::specified); });
  }
  set_threads(0);
}

void adaptive(benchmark::State& state, int depth) {
  const Fallen fallen;
  const View view = fallen.view();
  Params params;
  params.depth = depth;
  set_threads(1);
  const Bvh bvh(view.surface, view.centre);
  Caustics caustics;
  Atlas atlas;
  CausticsReport report;
  for (auto _ : state) {
    state.counters["caustics_ms"] =
        least_ms(9, [&] { report = caustics.refresh(bvh, view.surface.normals, params, Scheme::adaptive, atlas); });
  }
  set_threads(0);
  state.counters["rays"] = report.rays;
  state.counters["beams"] = report.beams;
}

}  // namespace

void register_optics() {
  const auto add = [](const char* name, auto function, auto... arguments) {
    benchmark::RegisterBenchmark(name, function, arguments...)->Iterations(1)->Unit(benchmark::kMillisecond);
  };
  add("optics/queries/sunlight", queries, Kind::sunlight);
  add("optics/queries/inside", queries, Kind::inside);
  add("optics/queries/scattered", queries, Kind::scattered);
  add("optics/refresh", refresh);
  add("optics/adaptive/1", adaptive, 1);
  add("optics/adaptive/2", adaptive, 2);
  add("optics/adaptive/3", adaptive, 3);
}

}  // namespace solgel::bench
