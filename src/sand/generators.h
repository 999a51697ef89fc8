// Tracks made from a formula: the table draws with no file at all.
//
// A generator is a name, one sentence, a table of parameters (core/params.h) and a function that gives moves. All draw
// in Frame::unit_disc, where 1 is half the shorter reachable side; those that fill a rectangle go beyond 1 along the
// longer one. The first move only places the ball (Start::first_point). Equations and sources: docs/generators.md.
//
// Grooves lie `spacing` ball radii apart where a generator has that parameter: 0.75 leaves a ridge between two grooves,
// below about 0.5 a ball wipes out its last groove. Parameters are never named like those of the sand or the look, for
// all share one command line.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/params.h"
#include "core/result.h"
#include "sand/params.h"
#include "sand/track.h"

namespace solgel::sand {

struct GeneratorInfo {
  std::string_view name, text;
  std::vector<ParamInfo> params;
};

// All of them, in the order of the documentation.
std::vector<GeneratorInfo> generators();

// A parameter of a generator by name; '-' and '_' are the same.
using GeneratorValue = std::pair<std::string, double>;

// Gives the moves one by one until the sink returns false. An unknown generator or parameter names the nearest.
Status generate(std::string_view name, std::span<const GeneratorValue> values, const Params& table, MoveSink sink);

// What the moves' coordinates mean.
Frame generator_frame(std::string_view name);

// For people: every generator with its parameters.
std::string generators_text();

}  // namespace solgel::sand
