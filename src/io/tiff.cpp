#include "io/tiff.h"

#include <algorithm>
#include <cstdarg>
#include <cstdio>
#include <cstring>

#include <tiffio.h>

#include "core/params.h"

namespace solgel::io {
namespace {

// The file in memory that libtiff seeks and writes in.
struct Memory {
  Bytes bytes;
  std::size_t at = 0;
  std::string message;
};

Memory& memory(thandle_t handle) {
  return *static_cast<Memory*>(handle);
}

tmsize_t read_bytes(thandle_t handle, void* data, tmsize_t size) {
  Memory& m = memory(handle);
  const std::size_t count = std::min(static_cast<std::size_t>(size), m.bytes.size() - std::min(m.at, m.bytes.size()));
  std::memcpy(data, m.bytes.data() + m.at, count);
  m.at += count;
  return static_cast<tmsize_t>(count);
}

tmsize_t write_bytes(thandle_t handle, void* data, tmsize_t size) {
  Memory& m = memory(handle);
  const std::size_t count = static_cast<std::size_t>(size);
  if (m.bytes.size() < m.at + count) m.bytes.resize(m.at + count);
  std::memcpy(m.bytes.data() + m.at, data, count);
  m.at += count;
  return size;
}

toff_t seek(thandle_t handle, toff_t offset, int whence) {
  Memory& m = memory(handle);
  const toff_t from = whence == SEEK_SET ? 0 : whence == SEEK_CUR ? m.at : m.bytes.size();
  m.at = static_cast<std::size_t>(from + offset);
  return m.at;
}

int close_nothing(thandle_t) {
  return 0;
}
toff_t size_of(thandle_t handle) {
  return memory(handle).bytes.size();
}
int map_nothing(thandle_t, void**, toff_t*) {
  return 0;
}
void unmap_nothing(thandle_t, void*, toff_t) {}

int take_error(TIFF*, void* user, const char*, const char* format, va_list args) {
  char text[256];
  std::vsnprintf(text, sizeof text, format, args);
  static_cast<Memory*>(user)->message = text;
  return 1;
}
int ignore_warning(TIFF*, void*, const char*, const char*, va_list) {
  return 1;
}

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
  Memory m;
  TIFFOpenOptions* options = TIFFOpenOptionsAlloc();
  TIFFOpenOptionsSetErrorHandlerExtR(options, take_error, &m);
  TIFFOpenOptionsSetWarningHandlerExtR(options, ignore_warning, nullptr);
  TIFF* tiff = TIFFClientOpenExt("relief", "wm", &m, read_bytes, write_bytes, seek, close_nothing, size_of, map_nothing,
                                 unmap_nothing, options);
  TIFFOpenOptionsFree(options);
  bool good = tiff != nullptr && write_tags(tiff, relief, description);
  std::vector<float> line(static_cast<std::size_t>(height.nx()));
  for (int row = 0; good && row < height.ny(); ++row) {
    const std::span<const float> from = height.row(height.ny() - 1 - row);
    std::copy(from.begin(), from.end(), line.begin());
    good = TIFFWriteScanline(tiff, line.data(), static_cast<std::uint32_t>(row), 0) == 1;
  }
  good = good && TIFFFlush(tiff) == 1;
  if (tiff != nullptr) TIFFClose(tiff);
  if (!good) return fail({.found = "libtiff: " + m.message, .allowed = {}, .remedy = {}, .file = {}});
  return std::move(m.bytes);
}

}  // namespace solgel::io
