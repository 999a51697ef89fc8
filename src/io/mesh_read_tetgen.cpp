// TetGen (Si 2015, "TetGen, a Delaunay-based quality tetrahedral mesh generator"): points in .node, tetrahedra in .ele.
//
//   .node   points 3 attributes marker(0 or 1) | number x y z attributes marker
//   .ele    tetrahedra 4 attributes(0 or 1)    | number a b c d attribute
//
// Numbers rise by 1 from that of the first point, 0 or 1. # begins a comment.
#include "io/mesh_read_format.h"

namespace solgel::io {
namespace {

// The lines that are not empty, without comments.
class Lines {
 public:
  explicit Lines(std::span<const std::byte> bytes) : text_(bytes) {}

  bool next() {
    while (text_.remaining() > 0) {
      line_ = text_.line();
      const std::string_view all = text_.rest_of_line();
      const std::string_view text = all.substr(0, all.find('#'));
      if (text.find_first_not_of(" \t\v\f\\") == text.npos) continue;
      words_ = {reinterpret_cast<const std::byte*>(text.data()), text.size()};
      return true;
    }
    return false;
  }
  MeshNumbers numbers(std::string_view item, std::uint64_t number) const {
    MeshNumbers numbers(words_, line_);
    numbers.set_whole("the line");
    numbers.at(item, number);
    return numbers;
  }
  // What is left in the file, for promises.
  MeshNumbers& rest() { return text_; }

 private:
  MeshNumbers text_;
  std::span<const std::byte> words_;
  std::uint64_t line_ = 0;
};

Error ends_early(std::string_view item, std::size_t number) {
  return {.found = "the file ends before " + std::string(item) + " " + std::to_string(number),
          .remedy = "it is cut off: copy it again"};
}

struct Header {
  std::int64_t count = 0, width = 0;
};

Result<Header> read_header(Lines& lines) {
  if (!lines.next()) return fail({.found = "the file is empty"});
  MeshNumbers numbers = lines.numbers("the header", 0);
  const Header header{numbers.whole(Scalar::i64), numbers.whole(Scalar::i64)};
  if (!numbers.ok()) return fail(numbers.error());
  return header;
}

// Numbers of points and elements follow one another.
void check_number(MeshNumbers& numbers, std::int64_t found, std::int64_t expected) {
  if (!numbers.ok() || found == expected) return;
  numbers.stop({.found = numbers.item_text() + " has the number " + std::to_string(found),
                .allowed = "allowed " + std::to_string(expected),
                .remedy = "number them one after the other"});
}

struct Points {
  std::vector<Vec3> list;
  std::int64_t first = 0;  // number of the first
};

Result<Points> read_points(std::span<const std::byte> bytes) {
  Lines lines(bytes);
  const Result<Header> header = read_header(lines);
  if (!header) return fail(header.error());
  if (header->width != 3 || header->count == 0) {
    return fail({.found = "the file has " + std::to_string(header->count) + " points of " +
                          std::to_string(header->width) + " coordinates",
                 .allowed = "allowed points of 3",
                 .remedy = "take the .node that TetGen wrote with the .ele"});
  }
  const std::size_t count = lines.rest().promised("points", header->count, kMostMeshPoints, {4, 0});
  if (!lines.rest().ok()) return fail(lines.rest().error());
  Points points;
  points.list.reserve(count);
  for (std::size_t k = 0; k < count; ++k) {
    if (!lines.next()) return fail(ends_early("point", k + 1));
    MeshNumbers numbers = lines.numbers("point", k + 1);
    const std::int64_t number = numbers.whole(Scalar::i64);
    if (k == 0) points.first = number == 0 ? 0 : 1;
    check_number(numbers, number, points.first + static_cast<std::int64_t>(k));
    points.list.push_back(numbers.point(Scalar::f64));
    if (!numbers.ok()) return fail(numbers.error());
  }
  return points;
}

Result<std::vector<Tetrahedron>> read_elements(std::span<const std::byte> bytes, const Points& points) {
  Lines lines(bytes);
  const Result<Header> header = read_header(lines);
  if (!header) return fail(header.error());
  if (header->width != 4 || header->count == 0) {
    return fail({.found = "the file has " + std::to_string(header->count) + " tetrahedra of " +
                          std::to_string(header->width) + " points",
                 .allowed = "allowed tetrahedra of 4, at least one",
                 .remedy = "run TetGen without -o2"});
  }
  const std::size_t count = lines.rest().promised("tetrahedra", header->count, kMostMeshElements, {5, 0});
  if (!lines.rest().ok()) return fail(lines.rest().error());
  std::vector<Tetrahedron> elements;
  elements.reserve(count);
  const std::int64_t last = points.first + static_cast<std::int64_t>(points.list.size()) - 1;
  for (std::size_t k = 0; k < count; ++k) {
    if (!lines.next()) return fail(ends_early("element", k + 1));
    MeshNumbers numbers = lines.numbers("element", k + 1);
    check_number(numbers, numbers.whole(Scalar::i64), points.first + static_cast<std::int64_t>(k));
    Tetrahedron element{};
    for (std::uint32_t& corner : element) corner = numbers.index(Scalar::i64, points.first, last);
    if (!numbers.ok()) return fail(numbers.error());
    elements.push_back(element);
  }
  return elements;
}

}  // namespace

Result<ReadMesh> read_tetgen_mesh(const MeshBytes& nodes, const MeshBytes& elements) {
  const auto of_file = [](Error error, std::string_view name) {
    error.file = name;
    return fail(std::move(error));
  };
  Result<Points> points = read_points(nodes.bytes);
  if (!points) return of_file(points.error(), nodes.name);
  Result<std::vector<Tetrahedron>> list = read_elements(elements.bytes, *points);
  if (!list) return of_file(list.error(), elements.name);
  return TetrahedralMesh{.points = std::move(points->list), .elements = std::move(*list)};
}

}  // namespace solgel::io
