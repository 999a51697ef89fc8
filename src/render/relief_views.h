// The two views behind render_relief; the scene has been checked.
#pragma once

#include "render/image.h"
#include "render/relief_look.h"
#include "render/relief_scene.h"

namespace solgel::render {

Image relief_from_above(const ReliefScene& scene, const ReliefLook& look, ImageSize size);
Image relief_in_perspective(const ReliefScene& scene, const ReliefLook& look, ImageSize size);

}  // namespace solgel::render
