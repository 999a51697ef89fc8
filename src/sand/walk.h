// The ball's way: placed moves in, sub-steps out.
//
// A move is cut into chords (one for a line; arcs, spirals and Bezier curves so finely that the chord error stays below
// a quarter cell), every corner of which is clamped to the reachable region. Chords are walked in one of two ways:
//   per_move    n = max(1, ceil(length / (step_fraction cell))) equal sub-steps a chord, as the model text has it;
//   arc_length  a sub-step every step_fraction cell along the whole polyline, and at sharp corners and stops, so that
//               dense files do not pay a sub-step for every tiny chord. The path is cut short at other corners by at
//               most a twentieth of a cell.
// Time is path length over feed rate, plus dwells. Units: mm in the track frame, seconds, mm/min.
// Nothing here depends on when the caller asks for the next sub-step.
#pragma once

#include <cstdint>
#include <optional>

#include "core/result.h"
#include "core/warnings.h"
#include "sand/params.h"
#include "sand/track.h"

namespace solgel::sand {

struct SubStep {
  Vec2 at;             // track frame, reachable
  double seconds = 0;  // since the start, when the ball arrives
};

enum class WalkKind : std::uint8_t { per_move, arc_length };

// Totals of what was walked so far.
struct WalkTotals {
  double path_mm = 0;
  double seconds = 0;
  std::uint64_t moves = 0;  // an arc counts as one; dwells do not count
  std::uint64_t steps = 0;
  double turns = 0;  // curvature points sampled, for the bound on work
};

// Bounds against files that ask for endless work; a four-hour drawing needs a thousandth of them.
inline constexpr std::uint64_t kMostSubSteps = 1'000'000'000;
inline constexpr double kMostCurvePoints = 1e8;

class Walk {
 public:
  Walk(const Params& params, WalkKind kind);

  // Begins a track. The first one puts the ball at the origin, or at its first point; later ones (a playlist) go on
  // from where the ball stands.
  void begin_track(Start start);
  // The next move; only when next() has returned false. The error, final, is a move beyond the bounds on work.
  Status push(const Move& move);
  // Ends the track: what is left of the last stretch becomes a sub-step.
  void end_track();
  // The next sub-step; false when a move is wanted.
  bool next(SubStep& step);

  const WalkTotals& totals() const { return totals_; }
  Vec2 at() const { return at_; }
  Warnings& warnings() { return warnings_; }

 private:
  struct Chord {
    Vec2 from, to;
    double length = 0, start_seconds = 0, seconds_per_mm = 0;
    double walked = 0;                  // arc_length: mm behind us
    std::uint64_t count = 0, done = 0;  // per_move
  };

  Vec2 clamped(Vec2 p, std::uint64_t line, bool& reported);
  Vec2 curve_point(std::uint64_t k) const;
  std::uint64_t curve_points(const Move& move) const;
  void start_chord(Vec2 to);
  bool next_on_chord(SubStep& step);
  bool next_chord();
  void stop_here();

  Params params_;
  WalkKind kind_;
  double step_;
  Move move_;
  Vec2 move_from_;
  std::uint64_t move_points_ = 0, move_done_ = 0;
  bool move_reported_ = false;
  std::optional<Chord> chord_;
  Vec2 at_;
  Vec2 direction_;               // of the last chord, unit; zero after a stop
  double behind_ = 0;            // arc_length: mm since the last sub-step
  std::optional<SubStep> stop_;  // a corner or stop to be given out next
  bool placed_ = false, first_point_ = false;
  WalkTotals totals_;
  Warnings warnings_;
};

}  // namespace solgel::sand
