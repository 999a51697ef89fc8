#include "erosion/depressions.h"

#include <algorithm>
#include <array>
#include <queue>
#include <vector>

namespace solgel::erosion {
namespace {

constexpr std::array<int, 8> kDi{1, 1, 0, -1, -1, -1, 0, 1}, kDj{0, 1, 1, 1, 0, -1, -1, -1};
constexpr std::uint8_t kOutlet = 8, kUnseen = 9;

struct Front {
  std::int32_t level, height;
  std::uint32_t cell;
  // Lowest first; inside a basin the lowest ground, so that ways out follow valleys; last by cell, which leaves no
  // ties.
  friend bool operator<(Front a, Front b) {
    if (a.level != b.level) return a.level > b.level;
    return a.height != b.height ? a.height > b.height : a.cell > b.cell;
  }
};

// The flood: for each cell the direction that it was reached from, kOutlet or kUnseen.
class Flood {
 public:
  Flood(const Land& land, Border border) : land_(land), border_(border), nx_(land.nx()), ny_(land.ny()) {
    from_.assign(static_cast<std::size_t>(nx_) * static_cast<std::size_t>(ny_), kUnseen);
  }

  // Calls visit(cell, level) for each ground cell; level is its spill level.
  template <class Visit>
  void run(const Visit& visit) {
    start();
    while (!front_.empty()) {
      const Front at = front_.top();
      front_.pop();
      visit(at.cell, at.level);
      for (std::uint8_t d = 0; d < 8; ++d) {
        const std::int64_t n = neighbour(at.cell, d);
        if (n < 0 || from_[static_cast<std::size_t>(n)] != kUnseen) continue;
        from_[static_cast<std::size_t>(n)] = static_cast<std::uint8_t>((d + 4) % 8);
        const std::int32_t h = height(static_cast<std::uint32_t>(n));
        front_.push({std::max(at.level, h), h, static_cast<std::uint32_t>(n)});
      }
    }
  }

  // -1 where there is no ground.
  std::int64_t neighbour(std::uint32_t cell, std::uint8_t direction) const {
    int i = static_cast<int>(cell % static_cast<std::uint32_t>(nx_)) + kDi[direction];
    int j = static_cast<int>(cell / static_cast<std::uint32_t>(nx_)) + kDj[direction];
    if (border_ == Border::periodic) {
      i = (i + nx_) % nx_;
      j = (j + ny_) % ny_;
    }
    if (i < 0 || j < 0 || i >= nx_ || j >= ny_ || land_.is_wall(i, j)) return -1;
    return static_cast<std::int64_t>(j) * nx_ + i;
  }
  bool is_minimum(std::uint32_t cell) const {
    for (std::uint8_t d = 0; d < 8; ++d) {
      const std::int64_t n = neighbour(cell, d);
      if (n >= 0 && height(static_cast<std::uint32_t>(n)) < height(cell)) return false;
    }
    return true;
  }
  // The cell that this one was reached from; -1 for an outlet.
  std::int64_t parent(std::uint32_t cell) const { return from_[cell] < 8 ? neighbour(cell, from_[cell]) : -1; }
  std::int32_t height(std::uint32_t cell) const {
    return land_.row(static_cast<int>(cell / static_cast<std::uint32_t>(nx_)))[cell % static_cast<std::uint32_t>(nx_)];
  }

 private:
  void start() {
    std::uint32_t lowest = 0;
    bool any = false;
    std::int32_t least = 0x7fffffff;
    for (int j = 0; j < ny_; ++j) {
      for (int i = 0; i < nx_; ++i) {
        if (land_.is_wall(i, j)) continue;
        const std::uint32_t cell =
            static_cast<std::uint32_t>(j) * static_cast<std::uint32_t>(nx_) + static_cast<std::uint32_t>(i);
        if (height(cell) < least) {
          least = height(cell);
          lowest = cell;
        }
        const bool at_edge = i == 0 || j == 0 || i == nx_ - 1 || j == ny_ - 1;
        if ((border_ == Border::open && at_edge) || next_to_missing(i, j)) {
          from_[cell] = kOutlet;
          front_.push({height(cell), height(cell), cell});
          any = true;
        }
      }
    }
    if (any) return;
    from_[lowest] = kOutlet;
    front_.push({least, least, lowest});
  }
  bool next_to_missing(int i, int j) const {
    for (std::size_t d = 0; d < 8; ++d) {
      const int ni = i + kDi[d], nj = j + kDj[d];
      if (ni >= 0 && nj >= 0 && ni < nx_ && nj < ny_ && land_.is_wall(ni, nj)) return true;
    }
    return false;
  }

  const Land& land_;
  Border border_;
  int nx_, ny_;
  std::vector<std::uint8_t> from_;
  std::priority_queue<Front> front_;
};

std::int32_t& height_of(Land& land, std::uint32_t cell) {
  const std::uint32_t nx = static_cast<std::uint32_t>(land.nx());
  return land.row(static_cast<int>(cell / nx))[cell % nx];
}

}  // namespace

Pits find_pits(const Land& land, Border border) {
  Pits pits;
  Flood flood(land, border);
  flood.run([&](std::uint32_t cell, std::int32_t level) {
    const std::int32_t depth = level - flood.height(cell);
    const std::int64_t parent = flood.parent(cell);
    if (depth <= 0) return;
    ++pits.cells;
    pits.volume += depth;
    pits.deepest = std::max(pits.deepest, depth);
    // A basin begins where the flood spills over: its parent is not under water.
    if (parent >= 0 && flood.height(static_cast<std::uint32_t>(parent)) >= level) ++pits.count;
  });
  return pits;
}

std::int64_t fill_pits(Land& land, Border border) {
  std::int64_t added = 0;
  Flood flood(land, border);
  flood.run([&](std::uint32_t cell, std::int32_t level) {
    std::int32_t& h = height_of(land, cell);
    added += level - h;
    h = level;
  });
  return added;
}

std::int64_t breach_pits(Land& land, Border border) {
  std::int64_t taken = 0;
  Flood flood(land, border);
  flood.run([&](std::uint32_t cell, std::int32_t level) {
    const std::int32_t bottom = flood.height(cell);
    if (bottom >= level || !flood.is_minimum(cell)) return;
    // Every cell on the way out comes down to the lowest one.
    for (std::int64_t at = flood.parent(cell); at >= 0; at = flood.parent(static_cast<std::uint32_t>(at))) {
      std::int32_t& h = height_of(land, static_cast<std::uint32_t>(at));
      if (h <= bottom) break;
      taken += h - bottom;
      h = bottom;
    }
  });
  return taken;
}

}  // namespace solgel::erosion
