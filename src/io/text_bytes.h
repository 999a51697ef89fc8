// Words and numbers of text files, into bytes. A number is the shortest decimal that reads back as the same bits.
#pragma once

#include <charconv>
#include <string_view>

#include "io/bytes.h"

namespace solgel::io {

inline void append_text(Bytes& bytes, std::string_view text) {
  append(bytes, text.data(), text.size());
}

template <class T>
void append_number(Bytes& bytes, T value) {
  char text[32];
  const std::to_chars_result end = std::to_chars(text, text + sizeof text, value);
  append(bytes, text, static_cast<std::size_t>(end.ptr - text));
}

}  // namespace solgel::io
