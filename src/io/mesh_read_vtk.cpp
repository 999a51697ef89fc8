// VTK's old files (The VTK User's Guide, "VTK File Formats"; 5.1 of 2020 for offsets), as text or big-endian bytes.
//
//   CELLS n size      up to 5.0: of each cell the number of its points and they themselves, `size` numbers in all
//   CELLS n+1 size    from 5.1:  OFFSETS type, n + 1 numbers from 0; CONNECTIVITY type, `size` numbers
//
// Likewise POLYGONS. Which of the two it is shows at the word OFFSETS. Reading ends at POINT_DATA or CELL_DATA.
#include "io/mesh_read_cells.h"
#include "io/track_text.h"

namespace solgel::io {
namespace {

class VtkReader {
 public:
  VtkReader(std::span<const std::byte> bytes, Warnings& warnings) : numbers_(bytes), warnings_(warnings) {}
  Result<ReadMesh> read();

 private:
  void read_header();
  void read_section(std::string_view word);
  void read_points();
  VtkCells read_cells(std::string_view item);
  VtkCells read_counted_cells(std::string_view item, std::int64_t count, std::int64_t size);
  VtkCells read_offset_cells(std::string_view item, std::int64_t count, std::int64_t size);
  void skip_cells();
  void skip_field();
  void skip_metadata();
  void read_types();
  void add_polygons(const VtkCells& cells);
  Scalar read_type();
  void begin_data() {
    numbers_.rest_of_line();
    numbers_.set_form(form_);
  }
  void end_data() { numbers_.set_form(MeshNumbers::Form::text); }

  MeshNumbers numbers_;
  Warnings& warnings_;
  MeshNumbers::Form form_ = MeshNumbers::Form::text;
  bool is_grid_ = false, has_points_ = false, has_cells_ = false;
  std::vector<Vec3> points_;
  VtkCells cells_;
  Result<ReadMesh> tetrahedra_ = fail(no_tetrahedra(0));
  TriangleMesh polygons_;
  std::uint64_t faces_ = 0, left_out_ = 0;
};

void VtkReader::read_header() {
  numbers_.rest_of_line();  // # vtk DataFile Version
  numbers_.rest_of_line();  // title
  const std::string_view form = numbers_.word();
  if (form != "ASCII" && form != "BINARY") {
    return numbers_.stop({.found = "the third line is " + quoted_text(form), .allowed = "allowed ASCII or BINARY"});
  }
  if (form == "BINARY") form_ = MeshNumbers::Form::big;
  numbers_.rest_of_line();
}

Scalar VtkReader::read_type() {
  Scalar type = Scalar::f32;
  const std::string_view name = numbers_.word();
  if (!vtk_scalar(name, type)) {
    numbers_.stop(
        {.found = "an array has the type " + quoted_text(name), .allowed = "allowed whole numbers, float and double"});
  }
  return type;
}

void VtkReader::read_points() {
  if (has_points_) {
    return numbers_.stop({.found = "POINTS is there twice", .remedy = "the file is damaged: export it again"});
  }
  numbers_.at("the header of POINTS", 0);
  const std::int64_t count = numbers_.whole(Scalar::i64);
  const Scalar type = read_type();
  begin_data();
  points_ = numbers_.points(count, type);
  has_points_ = true;
  end_data();
}

VtkCells VtkReader::read_cells(std::string_view item) {
  if (!has_points_) {
    numbers_.stop({.found = "cells come before POINTS", .remedy = "the file is damaged: export it again"});
  }
  numbers_.at("the header of cells", 0);
  const std::int64_t count = numbers_.whole(Scalar::i64), size = numbers_.whole(Scalar::i64);
  numbers_.rest_of_line();
  return numbers_.starts_with("OFFSETS") ? read_offset_cells(item, count, size) : read_counted_cells(item, count, size);
}

VtkCells VtkReader::read_counted_cells(std::string_view item, std::int64_t count, std::int64_t size) {
  VtkCells cells;
  numbers_.set_form(form_);
  const std::size_t n = numbers_.promised("cells", count, kMostMeshElements, {1, 4});
  const std::size_t all = numbers_.promised("numbers of cells", size, ~std::uint64_t{0}, {1, 4});
  if (numbers_.ok() && n > all) {
    numbers_.stop({.found = std::to_string(n) + " cells in " + std::to_string(all) + " numbers",
                   .allowed = "allowed one number for each cell and one for each of its points",
                   .remedy = "the file is damaged: export it again"});
  }
  cells.ends.reserve(n);
  cells.corners.reserve(numbers_.ok() ? all - n : 0);
  std::size_t left = all;
  for (std::size_t k = 0; k < n && numbers_.ok(); ++k) {
    numbers_.at(item, k + 1);
    const std::int64_t corners = numbers_.whole(Scalar::i32);
    if (numbers_.ok() && (corners < 0 || static_cast<std::uint64_t>(corners) >= left)) {
      numbers_.stop({.found = numbers_.item_text() + " has " + std::to_string(corners) + " points",
                     .allowed = "allowed what is left of " + std::to_string(all) + " numbers",
                     .remedy = "the file is damaged: export it again"});
    }
    for (std::int64_t c = 0; c < corners && numbers_.ok(); ++c) {
      cells.corners.push_back(numbers_.index(Scalar::i32, 0, static_cast<std::int64_t>(points_.size()) - 1));
    }
    left -= numbers_.ok() ? 1 + static_cast<std::size_t>(corners) : 0;
    cells.ends.push_back(cells.corners.size());
  }
  end_data();
  return cells;
}

VtkCells VtkReader::read_offset_cells(std::string_view item, std::int64_t count, std::int64_t size) {
  VtkCells cells;
  numbers_.word();  // OFFSETS
  Scalar type = read_type();
  begin_data();
  const std::size_t offsets =
      numbers_.promised("offsets of cells", count, kMostMeshElements + 1, {1, scalar_bytes(type)});
  if (offsets > 0) numbers_.whole(type);
  cells.ends = read_ends(numbers_, offsets > 0 ? offsets - 1 : 0, type);
  end_data();
  const std::string_view word = numbers_.word();
  if (word != "CONNECTIVITY") {
    numbers_.stop({.found = "OFFSETS are followed by " + quoted_text(word),
                   .allowed = "allowed CONNECTIVITY",
                   .remedy = "the file is cut off or damaged: copy it again"});
  }
  type = read_type();
  begin_data();
  const std::size_t corners = numbers_.promised("corners of cells", size, ~std::uint64_t{0}, {1, scalar_bytes(type)});
  cells.corners.reserve(corners);
  std::size_t cell = 0;
  for (std::size_t k = 0; k < corners && numbers_.ok(); ++k) {
    while (cell < cells.ends.size() && cells.ends[cell] <= k) ++cell;
    numbers_.at(item, cell + 1);
    cells.corners.push_back(numbers_.index(type, 0, static_cast<std::int64_t>(points_.size()) - 1));
  }
  end_data();
  if (numbers_.ok() && !cells.ends.empty() && cells.ends.back() > corners) {
    numbers_.stop({.found = "the last offset is " + std::to_string(cells.ends.back()),
                   .allowed = "allowed up to the " + std::to_string(corners) + " corners of the cells",
                   .remedy = "the file is damaged: export it again"});
  }
  return cells;
}

void VtkReader::skip_cells() {
  left_out_ += read_cells("cell").ends.size();
}

void VtkReader::read_types() {
  numbers_.at("the header of CELL_TYPES", 0);
  const std::int64_t count = numbers_.whole(Scalar::i64);
  if (numbers_.ok() && (!has_cells_ || static_cast<std::uint64_t>(count) != cells_.ends.size())) {
    numbers_.stop({.found = "there are " + std::to_string(count) + " CELL_TYPES",
                   .allowed = "the file has " + std::to_string(cells_.ends.size()) + " CELLS before them",
                   .remedy = "the file is damaged: export it again"});
  }
  begin_data();
  if (!numbers_.ok()) return;
  tetrahedra_ = read_tetrahedra(std::move(points_), cells_, numbers_, Scalar::i32, warnings_);
  end_data();
}

void VtkReader::add_polygons(const VtkCells& cells) {
  std::uint64_t begin = 0;
  for (const std::uint64_t end : cells.ends) {
    if (!numbers_.ok()) return;
    numbers_.at("polygon", ++faces_);
    add_fan(polygons_, {cells.corners.data() + begin, static_cast<std::size_t>(end - begin)}, numbers_);
    begin = end;
  }
}

// FIELD name n, then n arrays "name components tuples type": time and the like.
void VtkReader::skip_field() {
  numbers_.at("FIELD", 0);
  numbers_.word();
  const std::int64_t arrays = numbers_.whole(Scalar::i64);
  for (std::int64_t k = 0; k < arrays && numbers_.ok(); ++k) {
    const std::string_view name = numbers_.word();
    if (name == "METADATA") {
      skip_metadata();
      --k;
      continue;
    }
    const std::int64_t components = numbers_.whole(Scalar::i64), tuples = numbers_.whole(Scalar::i64);
    const Scalar type = read_type();
    begin_data();
    constexpr std::uint64_t kMost = ~std::uint64_t{0};
    const std::size_t wide = numbers_.promised("values of a field", components, kMost, {1, scalar_bytes(type)});
    const std::size_t size = scalar_bytes(type) * wide;
    const std::size_t values =
        size == 0 ? 0 : numbers_.promised("values of a field", tuples, kMost, {wide, size}) * wide;
    if (!numbers_.is_text()) numbers_.skip_bytes(values * scalar_bytes(type));
    for (std::size_t v = 0; v < values && numbers_.is_text() && numbers_.ok(); ++v) numbers_.number(type);
    end_data();
  }
}

// Ends with an empty line.
void VtkReader::skip_metadata() {
  numbers_.rest_of_line();
  while (numbers_.remaining() > 0) {
    if (numbers_.rest_of_line().find_first_not_of(" \t") == std::string_view::npos) return;
  }
}

void VtkReader::read_section(std::string_view word) {
  if (word == "POINTS") return read_points();
  if (word == "FIELD") return skip_field();
  if (word == "METADATA") return skip_metadata();
  if (is_grid_ && word == "CELLS" && !has_cells_) {
    cells_ = read_cells("cell");
    has_cells_ = true;
    return;
  }
  if (is_grid_ && word == "CELL_TYPES") return read_types();
  if (!is_grid_ && word == "POLYGONS") return add_polygons(read_cells("polygon"));
  if (!is_grid_ && (word == "VERTICES" || word == "LINES")) return skip_cells();
  const bool is_strip = !is_grid_ && word == "TRIANGLE_STRIPS";
  numbers_.stop({.found = is_strip ? std::string("the file has TRIANGLE_STRIPS") : "a section has " + quoted_text(word),
                 .allowed = is_grid_ ? "allowed POINTS, CELLS, CELL_TYPES and FIELD"
                                     : "allowed POINTS, VERTICES, LINES, POLYGONS and FIELD",
                 .remedy = is_strip ? "turn them into triangles: ParaView's filter Triangulate does"
                                    : "the file is damaged: export it again"});
}

Result<ReadMesh> VtkReader::read() {
  read_header();
  const std::string_view dataset = numbers_.word(), kind = numbers_.word();
  is_grid_ = kind == "UNSTRUCTURED_GRID";
  if (dataset != "DATASET" || (!is_grid_ && kind != "POLYDATA")) {
    numbers_.stop({.found = "the file has " + quoted_text(dataset) + " " + quoted_text(kind),
                   .allowed = "allowed DATASET UNSTRUCTURED_GRID or POLYDATA",
                   .remedy = "save the mesh as one of them"});
  }
  bool has_types = false;
  while (numbers_.ok() && !has_types) {
    const std::string_view word = numbers_.word();
    if (word.empty() || word == "POINT_DATA" || word == "CELL_DATA") break;
    read_section(word);
    has_types = word == "CELL_TYPES";
  }
  if (!numbers_.ok()) return fail(numbers_.error());
  if (is_grid_ && has_cells_ && !has_types) {
    return fail({.found = "the file ends before CELL_TYPES", .remedy = "it is cut off: copy it again"});
  }
  if (is_grid_) return std::move(tetrahedra_);
  if (polygons_.triangles.empty()) {
    return fail({.found = "the file has no polygons", .allowed = "allowed meshes with at least one"});
  }
  warn_left_out(warnings_, left_out_, "points and lines");
  polygons_.points = std::move(points_);
  return std::move(polygons_);
}

}  // namespace

Result<ReadMesh> read_vtk_mesh(std::span<const std::byte> bytes, Warnings& warnings) {
  return VtkReader(bytes, warnings).read();
}

}  // namespace solgel::io
