// The triangulated surface that every mesh format writes (io/mesh.h).
//
// Vertex (i, j) is sample i of row j at (i cell_x, j cell_y, height), the corner of up to four squares; square (i, j)
// has it in its south-west. A sample without a whole square at it is no vertex. Vertices are numbered row by row.
// Normals are (-dz/dx, -dz/dy, 1), scaled to length 1: central differences, one-sided where a neighbour is missing;
// exact on a plane.
#pragma once

#include <array>

#include "core/vec.h"
#include "io/little_endian.h"
#include "io/mesh.h"

namespace solgel::io {

struct MeshVertex {
  int i = 0, j = 0;
};
using MeshTriangle = std::array<MeshVertex, 3>;  // counterclockwise seen from above

class MeshSurface {
 public:
  explicit MeshSurface(const MeshView& mesh);

  int nx() const { return height_.nx(); }
  int ny() const { return height_.ny(); }
  double cell_x() const { return cell_x_; }
  double cell_y() const { return cell_y_; }
  std::uint64_t squares() const { return squares_; }
  std::uint64_t vertices() const { return vertices_; }

  // All false outside the map.
  bool has_sample(int i, int j) const { return height_.contains(i, j) && !(missing_ && (*missing_)(i, j) != 0); }
  bool has_square(int i, int j) const { return whole_.contains(i, j) && whole_(i, j) != 0; }
  int squares_at(MeshVertex v) const;

  double height(MeshVertex v) const { return height_(v.i, v.j); }
  Vec3 position(MeshVertex v) const { return {v.i * cell_x_, v.j * cell_y_, height(v)}; }
  Vec3 normal(MeshVertex v) const;
  std::array<MeshTriangle, 2> split(int i, int j) const;  // of square (i, j)

  template <class F>
  void for_each_vertex(const F& f) const {
    for (int j = 0; j < ny(); ++j) {
      for (int i = 0; i < nx(); ++i) {
        if (squares_at({i, j}) > 0) f(MeshVertex{i, j});
      }
    }
  }
  template <class F>
  void for_each_triangle(const F& f) const {
    for (int j = 0; j + 1 < ny(); ++j) {
      for (int i = 0; i + 1 < nx(); ++i) {
        if (!has_square(i, j)) continue;
        for (const MeshTriangle& t : split(i, j)) f(t);
      }
    }
  }

 private:
  const Grid<double>& height_;
  const Grid<std::uint8_t>* missing_;
  double cell_x_, cell_y_;
  Grid<std::uint8_t> whole_;
  std::uint64_t squares_ = 0, vertices_ = 0;
};

// The number of each vertex, from 0; what other samples hold is not used.
Grid<std::uint32_t> number_vertices(const MeshSurface& surface);

Result<Bytes> encode_mesh_stl(const MeshSurface& surface, std::span<const TextEntry> metadata);
Result<Bytes> encode_mesh_obj(const MeshSurface& surface, std::span<const TextEntry> metadata);
Result<Bytes> encode_mesh_ply(const MeshSurface& surface, std::span<const TextEntry> metadata);
Result<Bytes> encode_mesh_glb(const MeshSurface& surface, std::span<const TextEntry> metadata);

}  // namespace solgel::io
