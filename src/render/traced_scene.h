// Surfaces that rays are traced against, through Embree (Wald et al. 2014, "Embree: a kernel framework for efficient
// CPU ray tracing"). Where a ray meets them comes from here; how they look, from the shaders.
#pragma once

#include <memory>
#include <vector>

#include "core/surface.h"

namespace solgel::render {

class TracedScene {
 public:
  static constexpr int kNothing = -1;
  struct Hit {
    int id = kNothing;
    float distance = 1e30f;
    unsigned triangle = 0;  // of a mesh
    float u = 0, v = 0;     // weights of its second and third corner
  };

  TracedScene();
  ~TracedScene();
  TracedScene(const TracedScene&) = delete;
  TracedScene& operator=(const TracedScene&) = delete;

  // A sheet of nx x ny points, row by row; at(i, j) gives a point. `id` is what hits are reported as, >= 0, once.
  template <class At>
  void add_sheet(int id, int nx, int ny, At at) {
    float* vertex = new_sheet(id, nx, ny);
    for (int j = 0; j < ny; ++j) {
      for (int i = 0; i < nx; ++i) {
        const Vec3f p = at(i, j);
        *vertex++ = p.x;
        *vertex++ = p.y;
        *vertex++ = p.z;
      }
    }
    finish_sheet();
  }
  // Closed bands between neighbouring outlines, each with the same number of points.
  void add_bands(int id, const std::vector<std::vector<Vec3f>>& outlines);
  // Triangles as they are, each point moved by `offset`.
  void add_mesh(int id, const SurfaceView& surface, Vec3f offset);
  // After the last surface, before the first ray.
  void commit();

  Hit hit(const Ray& ray) const;
  // Whether anything stands in the way.
  bool is_blocked(const Ray& ray) const;

 private:
  struct Embree;
  float* new_sheet(int id, int nx, int ny);
  void finish_sheet();
  std::unique_ptr<Embree> embree_;
};

}  // namespace solgel::render
