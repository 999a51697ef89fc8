// What the writers of bodies share; private to them.
#pragma once

#include "io/body_files.h"

namespace solgel::io {

// Sizes agree, indices are in range, numbers finite.
Status check_surface(const SurfaceView& surface);
Status check_body(const BodyView& body, const BodyFields& fields);

// Text for an attribute in quotes in XML; control characters become spaces, what is no UTF-8 '?'.
std::string xml_text(std::string_view text);

// "x y z" and the line's end.
void append_vector_text(Bytes& bytes, Vec3 v);

Result<Bytes> encode_body_vtu(const BodyView& body, const BodyFields& fields, std::span<const TextEntry> metadata);
Result<Bytes> encode_body_vtk(const BodyView& body, const BodyFields& fields, std::span<const TextEntry> metadata);
Result<Bytes> encode_body_msh(const BodyView& body, const BodyFields& fields, std::span<const TextEntry> metadata);

}  // namespace solgel::io
