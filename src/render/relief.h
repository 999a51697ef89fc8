// Pictures of a sand table: from straight above, or in perspective.
//
// North (+y) is up, east (+x) is right; the lamp's azimuth counts clockwise from the top of the picture from above. The
// same scene, look and size give the same bytes at any number of threads.
#pragma once

#include "core/result.h"
#include "render/image.h"
#include "render/relief_look.h"
#include "render/relief_scene.h"

namespace solgel::render {

enum class View { top, perspective };

// Fails on a scene without a relief, on a size that is not 1 to 32768 each way, and on heights that are not finite.
Result<Image> render_relief(const ReliefScene& scene, const ReliefLook& look, View view, ImageSize size);

}  // namespace solgel::render
