#include "optics/caustics.h"

#include <algorithm>
#include <cmath>

#include "core/parallel.h"
#include "optics/adaptive.h"
#include "optics/beams.h"

namespace solgel::optics {
namespace {

constexpr int kBlock = 32;  // rays
constexpr double kColourStep = 0.12;
constexpr double kHitStep = 0.6, kHitStepRefined = 0.35;  // texels

bool colours_differ(const Rgb& a, const Rgb& b) {
  const double r = a[0] - b[0], g = a[1] - b[1], w = a[2] - b[2];
  return std::sqrt(r * r + g * g + w * w) > kColourStep;
}

bool wants_refinement(const LightRay* const corners[4], const LightRay& centre, double step) {
  bool any_valid = centre.valid(), differs = false;
  Vec2 mean;
  for (int k = 0; k < 4; ++k) {
    const LightRay& corner = *corners[k];
    any_valid = any_valid || corner.valid();
    differs = differs || corner.branch != centre.branch || colours_differ(corner.colour, centre.colour);
    mean = mean + corner.floor * 0.25;
  }
  return any_valid && (differs || distance(mean, centre.floor) > step);
}

void trace(const Scene& scene, const std::vector<int>& which, std::vector<LightRay>& rays) {
  const int count = static_cast<int>(which.size());
  parallel_for((count + kBlock - 1) / kBlock, [&](int block) {
    for (int k = block * kBlock; k < std::min(count, (block + 1) * kBlock); ++k) {
      const int ray = which[static_cast<std::size_t>(k)];
      LightRay& out = rays[static_cast<std::size_t>(ray)];
      out = trace_light(scene, ray % kLattice, ray / kLattice);
      out.is_traced = true;
    }
  });
}

}  // namespace

Caustics::Caustics() : flags_(kBaseCells * kBaseCells), adaptive_(new Adaptive) {}
Caustics::Caustics(Caustics&&) noexcept = default;
Caustics& Caustics::operator=(Caustics&&) noexcept = default;
Caustics::~Caustics() = default;

CausticsReport Caustics::refresh(const Bvh& body, std::span<const Vec3f> normals, const Params& params, Scheme scheme,
                                 Atlas& atlas) {
  const Scene scene{body, normals, light_frame(body, light_direction(params)), params.ior, extinction(params)};
  CausticsReport report;
  report.frame = scene.frame;
  trace_lattice(scene, report);
  count_lattice(scene.frame, report);

  painter_.begin(scene.frame, atlas);
  Beams beams(scene.frame, painter_, report);
  if (scheme == Scheme::adaptive) {
    adaptive_->draw(scene, rays_, flags_, params.depth, beams, report);
  } else {
    draw_those_that_agree(beams, report);
  }
  report.power = painter_.end(atlas);
  return report;
}

void Caustics::forget() {
  std::fill(flags_.begin(), flags_.end(), std::uint8_t{0});
}

void Caustics::trace_lattice(const Scene& scene, CausticsReport& report) {
  rays_.assign(std::size_t{kLattice} * kLattice, {});
  std::vector<int> phase;
  const auto trace_where = [&](auto wanted) {
    phase.clear();
    for (int ray = 0; ray < kLattice * kLattice; ++ray) {
      if (wanted(ray % kLattice, ray / kLattice)) phase.push_back(ray);
    }
    trace(scene, phase, rays_);
    report.rays += static_cast<int>(phase.size());
  };
  trace_where([](int i, int j) { return i % 2 == 0 && j % 2 == 0; });
  trace_where([](int i, int j) { return i % 2 == 1 && j % 2 == 1; });
  classify(scene.frame);
  const auto flagged = [&](int i, int j) {  // of the cell at lattice point (i, j); none beyond the edge
    const int ci = i / 2, cj = j / 2;
    return i >= 0 && j >= 0 && ci < kBaseCells && cj < kBaseCells &&
           flags_[static_cast<std::size_t>(kBaseCells * cj + ci)] != 0;
  };
  trace_where([&](int i, int j) {
    if ((i + j) % 2 == 0) return false;
    return i % 2 == 1 ? flagged(i, j) || flagged(i, j - 1) : flagged(i, j) || flagged(i - 1, j);
  });
}

void Caustics::count_lattice(const LightFrame& frame, CausticsReport& report) const {
  int met = 0;  // of the rays of the first two phases, which stand for equal shares of the beam
  std::vector<std::uint32_t> branches;
  for (int k = 0; k < kLattice * kLattice; ++k) {
    const LightRay& ray = rays_[static_cast<std::size_t>(k)];
    if (ray.entered && (k % kLattice + k / kLattice) % 2 == 0) ++met;
    if (ray.valid()) branches.push_back(ray.branch);
  }
  report.valid_rays = static_cast<int>(branches.size());
  report.intercepted = met * frame.width * frame.height / (2 * kBaseCells * kBaseCells);
  std::sort(branches.begin(), branches.end());
  for (const std::uint32_t branch : branches) {
    if (report.branches.empty() || report.branches.back().branch != branch) report.branches.push_back({branch, 0});
    ++report.branches.back().rays;
  }
  for (const std::uint8_t flag : flags_) report.flagged_cells += flag;
}

void Caustics::classify(const LightFrame& frame) {
  for (int cell = 0; cell < kBaseCells * kBaseCells; ++cell) {
    const int at = kLattice * (2 * (cell / kBaseCells)) + 2 * (cell % kBaseCells);
    const LightRay* const first = &rays_[static_cast<std::size_t>(at)];
    const LightRay* const corners[4] = {first, first + 2, first + 2 * kLattice, first + 2 * kLattice + 2};
    std::uint8_t& flag = flags_[static_cast<std::size_t>(cell)];
    const double step = frame.texel * (flag != 0 ? kHitStepRefined : kHitStep);
    flag = wants_refinement(corners, first[kLattice + 1], step) ? 1 : 0;
  }
}

void Caustics::draw_those_that_agree(Beams& beams, CausticsReport& report) const {
  for_triangles(flags_, [&](const std::array<int, 3>& corner, double cells) {
    const LightRay& a = rays_[static_cast<std::size_t>(corner[0])];
    const LightRay& b = rays_[static_cast<std::size_t>(corner[1])];
    const LightRay& c = rays_[static_cast<std::size_t>(corner[2])];
    if (Beams::agree(a, b, c)) {
      beams.draw(a, b, c, cells);
    } else if (a.valid() || b.valid() || c.valid()) {
      ++report.mixed;
    }
  });
}

}  // namespace solgel::optics
