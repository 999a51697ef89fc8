// A bed of loose material on integer heights: what moves it conserves it exactly, in any order.
//
// Heights are int32 in units of 1 / kUnitsPerLength of the model's length (2^-16: 15 nm for millimetres; 2^-20 would
// overflow on tall piles). Each cell has a *lid*: the height that material cannot pass, the underside of a body above
// it (kOpen when there is none). A wall is a cell with lid 0 and height 0; the bed is surrounded by a halo of walls, so
// that kernels need no bounds checks. Real lids are at least 1.
//
// A bit per cell says that it may still move; whoever changes a height marks its cell, and relaxation
// (core/relaxation.h) goes on from there. Kernels work on blocks of 8 cells, whose marks are one byte.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/assert.h"

namespace solgel {

class Bed {
 public:
  static constexpr int kBlock = 8;
  static constexpr int kHalo = kBlock;  // columns of wall to each side; one row below and above
  static constexpr double kUnitsPerLength = 65536;
  static constexpr std::int32_t kOpen = 0x7fffffff;

  // nx x ny open cells of the given height (units). nx, ny >= 1, height >= 0.
  Bed(int nx, int ny, std::int32_t height);

  int nx() const { return nx_; }
  int ny() const { return ny_; }
  int stride() const { return stride_; }

  // Cell (0, j); -1 <= j <= ny. Columns -kHalo to nx + kHalo - 1 may be read and, when walls stay walls, written.
  std::int32_t* height_row(int j) { return &height_[row_start(j)]; }
  const std::int32_t* height_row(int j) const { return &height_[row_start(j)]; }
  std::int32_t* lid_row(int j) { return &lid_[row_start(j)]; }
  const std::int32_t* lid_row(int j) const { return &lid_[row_start(j)]; }

  bool is_wall(int i, int j) const { return lid_row(j)[i] == 0; }
  void make_wall(int i, int j) {
    height_row(j)[i] = 0;
    lid_row(j)[i] = 0;
    covered_row(j)[block_of(i)] |= kWalled;
  }

  // One byte a block (see marks): 0 when all its lids are open, kLidded when some are not but none is a wall, kWalled
  // otherwise. Whoever changes lids keeps it true; more than is there costs time only.
  static constexpr std::uint8_t kWalled = 1, kLidded = 2;
  std::uint8_t* covered_row(int j) {
    return &covered_[static_cast<std::size_t>(j + 1) * static_cast<std::size_t>(words_) * 8];
  }

  // Sum of all heights, in units: the volume in units of cell area x unit. Exact.
  std::int64_t sum() const;

  // Marks. Bit i + kHalo of a row is cell i; so byte b is block b, which holds cells 8 (b - 1) to 8 b - 1; block 0 and
  // the last one lie in the halo and are never marked.
  static int block_of(int i) { return (i + kHalo) / kBlock; }
  int words() const { return words_; }  // 64-bit words of marks a row
  std::uint64_t* active_row(int j) {
    return &bits_[static_cast<std::size_t>(j + 1) * static_cast<std::size_t>(words_)];
  }
  const std::uint64_t* active_row(int j) const {
    return &bits_[static_cast<std::size_t>(j + 1) * static_cast<std::size_t>(words_)];
  }
  void mark(int i, int j) {
    const int bit = i + kHalo;
    active_row(j)[bit >> 6] |= std::uint64_t{1} << (bit & 63);
    active_.include(j, bit >> 6);
  }
  // Rows and words outside of which no cell is marked.
  struct ActiveRange {
    int row_low = 0x7fffffff, row_high = -1;
    int word_low = 0x7fffffff, word_high = -1;
    bool empty() const { return row_low > row_high; }
    void include(int row, int word) {
      if (row < row_low) row_low = row;
      if (row > row_high) row_high = row;
      if (word < word_low) word_low = word;
      if (word > word_high) word_high = word;
    }
  };
  const ActiveRange& active() const { return active_; }
  // After bits were set or cleared directly.
  void set_active(const ActiveRange& range) { active_ = range; }
  void mark_all();

 private:
  std::size_t row_start(int j) const {
    SOLGEL_ASSERT(j >= -1 && j <= ny_);
    return static_cast<std::size_t>(j + 1) * static_cast<std::size_t>(stride_) + kHalo;
  }

  int nx_, ny_, stride_, words_;
  std::vector<std::int32_t> height_, lid_;
  std::vector<std::uint8_t> covered_;
  std::vector<std::uint64_t> bits_;
  ActiveRange active_;
};

}  // namespace solgel
