// Wavefront OBJ. A first pass counts points, so that a face may name points that follow it; numbers count from 1, or
// back from the last point read. A backslash at the end joins a line with the next; # begins a comment.
#include <charconv>

#include "io/mesh_read_format.h"
#include "io/track_text.h"

namespace solgel::io {
namespace {

// One record: its words, its line.
class Records {
 public:
  explicit Records(std::span<const std::byte> bytes) : lines_(bytes) {}

  bool next() {
    if (lines_.remaining() == 0) return false;
    line_ = lines_.line();
    const std::string_view first = lines_.rest_of_line();
    const char* end = first.data() + first.size();
    while (end != first.data() && end[-1] == '\\' && lines_.remaining() > 0) {
      const std::string_view more = lines_.rest_of_line();
      end = more.data() + more.size();
      if (more.empty()) break;
    }
    text_ = {first.data(), static_cast<std::size_t>(end - first.data())};
    return true;
  }
  // Empty at the end of the record.
  std::string_view word() {
    const auto is_between = [](char c) { return is_blank(c) || c == '\\'; };
    while (!text_.empty() && is_between(text_[0])) text_.remove_prefix(1);
    std::size_t size = 0;
    while (size < text_.size() && !is_between(text_[size]) && text_[size] != '#') ++size;
    const std::string_view word = text_.substr(0, size);
    text_.remove_prefix(size);
    if (word.empty()) text_ = {};
    return word;
  }
  std::string_view rest() const { return text_; }
  std::uint64_t line() const { return line_; }

 private:
  MeshNumbers lines_;
  std::string_view text_;
  std::uint64_t line_ = 0;
};

MeshNumbers numbers_of(const Records& record) {
  const std::string_view rest = record.rest().substr(0, record.rest().find('#'));
  return MeshNumbers({reinterpret_cast<const std::byte*>(rest.data()), rest.size()}, record.line());
}

struct Reader {
  std::int64_t all_points = 0;  // of the file
  TriangleMesh mesh;
  std::vector<std::uint32_t> corners;
  std::uint64_t faces = 0;

  Status add_point(const Records& record);
  Status add_face(Records& record);
};

Status Reader::add_point(const Records& record) {
  MeshNumbers numbers = numbers_of(record);
  numbers.set_whole("the line");
  numbers.at("point", mesh.points.size() + 1);
  mesh.points.push_back(numbers.point(Scalar::f64));
  return numbers.ok() ? Status() : fail(numbers.error());
}

Status Reader::add_face(Records& record) {
  MeshNumbers numbers({}, record.line());
  numbers.at("face", ++faces);
  corners.clear();
  for (std::string_view word = record.word(); !word.empty() && numbers.ok(); word = record.word()) {
    const std::string_view digits = word.substr(0, word.find('/'));
    std::int64_t number = 0;
    const auto [end, code] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
    if (code != std::errc{} || end != digits.data() + digits.size()) {
      numbers.stop({.found = numbers.item_text() + " has " + quoted_text(word),
                    .allowed = "allowed whole numbers, or three of them with slashes"});
      break;
    }
    const auto read_so_far = static_cast<std::int64_t>(mesh.points.size());
    const std::int64_t at = number < 0 ? read_so_far + number : number - 1;
    if (number == 0 || at < 0 || at >= all_points) {
      numbers.stop({.found = numbers.item_text() + " names point " + std::to_string(number),
                    .allowed = "allowed 1 to " + std::to_string(all_points) + ", or -1 to -" +
                               std::to_string(read_so_far) + " counted back",
                    .remedy = "the file is damaged: export it again"});
    }
    corners.push_back(static_cast<std::uint32_t>(at));
  }
  add_fan(mesh, corners, numbers);
  return numbers.ok() ? Status() : fail(numbers.error());
}

}  // namespace

Result<ReadMesh> read_obj_mesh(std::span<const std::byte> bytes, Warnings& warnings) {
  Reader reader;
  for (Records records(bytes); records.next();) reader.all_points += records.word() == "v" ? 1 : 0;
  const auto points = static_cast<std::size_t>(reader.all_points);
  if (points > kMostMeshPoints) {
    return fail({.found = "the file has " + std::to_string(points) + " points",
                 .allowed = "allowed " + std::to_string(kMostMeshPoints),
                 .remedy = "make the mesh coarser"});
  }
  reader.mesh.points.reserve(points);
  std::uint64_t left_out = 0;
  for (Records records(bytes); records.next();) {
    const std::string_view word = records.word();
    if (word == "v" || word == "f") {
      const Status good = word == "v" ? reader.add_point(records) : reader.add_face(records);
      if (!good) return fail(good.error());
    }
    left_out += word == "l" || word == "p" || word == "curv" || word == "curv2" || word == "surf" ? 1 : 0;
  }
  if (reader.mesh.triangles.empty()) {
    return fail({.found = "the file has no faces",
                 .allowed = "allowed meshes with at least one",
                 .remedy = "export the surface as triangles or polygons"});
  }
  warn_left_out(warnings, left_out, "points, lines and curves");
  return reader.mesh;
}

}  // namespace solgel::io
