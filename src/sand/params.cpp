#include "sand/params.h"

#include <cmath>

#include "core/vec.h"

namespace solgel::sand {

Status check(const Params& p) {
  if (p.ball_radius < 2 * p.cell) {
    return fail(
        {.found = "ball_radius is " + number_text(p.ball_radius) + " mm with cells of " + number_text(p.cell) + " mm",
         .allowed = "the ball spans at least two cells to each side",
         .remedy = "make cell at most " + number_text(p.ball_radius / 2),
         .file = "sand"});
  }
  if (p.is_round() && p.diameter < 10) {
    return fail({.found = "diameter is " + number_text(p.diameter),
                 .allowed = "allowed 0 (rectangular) or 10 to 5000 mm",
                 .remedy = "change --diameter",
                 .file = "sand"});
  }
  const double width = p.is_round() ? p.diameter : p.width, height = p.is_round() ? p.diameter : p.height;
  const double cells =
      std::ceil((width + 2 * p.ball_radius) / p.cell) * std::ceil((height + 2 * p.ball_radius) / p.cell);
  constexpr double kMostCells = 64e6;  // 256 MB of heights, as much again of lids
  if (cells > kMostCells) {
    return fail({.found = "the table has " + number_text(cells) + " cells",
                 .allowed = "at most " + number_text(kMostCells),
                 .remedy = "make cell larger",
                 .file = "sand"});
  }
  return {};
}

TableSize table_size(const Params& p) {
  const double width = (p.is_round() ? p.diameter : p.width) + 2 * p.ball_radius;
  const double height = (p.is_round() ? p.diameter : p.height) + 2 * p.ball_radius;
  return {static_cast<int>(std::ceil(width / p.cell)), static_cast<int>(std::ceil(height / p.cell))};
}

bool outside_table(const Params& p, int i, int j) {
  if (!p.is_round()) return false;
  const double middle = p.diameter / 2 + p.ball_radius;
  return distance({(i + 0.5) * p.cell, (j + 0.5) * p.cell}, {middle, middle}) > middle;
}

}  // namespace solgel::sand
