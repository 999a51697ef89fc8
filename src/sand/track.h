// What the ball follows: a stream of moves, before it is placed on a table.
//
// Readers (io/) turn bytes into moves; `Placement` turns moves of any frame into the track frame of a table; the walk
// (sand/walk.h) turns placed moves into sub-steps. A track is never held whole: a file of any length streams through.
#pragma once

#include <cstdint>
#include <string>

#include "core/function_ref.h"
#include "core/vec.h"

namespace solgel::sand {

enum class MoveKind : std::uint8_t {
  line,   // straight to `to`
  polar,  // about `centre`: the angle grows linearly by `sweep`, the radius linearly from radius0 to radius1, to `to`
  cubic,  // Bezier curve with control points c1, c2, to `to`
  home,   // the machine's own: x to 0, then y to 0, in the track frame
  dwell,  // stands still for `seconds`
};

// One move; it starts where the one before ended. Angles are radians, counter-clockwise from +x. Lengths are those of
// the track's Frame. An arc is a polar move with radius0 == radius1; an Archimedean spiral one with two radii.
struct Move {
  MoveKind kind = MoveKind::line;
  Vec2 to;
  Vec2 centre;
  double radius0 = 0, radius1 = 0;
  double angle0 = 0, sweep = 0;
  Vec2 c1, c2;
  double seconds = 0;      // dwell only
  double feed = 0;         // mm/min; 0 while the track has given none
  std::uint64_t line = 0;  // of the file, 1-based; 0 for generated tracks
};

// What the coordinates of a track mean until they are placed.
enum class Frame : std::uint8_t {
  machine,    // mm from the lower left of the reachable region (G-code)
  unit_disc,  // 1 is the table's radius, (0, 0) its centre (theta-rho)
  drawing,    // units of no physical size: fitted to the table (SVG without a physical size)
};

// Takes the moves one by one; returns false to stop the reader.
using MoveSink = FunctionRef<bool(const Move&)>;

// Where the ball is before the first move.
enum class Start : std::uint8_t {
  origin,       // lower left of the reachable region (G-code)
  first_point,  // the first move's end: it only places the ball (theta-rho, SVG, generators)
};

}  // namespace solgel::sand
