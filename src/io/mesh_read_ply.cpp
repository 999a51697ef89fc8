// PLY 1.0 (Turk 1994): a header of elements and their properties, then the elements as text or as bytes.
//
// Points are x, y, z of the element vertex, faces the list vertex_indices (or vertex_index) of the element face,
// numbers from 0. Everything else is read and dropped.
#include <algorithm>
#include <charconv>

#include "io/mesh_read_format.h"
#include "io/track_text.h"

namespace solgel::io {
namespace {

enum class Role : std::uint8_t { x, y, z, corners, none };

struct Property {
  Scalar type = Scalar::f32;
  bool is_list = false;
  Scalar count_type = Scalar::u8;
  Role role = Role::none;
};

struct Element {
  std::string_view name;
  std::int64_t count = 0;
  std::vector<Property> properties;

  bool has(Role role) const {
    return std::any_of(properties.begin(), properties.end(), [role](const Property& p) { return p.role == role; });
  }
  // A list may be empty.
  MeshNumbers::Least least() const {
    MeshNumbers::Least sum{0, 0};
    for (const Property& p : properties) {
      sum.words += 1;
      sum.bytes += scalar_bytes(p.is_list ? p.count_type : p.type);
    }
    return sum;
  }
};

bool scalar_of(std::string_view word, Scalar& type) {
  struct Name {
    std::string_view one, two;
    Scalar type;
  };
  constexpr Name kNames[] = {{"char", "int8", Scalar::i8},      {"uchar", "uint8", Scalar::u8},
                             {"short", "int16", Scalar::i16},   {"ushort", "uint16", Scalar::u16},
                             {"int", "int32", Scalar::i32},     {"uint", "uint32", Scalar::u32},
                             {"float", "float32", Scalar::f32}, {"double", "float64", Scalar::f64}};
  for (const Name& name : kNames) {
    if (word != name.one && word != name.two) continue;
    type = name.type;
    return true;
  }
  return false;
}

Role role_of(std::string_view element, std::string_view name, bool is_list) {
  if (element == "vertex" && !is_list) {
    return name == "x" ? Role::x : name == "y" ? Role::y : name == "z" ? Role::z : Role::none;
  }
  const bool names_corners = name == "vertex_indices" || name == "vertex_index";
  return element == "face" && is_list && names_corners ? Role::corners : Role::none;
}

class PlyReader {
 public:
  PlyReader(std::span<const std::byte> bytes, Warnings& warnings) : numbers_(bytes), warnings_(warnings) {}
  Result<ReadMesh> read();

 private:
  void read_header();
  void read_format();
  void read_property();
  void check_header();
  void read_vertices(const Element& element);
  void read_faces(const Element& element);
  void skip(const Element& element);
  std::size_t list_size(const Property& p);
  void skip_value(const Property& p);
  void refuse(std::string_view word, std::string_view allowed);

  MeshNumbers numbers_;
  Warnings& warnings_;
  MeshNumbers::Form form_ = MeshNumbers::Form::text;
  std::vector<Element> elements_;
  std::int64_t points_ = 0;
  TriangleMesh mesh_;
};

void PlyReader::refuse(std::string_view word, std::string_view allowed) {
  numbers_.stop({.found = "the header has " + quoted_text(word),
                 .allowed = "allowed " + std::string(allowed),
                 .remedy = "export the mesh as PLY 1.0"});
}

void PlyReader::read_format() {
  const std::string_view form = numbers_.word();
  if (form == "binary_little_endian") {
    form_ = MeshNumbers::Form::little;
  } else if (form == "binary_big_endian") {
    form_ = MeshNumbers::Form::big;
  } else if (form != "ascii") {
    refuse(form, "ascii, binary_little_endian and binary_big_endian");
  }
}

void PlyReader::read_property() {
  if (elements_.empty()) return refuse("property", "elements before their properties");
  Property p;
  std::string_view type = numbers_.word();
  p.is_list = type == "list";
  if (p.is_list) {
    const std::string_view count = numbers_.word();
    if (!scalar_of(count, p.count_type) || !is_whole(p.count_type)) return refuse(count, "whole types for counts");
    type = numbers_.word();
  }
  if (!scalar_of(type, p.type)) return refuse(type, "char uchar short ushort int uint float double and list");
  p.role = role_of(elements_.back().name, numbers_.word(), p.is_list);
  if (p.role == Role::corners && !is_whole(p.type)) return refuse(type, "whole types for corners");
  if (p.role != Role::none && elements_.back().has(p.role)) return refuse("property", "each property once");
  elements_.back().properties.push_back(p);
}

void PlyReader::read_header() {
  numbers_.rest_of_line();  // ply
  for (bool has_format = false; numbers_.ok();) {
    const std::string_view word = numbers_.word();
    if (word == "format") {
      read_format();
      has_format = true;
    } else if (word == "element") {
      elements_.push_back({.name = numbers_.word()});
      elements_.back().count = numbers_.whole(Scalar::u64);
      if (elements_.back().name == "vertex") points_ = elements_.back().count;
    } else if (word == "property") {
      read_property();
    } else if (word == "end_header") {
      if (!has_format) refuse(word, "a line 'format' before it");
      numbers_.rest_of_line();
      return;
    } else if (word.empty()) {
      numbers_.stop({.found = "the file ends in the header", .remedy = "it is cut off: copy it again"});
    } else if (word != "comment" && word != "obj_info") {
      refuse(word, "format, element, property, comment, obj_info and end_header");
    }
    numbers_.rest_of_line();
  }
}

void PlyReader::check_header() {
  const auto count_of = [this](std::string_view name, Role role) {
    return std::count_if(elements_.begin(), elements_.end(),
                         [=](const Element& e) { return e.name == name && e.has(role); });
  };
  const bool has_points =
      count_of("vertex", Role::x) == 1 && count_of("vertex", Role::y) == 1 && count_of("vertex", Role::z) == 1;
  if (has_points && count_of("face", Role::corners) == 1) return;
  numbers_.stop({.found = has_points ? "the header has no list of a face's vertex_indices"
                                     : "the header has no x, y and z of one element vertex",
                 .allowed = "allowed meshes with points and faces",
                 .remedy = "export the surface as triangles or polygons"});
}

// Entries of a list; 0 when the file cannot hold them.
std::size_t PlyReader::list_size(const Property& p) {
  const std::int64_t count = numbers_.whole(p.count_type);
  const std::size_t size = numbers_.is_text() ? 2 : scalar_bytes(p.type);
  if (count < 0 || static_cast<std::uint64_t>(count) > (numbers_.remaining() + 1) / size) {
    numbers_.stop({.found = numbers_.item_text() + " has a list of " + std::to_string(count),
                   .allowed = "the " + std::to_string(numbers_.remaining()) + " bytes that follow cannot hold it",
                   .remedy = "the file is cut off or damaged: copy it again"});
  }
  return numbers_.ok() ? static_cast<std::size_t>(count) : 0;
}

void PlyReader::skip_value(const Property& p) {
  const std::size_t count = p.is_list ? list_size(p) : 1;
  if (!numbers_.is_text()) return numbers_.skip_bytes(count * scalar_bytes(p.type));
  for (std::size_t k = 0; k < count && numbers_.ok(); ++k) numbers_.number(p.type);
}

void PlyReader::read_vertices(const Element& element) {
  const std::size_t count = numbers_.promised("points", element.count, kMostMeshPoints, element.least());
  mesh_.points.reserve(count);
  for (std::size_t k = 0; k < count && numbers_.ok(); ++k) {
    numbers_.at("point", k + 1);
    Vec3 p;
    for (const Property& property : element.properties) {
      if (property.role == Role::none) {
        skip_value(property);
      } else {
        (property.role == Role::x ? p.x : property.role == Role::y ? p.y : p.z) = numbers_.number(property.type);
      }
    }
    numbers_.check(p);
    mesh_.points.push_back(p);
  }
}

void PlyReader::read_faces(const Element& element) {
  const std::size_t count = numbers_.promised("faces", element.count, kMostMeshElements, element.least());
  mesh_.triangles.reserve(count);
  std::vector<std::uint32_t> corners;
  for (std::size_t k = 0; k < count && numbers_.ok(); ++k) {
    numbers_.at("face", k + 1);
    for (const Property& property : element.properties) {
      if (property.role == Role::none) {
        skip_value(property);
        continue;
      }
      corners.resize(list_size(property));
      for (std::uint32_t& corner : corners) corner = numbers_.index(property.type, 0, points_ - 1);
      add_fan(mesh_, corners, numbers_);
    }
  }
}

void PlyReader::skip(const Element& element) {
  if (element.properties.empty()) return;
  numbers_.at("the header", 0);
  const std::size_t count = numbers_.promised(element.name, element.count, ~std::uint64_t{0}, element.least());
  for (std::size_t k = 0; k < count && numbers_.ok(); ++k) {
    numbers_.at(element.name, k + 1);
    for (const Property& property : element.properties) skip_value(property);
  }
  warn_left_out(warnings_, count, "items of element " + quoted_text(element.name));
}

Result<ReadMesh> PlyReader::read() {
  read_header();
  if (numbers_.ok()) check_header();
  numbers_.set_form(form_);
  for (const Element& element : elements_) {
    if (!numbers_.ok()) break;
    if (element.has(Role::x)) {
      read_vertices(element);
    } else if (element.has(Role::corners)) {
      read_faces(element);
    } else {
      skip(element);
    }
  }
  if (!numbers_.ok()) return fail(numbers_.error());
  if (mesh_.triangles.empty()) {
    return fail({.found = "the file has no faces",
                 .allowed = "allowed meshes with at least one",
                 .remedy = "export the surface as triangles or polygons"});
  }
  return std::move(mesh_);
}

}  // namespace

Result<ReadMesh> read_ply_mesh(std::span<const std::byte> bytes, Warnings& warnings) {
  return PlyReader(bytes, warnings).read();
}

}  // namespace solgel::io
