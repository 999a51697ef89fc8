// Arguments of the row loops of press.h. Pointers are to column 0 of the row (the axis' column for shares).
#pragma once

#include <cstdint>

#include "sand/footprint.h"

namespace solgel::sand {

struct LidRowArgs {
  std::int32_t* lid;
  std::uint8_t* covered;  // as in Bed
  int i0, i1;             // whole blocks
  int axis_i;             // column of the axis
  float offset;           // 1/2 - place of the axis in its cell
  float dy;               // of the row's centres from the axis, mm
  float radius, cell;     // mm
  std::int32_t open;
};

struct CarveRowArgs {
  std::int32_t* height;
  const std::int32_t* lid;
  int i0, i1, axis_i;
  const Footprint::Share* share;
  std::int64_t* sums;  // `parts` arrays of `part_length`
  int parts, part_length;
  std::uint8_t* changed;  // the row's marks as in Bed, or-ed into
};

using LidRowLoop = void (*)(const LidRowArgs&);
using CarveRowLoop = void (*)(const CarveRowArgs&);

}  // namespace solgel::sand
