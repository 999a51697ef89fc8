#include "io/svg_shapes.h"

#include <algorithm>

namespace solgel::io {
namespace {

class Pen {
 public:
  Pen(std::uint64_t line, PathSink sink) : line_(line), sink_(sink) {}

  void go(Vec2 to) {
    sink_({.is_cubic = false, .c1 = {}, .c2 = {}, .to = to, .line = line_});
    at_ = to;
  }
  // Clockwise as the drawing is seen.
  void turn(double rx, double ry, Vec2 to) {
    stroke_arc(at_, {.rx = rx, .ry = ry, .turn = 0, .large = false, .sweep = true}, to, line_, sink_);
    at_ = to;
  }

 private:
  std::uint64_t line_;
  PathSink sink_;
  Vec2 at_;
};

void stroke_ellipse(Vec2 centre, double rx, double ry, Pen& pen) {
  const Vec2 right{centre.x + rx, centre.y};
  pen.go(right);
  pen.turn(rx, ry, {centre.x, centre.y + ry});
  pen.turn(rx, ry, {centre.x - rx, centre.y});
  pen.turn(rx, ry, {centre.x, centre.y - ry});
  pen.turn(rx, ry, right);
}

void stroke_rect(const ShapeSize& s, double rx, double ry, Pen& pen) {
  const double left = s.x;
  const double right = s.x + s.width;
  const double top = s.y;
  const double bottom = s.y + s.height;
  if (!(rx > 0 && ry > 0)) {
    for (const Vec2 corner :
         {Vec2{left, top}, Vec2{right, top}, Vec2{right, bottom}, Vec2{left, bottom}, Vec2{left, top}})
      pen.go(corner);
    return;
  }
  pen.go({left + rx, top});
  pen.go({right - rx, top});
  pen.turn(rx, ry, {right, top + ry});
  pen.go({right, bottom - ry});
  pen.turn(rx, ry, {right - rx, bottom});
  pen.go({left + rx, bottom});
  pen.turn(rx, ry, {left, bottom - ry});
  pen.go({left, top + ry});
  pen.turn(rx, ry, {left + rx, top});
}

}  // namespace

bool stroke_shape(SvgShape shape, const ShapeSize& s, std::uint64_t line, PathSink sink) {
  Pen pen(line, sink);
  const double rx = s.rx.value_or(s.ry.value_or(0));
  const double ry = s.ry.value_or(s.rx.value_or(0));
  switch (shape) {
    case SvgShape::line:
      pen.go({s.x1, s.y1});
      pen.go({s.x2, s.y2});
      return true;
    case SvgShape::circle:
      if (s.r > 0) stroke_ellipse({s.cx, s.cy}, s.r, s.r, pen);
      return s.r >= 0;
    case SvgShape::ellipse:
      if (rx > 0 && ry > 0) stroke_ellipse({s.cx, s.cy}, rx, ry, pen);
      return rx >= 0 && ry >= 0;
    case SvgShape::rect:
      if (s.width > 0 && s.height > 0 && rx >= 0 && ry >= 0) {
        stroke_rect(s, std::min(rx, s.width / 2), std::min(ry, s.height / 2), pen);
      }
      return s.width >= 0 && s.height >= 0 && rx >= 0 && ry >= 0;
    default:
      return true;
  }
}

}  // namespace solgel::io
