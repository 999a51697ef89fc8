#include "io/svg_path.h"

#include <cmath>

#include "core/math.h"
#include "core/number.h"
#include "io/track_text.h"

namespace solgel::io {
namespace {

constexpr double kMostCoordinate = 1e15;  // user units; keeps squares finite
constexpr double kMostPieceAngle = kPi / 4;

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}
bool is_lower(char c) {
  return c >= 'a' && c <= 'z';
}
char upper(char c) {
  return is_lower(c) ? static_cast<char>(c - 'a' + 'A') : c;
}

int arguments_of(char command) {
  switch (upper(command)) {
    case 'M':
    case 'L':
    case 'T':
      return 2;
    case 'H':
    case 'V':
      return 1;
    case 'C':
      return 6;
    case 'S':
    case 'Q':
      return 4;
    case 'A':
      return 7;
    case 'Z':
      return 0;
    default:
      return -1;
  }
}

double bounded(double value) {
  return value > kMostCoordinate ? kMostCoordinate : value < -kMostCoordinate ? -kMostCoordinate : value;
}
Vec2 bounded(Vec2 p) {
  return {bounded(p.x), bounded(p.y)};
}

}  // namespace

void stroke_arc(Vec2 from, const EllipseArc& arc, Vec2 to, std::uint64_t line, PathSink sink) {
  if (from == to) return;
  double rx = std::fabs(arc.rx);
  double ry = std::fabs(arc.ry);
  if (!(rx > 0) || !(ry > 0)) {
    sink({.is_cubic = false, .c1 = {}, .c2 = {}, .to = to, .line = line});
    return;
  }
  // Half the chord in the ellipse's own axes, in units of its radii: the arc is one of the unit circle there.
  const math::SinCos turn = math::sincos(arc.turn);
  const Vec2 half = 0.5 * (from - to);
  Vec2 u{(turn.cos * half.x + turn.sin * half.y) / rx, (turn.cos * half.y - turn.sin * half.x) / ry};
  double square = dot(u, u);
  if (square > 1) {  // radii too small for the chord grow until they reach
    const double grow = std::sqrt(square);
    rx *= grow;
    ry *= grow;
    u = (1 / grow) * u;
    square = 1;
  }
  const double off = square > 0 ? std::sqrt((1 - square) / square) : 0;
  const double side = arc.large != arc.sweep ? off : -off;
  const Vec2 centre{side * u.y, side * -u.x};
  const Vec2 first = u - centre;
  const Vec2 last = -1.0 * u - centre;
  double sweep = math::atan2(cross(first, last), dot(first, last));
  if (arc.sweep && sweep < 0) sweep += 2 * kPi;
  if (!arc.sweep && sweep > 0) sweep -= 2 * kPi;
  if (!std::isfinite(sweep)) sweep = 0;

  const Vec2 middle = 0.5 * (from + to);
  const auto place = [&](Vec2 p) {
    const Vec2 q{rx * p.x, ry * p.y};
    return Vec2{turn.cos * q.x - turn.sin * q.y, turn.sin * q.x + turn.cos * q.y};
  };
  const int pieces = std::max(1, static_cast<int>(std::ceil(std::fabs(sweep) / kMostPieceAngle - 1e-9)));
  const double step = sweep / pieces;
  const double handle = 4.0 / 3.0 * math::tan(step / 4);
  const double angle = math::atan2(first.y, first.x);
  Vec2 a = first;
  for (int i = 1; i <= pieces; ++i) {
    const math::SinCos at = math::sincos(angle + i * step);
    const Vec2 b{at.cos, at.sin};
    const Vec2 c1 = a + handle * Vec2{-a.y, a.x};
    const Vec2 c2 = b - handle * Vec2{-b.y, b.x};
    sink({.is_cubic = true,
          .c1 = middle + place(centre + c1),
          .c2 = middle + place(centre + c2),
          .to = i == pieces ? to : middle + place(centre + b),
          .line = line});
    a = b;
  }
}

void PathReader::begin(Kind kind) {
  *this = PathReader();
  kind_ = kind;
  if (kind == Kind::points) command_ = 'M';
}

void PathReader::fail(char c) {
  token_.assign(1, c);
  broken_ = true;
}

void PathReader::feed(char c, std::uint64_t line, PathSink sink) {
  if (broken_) return;
  if (number_ != Number::none) {
    if (continue_number(c)) return;
    end_number(line, sink);
    if (broken_) return;
  }
  if (is_blank(c)) return;
  const bool flag = upper(command_) == 'A' && (count_ == 3 || count_ == 4);
  if (c == ',') {
    if (!after_number_ || after_comma_) return fail(c);
    after_comma_ = true;
  } else if (flag && (c == '0' || c == '1')) {
    take_number(c - '0', line, sink);
  } else if (!flag && (is_digit(c) || c == '.' || c == '+' || c == '-')) {
    if (command_ == 0 || upper(command_) == 'Z') return fail(c);
    number_ = is_digit(c) ? Number::whole : c == '.' ? Number::point : Number::sign;
    token_.assign(1, c);
  } else {
    take_command(c, line, sink);
  }
}

// Whether the byte still belongs to the number: "1.5.5" is two, "1-2" too.
bool PathReader::continue_number(char c) {
  Number next = Number::none;
  if (is_digit(c)) {
    switch (number_) {
      case Number::point:
        next = Number::fraction;
        break;
      case Number::sign:
        next = Number::whole;
        break;
      case Number::e:
      case Number::e_sign:
        next = Number::exponent;
        break;
      default:
        next = number_;
    }
  } else if (c == '.' && (number_ == Number::sign || number_ == Number::whole)) {
    next = number_ == Number::sign ? Number::point : Number::fraction;
  } else if ((c == 'e' || c == 'E') && (number_ == Number::whole || number_ == Number::fraction)) {
    next = Number::e;
  } else if ((c == '+' || c == '-') && number_ == Number::e) {
    next = Number::e_sign;
  }
  if (next == Number::none) return false;
  number_ = next;
  if (token_.size() <= kMostNumber) token_ += c;
  return true;
}

void PathReader::end_number(std::uint64_t line, PathSink sink) {
  const bool whole = number_ == Number::whole || number_ == Number::fraction || number_ == Number::exponent;
  number_ = Number::none;
  const char* p = token_.data();
  double value = 0;
  if (!whole || token_.size() > kMostNumber || !parse_number(p, p + token_.size(), value, true)) {
    broken_ = true;  // the token tells what
    return;
  }
  take_number(value, line, sink);
}

void PathReader::take_number(double value, std::uint64_t line, PathSink sink) {
  after_number_ = true;
  after_comma_ = false;
  arguments_[count_++] = value;
  if (count_ < arguments_of(command_)) return;
  count_ = 0;
  drawn_ = true;
  draw(line, sink);
  if (command_ == 'M') command_ = 'L';
  if (command_ == 'm') command_ = 'l';
}

void PathReader::take_command(char c, std::uint64_t line, PathSink sink) {
  const bool wants_more = command_ != 0 && upper(command_) != 'Z' && !drawn_;
  const bool first = command_ == 0;
  if (kind_ == Kind::points || arguments_of(c) < 0 || count_ != 0 || after_comma_ || wants_more ||
      (first && upper(c) != 'M')) {
    return fail(c);
  }
  command_ = c;
  drawn_ = false;
  after_number_ = false;
  if (upper(c) == 'Z') close_path(line, sink);
}

// One command with all its arguments, in the letters of SVG 1.1, 8.3.
void PathReader::draw(std::uint64_t line, PathSink sink) {
  const double* const v = arguments_;
  const Vec2 base = is_lower(command_) ? at_ : Vec2{};
  const auto point = [&](int i) { return bounded(base + Vec2{v[i], v[i + 1]}); };
  const char kind = upper(command_);
  const Vec2 mirrored = handle_of_ == (kind == 'S' ? 'C' : 'Q') ? 2.0 * at_ - handle_ : at_;
  char handle_of = 0;
  switch (kind) {
    case 'M':
      at_ = start_ = point(0);
      pending_move_ = true;
      break;
    case 'L':
      line_to(point(0), line, sink);
      break;
    case 'H':
      line_to({bounded(base.x + v[0]), at_.y}, line, sink);
      break;
    case 'V':
      line_to({at_.x, bounded(base.y + v[0])}, line, sink);
      break;
    case 'C':
    case 'S': {
      const int i = kind == 'C' ? 2 : 0;
      const Vec2 c1 = kind == 'C' ? point(0) : bounded(mirrored);
      handle_ = point(i);
      handle_of = 'C';
      cubic_to(c1, handle_, point(i + 2), line, sink);
      break;
    }
    case 'Q':
    case 'T': {
      handle_ = kind == 'Q' ? point(0) : bounded(mirrored);
      handle_of = 'Q';
      const Vec2 to = point(kind == 'Q' ? 2 : 0);
      const Vec2 c1 = at_ + (2.0 / 3.0) * (handle_ - at_);
      cubic_to(c1, to + (2.0 / 3.0) * (handle_ - to), to, line, sink);
      break;
    }
    case 'A': {
      start_stroke(line, sink);
      const Vec2 to = point(5);
      const EllipseArc arc{.rx = bounded(v[0]),
                           .ry = bounded(v[1]),
                           .turn = bounded(v[2]) * (kPi / 180),
                           .large = v[3] != 0,
                           .sweep = v[4] != 0};
      stroke_arc(at_, arc, to, line, sink);
      at_ = to;
      break;
    }
    default:
      break;
  }
  handle_of_ = handle_of;
}

void PathReader::start_stroke(std::uint64_t line, PathSink sink) {
  if (!pending_move_) return;
  pending_move_ = false;
  sink({.is_cubic = false, .c1 = {}, .c2 = {}, .to = at_, .line = line});
}

void PathReader::line_to(Vec2 to, std::uint64_t line, PathSink sink) {
  start_stroke(line, sink);
  sink({.is_cubic = false, .c1 = {}, .c2 = {}, .to = to, .line = line});
  at_ = to;
}

void PathReader::cubic_to(Vec2 c1, Vec2 c2, Vec2 to, std::uint64_t line, PathSink sink) {
  start_stroke(line, sink);
  sink({.is_cubic = true, .c1 = c1, .c2 = c2, .to = to, .line = line});
  at_ = to;
}

void PathReader::close_path(std::uint64_t line, PathSink sink) {
  start_stroke(line, sink);
  if (at_ != start_) line_to(start_, line, sink);
  handle_of_ = 0;
}

void PathReader::finish(bool close, std::uint64_t line, PathSink sink) {
  if (!broken_ && number_ != Number::none) end_number(line, sink);
  const bool wants_more = command_ != 0 && upper(command_) != 'Z' && !drawn_ && kind_ == Kind::path;
  if (!broken_ && (count_ != 0 || after_comma_ || wants_more)) {
    token_.clear();
    broken_ = true;
  }
  if (close && !pending_move_ && drawn_) close_path(line, sink);
}

}  // namespace solgel::io
