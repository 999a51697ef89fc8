#include "io/track_text.h"

#include <cstdio>

namespace solgel::io {

std::string short_number(double value) {
  char buffer[40];
  std::snprintf(buffer, sizeof buffer, "%.6g", value);
  return buffer;
}

std::string quoted_text(std::string_view text) {
  constexpr std::size_t kMost = 24;
  std::string quoted = "'";
  for (const char c : text) {
    if (is_blank(c)) break;
    if (quoted.size() > kMost) {
      quoted += "...";
      break;
    }
    quoted += c > ' ' && c < 127 ? c : '?';
  }
  return quoted + "'";
}

}  // namespace solgel::io
