#include <cstddef>
#include <cstdint>

#include "check_map.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  solgel::fuzz::check_map({reinterpret_cast<const std::byte*>(data), size}, "a.exr");
  return 0;
}
