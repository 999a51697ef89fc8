// What the benchmarks draw and read.
#pragma once

#include <string>
#include <vector>

#include "core/vec.h"
#include "sand/params.h"
#include "sand/walk.h"

namespace solgel::bench {

// A five-pointed star that winds outwards around the middle of a 300 x 200 mm table: 12 turns, a line every millimetre,
// as the files are that tables run.
std::vector<Vec2> star();
std::string gcode(const std::vector<Vec2>& points);
std::string theta_rho(const std::vector<Vec2>& points);
std::string svg(const std::vector<Vec2>& points);
// "" when there is no such file.
std::string sample_track(const std::string& name);

// Where the ball stands after each sub-step, in the table frame, as the kernels take it.
std::vector<Vec2> sub_steps(const std::string& gcode, const sand::Params& params, sand::WalkKind kind);

double median(std::vector<double> values);
// CPU time of this thread, seconds.
double cpu_seconds();
// Of all threads of this process.
double process_cpu_seconds();
double wall_seconds();

}  // namespace solgel::bench
