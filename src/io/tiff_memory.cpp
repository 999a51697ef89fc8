#include "io/tiff_memory.h"

#include <algorithm>
#include <cstdarg>
#include <cstdio>
#include <cstring>

namespace solgel::io {
namespace {

TiffMemory& memory_of(thandle_t handle) {
  return *static_cast<TiffMemory*>(handle);
}

std::span<const std::byte> content(const TiffMemory& m) {
  return m.in.empty() ? std::span<const std::byte>(m.out) : m.in;
}

tmsize_t read_bytes(thandle_t handle, void* data, tmsize_t size) {
  TiffMemory& m = memory_of(handle);
  const std::span<const std::byte> all = content(m);
  const std::size_t count = std::min(static_cast<std::size_t>(size), all.size() - std::min(m.at, all.size()));
  if (count > 0) std::memcpy(data, all.data() + m.at, count);
  m.at += count;
  return static_cast<tmsize_t>(count);
}

tmsize_t write_bytes(thandle_t handle, void* data, tmsize_t size) {
  TiffMemory& m = memory_of(handle);
  const std::size_t count = static_cast<std::size_t>(size);
  if (m.out.size() < m.at + count) m.out.resize(m.at + count);
  if (count > 0) std::memcpy(m.out.data() + m.at, data, count);
  m.at += count;
  return size;
}

toff_t seek(thandle_t handle, toff_t offset, int whence) {
  TiffMemory& m = memory_of(handle);
  const toff_t from = whence == SEEK_SET ? 0 : whence == SEEK_CUR ? m.at : content(m).size();
  m.at = static_cast<std::size_t>(from + offset);
  return m.at;
}

int close_nothing(thandle_t) {
  return 0;
}
toff_t size_of(thandle_t handle) {
  return content(memory_of(handle)).size();
}
int map_nothing(thandle_t, void**, toff_t*) {
  return 0;
}
void unmap_nothing(thandle_t, void*, toff_t) {}

void keep_first(std::string& message, const char* format, va_list args) {
  if (!message.empty()) return;
  char text[256];
  std::vsnprintf(text, sizeof text, format, args);
  message = text;
}
int take_error(TIFF*, void* user, const char*, const char* format, va_list args) {
  keep_first(static_cast<TiffMemory*>(user)->message, format, args);
  return 1;
}
int take_warning(TIFF*, void* user, const char*, const char* format, va_list args) {
  if (std::strncmp(format, "Unknown field", 13) != 0) keep_first(static_cast<TiffMemory*>(user)->warning, format, args);
  return 1;
}

}  // namespace

TiffHandle open_tiff(TiffMemory& memory, const char* mode, std::size_t most_bytes) {
  TIFFOpenOptions* options = TIFFOpenOptionsAlloc();
  TIFFOpenOptionsSetErrorHandlerExtR(options, take_error, &memory);
  TIFFOpenOptionsSetWarningHandlerExtR(options, take_warning, &memory);
  if (most_bytes > 0) TIFFOpenOptionsSetMaxSingleMemAlloc(options, static_cast<tmsize_t>(most_bytes));
  TiffHandle tiff(TIFFClientOpenExt("map", mode, &memory, read_bytes, write_bytes, seek, close_nothing, size_of,
                                    map_nothing, unmap_nothing, options));
  TIFFOpenOptionsFree(options);
  return tiff;
}

}  // namespace solgel::io
