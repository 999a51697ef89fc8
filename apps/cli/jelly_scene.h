// What happens to a body: a TOML file beside the flags.
//
//   [body]
//   mesh = "pudding.msh"        # beside the scene; without it the flower
//   unit = 0.001                # metres that a length of 1 is worth; or
//   size = 0.08                 # metres of its longest side
//   height = 0.01               # of its lowest point
//   passes = 1                  # of Loop subdivision, tetrahedra only: 0 to 2
//   cells = 16                  # of the lattice along the longest side, triangles only
//   velocity = [0, -1, 0]       # at the start
//   pin_above = 0.04            # nodes at rest above (or pin_below) stay where they are
//   [jelly]                     # parameters, as the flags of the same names
//   [look]
//   [light]
//   [[collider]]
//   kind = "sphere"             # centre, radius; "plane": centre, normal; "box": centre, half
//   [[event]]
//   time = 0.5                  # s
//   do = "grab"                 # or "nudge", "release", "reset"
//   at = [0, 0.05, 0]           # the nearest point of the surface
//   path = [[0.5, 0, 0.05, 0], [1.0, 0.05, 0.09, 0]]   # time, x, y, z; straight between, held after the last;
//                               # or the name of a file of such lines, with commas or blanks
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/function_ref.h"
#include "core/result.h"
#include "core/vec.h"
#include "jelly/contact.h"

namespace solgel::cli {

struct PathPoint {
  double time = 0;  // s
  Vec3 to;          // m
};

struct JellyEvent {
  enum class Kind { nudge, grab, release, reset } kind = Kind::nudge;
  double time = 0;  // s
  Vec3 at;
  std::vector<PathPoint> path;  // times ascend
};

struct JellyScene {
  std::string mesh;  // empty: the flower
  double unit = 1, size = 0, height = 0.0124;
  int passes = 1, cells = 16;
  bool shapes_mesh = false;  // one of the five was given
  Vec3 velocity;
  std::optional<double> pin_above, pin_below;
  std::vector<jelly::Collider> colliders;
  std::vector<JellyEvent> events;  // by time
};

// Group, name and value of a parameter; see [jelly], [look] and [light].
using TakeParameter = FunctionRef<Status(const std::string&, double)>;
// Errors carry file and line. At most 1 MiB, 4096 events, 64 colliders, 2^20 points of paths.
Result<JellyScene> read_scene(const std::string& path, TakeParameter take);

// Where a grab's path has come to at `time`.
Vec3 along(const std::vector<PathPoint>& path, double time);

}  // namespace solgel::cli
