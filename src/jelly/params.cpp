#include "jelly/params.h"

namespace solgel::jelly {

double noise_number(const Params& params) {
  const double h = params.step / params.substeps;
  return params.shear * h * h;
}

}  // namespace solgel::jelly
