// Everything that light does around a deforming body, brought up to date at once.
//
//   Optics optics(surface, centre);                        // once for a topology
//   optics.refresh({surface, centre, camera}, params, Scheme::adaptive);
//   optics.masks(), optics.atlas(), optics.thickness(), optics.pick(ray)
//
// Same input, same history of refreshes, same bits, on any number of threads.
#pragma once

#include <cstdint>
#include <optional>

#include "optics/atlas.h"
#include "optics/caustics.h"
#include "optics/masks.h"
#include "optics/params.h"
#include "optics/pick.h"
#include "optics/thickness.h"

namespace solgel::optics {

struct View {
  SurfaceView surface;
  Vec3 centre;  // of mass
  Vec3 camera{0, 0.096, 0.196};
};

class Optics {
 public:
  // Every triangle refers to existing positions.
  Optics(const SurfaceView& surface, Vec3 centre);

  // The surface has the topology that the object was made with. In this order: tree, masks, thickness, caustics (none
  // of them with Scheme::none: atlas, report and history stay as they were).
  const CausticsReport& refresh(const View& view, const Params& params, Scheme scheme);
  // The tree alone, for picking between two refreshes.
  void refit(const SurfaceView& surface, Vec3 centre) { body_.refit(surface.positions, centre); }
  // As before the first refresh: thickness 0.03 m, no cell refined.
  void forget();

  // What the next refresh inherits from the last: enough to go on to the same bits.
  struct History {
    std::vector<std::uint8_t> flags;  // 32 x 32, 0 or 1
    std::vector<float> thickness;     // m, one a vertex
  };
  History history() const;
  // False, and nothing changes, where the sizes do not fit or a value is out of its range.
  bool restore(const History& history);

  const Masks& masks() const { return masks_; }
  const Atlas& atlas() const { return atlas_; }
  std::span<const float> thickness() const { return thickness_; }  // m, one a vertex
  const Caustics& caustics() const { return caustics_; }
  const CausticsReport& report() const { return report_; }
  const Bvh& body() const { return body_; }
  // What a world ray meets, of the surface as last refreshed.
  std::optional<Pick> pick(const WorldRay& ray) const { return optics::pick(body_, ray); }
  // Over the bits of masks, atlas and thickness.
  std::uint64_t hash() const;

 private:
  Bvh body_;
  Masks masks_;
  MaskPainter mask_painter_;
  std::vector<float> thickness_;
  Caustics caustics_;
  Atlas atlas_;
  CausticsReport report_;
};

}  // namespace solgel::optics
