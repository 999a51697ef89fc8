#include <cstddef>
#include <cstdint>

#include "check_mesh.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  solgel::fuzz::check_mesh({reinterpret_cast<const std::byte*>(data), size}, "a.gltf");
  return 0;
}
