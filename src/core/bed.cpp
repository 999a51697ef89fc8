#include "core/bed.h"

#include <algorithm>
#include <bit>

namespace solgel {

static_assert(std::endian::native == std::endian::little, "marks are read both as bytes and as words");

Bed::Bed(int nx, int ny, std::int32_t height) : nx_(nx), ny_(ny) {
  SOLGEL_ASSERT(nx >= 1 && ny >= 1 && height >= 0);
  stride_ = kHalo + (nx + kBlock - 1) / kBlock * kBlock + kHalo;
  words_ = (stride_ + 63) / 64;
  const std::size_t cells = static_cast<std::size_t>(stride_) * static_cast<std::size_t>(ny + 2);
  height_.assign(cells, 0);
  lid_.assign(cells, 0);
  bits_.assign(static_cast<std::size_t>(words_) * static_cast<std::size_t>(ny + 2), 0);
  covered_.assign(bits_.size() * 8, 1);
  for (int j = 0; j < ny; ++j) {
    std::fill_n(covered_row(j) + 1, nx / kBlock, 0);  // a last block that is partly halo stays covered
    std::fill_n(height_row(j), nx, height);
    std::fill_n(lid_row(j), nx, kOpen);
  }
}

std::int64_t Bed::sum() const {
  std::int64_t total = 0;
  for (int j = 0; j < ny_; ++j) {
    const std::int32_t* row = height_row(j);
    for (int i = 0; i < nx_; ++i) total += row[i];
  }
  return total;
}

void Bed::mark_all() {
  for (int j = 0; j < ny_; ++j) {
    for (int i = 0; i < nx_; ++i) mark(i, j);
  }
}

}  // namespace solgel
