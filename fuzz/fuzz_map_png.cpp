#include <cstddef>
#include <cstdint>
#include <vector>

#include "check_map.h"

namespace {

std::uint32_t crc_of(const std::uint8_t* data, std::size_t size) {
  std::uint32_t crc = 0xffffffffu;
  for (std::size_t k = 0; k < size; ++k) {
    crc ^= data[k];
    for (int bit = 0; bit < 8; ++bit) crc = (crc >> 1) ^ (0xedb88320u & (0u - (crc & 1u)));
  }
  return ~crc;
}

// Gives each chunk the checksum that its bytes have now, so that what is changed gets behind libpng's first check.
void mend_checksums(std::vector<std::uint8_t>& file) {
  for (std::size_t at = 8; at + 12 <= file.size();) {
    const std::size_t length =
        std::size_t{file[at]} << 24 | std::size_t{file[at + 1]} << 16 | std::size_t{file[at + 2]} << 8 | file[at + 3];
    if (length > file.size() - at - 12) return;
    const std::uint32_t crc = crc_of(&file[at + 4], length + 4);
    for (std::size_t k = 0; k < 4; ++k) file[at + 8 + length + k] = static_cast<std::uint8_t>(crc >> (24 - 8 * k));
    at += 12 + length;
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::vector<std::uint8_t> file(data, data + size);
  mend_checksums(file);
  solgel::fuzz::check_map({reinterpret_cast<const std::byte*>(file.data()), file.size()}, "a.png");
  return 0;
}
