// Land as a block cut out of the ground, standing on a light table: what rays meet.
//
// The sheet of the land and a wall all around it, down to the floor; where the map has no data the land drops to the
// floor. Water is no surface here but a volume: the box below the sea's level that land does not fill.
#pragma once

#include "render/terrain_shader.h"
#include "render/traced_scene.h"

namespace solgel::render {

struct Box {
  Vec3f low, high;
  // Where the ray is inside, as distances along it; empty when from >= to.
  struct Span {
    float from, to;
    int axis;  // of the face entered, 0 to 2
  };
  Span inside(const Ray& ray) const;
};

class TerrainBlock {
 public:
  enum class Part { none, land, wall };
  struct Hit {
    Part part = Part::none;
    float distance = 1e30f;
  };

  // `thickness`: of the ground below the lowest point of `low`.
  TerrainBlock(const TerrainShader& shader, float low, float high, float thickness);

  Hit hit(const Ray& ray) const;
  bool is_blocked(const Ray& ray) const { return scene_.is_blocked(ray); }
  float floor() const { return box_.low.z; }
  const Box& box() const { return box_; }      // of everything
  const Box& water() const { return water_; }  // empty without a sea

 private:
  Box box_, water_;
  TracedScene scene_;
};

}  // namespace solgel::render
