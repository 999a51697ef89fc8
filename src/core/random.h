// Random numbers by counter: a value is a pure function of its key, so the order of calls and the number of threads
// cannot matter.
//
// random_bits mixes (seed, stream, index) with the finaliser of SplitMix64 (Steele, Lea and Flood 2014, "Fast
// splittable pseudorandom number generators", figure 16), once per key word.
#pragma once

#include <cstdint>

namespace solgel {

struct RandomKey {
  std::uint64_t seed = 0;
  std::uint64_t stream = 0;  // what the number is for, or whose it is (a droplet, a pixel)
};

inline std::uint64_t mix64(std::uint64_t z) {
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

inline std::uint64_t random_bits(RandomKey key, std::uint64_t index) {
  constexpr std::uint64_t kGolden = 0x9e3779b97f4a7c15u;  // 2^64 / golden ratio: keeps zero keys apart
  std::uint64_t z = mix64(key.seed + kGolden);
  z = mix64(z ^ (key.stream + kGolden));
  return mix64(z + (index + 1) * kGolden);
}

// Uniform in [0, 1), on multiples of 2^-53.
inline double random_unit(RandomKey key, std::uint64_t index) {
  return static_cast<double>(random_bits(key, index) >> 11) * 0x1p-53;
}

}  // namespace solgel
