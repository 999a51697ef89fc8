#include "jelly/shell.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/math.h"

namespace solgel::jelly {
namespace {

constexpr double kDropped = 1e-12;

void drop_small(std::vector<StencilWeight>& stencil) {
  std::erase_if(stencil, [](const StencilWeight& s) { return std::abs(s.weight) <= kDropped; });
}

// Edges of a triangulation in the order first seen, with their ends and opposite corners, and each triangle's edges.
struct Edges {
  struct Edge {
    std::uint32_t ends[2], opposite[2];
  };
  std::vector<Edge> list;
  std::vector<std::array<std::uint32_t, 3>> of_triangle;
};

Edges find_edges(std::span<const Triangle> triangles) {
  struct Half {
    std::uint32_t low, high, place;  // 3 triangle + side
  };
  std::vector<Half> halves;
  for (std::uint32_t k = 0; k < 3 * triangles.size(); ++k) {
    const std::uint32_t a = triangles[k / 3][k % 3], b = triangles[k / 3][(k % 3 + 1) % 3];
    halves.push_back({std::min(a, b), std::max(a, b), k});
  }
  std::sort(halves.begin(), halves.end(), [](const Half& a, const Half& b) {
    if (a.low != b.low) return a.low < b.low;
    return a.high != b.high ? a.high < b.high : a.place < b.place;
  });
  std::vector<std::uint32_t> partner(halves.size());
  for (std::size_t k = 0; k + 1 < halves.size(); k += 2) {
    partner[halves[k].place] = halves[k + 1].place;
    partner[halves[k + 1].place] = halves[k].place;
  }
  Edges edges;
  edges.of_triangle.resize(triangles.size());
  for (std::uint32_t k = 0; k < 3 * triangles.size(); ++k) {
    const std::uint32_t other = partner[k];
    if (other < k) {
      edges.of_triangle[k / 3][k % 3] = edges.of_triangle[other / 3][other % 3];
      continue;
    }
    edges.of_triangle[k / 3][k % 3] = static_cast<std::uint32_t>(edges.list.size());
    const auto corner = [&](std::uint32_t place, std::uint32_t step) {
      return triangles[place / 3][(place % 3 + step) % 3];
    };
    const std::uint32_t a = corner(k, 0), b = corner(k, 1);
    edges.list.push_back({{std::min(a, b), std::max(a, b)}, {corner(k, 2), corner(other, 2)}});
  }
  return edges;
}

// The surface with vertices numbered from 0 in the order in which the triangles name them.
Shell plain_shell(std::span<const Triangle> boundary) {
  std::uint32_t highest = 0;
  for (const Triangle& t : boundary) highest = std::max({highest, t[0], t[1], t[2]});
  constexpr std::uint32_t kNone = ~0u;
  std::vector<std::uint32_t> number(highest + std::size_t{1}, kNone);
  Shell shell;
  for (Triangle t : boundary) {
    for (std::uint32_t& corner : t) {
      if (number[corner] == kNone) {
        number[corner] = static_cast<std::uint32_t>(shell.stencils.count());
        const StencilWeight itself{corner, 1};
        shell.stencils.add({&itself, 1});
      }
      corner = number[corner];
    }
    shell.triangles.push_back(t);
  }
  return shell;
}

Shell loop_pass(const Shell& old) {
  const Edges edges = find_edges(old.triangles);
  const auto vertices = static_cast<std::uint32_t>(old.stencils.count());
  std::vector<std::vector<std::uint32_t>> neighbours(vertices);
  for (const Edges::Edge& edge : edges.list) {
    neighbours[edge.ends[0]].push_back(edge.ends[1]);
    neighbours[edge.ends[1]].push_back(edge.ends[0]);
  }
  Shell shell;
  std::vector<StencilWeight> sum;
  for (std::uint32_t v = 0; v < vertices; ++v) {
    const double n = static_cast<double>(neighbours[v].size());
    const double c = 3.0 / 8 + math::cos(2 * kPi / n) / 4, beta = (5.0 / 8 - c * c) / n;
    sum.clear();
    add_scaled(sum, old.stencils.at(v), 1 - n * beta);
    for (const std::uint32_t other : neighbours[v]) add_scaled(sum, old.stencils.at(other), beta);
    drop_small(sum);
    shell.stencils.add(sum);
  }
  for (const Edges::Edge& edge : edges.list) {
    sum.clear();
    for (const std::uint32_t end : edge.ends) add_scaled(sum, old.stencils.at(end), 3.0 / 8);
    for (const std::uint32_t corner : edge.opposite) add_scaled(sum, old.stencils.at(corner), 1.0 / 8);
    drop_small(sum);
    shell.stencils.add(sum);
  }
  for (std::size_t k = 0; k < old.triangles.size(); ++k) {
    const Triangle t = old.triangles[k];
    const std::uint32_t ab = vertices + edges.of_triangle[k][0], bc = vertices + edges.of_triangle[k][1],
                        ca = vertices + edges.of_triangle[k][2];
    for (const Triangle& child : {Triangle{t[0], ab, ca}, {t[1], bc, ab}, {t[2], ca, bc}, {ab, bc, ca}}) {
      shell.triangles.push_back(child);
    }
  }
  return shell;
}

}  // namespace

void add_scaled(std::vector<StencilWeight>& sum, std::span<const StencilWeight> stencil, double factor) {
  for (const StencilWeight& s : stencil) {
    const auto found =
        std::find_if(sum.begin(), sum.end(), [&](const StencilWeight& known) { return known.node == s.node; });
    if (found != sum.end()) {
      found->weight += s.weight * factor;
    } else {
      sum.push_back({s.node, s.weight * factor});
    }
  }
}

Shell loop_shell(std::span<const Triangle> boundary, int passes) {
  Shell shell = plain_shell(boundary);
  for (int k = 0; k < passes; ++k) shell = loop_pass(shell);
  return shell;
}

ShellSurface::ShellSurface(const Shell& shell)
    : shell_(&shell), positions_(shell.stencils.count()), normals_(shell.stencils.count()) {
  sums_.resize(shell.stencils.count());
}

void ShellSurface::update(std::span<const Node> nodes) {
  for (std::size_t v = 0; v < positions_.size(); ++v) {
    Vec3 p;
    for (const StencilWeight& s : shell_->stencils.at(v)) {
      const Node& x = nodes[s.node];
      p.x += x.x * s.weight;
      p.y += x.y * s.weight;
      p.z += x.z * s.weight;
    }
    positions_[v] = {static_cast<float>(p.x), static_cast<float>(p.y), static_cast<float>(p.z)};
  }
  // From the rounded positions, as whoever receives them would compute it.
  std::fill(sums_.begin(), sums_.end(), Vec3{});
  const auto at = [&](std::uint32_t v) {
    return Vec3{double{positions_[v].x}, double{positions_[v].y}, double{positions_[v].z}};
  };
  for (const Triangle& t : shell_->triangles) {
    const Vec3 a = at(t[0]), normal = cross(at(t[1]) - a, at(t[2]) - a);
    for (const std::uint32_t corner : t) sums_[corner] = sums_[corner] + normal;
  }
  for (std::size_t v = 0; v < normals_.size(); ++v) {
    const double size = length(sums_[v]);
    const Vec3 n = size > 0 ? (1 / size) * sums_[v] : Vec3{0, 1, 0};
    normals_[v] = {static_cast<float>(n.x), static_cast<float>(n.y), static_cast<float>(n.z)};
  }
}

}  // namespace solgel::jelly
