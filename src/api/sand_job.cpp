#include "api/sand_job.h"

#include <utility>

#include "core/hash.h"
#include "core/json.h"
#include "core/version.h"

namespace solgel {

using sand::Bounds;
using sand::Frame;
using sand::Move;
using sand::Placement;
using sand::Walk;
using sand::WalkKind;

SandJob::SandJob(const sand::Params& params, const SandJobOptions& options, std::vector<TrackSource> tracks)
    : params_(params), options_(options), tracks_(std::move(tracks)) {}

Result<std::unique_ptr<io::MoveStream>> SandJob::open(std::size_t index) {
  return tracks_[index].open();
}

Status SandJob::survey_track(std::size_t index, Walk& walk) {
  auto stream = open(index);
  if (!stream) return fail(stream.error());
  const Frame frame = (*stream)->frame();
  Bounds bounds;
  if (frame == Frame::drawing || options_.placement.fit) {
    Move move;
    Vec2 at;
    bool started = (*stream)->start() == sand::Start::origin;
    while (true) {
      const Result<bool> got = (*stream)->next(move);
      if (!got) return fail(got.error());
      if (!*got) break;
      if (move.kind == sand::MoveKind::dwell || move.kind == sand::MoveKind::home) continue;
      bounds.include(sand::bounds_of(move, started ? at : move.to));
      at = move.to;
      started = true;
    }
    stream = open(index);
    if (!stream) return fail(stream.error());
  }
  placements_.push_back(Placement::make(params_, options_.placement, frame, bounds));
  walk.warnings().set_file(tracks_[index].name);
  if (index == 0) start_ = (*stream)->start();
  walk.begin_track((*stream)->start());
  Move move;
  sand::SubStep step;
  while (true) {
    const Result<bool> got = (*stream)->next(move);
    if (!got) return fail(got.error());
    if (!*got) break;
    if (Status pushed = walk.push(placements_.back().place(move)); !pushed) {
      Error error = pushed.error();
      error.file = tracks_[index].name;
      return fail(std::move(error));
    }
    while (walk.next(step)) {
    }
  }
  walk.end_track();
  while (walk.next(step)) {
  }
  Warnings of_reader = (*stream)->warnings();
  warnings_.set_file(tracks_[index].name);
  warnings_.adopt(of_reader);
  return {};
}

Status SandJob::survey() {
  Walk walk(params_, options_.scheme == sand::Scheme::fast ? WalkKind::arc_length : WalkKind::per_move);
  for (std::size_t k = 0; k < tracks_.size(); ++k) {
    if (Status done = survey_track(k, walk); !done) return done;
  }
  warnings_.merge(walk.warnings());
  totals_ = walk.totals();
  if (options_.strict && !warnings_.empty()) {
    const Warning& w = warnings_.list().front();
    return fail(
        {.found = w.message, .remedy = "mend the track, or leave out --strict", .file = w.file, .line = w.line});
  }
  return {};
}

void SandJob::prepare() {
  drawing_ = std::make_unique<sand::Drawing>(params_, options_.scheme);
  coverage_ = std::make_unique<sand::Coverage>(params_);
  next_track_ = 0;
  stream_.reset();
}

void SandJob::prepare_on(SandJob& before) {
  drawing_ = std::move(before.drawing_);
  coverage_ = std::move(before.coverage_);
  next_track_ = 0;
  stream_.reset();
}

// Begins the next track, once the sand has settled after the one before; false when there is none.
Result<bool> SandJob::open_next() {
  if (next_track_ == tracks_.size()) return false;
  if (next_track_ > 0) drawing_->settle();
  auto stream = open(next_track_);
  if (!stream) return fail(stream.error());
  stream_ = std::move(*stream);
  drawing_->begin_track(stream_->start());
  ++next_track_;
  return true;
}

Result<bool> SandJob::next_move(Move& move) {
  const Result<bool> got = stream_->next(move);
  if (got && *got) move = placements_[next_track_ - 1].place(move);
  return got;
}

Result<bool> SandJob::step() {
  auto source = [this](Move& move) { return next_move(move); };
  while (true) {
    if (stream_) {
      const Result<bool> stepped = drawing_->step(source);
      if (!stepped) return stepped;
      if (*stepped) {
        coverage_->visit(drawing_->ball());
        return true;
      }
    }
    const Result<bool> opened = open_next();
    if (!opened || !*opened) return opened;
  }
}

Result<bool> SandJob::advance_to(double seconds) {
  auto source = [this](Move& move) { return next_move(move); };
  while (true) {
    if (stream_) {
      const Result<bool> due = drawing_->is_due(seconds, source);
      if (!due) return due;
      if (*due) {
        if (const Result<bool> stepped = step(); !stepped) return stepped;
        continue;
      }
      if (!drawing_->track_ended()) return true;
    }
    const Result<bool> opened = open_next();
    if (!opened || !*opened) return opened;
  }
}

Status SandJob::resume(std::uint64_t steps, std::span<const std::int32_t> words) {
  auto source = [this](Move& move) { return next_move(move); };
  while (drawing_->steps() < steps) {
    if (stream_) {
      const Result<bool> skipped = drawing_->skip_step(source);
      if (!skipped) return fail(skipped.error());
      if (*skipped) {
        coverage_->visit(drawing_->ball());
        continue;
      }
    }
    const Result<bool> opened = open_next();
    if (!opened) return fail(opened.error());
    if (!*opened)
      return fail({.found = "the checkpoint lies beyond the end of the track",
                   .remedy = "resume with the track that it was made from"});
  }
  if (!drawing_->restore(words)) {
    return fail(
        {.found = "the checkpoint is of another table", .remedy = "resume with the parameters that it was made with"});
  }
  return {};
}

Status SandJob::for_each_move(sand::MoveSink sink) {
  for (std::size_t k = 0; k < tracks_.size(); ++k) {
    auto stream = open(k);
    if (!stream) return fail(stream.error());
    Move move;
    while (true) {
      const Result<bool> got = (*stream)->next(move);
      if (!got) return fail(got.error());
      if (!*got) break;
      if (!sink(placements_[k].place(move))) return {};
    }
  }
  return {};
}

Result<std::uint64_t> SandJob::write_track(io::TrackFormat format, std::string& text,
                                           FunctionRef<Status(std::string&)> drain) {
  const auto writer = io::make_track_writer(format, params_, params_.cell / 4, start_);
  Status drained;
  writer->begin(text);
  const Status read = for_each_move([&](const Move& move) {
    writer->move(move, text);
    drained = drain(text);
    return drained.has_value();
  });
  if (!read) return fail(read.error());
  if (!drained) return fail(drained.error());
  writer->finish(text);
  return writer->clamped();
}

std::string SandJob::report_json(double wall_seconds) const {
  const sand::ReliefFigures relief = drawing_->figures();
  const double path = drawing_->walk().totals().path_mm;
  const sand::CoverageFigures covered = coverage_->figures(path);
  JsonObject json;
  json.text("model", "sand");
  json.text("version", kVersion);
  JsonObject params;
  for (const auto& row : sand::kParams) params.number(row.name, row.get(params_));
  json.raw("params", params.str());
  json.text("scheme", options_.scheme == sand::Scheme::fast ? "fast" : "reference");
  json.number("steps", static_cast<double>(drawing_->steps()));
  json.text("state_hash", hash_text(drawing_->hash()));
  if (wall_seconds > 0) json.number("wall_seconds", wall_seconds);
  json.number("path_mm", path);
  json.number("table_seconds", drawing_->walk().totals().seconds);
  json.number("moves", static_cast<double>(drawing_->walk().totals().moves));
  json.number("volume_mm3", relief.volume_mm3);
  json.number("volume_relative_drift", relief.volume_relative_drift);
  json.number("highest_mm", relief.highest_mm);
  json.number("steepest_deg", relief.steepest_deg);
  json.number("sand_moved_mm3", relief.sand_moved_mm3);
  json.number("swept_fraction", covered.swept_fraction);
  json.number("spacing_mm", covered.spacing_mm);
  json.number("contact_width_mm", covered.contact_width_mm);
  json.number("dense_fraction", covered.dense_fraction);
  if (wall_seconds > 0 && drawing_->steps() > 0) {
    json.number("microseconds_per_step", wall_seconds * 1e6 / static_cast<double>(drawing_->steps()));
  }
  std::uint64_t clamped = 0;
  for (const Warning& w : warnings_.list()) clamped += w.kind == "clamped" ? w.count : 0;
  json.number("clamped_moves", static_cast<double>(clamped));
  json.raw("warnings", warnings_json(warnings_));
  return json.str();
}

}  // namespace solgel
