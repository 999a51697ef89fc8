// A 64-bit hash over the bits of a state, for `state_hash`: equal states print equal hashes on every platform.
//
// Values are fed word by word, least significant first, so the byte order of the machine does not matter. Not
// cryptographic. Construction: xor, then the SplitMix64 finaliser, in four interleaved lanes for speed on long arrays.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "core/random.h"

namespace solgel {

class Hash {
 public:
  void add(std::uint64_t word) {
    std::uint64_t& lane = lanes_[count_++ & 3u];
    lane = mix64(lane ^ word) + 0x9e3779b97f4a7c15u;
  }
  void add(double value) { add(std::bit_cast<std::uint64_t>(value)); }
  void add(float value) { add(std::uint64_t{std::bit_cast<std::uint32_t>(value)}); }
  void add(std::int32_t value) { add(std::uint64_t{static_cast<std::uint32_t>(value)}); }
  template <class T>
  void add(std::span<const T> values) {
    for (const T& v : values) add(v);
  }

  std::uint64_t value() const {
    std::uint64_t z = mix64(count_ + 0x9e3779b97f4a7c15u);
    for (const std::uint64_t lane : lanes_) z = mix64(z ^ lane) + 0x9e3779b97f4a7c15u;
    return mix64(z);
  }

 private:
  std::uint64_t lanes_[4] = {1, 2, 3, 4};
  std::uint64_t count_ = 0;
};

// Sixteen lower-case hexadecimal digits.
std::string hash_text(std::uint64_t hash);

}  // namespace solgel
