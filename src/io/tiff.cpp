#include "io/tiff.h"

#include <algorithm>

#include "core/params.h"
#include "io/tiff_memory.h"

namespace solgel::io {
namespace {

bool write_tags(TIFF* tiff, const ReliefView& relief, const std::string& description) {
  const double cells_per_cm = 10 / relief.cell;
  const auto nx = static_cast<std::uint32_t>(relief.height->nx()), ny = static_cast<std::uint32_t>(relief.height->ny());
  return TIFFSetField(tiff, TIFFTAG_IMAGEWIDTH, nx) == 1 && TIFFSetField(tiff, TIFFTAG_IMAGELENGTH, ny) == 1 &&
         TIFFSetField(tiff, TIFFTAG_BITSPERSAMPLE, 32) == 1 && TIFFSetField(tiff, TIFFTAG_SAMPLESPERPIXEL, 1) == 1 &&
         TIFFSetField(tiff, TIFFTAG_SAMPLEFORMAT, SAMPLEFORMAT_IEEEFP) == 1 &&
         TIFFSetField(tiff, TIFFTAG_PHOTOMETRIC, PHOTOMETRIC_MINISBLACK) == 1 &&
         TIFFSetField(tiff, TIFFTAG_PLANARCONFIG, PLANARCONFIG_CONTIG) == 1 &&
         TIFFSetField(tiff, TIFFTAG_COMPRESSION, COMPRESSION_ADOBE_DEFLATE) == 1 &&
         TIFFSetField(tiff, TIFFTAG_ROWSPERSTRIP, ny) == 1 &&
         TIFFSetField(tiff, TIFFTAG_RESOLUTIONUNIT, RESUNIT_CENTIMETER) == 1 &&
         TIFFSetField(tiff, TIFFTAG_XRESOLUTION, cells_per_cm) == 1 &&
         TIFFSetField(tiff, TIFFTAG_YRESOLUTION, cells_per_cm) == 1 &&
         TIFFSetField(tiff, TIFFTAG_SOFTWARE, "solgel") == 1 &&
         TIFFSetField(tiff, TIFFTAG_IMAGEDESCRIPTION, description.c_str()) == 1;
}

}  // namespace

Result<Bytes> encode_tiff(const ReliefView& relief, std::span<const TextEntry> metadata) {
  const Grid<float>& height = *relief.height;
  if (height.nx() < 1 || height.ny() < 1) {
    return fail({.found = "the relief is empty", .allowed = {}, .remedy = {}, .file = {}});
  }
  const std::string description =
      metadata_text(metadata) + "unit: mm\nmm_per_pixel: " + number_text(relief.cell) + "\n";
  TiffMemory m;
  TiffHandle handle = open_tiff(m, "wm");
  TIFF* tiff = handle.get();
  bool good = tiff != nullptr && write_tags(tiff, relief, description);
  std::vector<float> line(static_cast<std::size_t>(height.nx()));
  for (int row = 0; good && row < height.ny(); ++row) {
    const std::span<const float> from = height.row(height.ny() - 1 - row);
    std::copy(from.begin(), from.end(), line.begin());
    good = TIFFWriteScanline(tiff, line.data(), static_cast<std::uint32_t>(row), 0) == 1;
  }
  good = good && TIFFFlush(tiff) == 1;
  handle.reset();
  if (!good) return fail({.found = "libtiff: " + m.message, .allowed = {}, .remedy = {}, .file = {}});
  return std::move(m.out);
}

}  // namespace solgel::io
