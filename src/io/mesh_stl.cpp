// Binary STL of a surface as a closed solid: the top, walls at its borders, a flat bottom.
//
// Every edge belongs to exactly two triangles, which run along it in opposite directions:
//   - The bottom has the border's vertices only. A run of whole squares in a row is a strip between two chains of
//     vertices, those of its south and of its north that lie at a border; both rows at a line see the same chain. So it
//     has about a triangle for each vertex of the border instead of two for each square.
//   - Where two squares touch at a corner only, four walls would meet in one upright edge. STL knows vertices by their
//     coordinates, so each of the two squares has its corner moved by a 32nd towards its opposite sample, along the
//     straight line between them: a plane stays one. This is the only place where the solid is not the prism over the
//     surface; a level square loses a 32nd of its area.
#include <algorithm>
#include <limits>
#include <string>
#include <vector>

#include "io/mesh_surface.h"

namespace solgel::io {
namespace {

constexpr int kAround[4][2] = {{0, 0}, {1, 0}, {1, 1}, {0, 1}};    // corners of a square, counterclockwise
constexpr int kBeyond[4][2] = {{0, -1}, {1, 0}, {0, 1}, {-1, 0}};  // the square beyond the side that each begins

class Solid {
 public:
  explicit Solid(const MeshSurface& surface);
  bool is_solid() const { return static_cast<float>(bottom_) < static_cast<float>(lowest_); }
  std::uint64_t most_facets() const { return 2 * surface_.squares() + 4 * sides_; }
  Bytes build(std::span<const TextEntry> metadata);

 private:
  bool at_border(MeshVertex v) const { return surface_.squares_at(v) < 4; }
  Vec3 corner(int i, int j, MeshVertex v) const;
  Vec3 below(Vec3 v) const { return {v.x, v.y, bottom_}; }
  void add(Vec3 a, Vec3 b, Vec3 c);
  void add_top(int i, int j);
  void add_walls(int i, int j);
  void add_bottom(int begin, int end, int j);
  void fill_chain(std::vector<Vec3>& chain, int begin, int end, int j, int line) const;

  const MeshSurface& surface_;
  double lowest_ = 0, bottom_ = 0;
  std::uint64_t sides_ = 0;  // of squares, at a border
  std::vector<Vec3> south_, north_;
  Bytes bytes_;
  std::uint32_t count_ = 0;
};

Solid::Solid(const MeshSurface& surface) : surface_(surface) {
  lowest_ = std::numeric_limits<double>::infinity();
  double highest = -lowest_;
  surface.for_each_vertex([&](MeshVertex v) {
    lowest_ = std::min(lowest_, surface.height(v));
    highest = std::max(highest, surface.height(v));
  });
  bottom_ = lowest_ - std::max({0.1 * (highest - lowest_), surface.cell_x(), surface.cell_y()});
  for (int j = 0; j + 1 < surface.ny(); ++j) {
    for (int i = 0; i + 1 < surface.nx(); ++i) {
      if (!surface.has_square(i, j)) continue;
      for (const auto& to : kBeyond) sides_ += surface.has_square(i + to[0], j + to[1]) ? 0 : 1;
    }
  }
}

// Vertex v as a corner of square (i, j).
Vec3 Solid::corner(int i, int j, MeshVertex v) const {
  constexpr double kMove = 1.0 / 32;
  const Vec3 at = surface_.position(v);
  const bool touches =
      surface_.squares_at(v) == 2 && surface_.has_square(v.i, v.j) == surface_.has_square(v.i - 1, v.j - 1);
  if (!touches) return at;
  return at + kMove * (surface_.position({2 * i + 1 - v.i, 2 * j + 1 - v.j}) - at);
}

void Solid::add(Vec3 a, Vec3 b, Vec3 c) {
  unsigned char facet[50]{};  // normal, corners and an attribute of two bytes, unused
  store_floats(facet, normalised(cross(b - a, c - a)));
  store_floats(facet + 12, a);
  store_floats(facet + 24, b);
  store_floats(facet + 36, c);
  append(bytes_, facet, sizeof facet);
  ++count_;
}

void Solid::add_top(int i, int j) {
  for (const MeshTriangle& t : surface_.split(i, j)) add(corner(i, j, t[0]), corner(i, j, t[1]), corner(i, j, t[2]));
}

void Solid::add_walls(int i, int j) {
  for (std::size_t k = 0; k < 4; ++k) {
    if (surface_.has_square(i + kBeyond[k][0], j + kBeyond[k][1])) continue;
    const std::size_t next = (k + 1) % 4;
    const Vec3 a = corner(i, j, {i + kAround[k][0], j + kAround[k][1]});
    const Vec3 b = corner(i, j, {i + kAround[next][0], j + kAround[next][1]});
    add(b, a, below(a));
    add(b, below(a), below(b));
  }
}

void Solid::fill_chain(std::vector<Vec3>& chain, int begin, int end, int j, int line) const {
  chain.clear();
  for (int i = begin; i <= end; ++i) {
    if (at_border({i, line})) chain.push_back(below(corner(std::min(i, end - 1), j, {i, line})));
  }
}

// Squares begin to end - 1 of row j. Both chains begin and end with the run, because its ends are borders.
void Solid::add_bottom(int begin, int end, int j) {
  fill_chain(south_, begin, end, j, j);
  fill_chain(north_, begin, end, j, j + 1);
  std::size_t s = 0, n = 0;
  while (s + 1 < south_.size() || n + 1 < north_.size()) {
    const bool along_south = n + 1 == north_.size() || (s + 1 < south_.size() && south_[s + 1].x <= north_[n + 1].x);
    if (along_south) {
      add(south_[s], north_[n], south_[s + 1]);
      ++s;
    } else {
      add(south_[s], north_[n], north_[n + 1]);
      ++n;
    }
  }
}

Bytes Solid::build(std::span<const TextEntry> metadata) {
  constexpr std::size_t kHeader = 80, kFacet = 50;
  std::string header = "binary STL of a height map by solgel; ";  // never begins with "solid"
  for (const TextEntry& entry : metadata) header += metadata_line(entry) + " ";
  header.resize(kHeader, ' ');
  bytes_.reserve(kHeader + 4 + kFacet * static_cast<std::size_t>(most_facets()));
  append(bytes_, header.data(), header.size());
  append_word(bytes_, 0);
  for (int j = 0; j + 1 < surface_.ny(); ++j) {
    int begin = 0;  // of the run that square i belongs to
    for (int i = 0; i + 1 < surface_.nx(); ++i) {
      if (!surface_.has_square(i, j)) continue;
      if (!surface_.has_square(i - 1, j)) begin = i;
      add_top(i, j);
      add_walls(i, j);
      if (!surface_.has_square(i + 1, j)) add_bottom(begin, i + 1, j);
    }
  }
  for (std::size_t k = 0; k < 4; ++k) bytes_[kHeader + k] = static_cast<std::byte>(count_ >> (8 * k));
  return std::move(bytes_);
}

}  // namespace

Result<Bytes> encode_mesh_stl(const MeshSurface& surface, std::span<const TextEntry> metadata) {
  Solid solid(surface);
  if (!solid.is_solid()) {
    return fail({.found = "the heights are so far from 0 that the bottom rounds into the land",
                 .allowed = "a cell is at least a 10-millionth of the heights",
                 .remedy = "subtract the lowest height",
                 .file = {}});
  }
  if (solid.most_facets() > std::numeric_limits<std::uint32_t>::max()) {
    return fail({.found = "the solid would have " + std::to_string(solid.most_facets()) + " triangles",
                 .allowed = ".stl counts to 2^32",
                 .remedy = "write fewer samples",
                 .file = {}});
  }
  return solid.build(metadata);
}

}  // namespace solgel::io
