#include "optics/adaptive.h"

#include <algorithm>
#include <cmath>

#include "core/parallel.h"
#include "core/random.h"

namespace solgel::optics {
namespace {

constexpr int kUnits = 32;  // of a lattice cell: five cuts
constexpr int kBlock = 64;  // rays
constexpr double kFlat = 0.35;

std::size_t bucket_of(std::int32_t x, std::int32_t y) {
  return static_cast<std::size_t>(mix64(static_cast<std::uint64_t>(y) << 32 | static_cast<std::uint32_t>(x)));
}

}  // namespace

void Adaptive::draw(const Scene& scene, std::span<const LightRay> lattice, std::span<const std::uint8_t> flags,
                    int depth, Beams& beams, CausticsReport& report) {
  start(lattice, flags);
  if (depth == 0) {
    for (const Piece& p : pieces_) draw_or_leave(p.corner, p.cells, beams);
    return;
  }
  for (int level = 1; level <= depth && !pieces_.empty(); ++level) {
    for (Piece& p : pieces_) {
      for (int k = 0; k < 3; ++k) p.mid[k] = middle(p.corner[k], p.corner[(k + 1) % 3]);
    }
    trace_new(scene, report);
    next_.clear();
    for (const Piece& p : pieces_) cut(p, level == depth, beams, scene.frame.texel);
    std::swap(pieces_, next_);
  }
}

// Every triangle of the lattice that touches the body, on the rays traced so far.
void Adaptive::start(std::span<const LightRay> lattice, std::span<const std::uint8_t> flags) {
  rays_.clear();
  places_.clear();
  pieces_.clear();
  buckets_.assign(std::size_t{1} << 14, -1);
  std::vector<std::int32_t> index(lattice.size());
  for (std::size_t k = 0; k < lattice.size(); ++k) {
    if (!lattice[k].is_traced) continue;
    const auto ray = static_cast<std::int32_t>(k);
    index[k] = ray_at({ray % kLattice * kUnits, ray / kLattice * kUnits});
    rays_[static_cast<std::size_t>(index[k])] = lattice[k];
  }
  traced_ = rays_.size();
  for_triangles(flags, [&](const std::array<int, 3>& corner, double cells) {
    Piece piece{{}, {}, cells};
    bool touches = false;
    for (std::size_t k = 0; k < 3; ++k) {
      piece.corner[k] = index[static_cast<std::size_t>(corner[k])];
      touches = touches || lattice[static_cast<std::size_t>(corner[k])].entered;
    }
    if (touches) pieces_.push_back(piece);
  });
}

std::int32_t Adaptive::ray_at(Place place) {
  const std::size_t mask = buckets_.size() - 1;
  std::size_t b = bucket_of(place.x, place.y) & mask;
  for (; buckets_[b] >= 0; b = (b + 1) & mask) {
    const Place other = places_[static_cast<std::size_t>(buckets_[b])];
    if (other.x == place.x && other.y == place.y) return buckets_[b];
  }
  const auto ray = static_cast<std::int32_t>(places_.size());
  buckets_[b] = ray;
  places_.push_back(place);
  rays_.emplace_back();
  if (2 * places_.size() > buckets_.size()) grow();
  return ray;
}

std::int32_t Adaptive::middle(std::int32_t a, std::int32_t b) {
  const Place p = places_[static_cast<std::size_t>(a)], q = places_[static_cast<std::size_t>(b)];
  return ray_at({(p.x + q.x) / 2, (p.y + q.y) / 2});
}

void Adaptive::grow() {
  buckets_.assign(2 * buckets_.size(), -1);
  const std::size_t mask = buckets_.size() - 1;
  for (std::size_t k = 0; k < places_.size(); ++k) {
    std::size_t b = bucket_of(places_[k].x, places_[k].y) & mask;
    while (buckets_[b] >= 0) b = (b + 1) & mask;
    buckets_[b] = static_cast<std::int32_t>(k);
  }
}

void Adaptive::trace_new(const Scene& scene, CausticsReport& report) {
  const std::size_t first = traced_, count = rays_.size() - first;
  parallel_for(static_cast<int>((count + kBlock - 1) / kBlock), [&](int block) {
    const std::size_t begin = first + static_cast<std::size_t>(block) * kBlock;
    for (std::size_t k = begin; k < std::min(begin + kBlock, rays_.size()); ++k) {
      rays_[k] =
          trace_light(scene, static_cast<double>(places_[k].x) / kUnits, static_cast<double>(places_[k].y) / kUnits);
    }
  });
  traced_ = rays_.size();
  report.rays += static_cast<int>(count);
}

// All six rays arrive alike, and the midpoints where a plane's would.
bool Adaptive::is_flat(const Piece& piece, double texel) const {
  for (std::size_t k = 0; k < 3; ++k) {
    const LightRay& a = rays_[static_cast<std::size_t>(piece.corner[k])];
    const LightRay& b = rays_[static_cast<std::size_t>(piece.corner[(k + 1) % 3])];
    const LightRay& m = rays_[static_cast<std::size_t>(piece.mid[k])];
    if (!Beams::agree(a, b, m)) return false;
    if (distance((a.floor + b.floor) * 0.5, m.floor) > kFlat * texel) return false;
  }
  return true;
}

void Adaptive::cut(const Piece& piece, bool is_last, Beams& beams, double texel) {
  const std::int32_t* c = piece.corner;
  const std::int32_t* m = piece.mid;
  const bool draws = is_last || is_flat(piece, texel);
  const std::int32_t quarters[4][3] = {{c[0], m[0], m[2]}, {m[0], c[1], m[1]}, {m[2], m[1], c[2]}, {m[0], m[1], m[2]}};
  for (const auto& q : quarters) {
    if (draws) {
      draw_or_leave(q, piece.cells / 4, beams);
      continue;
    }
    bool touches = false;
    for (const std::int32_t corner : q) touches = touches || rays_[static_cast<std::size_t>(corner)].valid();
    if (touches) next_.push_back({{q[0], q[1], q[2]}, {}, piece.cells / 4});
  }
}

void Adaptive::draw_or_leave(const std::int32_t corner[3], double cells, Beams& beams) const {
  const LightRay& a = rays_[static_cast<std::size_t>(corner[0])];
  const LightRay& b = rays_[static_cast<std::size_t>(corner[1])];
  const LightRay& c = rays_[static_cast<std::size_t>(corner[2])];
  if (Beams::agree(a, b, c)) {
    beams.draw(a, b, c, cells);
  } else if (a.valid() || b.valid() || c.valid()) {
    beams.leave_at_corners(a, b, c, cells);
  }
}

}  // namespace solgel::optics
