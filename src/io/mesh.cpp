#include "io/mesh.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "io/mesh_surface.h"

namespace solgel::io {
namespace {

std::string size_text(const Grid<double>& height) {
  return "the map has " + std::to_string(height.nx()) + " x " + std::to_string(height.ny()) + " samples";
}

// Neighbours differ as floats up to this many samples along a side, and so do the corners that STL moves apart.
constexpr int kMostSide = 1 << 17;
constexpr std::uint64_t kMostVertices = std::uint64_t{1} << 31;
// In the unit of heights: squares and quotients stay finite and no float becomes 0 or infinite.
constexpr double kLeastLength = 1e-30, kMostLength = 1e30;

Status check_size(const Grid<double>& height) {
  if (height.nx() < 2 || height.ny() < 2) {
    return fail({.found = size_text(height), .allowed = "a mesh takes at least 2 x 2", .remedy = {}, .file = {}});
  }
  const std::uint64_t samples = static_cast<std::uint64_t>(height.nx()) * static_cast<std::uint64_t>(height.ny());
  if (height.nx() > kMostSide || height.ny() > kMostSide || samples > kMostVertices) {
    return fail({.found = size_text(height),
                 .allowed = "a mesh takes at most 131072 a side and 2^31 in all",
                 .remedy = "write the heights as a picture, or fewer of them",
                 .file = {}});
  }
  return {};
}

Status check_lengths(const MeshView& mesh) {
  const auto is_length = [](double cell, int samples) { return cell >= kLeastLength && cell * samples <= kMostLength; };
  bool fits = is_length(mesh.cell_x, mesh.height->nx()) && is_length(mesh.cell_y, mesh.height->ny());
  for (int j = 0; fits && j < mesh.height->ny(); ++j) {
    for (int i = 0; i < mesh.height->nx(); ++i) {
      const bool missing = mesh.missing && (*mesh.missing)(i, j) != 0;
      if (!missing && !(std::fabs((*mesh.height)(i, j)) <= kMostLength)) fits = false;
    }
  }
  if (fits) return {};
  return fail({.found = "the map has heights or cells too large or small for a mesh",
               .allowed = "lengths from 1e-30 to 1e30",
               .remedy = {},
               .file = {}});
}

}  // namespace

Result<Bytes> encode_mesh(const MeshView& mesh, std::string_view extension, std::span<const TextEntry> metadata) {
  using Encoder = Result<Bytes>(const MeshSurface&, std::span<const TextEntry>);
  struct Format {
    std::string_view extension;
    Encoder* encode;
  };
  constexpr Format kFormats[] = {
      {".stl", encode_mesh_stl}, {".obj", encode_mesh_obj}, {".ply", encode_mesh_ply}, {".glb", encode_mesh_glb}};
  const Format* format =
      std::find_if(std::begin(kFormats), std::end(kFormats), [&](const Format& f) { return f.extension == extension; });
  if (format == std::end(kFormats)) {
    return fail({.found = "no mesh format '" + std::string(extension) + "'",
                 .allowed = ".stl, .obj, .ply or .glb",
                 .remedy = {},
                 .file = {}});
  }
  if (Status s = check_size(*mesh.height); !s) return fail(s.error());
  if (Status s = check_lengths(mesh); !s) return fail(s.error());
  const MeshSurface surface(mesh);
  if (surface.squares() == 0) {
    return fail({.found = "no four neighbouring samples of the map are all there",
                 .allowed = "a mesh takes at least one square of them",
                 .remedy = {},
                 .file = {}});
  }
  return format->encode(surface, metadata);
}

}  // namespace solgel::io
