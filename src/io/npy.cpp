#include "io/npy.h"

#include <bit>

namespace solgel::io {

Result<Bytes> encode_npy(const ReliefView& relief) {
  const Grid<float>& height = *relief.height;
  if (height.nx() < 1 || height.ny() < 1) {
    return fail({.found = "the relief is empty", .allowed = {}, .remedy = {}, .file = {}});
  }
  constexpr std::size_t kPreamble = 10, kAlignment = 64;  // magic, version, length of the header
  std::string header = "{'descr': '<f4', 'fortran_order': False, 'shape': (" + std::to_string(height.ny()) + ", " +
                       std::to_string(height.nx()) + "), }";
  header.append(kAlignment - (kPreamble + header.size() + 1) % kAlignment, ' ');
  header += '\n';
  const unsigned char preamble[kPreamble] = {0x93,
                                             'N',
                                             'U',
                                             'M',
                                             'P',
                                             'Y',
                                             1,
                                             0,
                                             static_cast<unsigned char>(header.size() & 255u),
                                             static_cast<unsigned char>(header.size() >> 8)};
  Bytes bytes;
  bytes.reserve(kPreamble + header.size() + 4 * height.cells().size());
  append(bytes, preamble, kPreamble);
  append(bytes, header.data(), header.size());
  for (const float h : height.cells()) {
    const std::uint32_t bits = std::bit_cast<std::uint32_t>(h);
    const unsigned char word[4] = {static_cast<unsigned char>(bits), static_cast<unsigned char>(bits >> 8),
                                   static_cast<unsigned char>(bits >> 16), static_cast<unsigned char>(bits >> 24)};
    append(bytes, word, sizeof word);
  }
  return bytes;
}

}  // namespace solgel::io
