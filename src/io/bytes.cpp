#include "io/bytes.h"

namespace solgel::io {

std::string metadata_text(std::span<const TextEntry> metadata) {
  std::string text;
  for (const TextEntry& entry : metadata) text += entry.key + ": " + entry.value + "\n";
  return text;
}

}  // namespace solgel::io
