// The basic shapes of SVG 1.1, chapter 9, as strokes in the element's coordinates.
#pragma once

#include <cstdint>
#include <optional>

#include "io/svg_path.h"

namespace solgel::io {

enum class SvgShape : std::uint8_t { none, path, line, polyline, polygon, circle, ellipse, rect };

// Attributes of shapes in user units; what is absent is 0 but for radii, which then follow the other one.
struct ShapeSize {
  double x = 0, y = 0, width = 0, height = 0;
  double x1 = 0, y1 = 0, x2 = 0, y2 = 0;
  double cx = 0, cy = 0, r = 0;
  std::optional<double> rx{}, ry{};
};

// False when the size is negative, which is an error. A size of zero draws nothing.
bool stroke_shape(SvgShape shape, const ShapeSize& size, std::uint64_t line, PathSink sink);

}  // namespace solgel::io
