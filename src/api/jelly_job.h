// A soft body with its surface, its light and its clock: what front-ends hold.
//
//   JellyJob job(flower_shape(), params);
//   job.step();  job.refresh_surface();  job.refresh_light(camera);
//   job.surface(), job.light().atlas(), job.report(...)
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/result.h"
#include "core/warnings.h"
#include "jelly/body.h"
#include "jelly/clock.h"
#include "jelly/shell.h"
#include "optics/refresh.h"

namespace solgel {

inline constexpr std::uint64_t kMostElements = std::uint64_t{1} << 22;  // of a body

// What a body is made of before it has parameters.
struct JellyShape {
  std::shared_ptr<const jelly::Cage> cage;
  std::shared_ptr<const jelly::Shell> shell;
  std::string name = "flower";
  Warnings warnings;  // reversed elements, for example
};

// Where an imported mesh, whose triangles or tetrahedra refer to existing points, goes: scaled to metres, its footprint
// centred, its lowest point at `height`.
struct JellyPlace {
  double unit = 1;         // metres that a length of 1 in the mesh is worth
  double size = 0;         // m, longest side of its box; 0 leaves the unit to decide
  double height = 0.0124;  // m; the flower's own
};

JellyShape flower_shape();
// Tetrahedra, with `passes` (0 to 2) Loop passes over their boundary.
Result<JellyShape> shape_of(TetrahedralMesh mesh, const JellyPlace& place, int passes, std::string name);
// Closed triangles, embedded in a lattice of `cells` (2 to 128) along the longest side.
Result<JellyShape> shape_of(TriangleMesh mesh, const JellyPlace& place, int cells, std::string name);

class JellyJob {
 public:
  // Fails on parameters out of range, pinned nodes that are not there, colliders without size.
  static Result<JellyJob> create(JellyShape shape, const jelly::Params& params, jelly::BodyOptions options = {});

  jelly::Body& body() { return *body_; }
  const jelly::Body& body() const { return *body_; }
  const JellyShape& shape() const { return shape_; }

  // Takes the steps that are due after `seconds` of elapsed time (at most 12). Trouble resets the body and is told.
  struct Progress {
    int steps = 0;
    jelly::Trouble trouble = jelly::Trouble::none;
  };
  Progress advance(double seconds);
  // Takes steps, and stops at trouble: the body is then at rest again.
  Progress step(int count);

  // Shell positions and normals, and the centre that nudges are measured from.
  void refresh_surface();
  SurfaceView surface() const { return surface_->view(); }
  // Masks, thickness and caustics of the surface as last refreshed.
  const optics::CausticsReport& refresh_light(const optics::Params& params, optics::Scheme scheme, Vec3 camera);
  const optics::Optics& light() const { return *light_; }
  bool has_light() const { return is_lit_; }  // since it was made or restored

  // Takes hold of the surface, as last refreshed, where the ray meets it; false where it does not.
  bool grab(const optics::WorldRay& ray);
  // Takes hold of the vertex of the surface that is nearest to a point; returns where it is.
  Vec3 grab_nearest(Vec3 point);

  // Everything that decides what comes next: body, clock, which cells were refined, thickness. The same shape and
  // parameters go on from it to the same bits.
  std::vector<std::byte> save() const;
  Status restore(std::span<const std::byte> bytes);

 private:
  JellyJob(JellyShape shape, const jelly::Params& params, jelly::BodyOptions options);

  JellyShape shape_;
  std::unique_ptr<jelly::Body> body_;
  std::unique_ptr<jelly::ShellSurface> surface_;
  std::unique_ptr<optics::Optics> light_;
  jelly::Clock clock_;
  bool is_lit_ = false;
};

struct JellyReport {
  double wall_seconds = 0;       // as the caller measured; 0 leaves it out
  double step_milliseconds = 0;  // mean of the steps taken awake; 0 leaves it out
  const Warnings* warnings = nullptr;
};
// The stable keys of the project (docs/jelly.md).
std::string report_json(const JellyJob& job, const JellyReport& report);
std::string_view scheme_name(jelly::Scheme scheme);
// Of its mesh, and of parameters that keep it from coming to rest.
Warnings warnings_of(const JellyJob& job);

}  // namespace solgel
