// `solgel sand`: one drawing, or a playlist on one table.

#include <chrono>
#include <cmath>
#include <filesystem>
#include <limits>

#include <fmt/core.h>
#include <unistd.h>

#include "checkpoint.h"
#include "commands.h"
#include "core/json.h"
#include "core/parallel.h"
#include "file_source.h"
#include "io/video.h"
#include "outputs.h"
#include "progress.h"
#include "sand/generators.h"

namespace solgel::cli {

int complain(const Error& error, int code) {
  fmt::print(stderr, "{}\n", error.message());
  return code;
}

std::string stem(const std::string& path) {
  return path == "-" ? "stdin" : std::filesystem::path(path).stem().string();
}

namespace {

Result<TrackSource> generated(const SandOptions& options) {
  auto moves = std::make_shared<std::vector<sand::Move>>();
  auto take = [&](const sand::Move& move) {
    moves->push_back(move);
    return true;
  };
  if (Status made = sand::generate(options.generate, options.generator_params, options.settings.sand, take); !made)
    return fail(made.error());
  const sand::Frame frame = sand::generator_frame(options.generate);
  return TrackSource{options.generate, [moves, frame]() -> Result<std::unique_ptr<io::MoveStream>> {
                       return std::unique_ptr<io::MoveStream>(new io::MoveList(*moves, frame));
                     }};
}

// The run of one job: sub-steps with progress, frames of the video, checkpoints, interruption.
class Run {
 public:
  Run(const SandOptions& options, SandJob& job) : options_(options), job_(job), progress_("sand", options.quiet) {}

  Status prepare() {
    job_.prepare();
    mark_ = fingerprint(job_, options_.job);
    if (!options_.resume.empty()) {
      auto checkpoint = read_checkpoint(options_.resume);
      if (!checkpoint) return fail(checkpoint.error());
      if (!*checkpoint) {
        if (!options_.quiet)
          fmt::print(stderr, "{}: no checkpoint yet; starting from the beginning\n", options_.resume);
      } else if ((*checkpoint)->fingerprint != mark_) {
        return fail({.found = "the checkpoint is of another job",
                     .allowed = "wanted one of the same track and parameters",
                     .remedy = "resume with what it was made with, or start again without --resume",
                     .file = options_.resume});
      } else if (Status resumed = job_.resume((*checkpoint)->steps, (*checkpoint)->state); !resumed) {
        return resumed;
      }
    }
    return open_video();
  }

  Status draw() {
    const auto total = static_cast<double>(std::max<std::uint64_t>(job_.totals().steps, 1));
    auto last_checkpoint = std::chrono::steady_clock::now();
    while (true) {
      for (int k = 0; k < 256; ++k) {
        const Result<bool> more = job_.step();
        if (!more) return fail(more.error());
        if (!*more) return finish();
        if (video_) {
          if (Status framed = frames_until(job_.drawing().time()); !framed) return framed;
        }
      }
      progress_.update(static_cast<double>(job_.drawing().steps()) / total);
      const auto now = std::chrono::steady_clock::now();
      const bool due = std::chrono::duration<double>(now - last_checkpoint).count() >= options_.checkpoint_every;
      if (!options_.checkpoint.empty() && (due || interrupted())) {
        if (Status kept = keep(); !kept) return kept;
        last_checkpoint = now;
      }
      if (interrupted()) {
        progress_.clear();
        return fail({.found = "interrupted after " + std::to_string(job_.drawing().steps()) + " sub-steps",
                     .remedy = options_.checkpoint.empty() ? "nothing was written"
                                                           : "go on with --resume " + options_.checkpoint,
                     .file = "sand"});
      }
    }
  }

  double seconds() const { return progress_.seconds(); }
  void clear() { progress_.clear(); }

 private:
  Status keep() {
    return write_checkpoint(options_.checkpoint,
                            {.fingerprint = mark_, .steps = job_.drawing().steps(), .state = job_.drawing().save()});
  }

  Status open_video() {
    if (options_.video.empty()) return {};
    const render::ImageSize size = options_.video_size ? *options_.video_size : picture_size(options_);
    video_size_ = {size.width / 2 * 2, size.height / 2 * 2};
    painter_.emplace(options_.settings.look, options_.view, video_size_);
    io::VideoSettings video_settings{.width = video_size_.width, .height = video_size_.height, .fps = options_.fps};
    video_settings.metadata =
        metadata(options_.settings, "Sand drawing", options_.job.scheme == sand::Scheme::fast ? "fast" : "reference");
    auto video = io::VideoWriter::open(options_.video, video_settings);
    if (!video) return fail(video.error());
    video_.emplace(std::move(*video));
    const double duration = std::max(job_.totals().seconds, 1e-9);
    const double length = options_.speed > 0 ? duration / options_.speed : options_.seconds;
    frames_ = std::max(std::llround(length * options_.fps), 1LL);
    frame_interval_ = duration / static_cast<double>(std::max(frames_ - 1, 1LL));
    return {};
  }

  Status add_frame() {
    const Grid<float> heights = job_.drawing().heights();
    const auto image = painter_->paint(scene_of(job_.drawing(), heights));
    if (!image) return fail(image.error());
    frame_ = render::develop(*image);
    return video_->write({frame_.width, frame_.height, frame_.rgb});
  }

  Status frames_until(double seconds) {
    for (; added_ < frames_ && static_cast<double>(added_) * frame_interval_ <= seconds; ++added_) {
      if (Status added = add_frame(); !added) return added;
    }
    return {};
  }

  Status finish() {
    // The last frame is due at the very end, which rounding may put behind it.
    if (Status framed = video_ ? frames_until(std::numeric_limits<double>::infinity()) : Status{}; !framed)
      return framed;
    job_.settle();
    progress_.clear();
    if (!video_) return {};
    if (Status added = add_frame(); !added) return added;
    const int held = static_cast<int>(1.5 * options_.fps);  // the eye wants to rest on the finished drawing
    for (int k = 1; k < held; ++k) {
      if (Status added = video_->write({frame_.width, frame_.height, frame_.rgb}); !added) return added;
    }
    return video_->finish();
  }

  const SandOptions& options_;
  SandJob& job_;
  Progress progress_;
  std::uint64_t mark_ = 0;
  std::optional<render::ReliefPainter> painter_;
  std::optional<io::VideoWriter> video_;
  render::ImageSize video_size_;
  render::Image8 frame_;              // the last one
  double frame_interval_ = 0;         // table seconds
  long long frames_ = 0, added_ = 0;  // of the drawing, without the rest at the end
};

Status write_outputs(const SandOptions& o, SandJob& job, double seconds, const std::string& name) {
  const io::Metadata data = metadata(o.settings, name, o.job.scheme == sand::Scheme::fast ? "fast" : "reference");
  if (!o.picture.empty()) {
    const Result<render::Image8> image = paint(o, job.drawing());
    if (!image) return fail(image.error());
    if (Status s = write_picture(o.picture, *image, data); !s) return s;
  }
  for (const std::string& relief : o.reliefs) {
    if (Status s = write_relief(relief, o, job.drawing(), data); !s) return s;
  }
  if (!o.track_out.empty()) {
    if (Status s = write_track(o.track_out, o, job); !s) return s;
  }
  return write_report_text(o.report, o.json, job.report_json(seconds));
}

}  // namespace

Result<std::vector<TrackSource>> track_sources(const SandOptions& options) {
  std::vector<TrackSource> sources;
  if (!options.generate.empty()) {
    auto source = generated(options);
    if (!source) return fail(source.error());
    sources.push_back(std::move(*source));
    return sources;
  }
  for (const std::string& path : options.tracks) {
    auto file = TrackFile::open(path);
    if (!file) return fail(file.error());
    const io::TrackOptions reading = options.track_reading;
    sources.push_back({file->name(), [file = *file, reading]() -> Result<std::unique_ptr<io::MoveStream>> {
                         auto bytes = file.bytes();
                         if (!bytes) return fail(bytes.error());
                         return io::open_track(std::move(*bytes), file.name(), reading);
                       }});
  }
  return sources;
}

int run_sand(const SandOptions& options) {
  set_threads(options.threads);
  watch_for_interruption();
  if (options.tracks.size() > 1 && !options.playlist) return run_batch(options);
  if (Status good = check_outputs(options); !good) return complain(good.error(), 2);
  auto sources = track_sources(options);
  if (!sources) return complain(sources.error(), 2);
  const std::string name = sources->front().name;
  SandJob job(options.settings.sand, options.job, std::move(*sources));
  if (Status read = job.survey(); !read) return complain(read.error(), 2);
  Run run(options, job);
  if (Status ready = run.prepare(); !ready) return complain(ready.error(), 2);
  if (Status drawn = run.draw(); !drawn) return complain(drawn.error(), 1);
  const double seconds = run.seconds();
  if (Status written = write_outputs(options, job, seconds, name); !written) return complain(written.error(), 1);
  if (!options.quiet) fmt::print(stderr, "{}{}", warning_lines(job.warnings()), summary(job, seconds));
  return 0;
}

}  // namespace solgel::cli
