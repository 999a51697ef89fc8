// What a picture of the sand shows. Lengths in mm, table frame: origin at the lower left of the physical table.
#pragma once

#include <optional>

#include "core/grid.h"
#include "core/vec.h"

namespace solgel::render {

struct SceneBall {
  Vec2 centre;
  double radius = 8;
};

struct ReliefScene {
  const Grid<float>* height = nullptr;  // sand thickness per cell, row 0 in the south
  double cell = 0.5;
  Vec2 extent;                    // of the physical table; the last cells may reach beyond it
  bool is_round = false;          // then the table is the disc inscribed in `extent`
  std::optional<SceneBall> ball;  // rests on the table (z = 0): its centre is `radius` high
};

}  // namespace solgel::render
