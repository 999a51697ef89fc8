#include "erosion/params.h"

namespace solgel::erosion {

Params text_params(double cell) {
  Params params;
  params.droplets = 200000;
  params.evaporation = 0.001;
  params.unit = cell;
  return params;
}

}  // namespace solgel::erosion
