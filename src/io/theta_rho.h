// Reads theta-rho files (.thr): a line "theta rho" is a point of the unit disc, theta in radians without bounds.
//
//   x = rho sin theta,  y = rho cos theta        theta = 0 points to +y and grows clockwise
//
// In the angle a = pi / 2 - theta, counter-clockwise from +x, that is rho (cos a, sin a). From point to point both
// theta and rho run linearly: an Archimedean spiral about (0, 0) that sweeps -(theta2 - theta1), any number of turns.
// The options give the files of other conventions: zero_right has a = -theta, mirror turns the sign of theta.
#pragma once

#include <memory>

#include "io/track_reader.h"

namespace solgel::io {

std::unique_ptr<TrackReader> make_theta_rho_reader(const TrackOptions& options);

}  // namespace solgel::io
