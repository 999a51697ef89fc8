// Triangles of rays that are cut in four until their corners agree: the cure for light that the specified transport
// loses at the edges between paths.
//
// The midpoints of a triangle's three edges are traced. If all six rays arrive by the same branch and each midpoint
// lands within 0.35 texel of the mean of its edge's ends, the four triangles are drawn; otherwise each is cut in turn,
// `depth` times in all. At the last cut triangles that agree are drawn, and a mixed one leaves a third of its area
// times the colour at each corner that arrives. Left out: triangles of the lattice of which no ray meets the body, and
// quarters of which no ray arrives. A ray that several triangles share is traced once.
#pragma once

#include <vector>

#include "optics/beams.h"

namespace solgel::optics {

class Adaptive {
 public:
  // `lattice` and `flags` as in Caustics. Adds to the report what was traced and drawn.
  void draw(const Scene& scene, std::span<const LightRay> lattice, std::span<const std::uint8_t> flags, int depth,
            Beams& beams, CausticsReport& report);

 private:
  struct Place {
    std::int32_t x = 0, y = 0;  // in 1/32 of a lattice cell
  };
  struct Piece {
    std::int32_t corner[3];  // indices of rays
    std::int32_t mid[3];     // between corners 0 1, 1 2, 2 0
    double cells;
  };

  void start(std::span<const LightRay> lattice, std::span<const std::uint8_t> flags);
  std::int32_t ray_at(Place place);
  std::int32_t middle(std::int32_t a, std::int32_t b);
  void grow();
  void trace_new(const Scene& scene, CausticsReport& report);
  bool is_flat(const Piece& piece, double texel) const;
  void cut(const Piece& piece, bool is_last, Beams& beams, double texel);
  void draw_or_leave(const std::int32_t corner[3], double cells, Beams& beams) const;

  std::vector<LightRay> rays_;
  std::vector<Place> places_;
  std::size_t traced_ = 0;             // rays before this one are traced
  std::vector<std::int32_t> buckets_;  // open addressing over places_; -1 is free
  std::vector<Piece> pieces_, next_;
};

}  // namespace solgel::optics
