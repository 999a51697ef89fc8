#include "io/bytes.h"

namespace solgel::io {

std::string metadata_text(std::span<const TextEntry> metadata) {
  std::string text;
  for (const TextEntry& entry : metadata) text += entry.key + ": " + entry.value + "\n";
  return text;
}

std::string metadata_line(const TextEntry& entry) {
  std::string line = entry.key + ": " + entry.value;
  for (char& c : line) {
    if (static_cast<unsigned char>(c) < ' ') c = ' ';
  }
  return line;
}

}  // namespace solgel::io
