// What places an SVG element: transform lists, lengths with units, and the view box.
//
// A matrix maps x' = a x + c y + e, y' = b x + d y + f. User units are CSS pixels, 96 to the inch.
#pragma once

#include <string_view>

#include "core/vec.h"

namespace solgel::io {

struct Matrix {
  double a = 1, b = 0, c = 0, d = 1, e = 0, f = 0;
  Vec2 operator()(Vec2 p) const { return {a * p.x + c * p.y + e, b * p.x + d * p.y + f}; }
};
// First n, then m.
Matrix operator*(const Matrix& m, const Matrix& n);

// matrix, translate, scale, rotate, skewX, skewY, any number. False when the list is broken.
bool parse_transform(std::string_view text, Matrix& matrix);

struct Length {
  double value = 0;  // user units, or a share of the viewport
  bool percent = false;
  bool physical = false;  // in mm, cm, in, pt, pc or q
};
bool parse_length(std::string_view text, Length& length);

struct ViewBox {
  double x = 0, y = 0, width = 0, height = 0;
};
// False when it is broken or empty.
bool parse_view_box(std::string_view text, ViewBox& box);

struct Viewport {
  double width = 0, height = 0;
};
// Maps the box onto a viewport at the origin as preserveAspectRatio says; its default for a text that is none.
Matrix fit_view_box(const ViewBox& box, Viewport viewport, std::string_view preserve);

}  // namespace solgel::io
