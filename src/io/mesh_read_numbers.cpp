#include "io/mesh_read_numbers.h"

#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>
#include <limits>

#include "core/number.h"
#include "core/params.h"
#include "io/mesh_read.h"
#include "io/track_text.h"

namespace solgel::io {
namespace {

bool ends_word(char c) {
  return c == ' ' || c == '\n' || c == '\t' || c == '\r' || c == '\v' || c == '\f' || c == '\\';
}

// "nan", "-inf", "Infinity" and the like, which the check of the item then refuses.
bool special_number(std::string_view word, double& value) {
  if (word.starts_with('-') || word.starts_with('+')) word.remove_prefix(1);
  std::string lower(word.substr(0, 3));
  for (char& c : lower) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c;
  if (lower == "nan") value = std::numeric_limits<double>::quiet_NaN();
  if (lower == "inf") value = std::numeric_limits<double>::infinity();
  return lower == "nan" || lower == "inf";
}

template <class Word>
Word load(bool big_endian, const std::byte* from) {
  Word word = 0;
  for (std::size_t k = 0; k < sizeof(Word); ++k) {
    const std::size_t shift = 8 * (big_endian ? sizeof(Word) - 1 - k : k);
    word = static_cast<Word>(word | static_cast<Word>(std::to_integer<Word>(from[k]) << shift));
  }
  return word;
}

template <class T>
std::int64_t load_whole(bool big_endian, const std::byte* from) {
  const T value = static_cast<T>(load<std::make_unsigned_t<T>>(big_endian, from));
  constexpr auto kMost = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
  if (value > 0 && static_cast<std::uint64_t>(value) > kMost) return std::numeric_limits<std::int64_t>::max();
  return static_cast<std::int64_t>(value);
}

std::int64_t load_integer(Scalar type, bool big_endian, const std::byte* from) {
  switch (type) {
    case Scalar::i8:
      return load_whole<std::int8_t>(big_endian, from);
    case Scalar::u8:
      return load_whole<std::uint8_t>(big_endian, from);
    case Scalar::i16:
      return load_whole<std::int16_t>(big_endian, from);
    case Scalar::u16:
      return load_whole<std::uint16_t>(big_endian, from);
    case Scalar::i32:
      return load_whole<std::int32_t>(big_endian, from);
    case Scalar::u32:
      return load_whole<std::uint32_t>(big_endian, from);
    case Scalar::u64:
      return load_whole<std::uint64_t>(big_endian, from);
    default:
      return load_whole<std::int64_t>(big_endian, from);
  }
}

}  // namespace

std::size_t scalar_bytes(Scalar type) {
  constexpr std::size_t kBytes[] = {1, 1, 2, 2, 4, 4, 8, 8, 4, 8};
  return kBytes[static_cast<std::size_t>(type)];
}

double load_scalar(Scalar type, bool big_endian, const std::byte* from) {
  if (type == Scalar::f32) return static_cast<double>(std::bit_cast<float>(load<std::uint32_t>(big_endian, from)));
  if (type == Scalar::f64) return std::bit_cast<double>(load<std::uint64_t>(big_endian, from));
  return static_cast<double>(load_integer(type, big_endian, from));
}

MeshNumbers::MeshNumbers(std::span<const std::byte> bytes, std::uint64_t line, Form form)
    : p_(reinterpret_cast<const char*>(bytes.data())),
      end_(p_ + bytes.size()),
      line_(line),
      form_(form),
      has_bytes_(form != Form::text) {}

void MeshNumbers::set_form(Form form) {
  form_ = form;
  has_bytes_ = has_bytes_ || form != Form::text;
}

std::string MeshNumbers::item_text() const {
  return std::string(item_) + (number_ > 0 ? " " + std::to_string(number_) : "");
}

void MeshNumbers::stop(Error error) {
  if (!ok_) return;
  ok_ = false;
  error_ = std::move(error);
  if (error_.line == 0) error_.line = line();
}

void MeshNumbers::stop_at_end() {
  stop({.found = std::string(whole_) + " ends in " + item_text(), .remedy = "it is cut off: copy it again"});
}

std::string_view MeshNumbers::word() {
  for (; p_ != end_ && ends_word(*p_); ++p_) {
    line_ += *p_ == '\n' || (*p_ == '\r' && (p_ + 1 == end_ || p_[1] != '\n')) ? 1 : 0;
  }
  const char* const from = p_;
  while (p_ != end_ && !ends_word(*p_)) ++p_;
  return {from, static_cast<std::size_t>(p_ - from)};
}

std::string_view MeshNumbers::rest_of_line() {
  const char* const from = p_;
  while (p_ != end_ && *p_ != '\n' && *p_ != '\r') ++p_;
  const std::string_view line(from, static_cast<std::size_t>(p_ - from));
  if (p_ == end_) return line;
  ++line_;
  p_ += *p_ == '\r' && p_ + 1 != end_ && p_[1] == '\n' ? 2 : 1;
  return line;
}

bool MeshNumbers::skip_behind(std::string_view text) {
  const std::string_view left(p_, remaining());
  const std::size_t found = left.find(text);
  if (found == left.npos) return false;
  if (!has_bytes_) line_ += static_cast<std::uint64_t>(std::count(p_, p_ + found, '\n'));
  p_ += found + text.size();
  return true;
}

void MeshNumbers::skip_bytes(std::uint64_t count) {
  if (count > remaining()) return stop_at_end();
  p_ += count;
}

const std::byte* MeshNumbers::take(std::size_t size) {
  if (!ok_) return nullptr;
  if (size > remaining()) {
    stop_at_end();
    return nullptr;
  }
  p_ += size;
  return reinterpret_cast<const std::byte*>(p_ - size);
}

double MeshNumbers::number(Scalar type) {
  if (!ok_) return 0;
  if (!is_text()) {
    const std::byte* from = take(scalar_bytes(type));
    return from ? load_scalar(type, form_ == Form::big, from) : 0;
  }
  const std::string_view text = word();
  const char* p = text.data();
  const char* const end = p + text.size();
  double value = 0;
  if (text.empty()) {
    stop_at_end();
  } else if ((!parse_number(p, end, value, true) || p != end) && !special_number(text, value)) {
    stop({.found = item_text() + " has " + quoted_text(text), .allowed = "allowed numbers"});
  }
  return value;
}

std::int64_t MeshNumbers::whole(Scalar type) {
  if (!is_whole(type)) stop({.found = item_text() + " has a type with fractions", .allowed = "allowed whole numbers"});
  if (!ok_) return 0;
  if (!is_text()) {
    const std::byte* from = take(scalar_bytes(type));
    return from ? load_integer(type, form_ == Form::big, from) : 0;
  }
  const std::string_view text = word();
  std::int64_t value = 0;
  const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (text.empty()) {
    stop_at_end();
  } else if (code != std::errc{} || end != text.data() + text.size()) {
    stop({.found = item_text() + " has " + quoted_text(text), .allowed = "allowed whole numbers"});
  }
  return ok_ ? value : 0;
}

std::uint32_t MeshNumbers::index(Scalar type, std::int64_t low, std::int64_t high) {
  const std::int64_t value = whole(type);
  if (ok_ && (value < low || value > high)) {
    stop({.found = item_text() + " names point " + std::to_string(value),
          .allowed =
              high < low ? "there are no points" : "allowed " + std::to_string(low) + " to " + std::to_string(high),
          .remedy = "the file is damaged: export it again"});
  }
  return ok_ ? static_cast<std::uint32_t>(value - low) : 0;
}

Vec3 MeshNumbers::point(Scalar type) {
  Vec3 p;
  p.x = number(type);
  p.y = number(type);
  p.z = number(type);
  check(p);
  return p;
}

void MeshNumbers::check(Vec3 p) {
  const auto is_near = [](double x) { return std::fabs(x) <= kFarthestMeshPoint; };
  if (is_near(p.x) && is_near(p.y) && is_near(p.z)) return;
  const auto text = [](double x) { return x != x ? std::string("nan") : short_number(x); };
  stop({.found = item_text() + " is at (" + text(p.x) + ", " + text(p.y) + ", " + text(p.z) + ")",
        .allowed = "allowed finite coordinates up to 1e30",
        .remedy = "mend the mesh and export it again"});
}

std::size_t MeshNumbers::promised(std::string_view items, std::int64_t count, std::uint64_t most, Least least) {
  if (!ok_) return 0;
  if (count < 0) {
    stop({.found = "the file promises " + std::to_string(count) + " " + std::string(items),
          .remedy = "it is damaged: export it again"});
    return 0;
  }
  const auto n = static_cast<std::uint64_t>(count);
  if (n > most) {
    stop({.found = "the file promises " + std::to_string(n) + " " + std::string(items),
          .allowed = "allowed " + std::to_string(most),
          .remedy = "make the mesh coarser"});
    return 0;
  }
  // A word takes a character and a blank, but the last.
  const std::uint64_t size = is_text() ? 2 * least.words : least.bytes;
  if (size > 0 && n > (remaining() + (is_text() ? 1 : 0)) / size) {
    stop({.found = "the file promises " + std::to_string(n) + " " + std::string(items),
          .allowed = "the " + std::to_string(remaining()) + " bytes that follow cannot hold them",
          .remedy = "it is cut off or damaged: copy it again"});
    return 0;
  }
  return static_cast<std::size_t>(n);
}

std::vector<Vec3> MeshNumbers::points(std::int64_t count, Scalar type) {
  const std::size_t n = promised("points", count, kMostMeshPoints, {3, 3 * scalar_bytes(type)});
  std::vector<Vec3> points;
  points.reserve(n);
  for (std::size_t k = 0; k < n && ok_; ++k) {
    at("point", k + 1);
    points.push_back(point(type));
  }
  return points;
}

}  // namespace solgel::io
