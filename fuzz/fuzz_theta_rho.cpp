#include <cstddef>
#include <cstdint>

#include "cut_anywhere.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  solgel::fuzz::check_cuts(solgel::io::TrackFormat::theta_rho,
                           {.thr_zero_right = size % 2 == 1, .thr_mirror = size % 4 >= 2},
                           {reinterpret_cast<const char*>(data), size});
  return 0;
}
