#include <cstddef>
#include <cstdint>

#include "check_map.h"

// The first three bytes are the layout: type and byte order, width, height.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 3) return 0;
  const solgel::io::RawLayout layout{.nx = data[1],
                                     .ny = data[2],
                                     .sample = static_cast<solgel::io::Sample>(data[0] % 8),
                                     .big_endian = (data[0] & 8) != 0,
                                     .south_first = (data[0] & 16) != 0};
  solgel::io::MapReadOptions options{.raw = layout};
  if ((data[0] & 32) != 0) options.nodata = -9999;
  solgel::fuzz::check_map({reinterpret_cast<const std::byte*>(data + 3), size - 3}, "a.raw", options);
  return 0;
}
