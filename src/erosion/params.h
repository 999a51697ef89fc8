// Parameters of terrain erosion.
//
// Lengths are those of the map: metres when the map is georeferenced or its cell is given, cells when not. The model
// itself counts in `unit`s and in its own time, which is not calibrated in years.
#pragma once

#include <cstdint>

#include "core/params.h"

namespace solgel::erosion {

struct Params {
  double rain = 3;
  int droplets = -1;
  double dt = 1.2;
  double density = 1;
  double friction = 0.05;
  double deposition_rate = 0.1;
  double evaporation = 0.02;
  double min_volume = 0.01;
  double radius = 0;
  double unit = 0;
  double vertical_scale = 60;
  double base_level = -1e9;
  double talus = 0;
  int talus_passes = 400;
};

inline constexpr Param<Params> kParams[] = {
    {"rain", &Params::rain, "droplets/cell", 0, 100, "Droplets that fall on each cell on average."},
    {"droplets", &Params::droplets, "", -1, 2000000000, "Droplets in all; -1 leaves the number to rain."},
    {"dt", &Params::dt, "", 0.05, 2, "Time step; scales the four rates together."},
    {"density", &Params::density, "", 0.1, 10, "Inertia of a droplet: a heavy one turns and speeds up slowly."},
    {"friction", &Params::friction, "1/time", 0, 0.45, "Share of its speed that a droplet loses per unit of time."},
    {"deposition_rate", &Params::deposition_rate, "1/time", 0, 0.45,
     "How fast a droplet's load approaches what it can carry, when it erodes and when it deposits."},
    {"evaporation", &Params::evaporation, "1/time", 0, 0.4,
     "Share of its volume that a droplet loses per unit of time."},
    {"min_volume", &Params::min_volume, "", 0.0001, 0.5, "A droplet of less than this share of its first volume ends."},
    {"radius", &Params::radius, "units", 0, 8,
     "Reach of a droplet's change to the ground; 0, and whatever is less than two cells, means two cells."},
    {"unit", &Params::unit, "length", 0, 1000000,
     "Length that the model counts in, in metres of a map with metres, else in cells; 0 takes 1/128 of the shorter "
     "side."},
    {"vertical_scale", &Params::vertical_scale, "cells", 0.01, 10000,
     "Range of heights in 1/256 of the shorter side, for a map that does not say what its heights are worth."},
    {"base_level", &Params::base_level, "height", -1e9, 1e9,
     "Level of standing water in the map's own height values: nothing below it erodes."},
    {"talus", &Params::talus, "deg", 0, 60, "Thermal erosion: slopes above this angle slide after the rain; 0 is off."},
    {"talus_passes", &Params::talus_passes, "", 1, 100000,
     "Thermal erosion ends after so many passes over the map, or when nothing slides any more."},
};
static_assert(every_member_has_a_row<Params>(kParams) && every_default_in_range<Params>(kParams));

// text: from the model's text as it stands, one droplet after the other, leaky. reference: this project's physics, one
// droplet after the other, plainly written. fast: the same physics on tiles, vectorised and threaded.
enum class Scheme { fast, reference, text };
// What lies beyond the edge. open: the ground goes on as steep as it ends and droplets leave; walled: nothing leaves;
// periodic: the opposite edge.
enum class Border { open, walled, periodic };
// What is done to closed basins before the rain.
enum class Depressions { keep, fill, breach };

struct Options {
  Scheme scheme = Scheme::fast;
  Border border = Border::open;
  Depressions depressions = Depressions::keep;
  std::uint64_t seed = 10;
  bool with_maps = false;  // keep account of flow, velocity, moisture, erosion and deposition per cell
};

// Numbers of the public implementation that the model text describes: 200 000 droplets, evaporation 0.001, unit of one
// cell. `cell` is the length of a cell of the map.
Params text_params(double cell);

}  // namespace solgel::erosion
