#include <cstddef>
#include <cstdint>

#include "cut_anywhere.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  solgel::fuzz::check_cuts(solgel::io::TrackFormat::gcode, {}, {reinterpret_cast<const char*>(data), size});
  return 0;
}
