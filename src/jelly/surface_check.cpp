#include "jelly/surface_check.h"

#include <algorithm>
#include <cmath>
#include <string>

namespace solgel::jelly {
namespace {

std::uint32_t corner(std::span<const Triangle> triangles, std::uint32_t side, std::uint32_t step) {
  return triangles[side / 3][(side % 3 + step) % 3];
}

std::string numbered(std::string_view name, std::size_t index) {
  return std::string(name) + " " + std::to_string(index + 1);
}

struct Side {
  std::uint32_t low, high, number;
};

bool runs_the_same_way(std::span<const Triangle> triangles, std::uint32_t side, std::uint32_t other) {
  return corner(triangles, side, 0) == corner(triangles, other, 0);
}

// Sides of the triangles of one connected piece, turned to agree; `piece` lists its triangles.
Status turn_piece(TriangleMesh& mesh, const SidePartners& partner, std::vector<char>& state,
                  std::vector<std::uint32_t>& piece) {
  constexpr char kKept = 1, kTurned = 2;
  for (std::size_t next = 0; next < piece.size(); ++next) {
    const std::uint32_t t = piece[next];
    for (std::uint32_t side = 3 * t; side < 3 * t + 3; ++side) {
      const std::uint32_t other = partner[side] / 3;
      // Corners are as given; `state` says which triangles are to be turned.
      const bool same_way = runs_the_same_way(mesh.triangles, side, partner[side]);
      const char wanted = same_way ? static_cast<char>(kKept + kTurned - state[t]) : state[t];
      if (state[other] == 0) {
        state[other] = wanted;
        piece.push_back(other);
      } else if (state[other] != wanted) {
        return fail(
            {.found = "face " + std::to_string(other + 1) + " cannot look outwards together with its neighbours",
             .allowed = "a surface with an inside and an outside",
             .remedy = "cut the surface where it folds into itself"});
      }
    }
  }
  return {};
}

double signed_volume(const TriangleMesh& mesh, std::uint32_t triangle, bool turned) {
  const Triangle& t = mesh.triangles[triangle];
  const double six = dot(mesh.points[t[0]], cross(mesh.points[t[1]], mesh.points[t[2]]));
  return (turned ? -six : six) / 6;
}

Status check_shapes(const TriangleMesh& mesh) {
  for (std::size_t k = 0; k < mesh.points.size(); ++k) {
    if (!is_finite(mesh.points[k])) {
      return fail({.found = numbered("point", k) + " is not finite", .remedy = "correct its coordinates"});
    }
  }
  for (std::size_t k = 0; k < mesh.triangles.size(); ++k) {
    const Triangle& t = mesh.triangles[k];
    const Vec3 a = mesh.points[t[0]], n = cross(mesh.points[t[1]] - a, mesh.points[t[2]] - a);
    if (!(length(n) > 0)) {
      return fail({.found = numbered("face", k) + " has no area",
                   .allowed = "faces with three corners that are not in line",
                   .remedy = "remove it, or merge its points"});
    }
  }
  return {};
}

}  // namespace

Result<SidePartners> find_partners(std::span<const Triangle> triangles, std::string_view name) {
  std::vector<Side> sides;
  sides.reserve(3 * triangles.size());
  for (std::uint32_t k = 0; k < 3 * triangles.size(); ++k) {
    const std::uint32_t a = corner(triangles, k, 0), b = corner(triangles, k, 1);
    if (a == b) {
      return fail({.found = numbered(name, k / 3) + " uses a point twice",
                   .allowed = "three different points",
                   .remedy = "remove it"});
    }
    sides.push_back({std::min(a, b), std::max(a, b), k});
  }
  std::sort(sides.begin(), sides.end(), [](const Side& a, const Side& b) {
    if (a.low != b.low) return a.low < b.low;
    return a.high != b.high ? a.high < b.high : a.number < b.number;
  });
  SidePartners partner(sides.size());
  std::size_t first_bad = sides.size(), bad_count = 0;
  for (std::size_t k = 0; k < sides.size();) {
    std::size_t end = k + 1;
    while (end < sides.size() && sides[end].low == sides[k].low && sides[end].high == sides[k].high) ++end;
    if (end - k == 2) {
      partner[sides[k].number] = sides[k + 1].number;
      partner[sides[k + 1].number] = sides[k].number;
    } else if (sides[k].number < first_bad) {
      first_bad = sides[k].number;
      bad_count = end - k;
    }
    k = end;
  }
  if (bad_count == 1) {
    return fail({.found = numbered(name, first_bad / 3) + " has a side that no other shares",
                 .allowed = "a closed surface",
                 .remedy = "fill the hole"});
  }
  if (bad_count > 2) {
    return fail(
        {.found = numbered(name, first_bad / 3) + " shares a side with " + std::to_string(bad_count - 1) + " others",
         .allowed = "two faces at each side",
         .remedy = "separate the parts that touch there"});
  }
  return partner;
}

Status check_surface(std::span<const Triangle> triangles, std::string_view name) {
  const Result<SidePartners> partner = find_partners(triangles, name);
  if (!partner) return fail(partner.error());
  std::uint32_t points = 0;
  for (const Triangle& t : triangles) points = std::max({points, t[0] + 1, t[1] + 1, t[2] + 1});
  std::vector<std::uint32_t> fan(points, 0);  // triangles at each point that have not been walked over
  for (const Triangle& t : triangles) {
    for (const std::uint32_t point : t) ++fan[point];
  }
  std::vector<bool> walked(points);
  for (std::uint32_t side = 0; side < 3 * triangles.size(); ++side) {
    if (runs_the_same_way(triangles, side, (*partner)[side])) {
      return fail({.found = numbered(name, side / 3) + " looks the other way than " +
                            numbered(name, (*partner)[side] / 3) + " beside it",
                   .allowed = "faces that all look outwards",
                   .remedy = "turn one of them"});
    }
    const std::uint32_t point = corner(triangles, side, 0);
    if (walked[point]) continue;
    walked[point] = true;
    std::uint32_t at = side, count = 0;
    do {  // to the next triangle around the point: across the side that ends in it
      const std::uint32_t into = at - at % 3 + (at % 3 + 2) % 3;
      at = (*partner)[into];
      ++count;
    } while (at != side && count <= fan[point]);
    if (count != fan[point]) {
      return fail({.found = numbered(name, side / 3) + " meets others in a single point (point " +
                            std::to_string(point + 1) + ")",
                   .allowed = "one fan of faces around each point",
                   .remedy = "separate the parts that touch there"});
    }
  }
  return {};
}

Result<std::size_t> orient_outwards(TriangleMesh& mesh) {
  if (mesh.triangles.empty()) {
    return fail({.found = "the mesh has no triangles", .allowed = "a closed surface", .remedy = "give another file"});
  }
  if (Status fine = check_shapes(mesh); !fine) return fail(fine.error());
  const Result<SidePartners> partner = find_partners(mesh.triangles, "face");
  if (!partner) return fail(partner.error());
  constexpr char kKept = 1, kTurned = 2;
  std::vector<char> state(mesh.triangles.size(), 0);
  std::size_t turned = 0;
  std::vector<std::uint32_t> piece;
  for (std::uint32_t first = 0; first < mesh.triangles.size(); ++first) {
    if (state[first] != 0) continue;
    state[first] = kKept;
    piece.assign(1, first);
    if (Status agrees = turn_piece(mesh, *partner, state, piece); !agrees) return fail(agrees.error());
    double volume = 0;
    for (const std::uint32_t t : piece) volume += signed_volume(mesh, t, state[t] == kTurned);
    for (const std::uint32_t t : piece) {
      if ((state[t] == kTurned) == (volume < 0)) continue;
      std::swap(mesh.triangles[t][1], mesh.triangles[t][2]);
      ++turned;
    }
  }
  if (Status whole = check_surface(mesh.triangles, "face"); !whole) return fail(whole.error());
  return turned;
}

}  // namespace solgel::jelly
