// The two views behind ReliefPainter; the scene has been checked.
#pragma once

#include <vector>

#include "render/grain.h"
#include "render/image.h"
#include "render/relief_look.h"
#include "render/relief_scene.h"

namespace solgel::render {

// What stays the same from frame to frame of the view from above, while the table and the mean height do.
struct TopBackdrop {
  Vec2 extent;
  bool is_round = false;
  float frame_top = 0;
  std::vector<PackedGrain> grains;  // one a pixel
  Image still;                      // frame and ground without the ball's shadow
};

Image relief_from_above(const ReliefScene& scene, const ReliefLook& look, ImageSize size, TopBackdrop& backdrop);
Image relief_in_perspective(const ReliefScene& scene, const ReliefLook& look, ImageSize size);

}  // namespace solgel::render
