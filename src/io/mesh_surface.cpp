#include "io/mesh_surface.h"

#include <cmath>

namespace solgel::io {

MeshSurface::MeshSurface(const MeshView& mesh)
    : height_(*mesh.height),
      missing_(mesh.missing),
      cell_x_(mesh.cell_x),
      cell_y_(mesh.cell_y),
      whole_(height_.nx() - 1, height_.ny() - 1) {
  for (int j = 0; j < whole_.ny(); ++j) {
    for (int i = 0; i < whole_.nx(); ++i) {
      const bool whole = has_sample(i, j) && has_sample(i + 1, j) && has_sample(i, j + 1) && has_sample(i + 1, j + 1);
      whole_(i, j) = whole ? 1 : 0;
      squares_ += whole ? 1 : 0;
    }
  }
  for_each_vertex([this](MeshVertex) { ++vertices_; });
}

int MeshSurface::squares_at(MeshVertex v) const {
  return has_square(v.i - 1, v.j - 1) + has_square(v.i, v.j - 1) + has_square(v.i - 1, v.j) + has_square(v.i, v.j);
}

Vec3 MeshSurface::normal(MeshVertex v) const {
  const int west = has_sample(v.i - 1, v.j) ? v.i - 1 : v.i, east = has_sample(v.i + 1, v.j) ? v.i + 1 : v.i;
  const int south = has_sample(v.i, v.j - 1) ? v.j - 1 : v.j, north = has_sample(v.i, v.j + 1) ? v.j + 1 : v.j;
  const double dx = (height_(east, v.j) - height_(west, v.j)) / ((east - west) * cell_x_);
  const double dy = (height_(v.i, north) - height_(v.i, south)) / ((north - south) * cell_y_);
  return normalised(Vec3{0 - dx, 0 - dy, 1});
}

std::array<MeshTriangle, 2> MeshSurface::split(int i, int j) const {
  const MeshVertex sw{i, j}, se{i + 1, j}, ne{i + 1, j + 1}, nw{i, j + 1};
  if (std::fabs(height(sw) - height(ne)) <= std::fabs(height(se) - height(nw))) {
    return {{{sw, se, ne}, {sw, ne, nw}}};
  }
  return {{{sw, se, nw}, {se, ne, nw}}};
}

Grid<std::uint32_t> number_vertices(const MeshSurface& surface) {
  Grid<std::uint32_t> number(surface.nx(), surface.ny());
  std::uint32_t next = 0;
  surface.for_each_vertex([&](MeshVertex v) { number(v.i, v.j) = next++; });
  return number;
}

}  // namespace solgel::io
