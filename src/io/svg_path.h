// Reads SVG path data and point lists as they stream in, byte by byte, and turns them into lines and cubics.
//
// Grammar and reflections: SVG 1.1, 8.3. Quadratics are raised to cubics, which is exact. Arcs go from end points to
// centre form (SVG 1.1, F.6) and into cubics of at most 45 degrees with handles k = 4/3 tan(angle / 4) times the
// radius; the radius is then off by at most 4.3e-6 of itself. Data that breaks the grammar is drawn up to there.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "core/function_ref.h"
#include "core/vec.h"

namespace solgel::io {

// A stroke in the element's coordinates, from where the one before ended.
struct PathPiece {
  bool is_cubic = false;
  Vec2 c1, c2;
  Vec2 to;
  std::uint64_t line = 0;
};
using PathSink = FunctionRef<void(const PathPiece&)>;

// Strokes an arc of an ellipse with radii rx, ry and its first axis turned by `turn` (radians) from the point `from`.
struct EllipseArc {
  double rx = 0, ry = 0, turn = 0;
  bool large = false, sweep = false;
};
void stroke_arc(Vec2 from, const EllipseArc& arc, Vec2 to, std::uint64_t line, PathSink sink);

class PathReader {
 public:
  enum class Kind : std::uint8_t { path, points };

  void begin(Kind kind);
  // One byte on a line of the file.
  void feed(char c, std::uint64_t line, PathSink sink);
  // `close` joins the last point to the first (polygon).
  void finish(bool close, std::uint64_t line, PathSink sink);

  bool broken() const { return broken_; }
  // What broke the grammar, for the message; empty when the data ended too early.
  std::string_view culprit() const { return token_; }

 private:
  enum class Number : std::uint8_t { none, sign, whole, point, fraction, e, e_sign, exponent };

  static constexpr std::size_t kMostNumber = 256;

  bool continue_number(char c);
  void end_number(std::uint64_t line, PathSink sink);
  void take_number(double value, std::uint64_t line, PathSink sink);
  void take_command(char c, std::uint64_t line, PathSink sink);
  void draw(std::uint64_t line, PathSink sink);
  void line_to(Vec2 to, std::uint64_t line, PathSink sink);
  void cubic_to(Vec2 c1, Vec2 c2, Vec2 to, std::uint64_t line, PathSink sink);
  void start_stroke(std::uint64_t line, PathSink sink);
  void close_path(std::uint64_t line, PathSink sink);
  void fail(char c);

  Kind kind_ = Kind::path;
  char command_ = 0;    // 0 before the first
  int count_ = 0;       // of arguments
  bool drawn_ = false;  // the command has had all its arguments once
  double arguments_[7] = {};
  Number number_ = Number::none;
  std::string token_;  // the number being read
  bool after_comma_ = false;
  bool after_number_ = false;  // only then may a comma come
  bool broken_ = false;
  bool pending_move_ = false;  // a moveto draws once something follows it
  Vec2 at_, start_;
  Vec2 handle_;         // last control point, for S and T
  char handle_of_ = 0;  // 'C' or 'Q' while it counts
};

}  // namespace solgel::io
