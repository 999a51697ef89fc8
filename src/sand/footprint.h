// Where the ball's displaced sand goes: wedges around its axis, for every place that the axis can have inside a cell.
//
// The plane around the ball is cut into `segments` equal wedges. Sand carved in a wedge is laid down in the same wedge,
// outward from the centre (carve.h). Snapping the ball to cell centres would leave a staircase on every oblique line,
// so the tables exist for phases x phases places of the axis inside its cell; the underside itself is exact
// (underside.h).
//
// A cell that straddles two wedges shares its sand between them by the angle it covers, taken as a box of the cell's
// angular width, at most one wedge wide; a whole cell in one wedge would make the two banks of a groove uneven by 12 %.
// Within one cell of the axis a cell belongs to all wedges alike.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace solgel::sand {

struct FootprintShape {
  double radius = 8;  // of the ball, mm
  double cell = 0.5;  // mm
  int segments = 32;
};

// Tables for one phase. Offsets are relative to the cell that holds the axis.
class Footprint {
 public:
  static constexpr int kWeightBits = 8;

  struct Cell {
    std::int16_t di, dj;
  };
  // How a carved cell is shared: `weight` / 256 to wedge + 1, the rest to wedge; common_pool(): to all
  // wedges alike.
  struct Share {
    std::uint16_t wedge, weight;
  };
  // Index of the pool of all wedges: segments itself is where the last wedge's second half goes, which is wedge 0.
  static int common_pool(int segments) { return segments + 1; }

  Footprint(const FootprintShape& shape, double phase_x, double phase_y);

  // Cells under the ball that belong to a wedge, nearest first.
  std::span<const Cell> inner(int wedge) const { return part(inner_, inner_start_, wedge); }
  // The ring one cell thick around the ball.
  std::span<const Cell> spill(int wedge) const { return part(spill_, spill_start_, wedge); }
  std::span<const Cell> ring() const { return spill_; }
  // Share of cell (0, dj); -reach <= dj <= reach; columns -reach - kMargin to reach + kMargin may be read.
  const Share* share_row(int dj) const {
    return &share_[static_cast<std::size_t>((dj + reach_) * row_length() + reach_ + kMargin)];
  }
  // No cell of the footprint or of the ring is farther from the axis' cell, in cells.
  int reach() const { return reach_; }

 private:
  static constexpr int kMargin = 8;  // a block of the carving loop may begin or end outside the window
  int row_length() const { return 2 * (reach_ + kMargin) + 1; }
  static std::span<const Cell> part(const std::vector<Cell>& cells, const std::vector<int>& start, int wedge) {
    const auto from = static_cast<std::size_t>(start[static_cast<std::size_t>(wedge)]);
    const auto to = static_cast<std::size_t>(start[static_cast<std::size_t>(wedge) + 1]);
    return std::span<const Cell>(cells).subspan(from, to - from);
  }

  int reach_;
  std::vector<Cell> inner_, spill_;
  std::vector<int> inner_start_, spill_start_;
  std::vector<Share> share_;
};

// Footprints of all phases. Symmetric: the phases of a mirrored place are mirrored.
class Footprints {
 public:
  // The number of phases is 8 a side, fewer where a very large ball would need more than some 100 MB of tables.
  explicit Footprints(const FootprintShape& shape);

  int phases() const { return phases_; }
  // fx, fy in [0, 1): place of the axis inside its cell.
  const Footprint& at(double fx, double fy) const {
    const int px = static_cast<int>(fx * phases_), py = static_cast<int>(fy * phases_);
    return table_[static_cast<std::size_t>(py * phases_ + px)];
  }
  int reach() const { return table_.front().reach(); }

 private:
  int phases_;
  std::vector<Footprint> table_;
};

}  // namespace solgel::sand
