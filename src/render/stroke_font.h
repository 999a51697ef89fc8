// A small alphabet of straight strokes, drawn antialiased at any size, for captions.
//
// Glyphs live on a lattice of their own design: baseline 0, lower case 4 high, capitals 6, descenders to -2, up to 4
// wide. A pixel is covered by clamp(1/2 + w/2 - d), d its distance to the nearest stroke, w the width of the pen.
// ASCII is drawn; any other character appears as a box.
#pragma once

#include <string_view>

#include "render/image.h"

namespace solgel::render {

struct Pen {
  float size = 14;  // pixels from the baseline to the top of a capital
  std::uint8_t colour[3] = {220, 220, 220};
};

float text_width(std::string_view text, const Pen& pen);
// (x, y) is the left end of the baseline in pixels.
void draw_text(Image8& image, float x, float y, std::string_view text, const Pen& pen);
// As much of the beginning of the text as is no wider than `width` pixels.
std::string_view fitting_start(std::string_view text, const Pen& pen, float width);

}  // namespace solgel::render
