#include "jelly/cage.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

#include "core/matrix3.h"
#include "core/params.h"
#include "jelly/surface_check.h"

namespace solgel::jelly {
namespace {

Matrix3 edges(const std::vector<Vec3>& points, const Tetrahedron& e) {
  const Vec3 p = points[e[0]], a = points[e[1]] - p, b = points[e[2]] - p, c = points[e[3]] - p;
  return {a.x, b.x, c.x, a.y, b.y, c.y, a.z, b.z, c.z};
}

ElementShape shape_of(const Matrix3& d) {
  const Matrix3 rows = inverse(d);
  ElementShape shape;
  shape.volume = determinant(d) / 6;
  shape.gradient[1] = {rows.a, rows.b, rows.c};
  shape.gradient[2] = {rows.d, rows.e, rows.f};
  shape.gradient[3] = {rows.g, rows.h, rows.i};
  const Vec3* g = shape.gradient;
  shape.gradient[0] = {-g[1].x - g[2].x - g[3].x, -g[1].y - g[2].y - g[3].y, -g[1].z - g[2].z - g[3].z};
  return shape;
}

// A face with its corners in ascending order, and where it was seen.
struct Seen {
  std::array<std::uint32_t, 3> corners;
  std::uint64_t place;  // 4 element + face
  friend bool operator<(const Seen& a, const Seen& b) {
    return a.corners != b.corners ? a.corners < b.corners : a.place < b.place;
  }
};

Triangle face_of(const Tetrahedron& e, std::uint64_t face) {
  switch (face) {
    case 0:
      return {e[0], e[2], e[1]};
    case 1:
      return {e[0], e[1], e[3]};
    case 2:
      return {e[0], e[3], e[2]};
    default:
      return {e[1], e[2], e[3]};
  }
}

std::string element_name(std::uint64_t index) {
  return "element " + std::to_string(index + 1);
}

Status find_boundary(Cage& cage) {
  std::vector<Seen> seen;
  seen.reserve(4 * cage.elements.size());
  for (std::uint64_t k = 0; k < 4 * cage.elements.size(); ++k) {
    Triangle corners = face_of(cage.elements[k / 4], k % 4);
    std::sort(corners.begin(), corners.end());
    seen.push_back({corners, k});
  }
  std::sort(seen.begin(), seen.end());
  std::vector<std::uint64_t> single;
  for (std::size_t k = 0; k < seen.size();) {
    std::size_t end = k + 1;
    while (end < seen.size() && seen[end].corners == seen[k].corners) ++end;
    if (end - k > 2) {
      return fail({.found = element_name(seen[k + 2].place / 4) + " shares a face with two others, " +
                            element_name(seen[k].place / 4) + " and " + element_name(seen[k + 1].place / 4),
                   .allowed = "a face belongs to one or two elements",
                   .remedy = "remove duplicated or overlapping elements"});
    }
    if (end - k == 1) single.push_back(seen[k].place);
    k = end;
  }
  std::sort(single.begin(), single.end());
  for (const std::uint64_t place : single) cage.boundary.push_back(face_of(cage.elements[place / 4], place % 4));
  return {};
}

}  // namespace

Status complete_cage(Cage& cage, double smallest) {
  cage.shapes.reserve(cage.elements.size());
  for (std::size_t k = 0; k < cage.elements.size(); ++k) {
    Tetrahedron& e = cage.elements[k];
    Matrix3 d = edges(cage.points, e);
    if (determinant(d) < 0) {
      std::swap(e[1], e[2]);
      d = edges(cage.points, e);
      ++cage.reversed;
    }
    if (!(determinant(d) >= smallest)) {
      return fail({.found = element_name(k) + " has a volume of " + number_text(determinant(d) / 6 + 0.0) + " m^3",
                   .allowed = "at least " + number_text(smallest / 6) + " m^3",
                   .remedy = "remesh the body, or check its unit of length"});
    }
    cage.shapes.push_back(shape_of(d));
    cage.volume += cage.shapes.back().volume;
  }
  return find_boundary(cage);
}

Result<Cage> make_cage(TetrahedralMesh mesh) {
  Cage cage;
  cage.points = std::move(mesh.points);
  cage.elements = std::move(mesh.elements);
  if (cage.elements.empty()) {
    return fail(
        {.found = "the mesh has no tetrahedra", .allowed = "at least one", .remedy = "give a tetrahedral mesh"});
  }
  std::vector<bool> used(cage.points.size());
  for (const Tetrahedron& e : cage.elements) {
    for (const std::uint32_t node : e) used[node] = true;
  }
  for (std::size_t k = 0; k < used.size(); ++k) {
    if (!is_finite(cage.points[k])) {
      return fail({.found = "point " + std::to_string(k + 1) + " is not finite", .remedy = "correct its coordinates"});
    }
    if (!used[k]) {
      return fail({.found = "point " + std::to_string(k + 1) + " belongs to no element",
                   .allowed = "points of at least one element, for they need a mass",
                   .remedy = "remove it"});
    }
  }
  if (Status whole = complete_cage(cage, kSmallestDeterminant); !whole) return fail(whole.error());
  if (Status closed = check_surface(cage.boundary, "boundary face"); !closed) return fail(closed.error());
  return cage;
}

}  // namespace solgel::jelly
