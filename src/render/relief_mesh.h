// The sand and the frame as triangles for Embree (Wald et al. 2014, "Embree: a kernel framework for efficient CPU ray
// tracing"). Where a ray meets them comes from here; how they are lit and which way they face, from
// render/relief_shader.h.
#pragma once

#include <memory>

#include "render/relief_shader.h"

namespace solgel::render {

class ReliefMesh {
 public:
  enum class Part { none, sand, frame };
  struct Hit {
    Part part = Part::none;
    float distance = 1e30f;
  };

  ReliefMesh(const SandSurface& surface, const TableFrame& frame);
  ~ReliefMesh();
  ReliefMesh(const ReliefMesh&) = delete;
  ReliefMesh& operator=(const ReliefMesh&) = delete;

  Hit hit(const Ray& ray) const;

 private:
  struct Embree;
  std::unique_ptr<Embree> embree_;
};

}  // namespace solgel::render
