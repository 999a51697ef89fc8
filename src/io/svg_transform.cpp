#include "io/svg_transform.h"

#include <algorithm>

#include "core/math.h"
#include "core/number.h"
#include "io/track_text.h"

namespace solgel::io {
namespace {

constexpr double kPerInch = 96;  // pixels

void skip_blanks(const char*& p, const char* end) {
  while (p != end && is_blank(*p)) ++p;
}

void skip_separator(const char*& p, const char* end) {
  skip_blanks(p, end);
  if (p == end || *p != ',') return;
  ++p;
  skip_blanks(p, end);
}

// Up to six numbers between brackets.
bool parse_arguments(const char*& p, const char* end, double (&values)[6], int& count) {
  count = 0;
  skip_blanks(p, end);
  if (p == end || *p != '(') return false;
  ++p;
  skip_blanks(p, end);
  while (p != end && *p != ')') {
    if (count == 6 || !parse_number(p, end, values[count], true)) return false;
    ++count;
    skip_separator(p, end);
  }
  if (p == end) return false;
  ++p;
  return true;
}

bool make_transform(std::string_view name, const double (&v)[6], int count, Matrix& m) {
  if (name == "matrix" && count == 6) {
    m = {v[0], v[1], v[2], v[3], v[4], v[5]};
  } else if (name == "translate" && (count == 1 || count == 2)) {
    m = {.e = v[0], .f = count == 2 ? v[1] : 0};
  } else if (name == "scale" && (count == 1 || count == 2)) {
    m = {.a = v[0], .d = count == 2 ? v[1] : v[0]};
  } else if (name == "rotate" && (count == 1 || count == 3)) {
    const math::SinCos turn = math::sincos(v[0] * (kPi / 180));
    m = {.a = turn.cos, .b = turn.sin, .c = -turn.sin, .d = turn.cos};
    if (count == 3) m = Matrix{.e = v[1], .f = v[2]} * m * Matrix{.e = -v[1], .f = -v[2]};
  } else if (name == "skewX" && count == 1) {
    m = {.c = math::tan(v[0] * (kPi / 180))};
  } else if (name == "skewY" && count == 1) {
    m = {.b = math::tan(v[0] * (kPi / 180))};
  } else {
    return false;
  }
  return true;
}

}  // namespace

Matrix operator*(const Matrix& m, const Matrix& n) {
  return {m.a * n.a + m.c * n.b, m.b * n.a + m.d * n.b,       m.a * n.c + m.c * n.d,
          m.b * n.c + m.d * n.d, m.a * n.e + m.c * n.f + m.e, m.b * n.e + m.d * n.f + m.f};
}

bool parse_transform(std::string_view text, Matrix& matrix) {
  matrix = {};
  const char* p = text.data();
  const char* const end = p + text.size();
  skip_blanks(p, end);
  while (p != end) {
    const char* const first = p;
    while (p != end && ((*p >= 'a' && *p <= 'z') || (*p >= 'A' && *p <= 'Z'))) ++p;
    const std::string_view name(first, static_cast<std::size_t>(p - first));
    double values[6] = {};
    int count = 0;
    Matrix one;
    if (!parse_arguments(p, end, values, count) || !make_transform(name, values, count, one)) return false;
    matrix = matrix * one;
    skip_separator(p, end);
  }
  return true;
}

bool parse_length(std::string_view text, Length& length) {
  const char* p = text.data();
  const char* const end = p + text.size();
  skip_blanks(p, end);
  Length read;
  // "1em" is a length of 1 em: the reader of numbers leaves an e alone that no digit follows.
  if (!parse_number(p, end, read.value, true)) return false;
  std::string_view unit(p, static_cast<std::size_t>(end - p));
  while (!unit.empty() && is_blank(unit.back())) unit.remove_suffix(1);

  struct Unit {
    std::string_view name;
    double pixels;
    bool physical;
  };
  constexpr Unit kUnits[] = {
      {"", 1, false},
      {"px", 1, false},
      {"mm", kPerInch / 25.4, true},
      {"cm", kPerInch / 2.54, true},
      {"in", kPerInch, true},
      {"pt", kPerInch / 72, true},
      {"pc", kPerInch / 6, true},
      {"q", kPerInch / 101.6, true},
      {"Q", kPerInch / 101.6, true},
      {"em", 16, false},
      {"ex", 8, false},
  };
  if (unit == "%") {
    read.value /= 100;
    read.percent = true;
    length = read;
    return true;
  }
  for (const Unit& known : kUnits) {
    if (unit != known.name) continue;
    read.value *= known.pixels;
    read.physical = known.physical;
    length = read;
    return true;
  }
  return false;
}

bool parse_view_box(std::string_view text, ViewBox& box) {
  const char* p = text.data();
  const char* const end = p + text.size();
  double values[4] = {};
  skip_blanks(p, end);
  for (double& value : values) {
    if (!parse_number(p, end, value, true)) return false;
    skip_separator(p, end);
  }
  if (p != end || !(values[2] > 0) || !(values[3] > 0)) return false;
  box = {values[0], values[1], values[2], values[3]};
  return true;
}

Matrix fit_view_box(const ViewBox& box, Viewport viewport, std::string_view preserve) {
  double sx = viewport.width / box.width;
  double sy = viewport.height / box.height;
  const auto says = [&](std::string_view word) { return preserve.find(word) != preserve.npos; };
  if (!says("none")) sx = sy = says("slice") ? std::max(sx, sy) : std::min(sx, sy);
  const double spare_x = viewport.width - sx * box.width;
  const double spare_y = viewport.height - sy * box.height;
  const double share_x = says("xMin") ? 0 : says("xMax") ? 1 : 0.5;
  const double share_y = says("YMin") ? 0 : says("YMax") ? 1 : 0.5;
  return {sx, 0, 0, sy, share_x * spare_x - sx * box.x, share_y * spare_y - sy * box.y};
}

}  // namespace solgel::io
