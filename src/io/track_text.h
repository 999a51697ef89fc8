// Small things that the track readers share: pieces of messages and limits.
#pragma once

#include <string>
#include <string_view>

namespace solgel::io {

inline constexpr double kFarthest = 1e9;  // coordinates beyond are clamped, so that every sum stays finite

// Six significant digits: for people, not for reading back.
std::string short_number(double value);

// At most 24 bytes of a file up to the next blank, safe to print: 'abc'. Other bytes than ASCII's visible ones read
// '?'.
std::string quoted_text(std::string_view text);

// Blanks and other control bytes but line ends, which never reach a reader's line.
inline bool is_blank(char c) {
  return static_cast<unsigned char>(c) <= ' ';
}

inline double clamp_far(double value) {
  return value < -kFarthest ? -kFarthest : value > kFarthest ? kFarthest : value;
}

}  // namespace solgel::io
