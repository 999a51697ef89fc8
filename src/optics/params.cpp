#include "optics/params.h"

namespace solgel::optics {

Params with_flavour(Params params, Flavour flavour) {
  constexpr double kExtinction[3][3] = {{5, 46, 23}, {40, 8, 20}, {5, 17, 58}};
  const double* sigma = kExtinction[static_cast<int>(flavour)];
  params.extinction_red = sigma[0];
  params.extinction_green = sigma[1];
  params.extinction_blue = sigma[2];
  return params;
}

}  // namespace solgel::optics
