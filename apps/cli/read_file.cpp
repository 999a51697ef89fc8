#include "read_file.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>

namespace solgel::cli {

Result<io::Bytes> read_file(const std::string& path, std::size_t most) {
  const bool is_input = path == "-";
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(
      is_input ? stdin : std::fopen(path.c_str(), "rb"), [](std::FILE* f) { return f == stdin ? 0 : std::fclose(f); });
  const std::string name = is_input ? "stdin" : path;
  const auto unreadable = [&] {
    return fail({.found = std::string("cannot be read (") + std::strerror(errno) + ")", .file = name});
  };
  if (!file) return unreadable();
  io::Bytes bytes;
  std::vector<std::byte> piece(1 << 20);
  while (const std::size_t got = std::fread(piece.data(), 1, piece.size(), file.get())) {
    bytes.insert(bytes.end(), piece.begin(), piece.begin() + static_cast<std::ptrdiff_t>(got));
    if (bytes.size() > most) {
      return fail(
          {.found = "more than " + std::to_string(most) + " bytes", .remedy = "give a smaller file", .file = name});
    }
  }
  if (std::ferror(file.get()) != 0) return unreadable();
  return bytes;
}

}  // namespace solgel::cli
