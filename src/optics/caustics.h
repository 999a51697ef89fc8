// Sunlight through the body as a lattice of rays whose triangles become beams on the floor.
//
// 65 x 65 rays in three phases: even-even, odd-odd, then the classifier, then the rays between for the cells that it
// flags and their neighbours across the shared edge. Of 32 x 32 cells each has four corners and a centre; it is refined
// where any of the five is valid and (branches differ, or |colour difference| of a corner and the centre > 0.12, or the
// mean of the corners' hits lies more than 0.6 texel from the centre's, 0.35 if it was refined last time). An unrefined
// cell is two triangles, a refined one eight, cut along (i, j) - (i + 1, j + 1).
//
// specified: a triangle whose corners agree in branch is a beam of power mean colour x W H / (2 x 64^2) x step^2;
// others are dropped, and with them a quarter of the light. adaptive: see optics/adaptive.h.
#pragma once

#include <algorithm>
#include <memory>
#include <vector>

#include "optics/atlas.h"
#include "optics/transport.h"

namespace solgel::optics {

struct BranchCount {
  std::uint32_t branch = 0;
  int rays = 0;
};

struct CausticsReport {
  int rays = 0;        // traced
  int valid_rays = 0;  // that reached the floor; of the lattice alone
  int flagged_cells = 0;
  std::vector<BranchCount> branches;  // of the lattice's valid rays, by branch
  int beams = 0;                      // triangles drawn
  int mixed = 0;           // triangles whose corners disagree: dropped by `specified`, deposited by `adaptive`
  double intercepted = 0;  // sunlight that meets the body, in m^2 of full sun, as the lattice sees it
  Rgb beam_power{};        // of all beams and deposits, in m^2 of full sun
  Power power;             // where it went: received + clipped + clamped = beam_power but for rounding
  LightFrame frame;
};

class Adaptive;
class Beams;

class Caustics {
 public:
  Caustics();
  Caustics(const Caustics&) = delete;
  Caustics& operator=(const Caustics&) = delete;
  Caustics(Caustics&&) noexcept;
  Caustics& operator=(Caustics&&) noexcept;
  ~Caustics();

  CausticsReport refresh(const Bvh& body, std::span<const Vec3f> normals, const Params& params, Scheme scheme,
                         Atlas& atlas);
  // Which cells were refined is forgotten, as before the first refresh.
  void forget();

  // As the last refresh would have left them. Precondition: as many as flags() has, 0 or 1.
  void set_flags(std::span<const std::uint8_t> flags) { std::copy(flags.begin(), flags.end(), flags_.begin()); }

  // 32 x 32, row by row.
  std::span<const std::uint8_t> flags() const { return flags_; }
  // 65 x 65; ray (i, j) is 65 j + i. Rays that were not traced are not valid.
  std::span<const LightRay> lattice() const { return rays_; }

 private:
  void trace_lattice(const Scene& scene, CausticsReport& report);
  void classify(const LightFrame& frame);
  void count_lattice(const LightFrame& frame, CausticsReport& report) const;
  void draw_those_that_agree(Beams& beams, CausticsReport& report) const;

  std::vector<LightRay> rays_;
  std::vector<std::uint8_t> flags_;
  AtlasPainter painter_;
  std::unique_ptr<Adaptive> adaptive_;
};

}  // namespace solgel::optics
