// The body at rest: tetrahedra, their shape gradients and volumes, and the boundary.
//
// For an element with rest positions p0..p3, D = (p1-p0, p2-p0, p3-p0) by columns and V = det D / 6. Gradient q = 1..3
// is row q of D^-1, and g0 = -g1 - g2 - g3: then F = sum over q of (x_q - x_0) g_q^T is the deformation gradient.
//
// Node, element and face order are part of what makes a motion reproducible. Boundary faces are those of one element
// only: elements in order, faces (a,c,b) (a,b,d) (a,d,c) (b,c,d), which look outwards.
#pragma once

#include <cstdint>
#include <vector>

#include "core/mesh.h"
#include "core/result.h"

namespace solgel::jelly {

struct ElementShape {
  Vec3 gradient[4];   // 1/m
  double volume = 0;  // m^3, > 0
};

struct Cage {
  std::vector<Vec3> points;           // m
  std::vector<Tetrahedron> elements;  // positively oriented
  std::vector<ElementShape> shapes;   // of the elements
  std::vector<Triangle> boundary;     // counterclockwise seen from outside
  double volume = 0;                  // sum in element order
  std::uint64_t reversed = 0;         // elements that were given the other way round
};

// The five-lobed flower of the text: 762 nodes, 3240 elements, 792 boundary faces.
Cage flower_cage();

// A body from any tetrahedral mesh in metres. Elements of negative volume are turned by swapping their second and third
// node. An error names the first element (counted from 1) that is flat (below kSmallestDeterminant) or not finite, a
// point that no element uses, or a face that more than two elements share; the boundary must be a closed surface whose
// edges have two faces each. O(n log n).
Result<Cage> make_cage(TetrahedralMesh mesh);
// Turns and measures the elements and finds the boundary; points and elements are given. Fails as make_cage does, but
// does not look at how the boundary hangs together. `smallest`: least determinant of an element that is taken.
Status complete_cage(Cage& cage, double smallest);

// Least determinant of an element, six times its volume, m^3. The text's own for the flower; imported bodies may have
// finer elements.
inline constexpr double kSmallestDeterminant = 1e-18, kSmallestFlowerDeterminant = 1e-13;

}  // namespace solgel::jelly
