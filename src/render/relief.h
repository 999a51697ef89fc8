// Pictures of a sand table: from straight above, or in perspective.
//
// North (+y) is up, east (+x) is right; the lamp's azimuth counts clockwise from the top of the picture from above. The
// same scene, look and size give the same bytes at any number of threads, and a frame of a painter is the same picture
// as a single one.
#pragma once

#include <memory>

#include "core/result.h"
#include "render/image.h"
#include "render/relief_look.h"
#include "render/relief_scene.h"

namespace solgel::render {

enum class View { top, perspective };

// Paints many reliefs alike, as a video does: what does not move (grain, frame, ground) is kept between the frames.
class ReliefPainter {
 public:
  ReliefPainter(const ReliefLook& look, View view, ImageSize size);
  ReliefPainter(ReliefPainter&&) noexcept;
  ReliefPainter& operator=(ReliefPainter&&) noexcept;
  ~ReliefPainter();

  // Fails on a scene without a relief, on heights that are not finite, and on a size that is not 1 to 32768 each way.
  Result<Image> paint(const ReliefScene& scene);

 private:
  struct Kept;
  ReliefLook look_;
  View view_;
  ImageSize size_;
  std::unique_ptr<Kept> kept_;
};

Result<Image> render_relief(const ReliefScene& scene, const ReliefLook& look, View view, ImageSize size);

}  // namespace solgel::render
