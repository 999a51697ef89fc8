// A drawing: a ball that follows tracks over a table of sand. The caller owns the loop:
//
//   Drawing drawing(params, Scheme::fast);
//   drawing.begin_track(Start::origin);
//   while (more) more = drawing.advance_to(t += 1.0 / 30, next_move).value();
//   drawing.settle();
//
// The state after a given number of sub-steps does not depend on how time was cut, on threads or on the build.
// Satisfies solgel::Simulation.
#pragma once

#include <cstdint>
#include <optional>
#include <variant>

#include "core/function_ref.h"
#include "core/grid.h"
#include "sand/fast_kernel.h"
#include "sand/params.h"
#include "sand/reference_kernel.h"
#include "sand/track.h"
#include "sand/walk.h"

namespace solgel::sand {

enum class Scheme : std::uint8_t { fast, reference };

// Gives the next placed move; false at the end of the track.
using MoveSource = FunctionRef<Result<bool>(Move&)>;

// Figures of the relief as it stands; docs/sand.md defines them.
struct ReliefFigures {
  double volume_mm3 = 0;
  double volume_relative_drift = 0;  // against the level sand of the start
  double highest_mm = 0;
  double steepest_deg = 0;
  double sand_moved_mm3 = 0;  // half the integral of |height - depth|
};

class Drawing {
 public:
  // `params` have passed check(). Allocates the table: 8 bytes a cell.
  Drawing(const Params& params, Scheme scheme);

  // After this, steps draw the new track from where the ball stands (the first one: from its start).
  void begin_track(Start start);

  // One sub-step; false when the track has ended. Errors are the source's, or a move beyond the walk's bounds.
  Result<bool> step(MoveSource source);
  // Whether the next sub-step ends at or before `seconds` of table time.
  Result<bool> is_due(double seconds, MoveSource source);
  // All sub-steps that end at or before `seconds` of table time; false when the track has ended.
  Result<bool> advance_to(double seconds, MoveSource source);
  // Passes over a sub-step without moving sand: to go on from a checkpoint.
  Result<bool> skip_step(MoveSource source);
  bool track_ended() const { return ended_ && !pending_; }
  // Relaxes until nothing moves, the ball in its place. A run ends with it.
  void settle();

  const Params& params() const { return params_; }
  Scheme scheme() const { return scheme_; }
  std::uint64_t steps() const { return steps_; }
  // Table time of the last sub-step, seconds.
  double time() const { return seconds_; }
  // Of the relief, the ball and the number of sub-steps.
  std::uint64_t hash() const;

  Vec2 ball() const { return ball_; }  // track frame
  bool has_ball() const { return steps_ > 0; }
  const Walk& walk() const { return walk_; }
  Warnings& warnings() { return walk_.warnings(); }

  int nx() const;
  int ny() const;
  // Sand thickness in mm, walls 0.
  Grid<float> heights() const;
  void copy_heights(std::span<float> out) const;  // nx * ny values, row 0 in the south
  ReliefFigures figures() const;

  std::vector<std::int32_t> save() const;
  bool restore(std::span<const std::int32_t> words);

 private:
  Result<bool> fetch(MoveSource source);

  Params params_;
  Scheme scheme_;
  std::variant<FastKernel, ReferenceKernel> kernel_;
  Walk walk_;
  std::optional<SubStep> pending_;
  bool ended_ = true;
  Vec2 ball_;
  double seconds_ = 0;
  std::uint64_t steps_ = 0;
};

}  // namespace solgel::sand
