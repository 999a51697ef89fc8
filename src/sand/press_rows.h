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

// What was carved in a wedge for itself and for the next one. The two lie side by side to be added at once, and no two
// wedges' pairs overlap: a load that overlaps a store just made waits for it to reach the cache.
struct alignas(16) Carved {
  std::int64_t own = 0, next = 0;
};
inline constexpr int kCarveParts = 4;  // partial sums, so that neighbouring lanes do not wait for one another

struct CarveRowArgs {
  std::int32_t* height;
  const std::int32_t* lid;
  int i0, i1, axis_i;
  const Footprint::Share* share;
  Carved* sums;  // kCarveParts arrays of `part_length`
  int part_length;
  std::uint8_t* changed;  // the row's marks as in Bed, or-ed into
};

using LidRowLoop = void (*)(const LidRowArgs&);
using CarveRowLoop = void (*)(const CarveRowArgs&);

}  // namespace solgel::sand
