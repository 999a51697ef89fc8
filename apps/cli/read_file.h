// A whole file, or standard input, in memory.
#pragma once

#include <string>

#include "core/result.h"
#include "io/bytes.h"

namespace solgel::cli {

// "-" is standard input. Fails when it cannot be read and beyond `most` bytes (8 GiB by default).
Result<io::Bytes> read_file(const std::string& path, std::size_t most = std::size_t{8} << 30);

}  // namespace solgel::cli
