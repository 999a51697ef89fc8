#include "core/hash.h"

namespace solgel {

std::string hash_text(std::uint64_t hash) {
  std::string text(16, '0');
  for (int i = 15; i >= 0; --i, hash >>= 4) text[static_cast<std::size_t>(i)] = "0123456789abcdef"[hash & 15u];
  return text;
}

}  // namespace solgel
