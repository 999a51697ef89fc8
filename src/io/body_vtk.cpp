// Bodies for ParaView: VTU, VTK's old text, and the collection of a series (The VTK User's Guide, "VTK File Formats").
#include <string>

#include "io/body_format.h"
#include "io/little_endian.h"
#include "io/text_bytes.h"

namespace solgel::io {
namespace {

constexpr std::uint8_t kTetra = 10;  // VTK_TETRA

void append_vector(Bytes& bytes, Vec3 v) {
  append_double(bytes, v.x);
  append_double(bytes, v.y);
  append_double(bytes, v.z);
}

std::string comments(std::span<const TextEntry> metadata) {
  std::string text;
  for (const TextEntry& entry : metadata) {
    text += "<!-- ";
    for (const char c : xml_text(metadata_line(entry))) {
      if (c == '-' && text.back() == '-') text += ' ';  // two would end the comment
      text += c;
    }
    text += " -->\n";
  }
  return text;
}

// The tags of a VTU. Each array goes to the end of the data, behind its size.
class VtuTags {
 public:
  std::string array(std::string_view type, std::string_view name, int components, std::uint64_t bytes) {
    std::string tag = "<DataArray type=\"" + std::string(type) + "\" Name=\"" + xml_text(name) + "\"";
    if (components > 1) tag += " NumberOfComponents=\"" + std::to_string(components) + "\"";
    tag += " format=\"appended\" offset=\"" + std::to_string(offset_) + "\"/>\n";
    offset_ += 8 + bytes;
    return tag;
  }
  std::uint64_t bytes() const { return offset_; }

 private:
  std::uint64_t offset_ = 0;
};

std::string vtu_tags(const BodyView& body, const BodyFields& fields, VtuTags& tags) {
  const std::uint64_t nodes = body.points.size(), elements = body.elements.size();
  std::string text = "<UnstructuredGrid>\n";
  if (fields.seconds) {
    Bytes number;
    append_number(number, *fields.seconds);
    text += "<FieldData><DataArray type=\"Float64\" Name=\"TimeValue\" NumberOfTuples=\"1\" format=\"ascii\">" +
            std::string(reinterpret_cast<const char*>(number.data()), number.size()) + "</DataArray></FieldData>\n";
  }
  text +=
      "<Piece NumberOfPoints=\"" + std::to_string(nodes) + "\" NumberOfCells=\"" + std::to_string(elements) + "\">\n";
  text += "<Points>\n" + tags.array("Float64", "Points", 3, 24 * nodes) + "</Points>\n";
  text += "<Cells>\n" + tags.array("Int32", "connectivity", 1, 16 * elements);
  text += tags.array("Int64", "offsets", 1, 8 * elements);  // one after the other: each call moves the offset
  text += tags.array("UInt8", "types", 1, elements) + "</Cells>\n";
  text += "<PointData>\n";
  for (const VectorField& field : fields.node_vectors) text += tags.array("Float64", field.name, 3, 24 * nodes);
  for (const ScalarField& field : fields.node_scalars) text += tags.array("Float64", field.name, 1, 8 * nodes);
  text += "</PointData>\n<CellData>\n";
  for (const ScalarField& field : fields.element_scalars) text += tags.array("Float64", field.name, 1, 8 * elements);
  return text + "</CellData>\n</Piece>\n</UnstructuredGrid>\n";
}

void append_vectors(Bytes& bytes, std::span<const Vec3> values) {
  append_long(bytes, 24 * values.size());
  for (const Vec3 v : values) append_vector(bytes, v);
}
void append_scalars(Bytes& bytes, std::span<const double> values) {
  append_long(bytes, 8 * values.size());
  for (const double v : values) append_double(bytes, v);
}

void append_cells(Bytes& bytes, std::span<const Tetrahedron> elements) {
  append_long(bytes, 16 * elements.size());
  for (const Tetrahedron& element : elements) {
    for (const std::uint32_t node : element) append_word(bytes, node);
  }
  append_long(bytes, 8 * elements.size());
  for (std::uint64_t k = 1; k <= elements.size(); ++k) append_long(bytes, 4 * k);
  append_long(bytes, elements.size());
  bytes.insert(bytes.end(), elements.size(), static_cast<std::byte>(kTetra));
}

// A field's name is one word in the old files.
std::string word_of(std::string_view name) {
  std::string word(name);
  for (char& c : word) c = c > ' ' && c <= '~' ? c : '_';
  return word.empty() ? "_" : word;
}

void append_scalar_text(Bytes& bytes, const ScalarField& field) {
  append_text(bytes, "SCALARS " + word_of(field.name) + " double 1\nLOOKUP_TABLE default\n");
  for (const double v : field.values) {
    append_number(bytes, v);
    append_text(bytes, "\n");
  }
}

std::string title_of(std::span<const TextEntry> metadata) {
  constexpr std::size_t kMost = 250;
  std::string title = "body by solgel";
  for (const TextEntry& entry : metadata) title += "; " + metadata_line(entry);
  return title.substr(0, kMost);
}

}  // namespace

Result<Bytes> encode_body_vtu(const BodyView& body, const BodyFields& fields, std::span<const TextEntry> metadata) {
  VtuTags tags;
  std::string head = "<?xml version=\"1.0\"?>\n" + comments(metadata) +
                     "<VTKFile type=\"UnstructuredGrid\" version=\"1.0\" byte_order=\"LittleEndian\" "
                     "header_type=\"UInt64\">\n";
  head += vtu_tags(body, fields, tags) + "<AppendedData encoding=\"raw\">\n_";
  constexpr std::string_view kTail = "\n</AppendedData>\n</VTKFile>\n";
  Bytes bytes;
  bytes.reserve(head.size() + static_cast<std::size_t>(tags.bytes()) + kTail.size());
  append_text(bytes, head);
  append_vectors(bytes, body.points);
  append_cells(bytes, body.elements);
  for (const VectorField& field : fields.node_vectors) append_vectors(bytes, field.values);
  for (const ScalarField& field : fields.node_scalars) append_scalars(bytes, field.values);
  for (const ScalarField& field : fields.element_scalars) append_scalars(bytes, field.values);
  append_text(bytes, kTail);
  return bytes;
}

Result<Bytes> encode_body_vtk(const BodyView& body, const BodyFields& fields, std::span<const TextEntry> metadata) {
  Bytes bytes;
  const std::string nodes = std::to_string(body.points.size()), elements = std::to_string(body.elements.size());
  append_text(bytes, "# vtk DataFile Version 3.0\n" + title_of(metadata) + "\nASCII\nDATASET UNSTRUCTURED_GRID\n");
  if (fields.seconds) {
    append_text(bytes, "FIELD FieldData 1\nTIME 1 1 double\n");
    append_number(bytes, *fields.seconds);
    append_text(bytes, "\n");
  }
  append_text(bytes, "POINTS " + nodes + " double\n");
  for (const Vec3 p : body.points) append_vector_text(bytes, p);
  append_text(bytes, "CELLS " + elements + " " + std::to_string(5 * body.elements.size()) + "\n");
  for (const Tetrahedron& element : body.elements) {
    append_text(bytes, "4");
    for (const std::uint32_t node : element) {
      append_text(bytes, " ");
      append_number(bytes, node);
    }
    append_text(bytes, "\n");
  }
  append_text(bytes, "CELL_TYPES " + elements + "\n");
  for (std::size_t k = 0; k < body.elements.size(); ++k) append_text(bytes, "10\n");
  if (!fields.node_vectors.empty() || !fields.node_scalars.empty()) append_text(bytes, "POINT_DATA " + nodes + "\n");
  for (const VectorField& field : fields.node_vectors) {
    append_text(bytes, "VECTORS " + word_of(field.name) + " double\n");
    for (const Vec3 v : field.values) append_vector_text(bytes, v);
  }
  for (const ScalarField& field : fields.node_scalars) append_scalar_text(bytes, field);
  if (!fields.element_scalars.empty()) append_text(bytes, "CELL_DATA " + elements + "\n");
  for (const ScalarField& field : fields.element_scalars) append_scalar_text(bytes, field);
  return bytes;
}

Bytes encode_series(std::span<const SeriesFile> files, std::span<const TextEntry> metadata) {
  Bytes bytes;
  append_text(bytes, "<?xml version=\"1.0\"?>\n" + comments(metadata) +
                         "<VTKFile type=\"Collection\" version=\"0.1\" byte_order=\"LittleEndian\">\n<Collection>\n");
  for (const SeriesFile& file : files) {
    append_text(bytes, "<DataSet timestep=\"");
    append_number(bytes, file.seconds);
    append_text(bytes, "\" group=\"\" part=\"0\" file=\"" + xml_text(file.name) + "\"/>\n");
  }
  append_text(bytes, "</Collection>\n</VTKFile>\n");
  return bytes;
}

}  // namespace solgel::io
