// SHA-256 (FIPS 180-4) over the little-endian bits of doubles: how published states of a body are compared.
//
// For state_hash there is core/hash.h, which is faster; this one lets anybody check a state with sha256sum.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <string>

namespace solgel {

class Sha256 {
 public:
  void add(const unsigned char* bytes, std::size_t count);
  void add(double value) {
    const std::uint64_t bits = std::bit_cast<std::uint64_t>(value);
    unsigned char bytes[8];
    for (int k = 0; k < 8; ++k) bytes[k] = static_cast<unsigned char>(bits >> (8 * k));
    add(bytes, sizeof bytes);
  }
  // 64 lower-case hexadecimal digits of what has been added; more may be added afterwards.
  std::string text() const;

 private:
  void compress(const unsigned char* block);
  std::array<std::uint32_t, 8> state_ = {0x6a09e667u, 0xbb67ae85u, 0x3c6ef372u, 0xa54ff53au,
                                         0x510e527fu, 0x9b05688cu, 0x1f83d9abu, 0x5be0cd19u};
  unsigned char block_[64] = {};
  std::uint64_t size_ = 0;  // bytes so far
};

}  // namespace solgel
