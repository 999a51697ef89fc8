// Random numbers of a picture's paths: points of the first two dimensions of Sobol's sequence, scrambled anew for every
// use, so that the samples of a pixel cover each pair of dimensions evenly and different pairs know nothing of each
// other.
//
// Sobol 1967; Owen 1995, "Randomly permuted (t,m,s)-nets and (t,s)-sequences": each digit is permuted in a way that
// depends on the digits before it. A hash in which a bit depends on itself and lower bits only does that to the
// reversed word (Laine and Karras 2011, "Stratified sampling for stochastic transparency"); the order of the samples is
// shuffled likewise (Burley 2020, "Practical hash-based Owen scrambling").
#pragma once

#include <cstdint>

#include "core/random.h"

namespace solgel::render {

struct RandomPair {
  float a = 0, b = 0;  // [0, 1)
};

class JellySamples {
 public:
  // Sample `index` of what `key` names, a pixel for example.
  JellySamples(RandomKey key, std::uint32_t index) : state_(random_bits(key, 0)), index_(index) {}

  RandomPair next() {
    state_ += 0x9e3779b97f4a7c15u;
    const std::uint64_t bits = mix64(state_), more = mix64(bits);
    const auto word = [](std::uint64_t from, int shift) { return static_cast<std::uint32_t>(from >> shift); };
    const std::uint32_t k = reversed(permuted(reversed(index_), word(bits, 0)));
    return {unit(permuted(k, word(bits, 32))), unit(permuted(second_dimension(k), word(more, 0)))};
  }
  // Numbers for a branch of the path that another one does not use.
  JellySamples branch(std::uint64_t which) const {
    JellySamples other = *this;
    other.state_ = mix64(state_ + which + 1);
    return other;
  }

 private:
  // The word's lowest bit is the first digit.
  static float unit(std::uint32_t x) { return static_cast<float>(reversed(x) >> 8) * 0x1p-24f; }
  static std::uint32_t reversed(std::uint32_t x) {
    x = (x >> 16) | (x << 16);
    x = ((x & 0xff00ff00u) >> 8) | ((x & 0x00ff00ffu) << 8);
    x = ((x & 0xf0f0f0f0u) >> 4) | ((x & 0x0f0f0f0fu) << 4);
    x = ((x & 0xccccccccu) >> 2) | ((x & 0x33333333u) << 2);
    return ((x & 0xaaaaaaaau) >> 1) | ((x & 0x55555555u) << 1);
  }
  // Owen's permutation of the digits.
  static std::uint32_t permuted(std::uint32_t x, std::uint32_t seed) {
    x ^= x * 0x6d2b79f6u;  // even: no bit reaches itself
    x += seed;
    x *= seed | 1u;
    x ^= x * 0xa9b4c2d2u;
    x ^= x * 0x51c64e6cu;
    return x;
  }
  // Pascal's triangle modulo 2, the fifth Kronecker power of (1 1; 0 1).
  static std::uint32_t second_dimension(std::uint32_t k) {
    k ^= (k & 0xaaaaaaaau) >> 1;
    k ^= (k & 0xccccccccu) >> 2;
    k ^= (k & 0xf0f0f0f0u) >> 4;
    k ^= (k & 0xff00ff00u) >> 8;
    return k ^ (k >> 16);
  }

  std::uint64_t state_;
  std::uint32_t index_;
};

}  // namespace solgel::render
