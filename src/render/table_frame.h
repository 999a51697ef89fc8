// The frame around the sand: where it stands, how it is rounded, what it is made of.
//
// The table is the rectangle [0, W] x [0, H] or the disc inscribed in it; the frame is the band within `width` outside
// of it, its top at height `top`, its edges rounded with radius `bevel`. Distances are signed: negative over the sand.
// Wood runs along the beams of a rectangular frame, which meet in mitres, and around a round one.
// Lengths in mm, table frame, z = 0 where the ball rests.
#pragma once

#include "core/vec3f.h"
#include "render/relief_look.h"
#include "render/relief_scene.h"

namespace solgel::render {

class TableFrame {
 public:
  TableFrame(const ReliefScene& scene, const ReliefLook& look, float mean_sand);

  float width() const { return width_; }
  float top() const { return top_; }
  float floor() const { return floor_; }  // height of the ground that the table stands on
  float bevel() const { return bevel_; }
  float corner() const { return 0.35f * width_; }  // radius of a rectangular frame's outer corners
  bool is_round() const { return is_round_; }
  Vec3f centre() const { return {centre_x_, centre_y_, 0}; }
  float half_x() const { return half_x_; }
  float half_y() const { return half_y_; }

  // Distance to the inner edge; beside the corners of a rectangle, that to the nearer side's line.
  float distance(float x, float y) const;
  float outer_distance(float x, float y) const;  // to the outer edge, negative inside

  // From a point over the sand to the frame along the unit vector (dx, dy).
  float reach(float x, float y, float dx, float dy) const;

  // Normal of the top face or the rounded edges, seen from above.
  Vec3f top_normal(float x, float y) const;
  // Height of the frame's surface seen from above.
  float top_height(float x, float y) const;
  // Normal at a point of the frame's surface, walls included.
  Vec3f normal(Vec3f at) const;
  Vec3f wood(Vec3f at, float pixel) const;  // albedo

 private:
  struct BeamPlace {
    float along, across, beam, joint;
  };
  BeamPlace beam_place(Vec3f at) const;
  Vec3f outward(float x, float y) const;        // unit vector away from the sand
  Vec3f outer_outward(float x, float y) const;  // the same at the outer edge with its rounded corners
  float profile_tilt(float d) const;            // sine of the tilt of the top's normal, positive outward

  bool is_round_;
  float centre_x_, centre_y_, half_x_, half_y_;
  float width_, top_, floor_, bevel_;
  std::uint64_t seed_;
};

}  // namespace solgel::render
