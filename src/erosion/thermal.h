// Thermal erosion: slopes above an angle of repose slide, over the whole map, with the relaxation of the sand table
// (core/relaxation.h). Conserves the sum exactly.
#pragma once

#include <cstdint>

#include "erosion/land.h"
#include "erosion/params.h"

namespace solgel::erosion {

struct Talus {
  std::int32_t axis = 0;      // largest standing difference of axis neighbours, quanta
  std::int32_t diagonal = 0;  // and of diagonal ones
  int passes = 1;             // at most
};

// Returns the quanta that lie elsewhere afterwards. Missing cells are walls, an open border is one too.
std::int64_t slide(Land& land, Border border, const Talus& talus);

}  // namespace solgel::erosion
