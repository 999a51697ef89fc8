// VTU: unstructured grids of VTK in XML (The VTK User's Guide, "XML File Formats"), one piece, uncompressed.
//
// Arrays stand in their element as text or base64, or behind the underscore of AppendedData as base64 or bytes,
// `offset` characters on. In bytes and base64 each begins with its size as an UInt32 or UInt64, `header_type` of the
// file.
#include <algorithm>
#include <charconv>

#include "io/mesh_read_cells.h"
#include "io/track_text.h"
#include "io/xml_scanner.h"

namespace solgel::io {
namespace {

constexpr std::size_t kLongestValue = 128;

struct Array {
  bool is_there = false;
  std::string type = "Float32", format = "ascii";
  std::string components, offset;
  std::string_view text;  // in the element
  std::uint64_t line = 0;
};

// Arrays that are read, and those between which they stand.
enum Wanted : std::uint8_t { kPoints, kConnectivity, kOffsets, kTypes, kNone };
constexpr std::string_view kNames[] = {"Points", "connectivity", "offsets", "types"};

// The numbers of an array, and the bytes that they stand in if these were decoded.
struct OpenArray {
  std::vector<std::byte> bytes;
  MeshNumbers numbers{{}};
  Scalar type = Scalar::f32;
};

class VtuReader {
 public:
  VtuReader(std::span<const std::byte> bytes, Warnings& warnings)
      : p_(reinterpret_cast<const char*>(bytes.data())), end_(p_ + bytes.size()), warnings_(warnings) {}
  Result<ReadMesh> read();

 private:
  Status read_tags();
  Status open_tag();
  Status open_root();
  Status open_piece();
  void open_array();
  void take_attribute();
  Result<std::int64_t> count_of(std::string_view name, const std::string& text) const;
  Status open(Wanted which, OpenArray& array) const;
  Status open_base64(std::string_view text, Wanted which, OpenArray& array) const;
  Status open_raw(std::string_view text, Wanted which, OpenArray& array) const;
  Status read_cells(std::size_t points, VtkCells& cells) const;
  Error cut_off(Wanted which) const;
  std::uint64_t size_word(const std::byte* from) const {
    return static_cast<std::uint64_t>(load_scalar(header_, is_big_, from));
  }

  const char *p_, *end_;
  Warnings& warnings_;
  XmlScanner scanner_;
  std::string tag_, attribute_, value_, container_;
  struct {
    std::string type, byte_order, header_type, compressor, encoding, points, cells, name;
    Array array;
  } now_;  // attributes of the tag
  Array arrays_[4];
  bool has_piece_ = false, is_big_ = false, is_raw_ = false, is_compressed_ = false;
  Scalar header_ = Scalar::u32;
  std::int64_t points_ = 0, cells_ = 0;
  std::string_view appended_;
};

Status VtuReader::read_tags() {
  while (appended_.data() == nullptr) {
    const XmlEvent event = scanner_.next(p_, end_);
    switch (event.kind) {
      case XmlEvent::more:
        if (scanner_.between_tags()) return {};
        return fail(
            {.found = "the file ends inside a tag", .remedy = "it is cut off: copy it again", .line = scanner_.line()});
      case XmlEvent::tag:
        tag_ = event.text;
        now_ = {};
        break;
      case XmlEvent::attribute:
        attribute_ = event.text;
        value_.clear();
        break;
      case XmlEvent::value:
        value_ += event.text.substr(0, kLongestValue - std::min(kLongestValue, value_.size()));
        break;
      case XmlEvent::attribute_end:
        take_attribute();
        break;
      case XmlEvent::tag_end:
      case XmlEvent::tag_end_empty: {
        const Status good = open_tag();
        if (!good) return good;
        if (event.kind == XmlEvent::tag_end_empty && tag_ == container_) container_.clear();
        break;
      }
      case XmlEvent::close:
        if (event.text == container_) container_.clear();
        break;
      case XmlEvent::entity:
        break;
      case XmlEvent::malformed:
        return fail({.found = "the XML is broken: " + std::string(event.text),
                     .remedy = "the file is damaged: export it again",
                     .line = scanner_.line()});
    }
  }
  return {};
}

void VtuReader::take_attribute() {
  struct Known {
    std::string_view name;
    std::string* value;
  };
  // An array's type is the file's type too: one word for both.
  const Known known[] = {{"type", &now_.type},
                         {"byte_order", &now_.byte_order},
                         {"header_type", &now_.header_type},
                         {"compressor", &now_.compressor},
                         {"encoding", &now_.encoding},
                         {"NumberOfPoints", &now_.points},
                         {"NumberOfCells", &now_.cells},
                         {"Name", &now_.name},
                         {"format", &now_.array.format},
                         {"NumberOfComponents", &now_.array.components},
                         {"offset", &now_.array.offset}};
  for (const Known& k : known) {
    if (k.name == attribute_) *k.value = value_;
  }
}

Status VtuReader::open_root() {
  if (now_.type != "UnstructuredGrid") {
    return fail({.found = "the file's type is " + quoted_text(now_.type),
                 .allowed = "allowed UnstructuredGrid",
                 .remedy = "save tetrahedra as .vtu, surfaces as .ply or .stl",
                 .line = scanner_.line()});
  }
  is_big_ = now_.byte_order == "BigEndian";
  header_ = now_.header_type == "UInt64" ? Scalar::u64 : Scalar::u32;
  is_compressed_ = !now_.compressor.empty();
  return {};
}

Result<std::int64_t> VtuReader::count_of(std::string_view name, const std::string& text) const {
  std::int64_t count = -1;
  const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), count);
  if (code == std::errc{} && end == text.data() + text.size() && count >= 0) return count;
  return fail({.found = std::string(name) + " is " + quoted_text(text),
               .allowed = "allowed whole numbers from 0",
               .line = scanner_.line()});
}

Status VtuReader::open_piece() {
  if (has_piece_) {
    return fail({.found = "the file has a second Piece",
                 .allowed = "allowed one",
                 .remedy = "merge them: ParaView's filter Merge Blocks does",
                 .line = scanner_.line()});
  }
  has_piece_ = true;
  const Result<std::int64_t> points = count_of("NumberOfPoints", now_.points);
  const Result<std::int64_t> cells = count_of("NumberOfCells", now_.cells);
  if (!points) return fail(points.error());
  if (!cells) return fail(cells.error());
  points_ = *points;
  cells_ = *cells;
  return {};
}

void VtuReader::open_array() {
  Wanted which = container_ == "Points" ? kPoints : kNone;
  if (container_ == "Cells") {
    const auto* name = std::find(std::begin(kNames) + 1, std::end(kNames), now_.name);
    which = static_cast<Wanted>(name - std::begin(kNames));
  }
  if (which == kNone || arrays_[which].is_there) return;
  Array& array = arrays_[which] = now_.array;
  array.is_there = true;
  array.type = now_.type;
  array.text = {p_, static_cast<std::size_t>(std::find(p_, end_, '<') - p_)};
  array.line = scanner_.line();
}

Status VtuReader::open_tag() {
  if (tag_ == "VTKFile") return open_root();
  if (tag_ == "Piece") return open_piece();
  if (tag_ == "Points" || tag_ == "Cells") container_ = tag_;
  if (tag_ == "DataArray") open_array();
  if (tag_ != "AppendedData") return {};
  const char* const begin = std::find(p_, end_, '_');
  if (begin == end_) {
    return fail({.found = "AppendedData has no underscore before its data", .line = scanner_.line()});
  }
  is_raw_ = now_.encoding != "base64";
  appended_ = {begin + 1, static_cast<std::size_t>(end_ - begin - 1)};
  return {};
}

Error VtuReader::cut_off(Wanted which) const {
  return {.found = "the array " + std::string(kNames[which]) + " does not hold the bytes that it promises",
          .remedy = "it is cut off or damaged: copy it again"};
}

Status VtuReader::open_raw(std::string_view text, Wanted which, OpenArray& array) const {
  const std::size_t head = scalar_bytes(header_);
  const auto* bytes = reinterpret_cast<const std::byte*>(text.data());
  if (text.size() < head || size_word(bytes) > text.size() - head) return fail(cut_off(which));
  array.numbers = MeshNumbers({bytes + head, static_cast<std::size_t>(size_word(bytes))}, 0,
                              is_big_ ? MeshNumbers::Form::big : MeshNumbers::Form::little);
  return {};
}

Status VtuReader::open_base64(std::string_view text, Wanted which, OpenArray& array) const {
  const std::size_t head = scalar_bytes(header_);
  bool good = decode_base64(text, head, array.bytes);
  if (!good || array.bytes.size() < head) return fail(cut_off(which));
  const std::uint64_t size = size_word(array.bytes.data());
  if (size > text.size()) return fail(cut_off(which));
  array.bytes.clear();
  good = decode_base64(text, head + static_cast<std::size_t>(size), array.bytes);
  if (!good || array.bytes.size() < head + size) return fail(cut_off(which));
  array.numbers = MeshNumbers(std::span<const std::byte>(array.bytes).subspan(head), 0,
                              is_big_ ? MeshNumbers::Form::big : MeshNumbers::Form::little);
  return {};
}

Status VtuReader::open(Wanted which, OpenArray& array) const {
  const Array& from = arrays_[which];
  const std::string name = "the array " + std::string(kNames[which]);
  if (!from.is_there) return fail({.found = name + " is missing", .remedy = "export the file again"});
  if (!vtk_scalar(from.type, array.type)) {
    return fail({.found = name + " has the type " + quoted_text(from.type),
                 .allowed = "allowed Int8 to UInt64, Float32 and Float64",
                 .line = from.line});
  }
  if (from.format == "ascii") {
    array.numbers = MeshNumbers({reinterpret_cast<const std::byte*>(from.text.data()), from.text.size()}, from.line);
    array.numbers.set_whole("the array");
    return {};
  }
  if (is_compressed_) {
    return fail({.found = name + " is compressed",
                 .allowed = "allowed uncompressed data",
                 .remedy = "save it with Compressor Type None in ParaView, or as .vtk",
                 .line = from.line});
  }
  if (from.format == "binary") return open_base64(from.text, which, array);
  const Result<std::int64_t> offset = count_of("an offset", from.offset);
  if (from.format != "appended" || !offset) {
    return fail(
        {.found = name + " has the format " + quoted_text(from.format) + " and the offset " + quoted_text(from.offset),
         .allowed = "allowed ascii, binary, or appended with an offset",
         .line = from.line});
  }
  if (static_cast<std::uint64_t>(*offset) > appended_.size()) return fail(cut_off(which));
  const std::string_view text = appended_.substr(static_cast<std::size_t>(*offset));
  return is_raw_ ? open_raw(text, which, array) : open_base64(text.substr(0, text.find('<')), which, array);
}

Status VtuReader::read_cells(std::size_t points, VtkCells& cells) const {
  OpenArray offsets, connectivity;
  Status good = open(kOffsets, offsets);
  if (good) good = open(kConnectivity, connectivity);
  if (!good) return good;
  const std::size_t count =
      offsets.numbers.promised("cells", cells_, kMostMeshElements, {1, scalar_bytes(offsets.type)});
  cells.ends = read_ends(offsets.numbers, count, offsets.type);
  if (!offsets.numbers.ok()) return fail(offsets.numbers.error());
  const std::uint64_t corners = cells.ends.empty() ? 0 : cells.ends.back();
  const std::size_t n = connectivity.numbers.promised("corners of cells", static_cast<std::int64_t>(corners),
                                                      ~std::uint64_t{0}, {1, scalar_bytes(connectivity.type)});
  cells.corners.reserve(n);
  std::size_t cell = 0;
  for (std::size_t k = 0; k < n && connectivity.numbers.ok(); ++k) {
    while (cells.ends[cell] <= k) ++cell;
    connectivity.numbers.at("cell", cell + 1);
    cells.corners.push_back(connectivity.numbers.index(connectivity.type, 0, static_cast<std::int64_t>(points) - 1));
  }
  return connectivity.numbers.ok() ? Status() : fail(connectivity.numbers.error());
}

Result<ReadMesh> VtuReader::read() {
  Status good = read_tags();
  if (!good) return fail(good.error());
  if (!has_piece_) {
    return fail(
        {.found = "the file has no Piece of an UnstructuredGrid", .remedy = "it is cut off or damaged: copy it again"});
  }
  OpenArray positions, types;
  good = open(kPoints, positions);
  if (!good) return fail(good.error());
  if (arrays_[kPoints].components != "3") {
    return fail({.found = "the array Points has " + quoted_text(arrays_[kPoints].components) + " components",
                 .allowed = "allowed 3",
                 .line = arrays_[kPoints].line});
  }
  std::vector<Vec3> points = positions.numbers.points(points_, positions.type);
  if (!positions.numbers.ok()) return fail(positions.numbers.error());
  VtkCells cells;
  good = read_cells(points.size(), cells);
  if (good) good = open(kTypes, types);
  if (!good) return fail(good.error());
  return read_tetrahedra(std::move(points), cells, types.numbers, types.type, warnings_);
}

}  // namespace

Result<ReadMesh> read_vtu_mesh(std::span<const std::byte> bytes, Warnings& warnings) {
  return VtuReader(bytes, warnings).read();
}

}  // namespace solgel::io
