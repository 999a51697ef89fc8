#include "optics/refresh.h"

#include <algorithm>

#include "core/assert.h"
#include "core/hash.h"

namespace solgel::optics {

Optics::Optics(const SurfaceView& surface, Vec3 centre)
    : body_(surface, centre), thickness_(surface.positions.size(), kFirstThickness) {}

const CausticsReport& Optics::refresh(const View& view, const Params& params, Scheme scheme) {
  SOLGEL_ASSERT(view.surface.positions.size() == thickness_.size());
  body_.refit(view.surface.positions, view.centre);
  mask_painter_.paint(view.surface, light_direction(params), masks_);
  update_thickness(body_, view.surface, view.camera, params.ior, thickness_);
  if (scheme != Scheme::none) report_ = caustics_.refresh(body_, view.surface.normals, params, scheme, atlas_);
  return report_;
}

void Optics::forget() {
  std::fill(thickness_.begin(), thickness_.end(), kFirstThickness);
  caustics_.forget();
}

Optics::History Optics::history() const {
  return {{caustics_.flags().begin(), caustics_.flags().end()}, thickness_};
}

bool Optics::restore(const History& history) {
  const bool fits = history.flags.size() == caustics_.flags().size() && history.thickness.size() == thickness_.size();
  const auto is_flag = [](std::uint8_t flag) { return flag <= 1; };
  const auto is_thickness = [](float t) { return t > 0 && t < 1; };
  if (!fits || !std::all_of(history.flags.begin(), history.flags.end(), is_flag) ||
      !std::all_of(history.thickness.begin(), history.thickness.end(), is_thickness)) {
    return false;
  }
  thickness_ = history.thickness;
  caustics_.set_flags(history.flags);
  return true;
}

std::uint64_t Optics::hash() const {
  Hash h;
  for (const std::uint8_t texel : masks_.texels) h.add(std::int32_t{texel});
  for (const double side : {masks_.span, masks_.x, masks_.z, atlas_.span, atlas_.x, atlas_.z}) h.add(side);
  for (const std::vector<Vec3f>* image : {&atlas_.raw, &atlas_.irradiance}) {
    for (const Vec3f& light : *image) {
      h.add(light.x);
      h.add(light.y);
      h.add(light.z);
    }
  }
  h.add(std::span<const float>(thickness_));
  return h.value();
}

}  // namespace solgel::optics
