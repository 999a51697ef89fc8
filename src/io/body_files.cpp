#include "io/body_files.h"

#include <algorithm>
#include <cmath>

#include "io/body_format.h"
#include "io/glb_text.h"
#include "io/text_bytes.h"

namespace solgel::io {
namespace {

using solgel::is_finite;
bool is_finite(double v) {
  return std::isfinite(v);
}

template <class T>
Status check_values(const std::string& name, std::span<const T> values, std::size_t count, std::string_view items) {
  if (values.size() != count) {
    return fail({.found = name + " has " + std::to_string(values.size()) + " values",
                 .allowed = "allowed one for each of the " + std::to_string(count) + " " + std::string(items)});
  }
  for (std::size_t k = 0; k < values.size(); ++k) {
    if (is_finite(values[k])) continue;
    return fail(
        {.found = name + " is not finite at number " + std::to_string(k + 1) + " of the " + std::string(items)});
  }
  return {};
}

template <std::size_t kCorners>
Status check_indices(std::span<const std::array<std::uint32_t, kCorners>> list, std::size_t points,
                     std::string_view item) {
  for (std::size_t k = 0; k < list.size(); ++k) {
    const std::uint32_t most = *std::max_element(list[k].begin(), list[k].end());
    if (most < points) continue;
    return fail({.found = std::string(item) + " " + std::to_string(k + 1) + " names point " + std::to_string(most),
                 .allowed = "there are " + std::to_string(points) + ", counted from 0"});
  }
  return {};
}

Error unknown_extension(std::string_view extension, std::string_view allowed) {
  return {.found = "no format '" + std::string(extension) + "' of bodies", .allowed = std::string(allowed)};
}

}  // namespace

Status check_surface(const SurfaceView& surface) {
  if (surface.triangles.empty()) return fail({.found = "the surface has no triangles"});
  const std::size_t count = surface.positions.size();
  Status good = check_values("the list of positions", surface.positions, count, "vertices");
  if (good) good = check_values("the list of normals", surface.normals, count, "vertices");
  return good ? check_indices(surface.triangles, count, "triangle") : good;
}

Status check_body(const BodyView& body, const BodyFields& fields) {
  if (body.elements.empty()) return fail({.found = "the body has no elements"});
  const std::size_t nodes = body.points.size(), elements = body.elements.size();
  constexpr std::size_t kMost = 0x7fffffff;  // of VTK's Int32
  if (nodes > kMost || elements > kMost) {
    return fail(
        {.found = "the body has " + std::to_string(nodes) + " nodes and " + std::to_string(elements) + " elements",
         .allowed = "allowed 2147483647 of each"});
  }
  const auto name_of = [](std::string_view name) { return "the field '" + std::string(name) + "'"; };
  Status good = check_values("the list of points", body.points, nodes, "nodes");
  if (good) good = check_indices(body.elements, nodes, "element");
  for (const VectorField& field : fields.node_vectors) {
    if (good) good = check_values(name_of(field.name), field.values, nodes, "nodes");
  }
  for (const ScalarField& field : fields.node_scalars) {
    if (good) good = check_values(name_of(field.name), field.values, nodes, "nodes");
  }
  for (const ScalarField& field : fields.element_scalars) {
    if (good) good = check_values(name_of(field.name), field.values, elements, "elements");
  }
  if (good && fields.seconds && !std::isfinite(*fields.seconds)) return fail({.found = "the time is not finite"});
  return good;
}

void append_vector_text(Bytes& bytes, Vec3 v) {
  append_number(bytes, v.x);
  append_text(bytes, " ");
  append_number(bytes, v.y);
  append_text(bytes, " ");
  append_number(bytes, v.z);
  append_text(bytes, "\n");
}

std::string xml_text(std::string_view text) {
  std::string result;
  for (const char c : glb::utf8(std::string(text))) {
    switch (c) {
      case '&':
        result += "&amp;";
        break;
      case '<':
        result += "&lt;";
        break;
      case '>':
        result += "&gt;";
        break;
      case '"':
        result += "&quot;";
        break;
      default:
        result += static_cast<unsigned char>(c) < ' ' || c == 127 ? ' ' : c;
    }
  }
  return result;
}

Result<Bytes> encode_body(const BodyView& body, const BodyFields& fields, std::string_view extension,
                          std::span<const TextEntry> metadata) {
  const bool is_vtu = extension == ".vtu", is_vtk = extension == ".vtk";
  if (!is_vtu && !is_vtk && extension != ".msh")
    return fail(unknown_extension(extension, "allowed .vtu, .vtk or .msh"));
  if (const Status good = check_body(body, fields); !good) return fail(good.error());
  return is_vtu   ? encode_body_vtu(body, fields, metadata)
         : is_vtk ? encode_body_vtk(body, fields, metadata)
                  : encode_body_msh(body, fields, metadata);
}

}  // namespace solgel::io
