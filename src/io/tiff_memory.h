// A TIFF file in memory, read and written through libtiff, which prints nothing and reports to `message`.
#pragma once

#include <memory>
#include <span>
#include <string>

#include <tiffio.h>

#include "io/bytes.h"

namespace solgel::io {

struct TiffMemory {
  std::span<const std::byte> in;  // what is read, when nothing is written
  Bytes out;                      // what is written, and read back while writing
  std::size_t at = 0;
  std::string message;  // first error of libtiff
  std::string warning;  // and its first warning, but for tags that it does not know
};

struct TiffCloser {
  void operator()(TIFF* tiff) const { TIFFClose(tiff); }
};
using TiffHandle = std::unique_ptr<TIFF, TiffCloser>;

// Null after an error. `memory` stays in place while the handle lives; `mode` as for TIFFOpen. libtiff takes no single
// piece of memory larger than `most_bytes` (0: no limit).
TiffHandle open_tiff(TiffMemory& memory, const char* mode, std::size_t most_bytes = 0);

}  // namespace solgel::io
