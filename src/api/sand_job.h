// A job on the sand table: tracks, where they are placed, and the table that they draw on. The command, the C API and
// so the page are thin layers over it.
//
// Tracks are read twice: survey() checks every line, finds bounds, length and duration, and fails on what is an error;
// then the drawing streams them again. Between the two nothing is held but the figures.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "core/result.h"
#include "core/warnings.h"
#include "io/track_stream.h"
#include "io/track_writer.h"
#include "sand/coverage.h"
#include "sand/drawing.h"
#include "sand/placement.h"

namespace solgel {

struct TrackSource {
  std::string name;
  // Opens the track from its beginning; called twice or three times.
  std::function<Result<std::unique_ptr<io::MoveStream>>()> open;
};

struct SandJobOptions {
  sand::Scheme scheme = sand::Scheme::fast;
  sand::PlacementOptions placement;
  bool strict = false;  // every warning is an error
};

class SandJob {
 public:
  // `params` have passed sand::check(). Several tracks are drawn one after the other on the same sand.
  SandJob(const sand::Params& params, const SandJobOptions& options, std::vector<TrackSource> tracks);

  // Reads all tracks; must succeed before anything else is called.
  Status survey();
  // Allocates the table. After survey().
  void prepare();
  // Allocates nothing: draws on the sand that `table` left behind, its ball standing where it stood. Same parameters.
  void prepare_on(SandJob& before);

  // One sub-step, or all up to a table time; false when all tracks have ended.
  Result<bool> step();
  Result<bool> advance_to(double seconds);
  // Goes on from a checkpoint: passes over `steps` sub-steps and takes the sand as saved.
  Status resume(std::uint64_t steps, std::span<const std::int32_t> words);
  void settle() { drawing_->settle(); }

  // Gives the placed moves of all tracks in order, for converters; the sink returns false to stop.
  Status for_each_move(sand::MoveSink sink);
  // All tracks, as placed, as one in a format. `drain` sees the text after every move and may take it away; it stays
  // for the caller who does not. Returns how many moves did not fit into the format and were bent onto its rim.
  Result<std::uint64_t> write_track(io::TrackFormat format, std::string& text, FunctionRef<Status(std::string&)> drain);

  // Where the ball is before the first track, from the survey.
  sand::Start start() const { return start_; }
  const sand::Params& params() const { return params_; }
  const sand::Drawing& drawing() const { return *drawing_; }
  const sand::Coverage& coverage() const { return *coverage_; }
  // Totals of the whole job, from the survey.
  const sand::WalkTotals& totals() const { return totals_; }
  const Warnings& warnings() const { return warnings_; }
  // Report as JSON: the stable keys of the project. `wall_seconds` is what the caller measured; 0 leaves it
  // and what follows from it out.
  std::string report_json(double wall_seconds) const;

 private:
  Status survey_track(std::size_t index, sand::Walk& walk);
  Result<bool> open_next();
  Result<bool> next_move(sand::Move& move);
  Result<std::unique_ptr<io::MoveStream>> open(std::size_t index);

  sand::Params params_;
  SandJobOptions options_;
  std::vector<TrackSource> tracks_;
  std::vector<sand::Placement> placements_;
  sand::Start start_ = sand::Start::origin;
  sand::WalkTotals totals_;
  Warnings warnings_;

  std::unique_ptr<sand::Drawing> drawing_;
  std::unique_ptr<sand::Coverage> coverage_;
  std::unique_ptr<io::MoveStream> stream_;
  std::size_t next_track_ = 0;
};

}  // namespace solgel
