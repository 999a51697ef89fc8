#include "render/stream_lines.h"

#include <cstdint>
#include <vector>

#include "core/vec3f.h"

namespace solgel::render {
namespace {

constexpr float kWet = 0.02f;  // drier cells part streams
constexpr float kShort = 9, kLong = 18;

// One piece after the other, from any of its cells.
class Pieces {
 public:
  explicit Pieces(Grid<float>& wet) : wet_(wet), seen_(wet.nx(), wet.ny()) {}

  bool starts_at(int i, int j) const { return seen_(i, j) == 0 && wet_(i, j) > kWet; }

  void fade(int i, int j) {
    collect(i, j);
    int low_x = i, high_x = i, low_y = j, high_y = j;
    for (const Cell& c : piece_) {
      low_x = std::min(low_x, c.i);
      high_x = std::max(high_x, c.i);
      low_y = std::min(low_y, c.j);
      high_y = std::max(high_y, c.j);
    }
    const int side = 1 + std::max(high_x - low_x, high_y - low_y);
    const float kept = smooth_step(kShort, kLong, static_cast<float>(side));
    for (const Cell& c : piece_) wet_(c.i, c.j) *= kept;
  }

 private:
  struct Cell {
    int i, j;
  };

  void visit(int i, int j) {
    seen_(i, j) = 1;
    piece_.push_back({i, j});
  }

  void collect(int i, int j) {
    piece_.clear();
    visit(i, j);
    for (std::size_t next = 0; next < piece_.size(); ++next) {
      const Cell at = piece_[next];
      for (int k = 0; k < 9; ++k) {
        const int ni = at.i + k % 3 - 1, nj = at.j + k / 3 - 1;
        if (wet_.contains(ni, nj) && starts_at(ni, nj)) visit(ni, nj);
      }
    }
  }

  Grid<float>& wet_;
  Grid<std::uint8_t> seen_;
  std::vector<Cell> piece_;
};

}  // namespace

void keep_streams(Grid<float>& wet) {
  Pieces pieces(wet);
  for (int j = 0; j < wet.ny(); ++j) {
    for (int i = 0; i < wet.nx(); ++i) {
      if (pieces.starts_at(i, j)) pieces.fade(i, j);
    }
  }
}

}  // namespace solgel::render
