// Many pictures on one sheet, with captions, on a dark ground.
#pragma once

#include <span>
#include <string>

#include "render/image.h"

namespace solgel::render {

struct SheetEntry {
  const Image8* picture = nullptr;
  std::string title;  // "flower.thr"
  std::string note;   // "2 h 14 min, 93 % swept"; may be empty
};

struct SheetLayout {
  int columns = 0;          // 0: about as many as make the sheet 16 : 10
  int picture_width = 480;  // pixels that a picture may take; it keeps its shape
  int picture_height = 360;
  int margin = 28;
  std::string heading;  // may be empty
};

// Pictures are scaled down by area in linear light, never up. An empty list gives an empty picture.
Image8 contact_sheet(std::span<const SheetEntry> entries, const SheetLayout& layout);

// The picture scaled down to fit into width x height.
Image8 scaled_down(const Image8& picture, int width, int height);

}  // namespace solgel::render
