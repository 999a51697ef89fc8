// Gmsh's MSH 2.x and 4.1 (reference manual of Gmsh, "File formats"), as text or as bytes.
//
// Sections $Name ... $EndName; $Nodes and $Elements are read, the others passed over. Points have numbers of their own,
// in any order. In bytes int has 4, size_t as many as the header says, in the order that the integer 1 after the header
// shows. Version 2 writes one element a line, or blocks of one type as bytes; version 4.1 always blocks.
#include <algorithm>
#include <bit>

#include "io/mesh_read_format.h"
#include "io/track_text.h"

namespace solgel::io {
namespace {

enum class Kind : std::uint8_t { flat, tetrahedron, solid, curved };
struct ElementType {
  std::int64_t number;
  std::size_t points;
  Kind kind;
};
// Points, lines, triangles and quadrangles of first order, the four solids, and what has curved sides.
constexpr ElementType kTypes[] = {{15, 1, Kind::flat}, {1, 2, Kind::flat},        {2, 3, Kind::flat},
                                  {3, 4, Kind::flat},  {4, 4, Kind::tetrahedron}, {5, 8, Kind::solid},
                                  {6, 6, Kind::solid}, {7, 5, Kind::solid}};

const ElementType& element_type(std::int64_t number) {
  static constexpr ElementType kOther{0, 0, Kind::curved};
  for (const ElementType& type : kTypes) {
    if (type.number == number) return type;
  }
  return kOther;
}

// The place of each numbered point in the list.
class PointNumbers {
 public:
  void add(std::int64_t number) {
    const bool follows = list_.empty() || (number > list_.back().number && number - 1 == list_.back().number);
    is_sequence_ = is_sequence_ && follows;
    list_.push_back({number, static_cast<std::uint32_t>(list_.size())});
  }
  void reserve(std::size_t count) { list_.reserve(count); }
  std::size_t size() const { return list_.size(); }
  // Nothing, or a number that stands twice.
  const std::int64_t* finish() {
    if (is_sequence_) return nullptr;
    std::sort(list_.begin(), list_.end(),
              [](const Entry& a, const Entry& b) { return a.number != b.number ? a.number < b.number : a.at < b.at; });
    const auto twice = std::adjacent_find(list_.begin(), list_.end(),
                                          [](const Entry& a, const Entry& b) { return a.number == b.number; });
    return twice == list_.end() ? nullptr : &twice->number;
  }
  bool find(std::int64_t number, std::uint32_t& at) const {
    const auto found = std::lower_bound(list_.begin(), list_.end(), number,
                                        [](const Entry& entry, std::int64_t n) { return entry.number < n; });
    if (found == list_.end() || found->number != number) return false;
    at = found->at;
    return true;
  }

 private:
  struct Entry {
    std::int64_t number;
    std::uint32_t at;
  };
  std::vector<Entry> list_;
  bool is_sequence_ = true;
};

class MshReader {
 public:
  MshReader(std::span<const std::byte> bytes, Warnings& warnings) : numbers_(bytes), warnings_(warnings) {}
  Result<ReadMesh> read();

 private:
  struct Block {  // of elements
    std::int64_t type, count, tags;
  };

  void read_format();
  void read_nodes2();
  void read_nodes4();
  void read_node_block();
  void finish_nodes(std::int64_t promised);
  void read_elements2();
  void read_elements4();
  void read_block(const Block& block);
  void read_element(const ElementType& type);
  void finish_elements(std::int64_t promised);
  void end_section(std::string_view name);
  void set_data() { numbers_.set_form(form_); }

  MeshNumbers numbers_;
  Warnings& warnings_;
  MeshNumbers::Form form_ = MeshNumbers::Form::text;
  bool is_version4_ = false;
  Scalar size_ = Scalar::u64;
  PointNumbers names_;
  bool has_nodes_ = false;
  std::uint64_t element_ = 0, flat_ = 0;
  TetrahedralMesh mesh_;
};

void MshReader::read_format() {
  const std::string_view version = numbers_.word();
  is_version4_ = version == "4.1";
  if (!is_version4_ && version != "2" && !version.starts_with("2.")) {
    return numbers_.stop({.found = "the file is MSH " + quoted_text(version),
                          .allowed = "allowed 2.x and 4.1",
                          .remedy = "convert it with gmsh -save -format msh41"});
  }
  const std::int64_t kind = numbers_.whole(Scalar::i32), size = numbers_.whole(Scalar::i32);
  if (numbers_.ok() && ((kind != 0 && kind != 1) || (size != 8 && size != 4))) {
    return numbers_.stop({.found = "the header has " + std::to_string(kind) + " " + std::to_string(size),
                          .allowed = "allowed 0 or 1 for text or bytes, then a size of 8 or 4",
                          .remedy = "the file is damaged: export it again"});
  }
  numbers_.rest_of_line();
  if (size == 4) size_ = Scalar::u32;
  if (kind != 1) return end_section("MeshFormat");
  numbers_.set_form(MeshNumbers::Form::little);
  const std::int64_t one = numbers_.whole(Scalar::u32);
  if (numbers_.ok() && one != 1 && one != 0x01000000) {
    return numbers_.stop({.found = "the integer after the header is " + std::to_string(one),
                          .allowed = "allowed 1, in either order of bytes",
                          .remedy = "the file is damaged: export it again"});
  }
  form_ = one == 1 ? MeshNumbers::Form::little : MeshNumbers::Form::big;
  end_section("MeshFormat");
}

// From the data to behind $EndName.
void MshReader::end_section(std::string_view name) {
  if (!numbers_.ok()) return;
  numbers_.set_form(MeshNumbers::Form::text);
  const std::string end = "$End" + std::string(name);
  const std::string_view word = numbers_.word();
  if (word == end) return;
  numbers_.stop({.found = "section " + std::string(name) + " goes on with " + quoted_text(word),
                 .allowed = "allowed " + end,
                 .remedy = word.empty() ? "it is cut off: copy it again" : "the file is damaged: export it again"});
}

void MshReader::finish_nodes(std::int64_t promised) {
  if (!numbers_.ok()) return;
  if (static_cast<std::int64_t>(mesh_.points.size()) != promised) {
    return numbers_.stop({.found = "the blocks hold " + std::to_string(mesh_.points.size()) + " points",
                          .allowed = "the section promises " + std::to_string(promised),
                          .remedy = "the file is damaged: export it again"});
  }
  has_nodes_ = true;
  if (const std::int64_t* twice = names_.finish()) {
    numbers_.stop({.found = "point " + std::to_string(*twice) + " is there twice",
                   .remedy = "the file is damaged: export it again"});
  }
}

void MshReader::read_nodes2() {
  const std::int64_t promised = numbers_.whole(Scalar::i32);  // as text even where the points are bytes
  numbers_.rest_of_line();
  set_data();
  const std::size_t count = numbers_.promised("points", promised, kMostMeshPoints, {4, 28});
  mesh_.points.reserve(count);
  names_.reserve(count);
  for (std::size_t k = 0; k < count && numbers_.ok(); ++k) {
    numbers_.at("point", k + 1);
    names_.add(numbers_.whole(Scalar::i32));
    mesh_.points.push_back(numbers_.point(Scalar::f64));
  }
  finish_nodes(promised);
  end_section("Nodes");
}

void MshReader::read_nodes4() {
  numbers_.rest_of_line();
  set_data();
  const std::int64_t blocks = numbers_.whole(size_), promised = numbers_.whole(size_);
  numbers_.whole(size_);
  numbers_.whole(size_);
  const std::size_t count = numbers_.promised("points", promised, kMostMeshPoints, {4, 24 + scalar_bytes(size_)});
  mesh_.points.reserve(count);
  names_.reserve(count);
  for (std::int64_t k = 0; k < blocks && numbers_.ok(); ++k) read_node_block();
  finish_nodes(promised);
  end_section("Nodes");
}

void MshReader::read_node_block() {
  numbers_.at("the block of points", 0);
  const std::int64_t dimension = numbers_.whole(Scalar::i32);
  numbers_.whole(Scalar::i32);
  const std::int64_t parametric = numbers_.whole(Scalar::i32), promised = numbers_.whole(size_);
  if (numbers_.ok() && (dimension < 0 || dimension > 3 || (parametric != 0 && parametric != 1))) {
    return numbers_.stop({.found = "a block of points has dimension " + std::to_string(dimension) +
                                   " and says parametric " + std::to_string(parametric),
                          .allowed = "allowed 0 to 3, and 0 or 1",
                          .remedy = "the file is damaged: export it again"});
  }
  const std::size_t count =
      numbers_.promised("points", promised, kMostMeshPoints - mesh_.points.size(), {4, 24 + scalar_bytes(size_)});
  for (std::size_t k = 0; k < count && numbers_.ok(); ++k) names_.add(numbers_.whole(size_));
  for (std::size_t k = 0; k < count && numbers_.ok(); ++k) {
    numbers_.at("point", mesh_.points.size() + 1);
    mesh_.points.push_back(numbers_.point(Scalar::f64));
    for (std::int64_t p = 0; parametric == 1 && p < dimension; ++p) numbers_.number(Scalar::f64);
  }
}

void MshReader::read_elements2() {
  const std::int64_t promised = numbers_.whole(Scalar::i32);
  numbers_.rest_of_line();
  set_data();
  numbers_.promised("elements", promised, kMostMeshElements, {3, 8});
  const auto total = static_cast<std::uint64_t>(std::max<std::int64_t>(promised, 0));
  while (numbers_.ok() && element_ < total) {
    numbers_.at("element", element_ + 1);
    if (numbers_.is_text()) numbers_.whole(Scalar::i32);
    Block block{numbers_.whole(Scalar::i32), 1, 0};
    if (!numbers_.is_text()) block.count = numbers_.whole(Scalar::i32);
    block.tags = numbers_.whole(Scalar::i32);
    if (numbers_.ok() && block.count < 1) {
      numbers_.stop({.found = "a block has " + std::to_string(block.count) + " elements",
                     .allowed = "allowed 1 or more",
                     .remedy = "the file is damaged: export it again"});
    }
    read_block(block);
  }
  finish_elements(promised);
}

void MshReader::read_elements4() {
  numbers_.rest_of_line();
  set_data();
  const std::int64_t blocks = numbers_.whole(size_), promised = numbers_.whole(size_);
  numbers_.whole(size_);
  numbers_.whole(size_);
  numbers_.promised("elements", promised, kMostMeshElements, {2, 2 * scalar_bytes(size_)});
  for (std::int64_t k = 0; k < blocks && numbers_.ok(); ++k) {
    numbers_.at("the block of elements", 0);
    numbers_.whole(Scalar::i32);
    numbers_.whole(Scalar::i32);
    const std::int64_t type = numbers_.whole(Scalar::i32);
    read_block({type, numbers_.whole(size_), 0});
  }
  finish_elements(promised);
}

void MshReader::finish_elements(std::int64_t promised) {
  if (numbers_.ok() && element_ != static_cast<std::uint64_t>(promised)) {
    numbers_.stop({.found = "the blocks hold " + std::to_string(element_) + " elements",
                   .allowed = "the section promises " + std::to_string(promised),
                   .remedy = "the file is damaged: export it again"});
  }
  end_section("Elements");
}

// Elements of one type: each with its number (in text of version 2 already read), its tags, its points.
void MshReader::read_block(const Block& block) {
  if (!numbers_.ok()) return;
  const ElementType& type = element_type(block.type);
  numbers_.at("element", element_ + 1);
  if (type.kind == Kind::solid || type.kind == Kind::curved) {
    return numbers_.stop(unfit_element(numbers_, "of Gmsh's type " + std::to_string(block.type),
                                       type.kind == Kind::solid ? "mesh the volume with tetrahedra alone"
                                                                : "set Mesh.ElementOrder = 1 and mesh again"));
  }
  const bool has_number = is_version4_ || !numbers_.is_text();
  const Scalar name = is_version4_ ? size_ : Scalar::i32;
  const std::uint64_t words = type.points + (has_number ? 1 : 0);
  const std::size_t count =
      numbers_.promised("elements", block.count, kMostMeshElements - element_, {words, words * scalar_bytes(name)});
  if (numbers_.ok() && (block.tags < 0 || static_cast<std::uint64_t>(block.tags) > numbers_.remaining())) {
    return numbers_.stop({.found = numbers_.item_text() + " has " + std::to_string(block.tags) + " tags",
                          .allowed = "allowed what the file can hold",
                          .remedy = "the file is damaged: export it again"});
  }
  for (std::size_t k = 0; k < count && numbers_.ok(); ++k) {
    numbers_.at("element", ++element_);
    if (has_number) numbers_.whole(name);
    for (std::int64_t tag = 0; tag < block.tags && numbers_.ok(); ++tag) numbers_.whole(Scalar::i32);
    read_element(type);
  }
}

void MshReader::read_element(const ElementType& type) {
  Tetrahedron points{};
  for (std::size_t k = 0; k < type.points; ++k) {
    const std::int64_t number = numbers_.whole(is_version4_ ? size_ : Scalar::i32);
    if (numbers_.ok() && !names_.find(number, points[k])) {
      numbers_.stop({.found = numbers_.item_text() + " names point " + std::to_string(number),
                     .allowed = "allowed the numbers of the section Nodes",
                     .remedy = "the file is damaged: export it again"});
    }
  }
  if (!numbers_.ok()) return;
  if (type.kind == Kind::tetrahedron) {
    mesh_.elements.push_back(points);
  } else {
    ++flat_;
  }
}

Result<ReadMesh> MshReader::read() {
  bool has_format = false, has_elements = false;
  while (numbers_.ok() && !(has_nodes_ && has_elements)) {
    numbers_.set_form(MeshNumbers::Form::text);
    const std::string_view word = numbers_.word();
    if (word.empty()) break;
    const bool is_data = word == "$Nodes" || word == "$Elements";
    if (is_data && (!has_format || (word == "$Elements") != has_nodes_)) {
      numbers_.stop({.found = "section " + std::string(word.substr(1)) + " is out of its place",
                     .allowed = "allowed MeshFormat, Nodes, Elements in this order, once each",
                     .remedy = "the file is damaged: export it again"});
    } else if (word == "$MeshFormat") {
      read_format();
      has_format = true;
    } else if (word == "$Nodes") {
      is_version4_ ? read_nodes4() : read_nodes2();
    } else if (word == "$Elements") {
      is_version4_ ? read_elements4() : read_elements2();
      has_elements = true;
    } else if (!word.starts_with('$') || !numbers_.skip_behind("$End" + std::string(word.substr(1)))) {
      numbers_.stop({.found = "a section has " + quoted_text(word),
                     .allowed = "allowed sections from $Name to $EndName",
                     .remedy = "the file is cut off or damaged: copy it again"});
    }
  }
  if (!numbers_.ok()) return fail(numbers_.error());
  if (mesh_.elements.empty()) return fail(no_tetrahedra(flat_));
  warn_left_out(warnings_, flat_, "points, lines and faces");
  return std::move(mesh_);
}

}  // namespace

Result<ReadMesh> read_msh_mesh(std::span<const std::byte> bytes, Warnings& warnings) {
  return MshReader(bytes, warnings).read();
}

}  // namespace solgel::io
