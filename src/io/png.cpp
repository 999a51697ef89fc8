#include "io/png.h"

#include <algorithm>
#include <cmath>

#include <png.h>

#include "core/params.h"
#include "io/png_rows.h"

namespace solgel::io {

Result<Bytes> encode_png(const RgbView& picture, std::span<const TextEntry> metadata) {
  const std::size_t stride = 3 * static_cast<std::size_t>(std::max(0, picture.width));
  if (picture.width < 1 || picture.height < 1 ||
      picture.rgb.size() != stride * static_cast<std::size_t>(picture.height)) {
    return fail(
        {.found = "the picture is empty or its bytes do not match its size", .allowed = {}, .remedy = {}, .file = {}});
  }
  std::vector<std::uint8_t*> rows;  // libpng takes rows as mutable and leaves them alone
  for (int j = 0; j < picture.height; ++j) {
    rows.push_back(const_cast<std::uint8_t*>(picture.rgb.data() + stride * static_cast<std::size_t>(j)));
  }
  return encode_png_rows({picture.width, picture.height, 8, PNG_COLOR_TYPE_RGB, 0}, {metadata.begin(), metadata.end()},
                         rows);
}

Result<Bytes> encode_png(const ReliefView& relief, std::span<const TextEntry> metadata, double mm_per_count) {
  const Grid<float>& height = *relief.height;
  if (height.nx() < 1 || height.ny() < 1)
    return fail({.found = "the relief is empty", .allowed = {}, .remedy = {}, .file = {}});
  if (!(mm_per_count > 0)) {
    const float highest = *std::max_element(height.cells().begin(), height.cells().end());
    mm_per_count = highest > 0 ? static_cast<double>(highest) / 65535 : 1.0 / 65535;
  }
  Grid<std::uint16_t> counts(height.nx(), height.ny());
  std::vector<std::uint8_t*> rows;
  for (int j = height.ny() - 1; j >= 0; --j) {
    for (int i = 0; i < height.nx(); ++i) {
      const double count = std::round(static_cast<double>(height(i, j)) / mm_per_count);
      counts(i, j) = static_cast<std::uint16_t>(std::min(65535.0, std::max(0.0, count)));
    }
    rows.push_back(reinterpret_cast<std::uint8_t*>(counts.row(j).data()));
  }
  Metadata all(metadata.begin(), metadata.end());
  all.push_back({"mm_per_count", number_text(mm_per_count)});
  all.push_back({"mm_per_pixel", number_text(relief.cell)});
  return encode_png_rows({height.nx(), height.ny(), 16, PNG_COLOR_TYPE_GRAY, 1000 / relief.cell}, std::move(all), rows);
}

}  // namespace solgel::io
