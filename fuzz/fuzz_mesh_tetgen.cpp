#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "check_mesh.h"

// The first byte 0 parts the points from the elements.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto cut = static_cast<std::size_t>(std::find(data, data + size, 0) - data);
  const std::size_t after = std::min(cut + 1, size);
  const auto* bytes = reinterpret_cast<const std::byte*>(data);
  solgel::fuzz::check_mesh({bytes, cut}, "a.node", {{bytes + after, size - after}, "a.ele"});
  return 0;
}
