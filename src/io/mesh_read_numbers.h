// Numbers of a mesh file, one after the other, whether they stand there as text or as bytes; private to the readers.
//
// The first error sticks, later reads return 0: a reader looks once per item. Messages say which item it was, set by
// at(), and the line as long as the file is text.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/result.h"
#include "core/vec.h"

namespace solgel::io {

enum class Scalar : std::uint8_t { i8, u8, i16, u16, i32, u32, i64, u64, f32, f64 };

std::size_t scalar_bytes(Scalar type);
inline bool is_whole(Scalar type) {
  return type < Scalar::f32;
}
// Integers beyond 2^53 are rounded, which leaves them out of every range.
double load_scalar(Scalar type, bool big_endian, const std::byte* from);

class MeshNumbers {
 public:
  enum class Form : std::uint8_t { text, little, big };

  explicit MeshNumbers(std::span<const std::byte> bytes, std::uint64_t line = 1, Form form = Form::text);

  // From text to bytes and back; once there were bytes the file has no lines.
  void set_form(Form form);
  bool is_text() const { return form_ == Form::text; }

  // What is read next: "point", 3 for the third.
  void at(std::string_view item, std::uint64_t number) {
    item_ = item;
    number_ = number;
  }
  std::string item_text() const;
  // What ends when there is no more to read, "the file" unless said otherwise.
  void set_whole(std::string_view whole) { whole_ = whole; }

  bool ok() const { return ok_; }
  const Error& error() const { return error_; }
  void stop(Error error);  // keeps the first; fills in the line

  std::size_t remaining() const { return static_cast<std::size_t>(end_ - p_); }
  std::uint64_t line() const { return has_bytes_ ? 0 : line_; }

  // Text. Words end at blanks, line ends and backslashes (which join lines in OBJ) and are empty at the end of the
  // file; rest_of_line() moves to the next line.
  std::string_view word();
  std::string_view rest_of_line();
  bool starts_with(std::string_view text) const { return std::string_view(p_, remaining()).starts_with(text); }
  // Moves behind the next `text`; false when there is none.
  bool skip_behind(std::string_view text);
  void skip_bytes(std::uint64_t count);

  double number(Scalar type);
  std::int64_t whole(Scalar type);
  // A whole number from `low` to `high`, less `low`: the index of a point.
  std::uint32_t index(Scalar type, std::int64_t low, std::int64_t high);
  // A point within reach.
  Vec3 point(Scalar type);
  void check(Vec3 point);

  // Holds a promise of `count` items against the limit and against what is left: each takes `words` words of text or
  // `bytes` bytes. Stops and returns 0 when it cannot be kept.
  struct Least {
    std::uint64_t words, bytes;
  };
  std::size_t promised(std::string_view items, std::int64_t count, std::uint64_t most, Least least);

  // `count` points; the promise is checked.
  std::vector<Vec3> points(std::int64_t count, Scalar type);

 private:
  const std::byte* take(std::size_t size);
  void stop_at_end();

  const char *p_, *end_;
  std::uint64_t line_;
  Form form_;
  bool has_bytes_;
  bool ok_ = true;
  Error error_;
  std::string_view whole_ = "the file", item_ = "the header";
  std::uint64_t number_ = 0;
};

}  // namespace solgel::io
