// Nearest hit of a ray with a closed surface that deforms.
//
// A tree of boxes, eight children a node and up to eight triangles a leaf, built once for a topology (surface area
// heuristic of MacDonald and Booth 1990, "Heuristics for ray tracing using space subdivision", over splits that fill
// the leaves; collapsed as in Wald, Benthin and Boulos 2008, "Getting rid of packets") and refitted to new positions.
// Single precision, relative to a centre that the caller names, so that digits are spent on the body.
//
// Triangle test: Moller and Trumbore 1997, "Fast, minimum storage ray/triangle intersection", both sides, in float32,
//   e1 = v1 - v0, e2 = v2 - v0, p = d x e2, s = o - v0, q = s x e1, D = |e1 . p|, each of these times the sign of e1 .
//   p: U = s . p, V = d . q, T = e2 . q;   hit: D >= 1e-15, U, V >= 0, U + V <= D, low < T / D <= high; u = U / D, v =
//   V / D;
// and, so that no tree can matter, the ray must be inside the triangle's box, widened by 1e-4 of the body's largest
// extent, at t. Rounding is monotonic: a box around that box is entered no later and left no earlier, so whoever tests
// all triangles finds the same hit, bit for bit. Of hits at the same t the triangle with the lower index counts.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>

#include "core/surface.h"
#include "core/vec.h"

namespace solgel::optics {

inline constexpr std::uint32_t kNoTriangle = 0xffffffffu;

struct Hit {
  float t = 0;         // distance in units of the direction's length
  float u = 0, v = 0;  // weights of the triangle's second and third corner
  std::uint32_t triangle = kNoTriangle;

  bool found() const { return triangle != kNoTriangle; }
  friend bool operator==(const Hit&, const Hit&) = default;
};

// Hits with low < t <= high count; low is not negative.
struct Reach {
  float low = 5e-7f;
  float high = 1e30f;
};

struct BvhArrays;  // optics/bvh_arrays.h

class Bvh {
 public:
  // Every triangle refers to existing positions. An empty surface is never hit.
  Bvh(const SurfaceView& surface, Vec3 centre);
  Bvh(const Bvh&) = delete;
  Bvh& operator=(const Bvh&) = delete;
  Bvh(Bvh&&) noexcept;
  Bvh& operator=(Bvh&&) noexcept;
  ~Bvh();

  // New positions of the same points; one that is not finite moves to the centre.
  void refit(std::span<const Vec3f> positions, Vec3 centre);

  // `ray` is relative to centre(); one that is not finite hits nothing.
  Hit closest_hit(const Ray& ray, Reach reach) const;
  // The same by testing every triangle: what the tree is held to.
  Hit closest_hit_of_all(const Ray& ray, Reach reach) const;

  Vec3 centre() const;
  // Corners relative to the centre, and of all of them the box.
  std::array<Vec3f, 3> corners(std::uint32_t triangle) const;
  Triangle triangle(std::uint32_t index) const;
  std::uint32_t triangle_count() const;
  Vec3f low() const;
  Vec3f high() const;

 private:
  std::unique_ptr<BvhArrays> arrays_;
};

}  // namespace solgel::optics
