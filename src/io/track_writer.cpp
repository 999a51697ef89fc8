#include "io/track_writer.h"

#include <algorithm>
#include <cmath>

#include "core/math.h"

namespace solgel::io {

using sand::Move;
using sand::MoveKind;

namespace {

constexpr double kMostChords = 1e7;  // of one move; a track that asks for more is refused when it is walked
constexpr double kFlat = 5e-4;       // mm; an arc this flat is written as a line, or rounding would turn it around
constexpr double kCentred = 1e-6;    // mm
constexpr double kRimSlack = 1e-6;   // in rho: rounding, no clamping
constexpr int kMostHalvings = 30;
constexpr std::size_t kMostPath = 8192;  // bytes of one SVG path

// Rounds half up to `decimals` places and drops trailing zeros. No locale, no -0.
void append_number(std::string& out, double value, int decimals) {
  constexpr double kLargest = 1e12;
  if (!(value >= -kLargest)) value = std::isnan(value) ? 0 : -kLargest;
  value = std::min(value, kLargest);
  std::int64_t unit = 1;
  for (int k = 0; k < decimals; ++k) unit *= 10;
  const double scaled = std::floor(std::fabs(value) * static_cast<double>(unit) + 0.5);
  std::int64_t digits = static_cast<std::int64_t>(scaled);
  if (value < 0 && digits != 0) out += '-';
  std::string text = std::to_string(digits / unit);
  digits %= unit;
  while (digits != 0) {
    if (text.find('.') == std::string::npos) text += '.';
    unit /= 10;
    text += static_cast<char>('0' + digits / unit);
    digits %= unit;
  }
  out += text;
}

double rounded(double value) {
  constexpr double kUnit = 1e4;
  return std::floor(value * kUnit + 0.5) / kUnit;
}

bool is_arc(const Move& m) {
  return std::fabs(m.radius1 - m.radius0) < kFlat;
}

double largest_radius(const Move& m) {
  return std::max(std::fabs(m.radius0), std::fabs(m.radius1));
}

Vec2 polar_point(const Move& m, double t) {
  if (t == 1) return m.to;
  const math::SinCos a = math::sincos(m.angle0 + m.sweep * t);
  return m.centre + (m.radius0 + (m.radius1 - m.radius0) * t) * Vec2{a.cos, a.sin};
}

Vec2 cubic_point(const Move& m, Vec2 from, double t) {
  const double s = 1 - t;
  return s * s * s * from + 3 * s * s * t * m.c1 + 3 * s * t * t * m.c2 + t * t * t * m.to;
}

// A chord over a step h of the parameter strays by at most h^2 / 8 times the second derivative. That of a spiral by its
// angle is at most sqrt(r^2 + 4 (dr / da)^2), that of a cubic 6 times its largest second difference.
double chord_count(const Move& m, Vec2 from, double error) {
  double count = 1;
  if (m.kind == MoveKind::polar && m.sweep != 0) {
    const double r = largest_radius(m), dr = (m.radius1 - m.radius0) / m.sweep;
    const double bend = std::sqrt(r * r + 4 * dr * dr);
    count = std::fabs(m.sweep) / std::min(std::sqrt(8 * error / std::max(bend, error)), kPi / 8);
  } else if (m.kind == MoveKind::cubic) {
    count = std::sqrt(0.75 * std::max(length(from - 2 * m.c1 + m.c2), length(m.c1 - 2 * m.c2 + m.to)) / error);
  }
  if (!(count < kMostChords)) return kMostChords;
  return std::max(1.0, std::ceil(count));
}

Move line_to(const Move& like, Vec2 to) {
  Move move;
  move.to = to;
  move.feed = like.feed;
  move.line = like.line;
  return move;
}

// Equal parts of a polar move.
Move part_of(const Move& m, int k, int count) {
  const double t0 = static_cast<double>(k) / count, t1 = static_cast<double>(k + 1) / count;
  Move part = m;
  part.angle0 = m.angle0 + m.sweep * t0;
  part.sweep = m.sweep / count;
  part.radius0 = m.radius0 + (m.radius1 - m.radius0) * t0;
  part.radius1 = m.radius0 + (m.radius1 - m.radius0) * t1;
  part.to = k + 1 == count ? m.to : polar_point(m, t1);
  return part;
}

int parts_of(const Move& m, double most_sweep) {
  const double count = std::ceil(std::fabs(m.sweep) / most_sweep - 1e-9);
  return static_cast<int>(std::clamp(count, 1.0, kMostChords));
}

// How far the arc strays from its chord.
double flatness(const Move& m) {
  return largest_radius(m) * (1 - math::cos(m.sweep / 2));
}

class GcodeWriter : public TrackWriter {
 public:
  GcodeWriter(const sand::Params& table, double chord_error, sand::Start start)
      : TrackWriter(table, chord_error, start) {}

  void begin(std::string& out) override { out += "; written by Solgel\nG21\nG90\n"; }
  void finish(std::string&) override {}

 protected:
  void start(Vec2 at, const Move& first, std::string& out) override {
    if (start_ == sand::Start::first_point) line(line_to(first, at), out);
  }

  void line(const Move& move, std::string& out) override {
    out += "G1";
    end_of(move, out);
  }

  void polar(const Move& move, std::string& out) override {
    if (!is_arc(move)) {
      chords(move, chord_error_, out);
      return;
    }
    const int count = parts_of(move, kPi);
    for (int k = 0; k < count; ++k) {
      const Move part = part_of(move, k, count);
      if (flatness(part) < std::min(kFlat, chord_error_)) {
        line(part, out);
        at_ = part.to;
        continue;
      }
      out += part.sweep > 0 ? "G3" : "G2";
      word('X', part.to.x, out);
      word('Y', part.to.y, out);
      word('I', part.centre.x - rounded(at_.x), out);
      word('J', part.centre.y - rounded(at_.y), out);
      feed(part, out);
      at_ = part.to;
    }
  }

  void cubic(const Move& move, std::string& out) override { chords(move, chord_error_, out); }

  void home(const Move&, std::string& out) override { out += "G28\n"; }

  void dwell(const Move& move, std::string& out) override {
    out += "G4";
    word('P', move.seconds, out);
    out += '\n';
  }

 private:
  static void word(char letter, double value, std::string& out) {
    out += ' ';
    out += letter;
    append_number(out, value, 4);
  }

  void end_of(const Move& move, std::string& out) {
    word('X', move.to.x, out);
    word('Y', move.to.y, out);
    feed(move, out);
  }

  void feed(const Move& move, std::string& out) {
    const double wanted = move.feed > 0 ? move.feed : table_.feed;
    if (wanted != feed_) word('F', wanted, out);
    feed_ = wanted;
    out += '\n';
  }

  double feed_ = 0;
};

class ThetaRhoWriter : public TrackWriter {
 public:
  ThetaRhoWriter(const sand::Params& table, double chord_error, sand::Start start)
      : TrackWriter(table, chord_error, start) {
    if (table.is_round()) {
      radius_ = table.diameter / 2;
      centre_ = {radius_, radius_};
    } else {
      radius_ = std::min(table.width, table.height) / 2;
      centre_ = {table.width / 2, table.height / 2};
    }
  }

  void begin(std::string& out) override { out += "# written by Solgel\n"; }
  void finish(std::string&) override {}

 protected:
  void start(Vec2 at, const Move&, std::string& out) override { give(point_at(at), out); }

  void line(const Move& move, std::string& out) override {
    bent_ = false;
    straight(at_, move.to, chord_error_, out);
    if (bent_) ++clamped_;
  }

  void polar(const Move& move, std::string& out) override {
    bent_ = false;
    if (distance(move.centre, centre_) > kCentred) {
      bend(move, out);
    } else {
      const double theta = nearest_turn(kPi / 2 - move.angle0);
      if (std::fabs(theta - last_.theta) > 1e-9) give({theta, last_.rho}, out);
      give({theta - move.sweep, move.radius1 / radius_}, out);
    }
    if (bent_) ++clamped_;
  }

  void cubic(const Move& move, std::string& out) override {
    bent_ = false;
    bend(move, out);
    if (bent_) ++clamped_;
  }

 private:
  struct Point {
    double theta = 0, rho = 0;
  };

  double nearest_turn(double theta) const {
    return theta - 2 * kPi * std::ceil((theta - last_.theta) / (2 * kPi) - 0.5);
  }

  // In the middle every angle is as good; the last one keeps the table still.
  Point point_at(Vec2 at) const {
    const Vec2 d = at - centre_;
    const double rho = length(d) / radius_;
    if (rho < 1e-9) return {last_.theta, 0};
    return {nearest_turn(math::atan2(d.x, d.y)), rho};
  }

  void give(Point point, std::string& out) {
    append_number(out, point.theta, 6);
    out += ' ';
    append_number(out, std::clamp(point.rho, 0.0, 1.0), 6);
    out += '\n';
    if (point.rho > 1 + kRimSlack) bent_ = true;
    last_ = point;
  }

  void bend(const Move& move, std::string& out) {
    const double count = chord_count(move, at_, chord_error_ / 2);
    Vec2 from = at_;
    for (double k = 1; k <= count; ++k) {
      const Vec2 to = move.kind == MoveKind::polar ? polar_point(move, k / count) : cubic_point(move, at_, k / count);
      straight(from, to, chord_error_ / 2, out);
      from = to;
    }
  }

  // Cut at the point nearest to the centre, about which the angle turns fastest; there it may turn on the spot.
  void straight(Vec2 from, Vec2 to, double error, std::string& out) {
    const Vec2 way = to - from;
    const double square = dot(way, way);
    const double t = square > 0 ? dot(centre_ - from, way) / square : 0;
    if (t > 0 && t < 1) {
      const Vec2 foot = from + t * way;
      halve(from, foot, error, kMostHalvings, out);
      from = foot;
    }
    halve(from, to, error, kMostHalvings, out);
  }

  void halve(Vec2 from, Vec2 to, double error, int left, std::string& out) {
    Point end = point_at(to);
    if (last_.rho < 1e-9 && end.rho >= 1e-9 && std::fabs(end.theta - last_.theta) > 1e-9) {
      give({end.theta, 0}, out);
      end = point_at(to);
    }
    if (left > 0 && strays(from, to, end, error)) {
      const Vec2 middle = 0.5 * (from + to);
      halve(from, middle, error, left - 1, out);
      halve(middle, to, error, left - 1, out);
      return;
    }
    give(end, out);
  }

  // Whether the spiral from the last point leaves the line. It bows to one side only; three samples find its height
  // within a few parts in a hundred, hence the margin.
  bool strays(Vec2 from, Vec2 to, Point end, double error) const {
    const Vec2 way = to - from;
    const double size = length(way);
    if (size <= error / 2) return false;
    for (const double t : {0.25, 0.5, 0.75}) {
      const math::SinCos a = math::sincos(last_.theta + t * (end.theta - last_.theta));
      const double r = radius_ * (last_.rho + t * (end.rho - last_.rho));
      const Vec2 p = centre_ + r * Vec2{a.sin, a.cos};
      if (std::fabs(cross(way, p - from)) > 0.9 * error * size) return true;
    }
    return false;
  }

  double radius_ = 1;
  Vec2 centre_;
  Point last_;  // not clamped
  bool bent_ = false;
};

class SvgWriter : public TrackWriter {
 public:
  SvgWriter(const sand::Params& table, double chord_error, sand::Start start)
      : TrackWriter(table, chord_error, start),
        width_(table.is_round() ? table.diameter : table.width),
        height_(table.is_round() ? table.diameter : table.height) {}

  void begin(std::string& out) override {
    out += "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"";
    append_number(out, width_, 4);
    out += "mm\" height=\"";
    append_number(out, height_, 4);
    out += "mm\" viewBox=\"0 0 ";
    append_number(out, width_, 4);
    out += ' ';
    append_number(out, height_, 4);
    out += "\">\n<g fill=\"none\" stroke=\"black\" stroke-linejoin=\"round\">\n";
  }

  void finish(std::string& out) override {
    if (open_) out += "\"/>\n";
    out += "</g>\n</svg>\n";
  }

 protected:
  void start(Vec2 at, const Move&, std::string& out) override { open_path(at, out); }

  void line(const Move& move, std::string& out) override {
    command('L', out);
    point(move.to, out);
    close(move.to, out);
  }

  void polar(const Move& move, std::string& out) override {
    if (!is_arc(move)) {
      spiral(move, out);
      return;
    }
    const int count = parts_of(move, 2 * kPi / 3);
    for (int k = 0; k < count; ++k) {
      const Move part = part_of(move, k, count);
      if (flatness(part) < std::min(kFlat, chord_error_)) {
        line(part, out);
        continue;
      }
      command('A', out);
      for (const double r : {part.radius0, part.radius0}) {
        append_number(out, r, 4);
        out += ' ';
      }
      out += part.sweep > 0 ? "0 0 0" : "0 0 1";  // clockwise as seen, y growing downwards
      point(part.to, out);
      close(part.to, out);
    }
  }

  void cubic(const Move& move, std::string& out) override {
    command('C', out);
    point(move.c1, out);
    point(move.c2, out);
    point(move.to, out);
    close(move.to, out);
  }

 private:
  // Cubics with the spiral's own slopes; they stray by h^4 / 384 times the fourth derivative, at most r + 4 dr / da.
  void spiral(const Move& m, std::string& out) {
    if (m.sweep == 0) return line(m, out);
    const double dr = (m.radius1 - m.radius0) / m.sweep;
    const double bend = largest_radius(m) + 4 * std::fabs(dr);
    const double step = std::min(kPi / 4, std::sqrt(std::sqrt(384 * chord_error_ / 2 / bend)));
    const int count = parts_of(m, step);
    for (int k = 0; k < count; ++k) {
      const Move part = part_of(m, k, count);
      const double third = part.sweep / 3;
      const auto slope = [&](double a, double r) {
        const math::SinCos u = math::sincos(a);
        return dr * Vec2{u.cos, u.sin} + r * Vec2{-u.sin, u.cos};
      };
      Move piece = line_to(m, part.to);
      piece.kind = MoveKind::cubic;
      piece.c1 = at_ + third * slope(part.angle0, part.radius0);
      piece.c2 = part.to - third * slope(part.angle0 + part.sweep, part.radius1);
      cubic(piece, out);
    }
  }

  void open_path(Vec2 at, std::string& out) {
    out += "<path d=\"";
    open_ = true;
    written_ = 0;
    before_ = out.size();
    out += 'M';
    point(at, out);
  }

  void command(char letter, std::string& out) {
    if (written_ > kMostPath) {
      out += "\"/>\n";
      open_path(at_, out);
      written_ = 0;
    }
    before_ = out.size();
    out += '\n';
    out += letter;
  }

  void close(Vec2 to, std::string& out) {
    written_ += out.size() - before_;
    at_ = to;
  }

  void point(Vec2 p, std::string& out) {
    const char last = out.back();
    if (last >= '0' && last <= '9') out += ' ';
    append_number(out, p.x, 4);
    out += ' ';
    append_number(out, height_ - p.y, 4);
  }

  double width_, height_;
  bool open_ = false;
  std::size_t written_ = 0, before_ = 0;
};

}  // namespace

void TrackWriter::move(const Move& placed, std::string& out) {
  if (!started_ && !(start_ == sand::Start::first_point && placed.kind == MoveKind::dwell)) {
    started_ = true;
    if (start_ == sand::Start::first_point) {
      at_ = placed.kind == MoveKind::home ? Vec2{} : placed.to;
      start(at_, placed, out);
      return;
    }
    start(at_, placed, out);
  }
  switch (placed.kind) {
    case MoveKind::line:
      line(placed, out);
      break;
    case MoveKind::polar:
      polar(placed, out);
      break;
    case MoveKind::cubic:
      cubic(placed, out);
      break;
    case MoveKind::home:
      home(placed, out);
      at_ = {};
      return;
    case MoveKind::dwell:
      dwell(placed, out);
      return;
  }
  at_ = placed.to;
}

void TrackWriter::home(const Move& move, std::string& out) {
  line(line_to(move, {0, at_.y}), out);
  at_ = {0, at_.y};
  line(line_to(move, {0, 0}), out);
}

void TrackWriter::chords(const Move& move, double error, std::string& out) {
  const Vec2 from = at_;
  const double count = chord_count(move, from, error);
  for (double k = 1; k <= count; ++k) {
    const double t = k / count;
    const Vec2 to = k == count                     ? move.to
                    : move.kind == MoveKind::polar ? polar_point(move, t)
                                                   : cubic_point(move, from, t);
    line(line_to(move, to), out);
    at_ = to;
  }
}

std::unique_ptr<TrackWriter> make_track_writer(TrackFormat format, const sand::Params& table, double chord_error_mm,
                                               sand::Start start) {
  const double error = std::max(chord_error_mm, 1e-4);
  switch (format) {
    case TrackFormat::gcode:
      return std::make_unique<GcodeWriter>(table, error, start);
    case TrackFormat::theta_rho:
      return std::make_unique<ThetaRhoWriter>(table, error, start);
    case TrackFormat::svg:
      return std::make_unique<SvgWriter>(table, error, start);
  }
  return nullptr;
}

}  // namespace solgel::io
