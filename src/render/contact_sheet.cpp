#include "render/contact_sheet.h"

#include <array>
#include <vector>

#include "core/parallel.h"
#include "render/stroke_font.h"

namespace solgel::render {
namespace {

constexpr std::uint8_t kGround[3] = {24, 24, 26};
constexpr Pen kTitle{.size = 13, .colour = {228, 224, 216}};
constexpr Pen kNote{.size = 10.5f, .colour = {146, 143, 138}};
constexpr Pen kHeading{.size = 22, .colour = {236, 232, 224}};
constexpr int kCaption = 58, kHead = 56;  // pixels under a picture, above all of them

std::array<float, 256> linear_table() {
  std::array<float, 256> table{};
  for (std::size_t k = 0; k < table.size(); ++k) table[k] = srgb_decoded(static_cast<float>(k) / 255);
  return table;
}

// Overlap of source pixel k with the target's interval [low, high).
float overlap(int k, float low, float high) {
  return std::max(0.0f, std::min(high, static_cast<float>(k + 1)) - std::max(low, static_cast<float>(k)));
}

void draw_caption(Image8& sheet, float x, float y, const std::string& text, const Pen& pen, float width) {
  std::string shown = text;
  if (text_width(text, pen) > width) shown = std::string(fitting_start(text, pen, width - 1.5f * pen.size)) + "..";
  draw_text(sheet, x + 0.5f * (width - text_width(shown, pen)), y, shown, pen);
}

void paste(Image8& sheet, const Image8& picture, int left, int top) {
  for (int y = 0; y < picture.height; ++y) {
    std::copy(picture.pixel(0, y), picture.pixel(0, y) + 3 * picture.width, sheet.pixel(left, top + y));
  }
}

int columns_for(int count, const SheetLayout& layout) {
  if (layout.columns > 0) return std::min(layout.columns, count);
  const double wide = layout.picture_width + layout.margin, high = layout.picture_height + kCaption + layout.margin;
  return std::min(count, std::max(1, static_cast<int>(std::lround(std::sqrt(count * 1.6 * high / wide)))));
}

}  // namespace

Image8 scaled_down(const Image8& picture, int width, int height) {
  const float scale = std::max(1.0f, std::max(static_cast<float>(picture.width) / static_cast<float>(width),
                                              static_cast<float>(picture.height) / static_cast<float>(height)));
  if (scale <= 1) return picture;
  static const std::array<float, 256> linear = linear_table();
  Image8 out{std::max(1, static_cast<int>(static_cast<float>(picture.width) / scale)),
             std::max(1, static_cast<int>(static_cast<float>(picture.height) / scale)),
             {}};
  out.rgb.resize(3 * static_cast<std::size_t>(out.width) * static_cast<std::size_t>(out.height));
  const float sx = static_cast<float>(picture.width) / static_cast<float>(out.width);
  const float sy = static_cast<float>(picture.height) / static_cast<float>(out.height);
  parallel_for(out.height, [&](int y) {
    const float y0 = static_cast<float>(y) * sy, y1 = y0 + sy;
    for (int x = 0; x < out.width; ++x) {
      const float x0 = static_cast<float>(x) * sx, x1 = x0 + sx;
      Vec3f sum;
      for (int j = static_cast<int>(y0); j < std::min(picture.height, static_cast<int>(std::ceil(y1))); ++j) {
        for (int i = static_cast<int>(x0); i < std::min(picture.width, static_cast<int>(std::ceil(x1))); ++i) {
          const std::uint8_t* p = picture.pixel(i, j);
          sum += overlap(i, x0, x1) * overlap(j, y0, y1) * Vec3f{linear[p[0]], linear[p[1]], linear[p[2]]};
        }
      }
      const Vec3f mean = 1 / (sx * sy) * sum;
      std::uint8_t* p = out.pixel(x, y);
      p[0] = static_cast<std::uint8_t>(255 * srgb_encoded(clamp01(mean.x)) + 0.5f);
      p[1] = static_cast<std::uint8_t>(255 * srgb_encoded(clamp01(mean.y)) + 0.5f);
      p[2] = static_cast<std::uint8_t>(255 * srgb_encoded(clamp01(mean.z)) + 0.5f);
    }
  });
  return out;
}

Image8 contact_sheet(std::span<const SheetEntry> entries, const SheetLayout& layout) {
  const int count = static_cast<int>(entries.size());
  if (count == 0) return {};
  const int columns = columns_for(count, layout), rows = (count + columns - 1) / columns;
  std::vector<Image8> pictures;
  std::vector<int> row_height(static_cast<std::size_t>(rows), 0), row_top;
  for (int k = 0; k < count; ++k) {
    const SheetEntry& entry = entries[static_cast<std::size_t>(k)];
    pictures.push_back(scaled_down(*entry.picture, layout.picture_width, layout.picture_height));
    int& height = row_height[static_cast<std::size_t>(k / columns)];
    height = std::max(height, pictures.back().height);
  }
  int bottom = layout.margin + (layout.heading.empty() ? 0 : kHead);
  for (const int height : row_height) {
    row_top.push_back(bottom);
    bottom += height + kCaption + layout.margin;
  }
  Image8 sheet{columns * (layout.picture_width + layout.margin) + layout.margin, bottom, {}};
  sheet.rgb.resize(3 * static_cast<std::size_t>(sheet.width) * static_cast<std::size_t>(sheet.height));
  for (std::size_t k = 0; k < sheet.rgb.size(); ++k) sheet.rgb[k] = kGround[k % 3];
  draw_text(sheet, static_cast<float>(layout.margin), static_cast<float>(layout.margin) + 30, layout.heading, kHeading);
  for (int k = 0; k < count; ++k) {
    const std::size_t row = static_cast<std::size_t>(k / columns);
    const Image8& picture = pictures[static_cast<std::size_t>(k)];
    const int left = layout.margin + k % columns * (layout.picture_width + layout.margin);
    paste(sheet, picture, left + (layout.picture_width - picture.width) / 2,
          row_top[row] + row_height[row] - picture.height);
    const float width = static_cast<float>(layout.picture_width), x = static_cast<float>(left);
    const float under = static_cast<float>(row_top[row] + row_height[row]);
    draw_caption(sheet, x, under + 26, entries[static_cast<std::size_t>(k)].title, kTitle, width);
    draw_caption(sheet, x, under + 46, entries[static_cast<std::size_t>(k)].note, kNote, width);
  }
  return sheet;
}

}  // namespace solgel::render
