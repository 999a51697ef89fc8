// Before and after, on one picture.
#include <algorithm>

#include "render/stroke_font.h"
#include "render/terrain.h"

namespace solgel::render {
namespace {

constexpr std::uint8_t kDivider[3] = {236, 236, 232}, kGround[3] = {24, 24, 26};

void paste(Image8& sheet, const Image8& picture, int left) {
  const int top = (sheet.height - picture.height) / 2;
  for (int y = 0; y < picture.height; ++y) {
    std::copy(picture.pixel(0, y), picture.pixel(0, y) + 3 * picture.width, sheet.pixel(left, top + y));
  }
}

// Light strokes on a darkened plate, readable over anything.
void label(Image8& sheet, int left, std::string_view text) {
  if (text.empty()) return;
  const Pen pen{.size = std::max(9.0f, 0.016f * static_cast<float>(sheet.height)), .colour = {246, 245, 240}};
  const int pad = static_cast<int>(0.9f * pen.size), margin = static_cast<int>(1.2f * pen.size);
  const int right = std::min(sheet.width, left + margin + 2 * pad + static_cast<int>(text_width(text, pen)));
  const int bottom = sheet.height - margin, top = std::max(0, bottom - 2 * pad - static_cast<int>(pen.size));
  for (int y = top; y < bottom; ++y) {
    for (int x = left + margin; x < right; ++x) {
      std::uint8_t* p = sheet.pixel(x, y);
      for (int k = 0; k < 3; ++k) p[k] = static_cast<std::uint8_t>(p[k] * 2 / 5 + 10);
    }
  }
  draw_text(sheet, static_cast<float>(left + margin + pad), static_cast<float>(bottom - pad), text, pen);
}

}  // namespace

Image8 side_by_side(const Image8& left, const Image8& right, std::string_view left_label,
                    std::string_view right_label) {
  const int height = std::max(left.height, right.height), line = std::max(2, height / 360);
  Image8 out{left.width + line + right.width, height, {}};
  out.rgb.resize(3 * static_cast<std::size_t>(out.width) * static_cast<std::size_t>(height));
  for (std::size_t k = 0; k < out.rgb.size(); ++k) out.rgb[k] = kGround[k % 3];
  paste(out, left, 0);
  paste(out, right, left.width + line);
  for (int y = 0; y < height; ++y) {
    for (int x = left.width; x < left.width + line; ++x) std::copy(kDivider, kDivider + 3, out.pixel(x, y));
  }
  label(out, 0, left_label);
  label(out, left.width + line, right_label);
  return out;
}

}  // namespace solgel::render
