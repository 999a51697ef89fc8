// Little-endian words and numbers, as binary files of meshes have them.
#pragma once

#include <bit>
#include <cstdint>

#include "core/vec.h"
#include "core/vec3f.h"
#include "io/bytes.h"

namespace solgel::io {

inline void store_word(unsigned char* at, std::uint32_t word) {
  for (int byte = 0; byte < 4; ++byte) at[byte] = static_cast<unsigned char>(word >> (8 * byte));
}
inline void store_floats(unsigned char* at, Vec3f v) {
  store_word(at, std::bit_cast<std::uint32_t>(v.x));
  store_word(at + 4, std::bit_cast<std::uint32_t>(v.y));
  store_word(at + 8, std::bit_cast<std::uint32_t>(v.z));
}
inline void store_floats(unsigned char* at, Vec3 v) {
  store_floats(at, Vec3f{static_cast<float>(v.x), static_cast<float>(v.y), static_cast<float>(v.z)});
}
inline void append_word(Bytes& bytes, std::uint32_t word) {
  unsigned char four[4];
  store_word(four, word);
  append(bytes, four, sizeof four);
}
inline void append_long(Bytes& bytes, std::uint64_t word) {
  unsigned char eight[8];
  store_word(eight, static_cast<std::uint32_t>(word));
  store_word(eight + 4, static_cast<std::uint32_t>(word >> 32));
  append(bytes, eight, sizeof eight);
}
inline void append_float(Bytes& bytes, double value) {
  append_word(bytes, std::bit_cast<std::uint32_t>(static_cast<float>(value)));
}
inline void append_double(Bytes& bytes, double value) {
  append_long(bytes, std::bit_cast<std::uint64_t>(value));
}
template <class Vector>
void append_floats(Bytes& bytes, Vector v) {
  unsigned char twelve[12];
  store_floats(twelve, v);
  append(bytes, twelve, sizeof twelve);
}

}  // namespace solgel::io
