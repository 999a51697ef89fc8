// Bodies as Gmsh's MSH 4.1, text: one volume, its nodes and tetrahedra numbered from 1 in their order.
#include <string>

#include "io/body_format.h"
#include "io/text_bytes.h"

namespace solgel::io {

Result<Bytes> encode_body_msh(const BodyView& body, const BodyFields&, std::span<const TextEntry> metadata) {
  Bytes bytes;
  const std::string nodes = std::to_string(body.points.size()), elements = std::to_string(body.elements.size());
  append_text(bytes, "$MeshFormat\n4.1 0 8\n$EndMeshFormat\n$Comments\nbody by solgel\n");
  for (const TextEntry& entry : metadata) append_text(bytes, "# " + metadata_line(entry) + "\n");
  append_text(bytes, "$EndComments\n$Nodes\n1 " + nodes + " 1 " + nodes + "\n3 1 0 " + nodes + "\n");
  for (std::size_t k = 1; k <= body.points.size(); ++k) {
    append_number(bytes, k);
    append_text(bytes, "\n");
  }
  for (const Vec3 p : body.points) append_vector_text(bytes, p);
  append_text(bytes, "$EndNodes\n$Elements\n1 " + elements + " 1 " + elements + "\n3 1 4 " + elements + "\n");
  for (std::size_t k = 0; k < body.elements.size(); ++k) {
    append_number(bytes, k + 1);
    for (const std::uint32_t node : body.elements[k]) {
      append_text(bytes, " ");
      append_number(bytes, std::uint64_t{node} + 1);
    }
    append_text(bytes, "\n");
  }
  append_text(bytes, "$EndElements\n");
  return bytes;
}

}  // namespace solgel::io
