// The surface that is seen: its vertices are weighted sums of nodes of the cage, so it follows every motion exactly and
// adds no freedom of its own.
//
// Loop subdivision (Loop 1987, "Smooth subdivision surfaces based on triangles") of the cage's boundary, passes
// composed into one stencil a vertex:
//   vertex of valence n   (1 - n beta) itself + beta each neighbour, beta = (5/8 - (3/8 + cos(2 pi/n)/4)^2)/n
//   edge                  3/8 each end + 1/8 each opposite corner
// Vertices: first the old ones in the order in which the faces name them, then one per edge in the order first seen,
// (a,b) (b,c) (c,a) face by face; children of a face (a,ab,ca) (b,bc,ab) (c,ca,bc) (ab,bc,ca).
//
// A surface embedded in a lattice of tetrahedra is the same with four barycentric weights a vertex.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/mesh.h"
#include "jelly/node.h"

namespace solgel::jelly {

struct StencilWeight {
  std::uint32_t node;
  double weight;
};

// The stencil of each vertex lies at weights[first[v]] ... weights[first[v + 1] - 1].
struct Stencils {
  std::vector<std::uint32_t> first = {0};
  std::vector<StencilWeight> weights;

  std::size_t count() const { return first.size() - 1; }
  std::span<const StencilWeight> at(std::size_t vertex) const {
    return {weights.data() + first[vertex], weights.data() + first[vertex + 1]};
  }
  void add(std::span<const StencilWeight> stencil) {
    weights.insert(weights.end(), stencil.begin(), stencil.end());
    first.push_back(static_cast<std::uint32_t>(weights.size()));
  }
};

// Adds `factor` times a stencil to a sum; nodes stay in the order first seen.
void add_scaled(std::vector<StencilWeight>& sum, std::span<const StencilWeight> stencil, double factor);

struct Shell {
  Stencils stencils;
  std::vector<Triangle> triangles;
};

// `passes` Loop passes over a closed surface of nodes whose edges have two faces each; 0 takes the boundary as it is.
// Weights of at most 1e-12 are dropped.
Shell loop_shell(std::span<const Triangle> boundary, int passes);

// Where the shell stands now: float32, as graphics cards take it, sums in float64.
class ShellSurface {
 public:
  explicit ShellSurface(const Shell& shell);
  // Positions, then normals weighted by the areas of the faces. Cost: one multiply-add a weight and coordinate.
  void update(std::span<const Node> nodes);
  SurfaceView view() const { return {positions_, normals_, shell_->triangles}; }

 private:
  const Shell* shell_;
  std::vector<Vec3f> positions_, normals_;
  std::vector<Vec3> sums_;
};

}  // namespace solgel::jelly
