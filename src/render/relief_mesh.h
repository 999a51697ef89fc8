// The sand and the frame as triangles. Where a ray meets them comes from here; how they are lit and which way they
// face, from render/relief_shader.h.
#pragma once

#include "render/relief_shader.h"
#include "render/traced_scene.h"

namespace solgel::render {

class ReliefMesh {
 public:
  enum class Part { none, sand, frame };
  struct Hit {
    Part part = Part::none;
    float distance = 1e30f;
  };

  ReliefMesh(const SandSurface& surface, const TableFrame& frame);

  Hit hit(const Ray& ray) const;

 private:
  TracedScene scene_;
};

}  // namespace solgel::render
