#include "jelly/lattice.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

#include "core/box.h"

namespace solgel::jelly {
namespace {

constexpr int kSamples = 6;  // a cell's side
constexpr double kLeastFilled = 1.0 / 16;

// Where samples lie along an axis, in cells: off round fractions, so that lines of them pass beside the vertices and
// edges of tidy meshes, and off by different amounts, so that none lies between two tetrahedra.
constexpr double kOffset[3] = {0.4871, 0.4613, 0.5237};
double sample(int index, int axis) {
  return (index + kOffset[axis]) / kSamples;
}
int first_sample(double from, int axis) {
  return static_cast<int>(std::ceil(from * kSamples - kOffset[axis]));
}
int last_sample(double to, int axis) {
  return static_cast<int>(std::floor(to * kSamples - kOffset[axis]));
}

struct Cell {
  int i, j, k;
};

// The cubes around the mesh: `origin` is the corner of cube (0, 0, 0).
struct Frame {
  Vec3 origin;
  double side = 0;
  int nx = 0, ny = 0, nz = 0;

  std::size_t cube(Cell c) const {
    return (static_cast<std::size_t>(c.k) * static_cast<std::size_t>(ny) + static_cast<std::size_t>(c.j)) *
               static_cast<std::size_t>(nx) +
           static_cast<std::size_t>(c.i);
  }
  std::size_t corner(int i, int j, int k) const {
    return (static_cast<std::size_t>(k) * static_cast<std::size_t>(ny + 1) + static_cast<std::size_t>(j)) *
               static_cast<std::size_t>(nx + 1) +
           static_cast<std::size_t>(i);
  }
  std::size_t cubes() const {
    return static_cast<std::size_t>(nx) * static_cast<std::size_t>(ny) * static_cast<std::size_t>(nz);
  }
};

Frame frame_around(const TriangleMesh& mesh, int cells) {
  Box box;
  for (const Triangle& t : mesh.triangles) {
    for (const std::uint32_t corner : t) box.add(mesh.points[corner]);
  }
  const Vec3 size = box.size(), low = box.low;
  Frame frame;
  frame.side = box.longest_side() / cells;
  const auto count = [&](double length) {
    return std::max(1, static_cast<int>(std::ceil(length / frame.side - 1e-9)));
  };
  frame.nx = count(size.x);
  frame.ny = count(size.y);
  frame.nz = count(size.z);
  frame.origin = {low.x + (size.x - frame.nx * frame.side) / 2, low.y, low.z + (size.z - frame.nz * frame.side) / 2};
  return frame;
}

// Which of a cube's six tetrahedra a point at fractions (x, y, z) is in: the order of its coordinates, largest first.
constexpr int kOrders[6][3] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
int order_of(const double f[3]) {
  for (int k = 0; k < 6; ++k) {
    if (f[kOrders[k][0]] >= f[kOrders[k][1]] && f[kOrders[k][1]] >= f[kOrders[k][2]]) return k;
  }
  return 0;
}

// Samples of the solid in each tetrahedron of each cube.
class Filling {
 public:
  explicit Filling(const Frame& frame) : frame_(frame), inside_(6 * frame.cubes(), 0) {}

  // Along each line of samples in x, crossings of the surface come in pairs.
  void fill(const TriangleMesh& mesh) {
    const int rows_y = frame_.ny * kSamples, rows_z = frame_.nz * kSamples;
    std::vector<std::vector<double>> crossings(static_cast<std::size_t>(rows_y) * static_cast<std::size_t>(rows_z));
    for (const Triangle& t : mesh.triangles) add_crossings(mesh, t, crossings);
    for (int k = 0; k < rows_z; ++k) {
      for (int j = 0; j < rows_y; ++j) fill_line(j, k, crossings[line(j, k)]);
    }
  }
  int samples(std::size_t cube, int order) const { return inside_[6 * cube + static_cast<std::size_t>(order)]; }

 private:
  std::size_t line(int j, int k) const {
    return static_cast<std::size_t>(k) * static_cast<std::size_t>(frame_.ny * kSamples) + static_cast<std::size_t>(j);
  }

  void add_crossings(const TriangleMesh& mesh, const Triangle& t, std::vector<std::vector<double>>& crossings) const {
    Vec3 p[3];
    for (std::size_t c = 0; c < 3; ++c) p[c] = (1 / frame_.side) * (mesh.points[t[c]] - frame_.origin);
    const double area = (p[1].y - p[0].y) * (p[2].z - p[0].z) - (p[2].y - p[0].y) * (p[1].z - p[0].z);
    if (area == 0) return;
    const int j0 = std::max(0, first_sample(std::min({p[0].y, p[1].y, p[2].y}), 1)),
              j1 = std::min(frame_.ny * kSamples - 1, last_sample(std::max({p[0].y, p[1].y, p[2].y}), 1));
    const int k0 = std::max(0, first_sample(std::min({p[0].z, p[1].z, p[2].z}), 2)),
              k1 = std::min(frame_.nz * kSamples - 1, last_sample(std::max({p[0].z, p[1].z, p[2].z}), 2));
    for (int k = k0; k <= k1; ++k) {
      for (int j = j0; j <= j1; ++j) {
        const double y = sample(j, 1), z = sample(k, 2);
        const auto side = [&](const Vec3& a, const Vec3& b) {
          return (b.y - a.y) * (z - a.z) - (y - a.y) * (b.z - a.z);
        };
        const double w0 = side(p[1], p[2]) / area, w1 = side(p[2], p[0]) / area, w2 = 1 - w0 - w1;
        if (w0 >= 0 && w1 >= 0 && w2 >= 0) crossings[line(j, k)].push_back(w0 * p[0].x + w1 * p[1].x + w2 * p[2].x);
      }
    }
  }

  void fill_line(int j, int k, std::vector<double>& crossing) {
    std::sort(crossing.begin(), crossing.end());
    for (std::size_t pair = 0; pair + 1 < crossing.size(); pair += 2) {
      const int i0 = std::max(0, first_sample(crossing[pair], 0));
      const int i1 = std::min(frame_.nx * kSamples - 1, last_sample(crossing[pair + 1], 0));
      for (int i = i0; i <= i1; ++i) {
        const Cell cell{i / kSamples, j / kSamples, k / kSamples};
        const double f[3] = {sample(i, 0) - cell.i, sample(j, 1) - cell.j, sample(k, 2) - cell.k};
        ++inside_[6 * frame_.cube(cell) + static_cast<std::size_t>(order_of(f))];
      }
    }
  }

  Frame frame_;
  std::vector<int> inside_;
};

// How many of a whole cube's samples lie in each tetrahedron.
std::array<int, 6> full_samples() {
  std::array<int, 6> full{};
  for (int k = 0; k < kSamples; ++k) {
    for (int j = 0; j < kSamples; ++j) {
      for (int i = 0; i < kSamples; ++i) {
        const double f[3] = {sample(i, 0), sample(j, 1), sample(k, 2)};
        ++full[static_cast<std::size_t>(order_of(f))];
      }
    }
  }
  return full;
}

// The cube of a point, and where in it.
Cell cell_of(const Frame& frame, Vec3 p, double fraction[3]) {
  const Vec3 at = (1 / frame.side) * (p - frame.origin);
  const auto split = [](double v, int count, double& f) {
    const int cell = std::clamp(static_cast<int>(std::floor(v)), 0, count - 1);
    f = v - cell;
    return cell;
  };
  Cell cell{};
  cell.i = split(at.x, frame.nx, fraction[0]);
  cell.j = split(at.y, frame.ny, fraction[1]);
  cell.k = split(at.z, frame.nz, fraction[2]);
  return cell;
}

// Corners of tetrahedron `order` of a cube: from its lowest corner to its highest, one axis after the other.
std::array<std::size_t, 4> corners_of(const Frame& frame, Cell cell, int order) {
  int at[3] = {cell.i, cell.j, cell.k};
  std::array<std::size_t, 4> corners{};
  corners[0] = frame.corner(at[0], at[1], at[2]);
  for (std::size_t step = 0; step < 3; ++step) {
    ++at[kOrders[order][step]];
    corners[step + 1] = frame.corner(at[0], at[1], at[2]);
  }
  return corners;
}

double volume_of(const TriangleMesh& mesh) {
  double six = 0;
  for (const Triangle& t : mesh.triangles) six += dot(mesh.points[t[0]], cross(mesh.points[t[1]], mesh.points[t[2]]));
  return six / 6;
}

// Cubes that hold any of the solid, or a vertex that must be bound.
std::vector<char> cubes_to_keep(const TriangleMesh& mesh, const Frame& frame, const Filling& filling) {
  std::vector<char> kept(frame.cubes(), 0);
  for (std::size_t cube = 0; cube < kept.size(); ++cube) {
    for (int order = 0; order < 6; ++order) kept[cube] |= filling.samples(cube, order) > 0 ? 1 : 0;
  }
  double fraction[3];
  for (const Triangle& t : mesh.triangles) {
    for (const std::uint32_t corner : t) kept[frame.cube(cell_of(frame, mesh.points[corner], fraction))] = 1;
  }
  return kept;
}

// Lattice corners that are nodes, numbered as elements first name them.
class Nodes {
 public:
  Nodes(const Frame& frame, std::vector<Vec3>& points)
      : frame_(frame), points_(points), number_(frame.corner(frame.nx, frame.ny, frame.nz) + 1, kNone) {}
  std::uint32_t number(std::size_t corner) {
    if (number_[corner] == kNone) {
      number_[corner] = static_cast<std::uint32_t>(points_.size());
      const auto width = static_cast<std::size_t>(frame_.nx + 1), height = static_cast<std::size_t>(frame_.ny + 1);
      const Vec3 steps{static_cast<double>(corner % width), static_cast<double>(corner / width % height),
                       static_cast<double>(corner / width / height)};
      points_.push_back(frame_.origin + frame_.side * steps);
    }
    return number_[corner];
  }

 private:
  static constexpr std::uint32_t kNone = ~0u;
  const Frame& frame_;
  std::vector<Vec3>& points_;
  std::vector<std::uint32_t> number_;
};

// Six elements of each cube, and the share of each that is filled.
std::vector<double> add_elements(const Frame& frame, const Filling& filling, const std::vector<char>& kept,
                                 Nodes& nodes, Cage& cage) {
  const std::array<int, 6> full = full_samples();
  std::vector<double> filled;
  for (std::size_t cube = 0; cube < kept.size(); ++cube) {
    if (kept[cube] == 0) continue;
    const auto row = static_cast<int>(cube / static_cast<std::size_t>(frame.nx));
    const Cell cell{static_cast<int>(cube % static_cast<std::size_t>(frame.nx)), row % frame.ny, row / frame.ny};
    for (int order = 0; order < 6; ++order) {
      Tetrahedron element{};
      const std::array<std::size_t, 4> corners = corners_of(frame, cell, order);
      for (std::size_t q = 0; q < 4; ++q) element[q] = nodes.number(corners[q]);
      cage.elements.push_back(element);
      const double share = static_cast<double>(filling.samples(cube, order)) / full[static_cast<std::size_t>(order)];
      filled.push_back(std::max(kLeastFilled, share));
    }
  }
  return filled;
}

// Each vertex bound to the tetrahedron that it lies in.
Shell bind_vertices(const TriangleMesh& mesh, const Frame& frame, Nodes& nodes) {
  constexpr std::uint32_t kNone = ~0u;
  Shell shell;
  std::vector<std::uint32_t> vertex(mesh.points.size(), kNone);
  for (Triangle t : mesh.triangles) {
    for (std::uint32_t& corner : t) {
      if (vertex[corner] == kNone) {
        vertex[corner] = static_cast<std::uint32_t>(shell.stencils.count());
        double f[3];
        const Cell cell = cell_of(frame, mesh.points[corner], f);
        const int order = order_of(f);
        const std::array<std::size_t, 4> corners = corners_of(frame, cell, order);
        const double a = f[kOrders[order][0]], b = f[kOrders[order][1]], c = f[kOrders[order][2]];
        const StencilWeight weights[4] = {{nodes.number(corners[0]), 1 - a},
                                          {nodes.number(corners[1]), a - b},
                                          {nodes.number(corners[2]), b - c},
                                          {nodes.number(corners[3]), c}};
        shell.stencils.add(weights);
      }
      corner = vertex[corner];
    }
    shell.triangles.push_back(t);
  }
  return shell;
}

}  // namespace

Result<EmbeddedBody> embed(const TriangleMesh& mesh, int cells) {
  const Frame frame = frame_around(mesh, cells);
  Filling filling(frame);
  filling.fill(mesh);
  EmbeddedBody body;
  Nodes nodes(frame, body.cage.points);
  const std::vector<char> kept = cubes_to_keep(mesh, frame, filling);
  const std::vector<double> filled = add_elements(frame, filling, kept, nodes, body.cage);
  if (Status whole = complete_cage(body.cage, kSmallestDeterminant); !whole) return fail(whole.error());
  body.cage.reversed = 0;  // half of the six run the other way round
  body.cage.volume = 0;
  for (std::size_t k = 0; k < filled.size(); ++k) {
    body.cage.shapes[k].volume *= filled[k];
    body.cage.volume += body.cage.shapes[k].volume;
  }
  body.shell = bind_vertices(mesh, frame, nodes);
  body.solid_volume = volume_of(mesh);
  return body;
}

}  // namespace solgel::jelly
