// `solgel terrain`: one map under rain.

#include <algorithm>
#include <chrono>
#include <cmath>

#include <fmt/core.h>

#include "api/terrain_report.h"
#include "checkpoint.h"
#include "commands.h"
#include "core/hash.h"
#include "core/parallel.h"
#include "io/video.h"
#include "outputs.h"
#include "progress.h"
#include "terrain_files.h"

namespace solgel::cli {
namespace {

using erosion::Terrain;

constexpr std::uint64_t kSlices = 400;  // looks at clock, signals and video during a run
constexpr double kHold = 1.5;           // seconds that a video rests on its last frame

std::uint64_t fingerprint(const TerrainOptions& o, const TerrainLand& land) {
  Hash hash;
  for (const auto& row : erosion::kParams) hash.add(row.get(o.settings.terrain));
  for (const std::uint64_t v :
       {static_cast<std::uint64_t>(o.run.scheme), static_cast<std::uint64_t>(o.run.border),
        static_cast<std::uint64_t>(o.run.depressions), o.run.seed, std::uint64_t{o.run.with_maps}}) {
    hash.add(v);
  }
  for (const double v : {land.scale.cell_x, land.scale.cell_y, land.scale.value_length}) hash.add(v);
  hash.add(static_cast<std::uint64_t>(land.map.value.nx()));
  hash.add(std::span<const double>(land.map.value.cells()));
  hash.add(static_cast<std::uint64_t>(land.missing.nx()));
  for (const std::uint8_t v : land.missing.cells()) hash.add(std::uint64_t{v});
  for (const Grid<float>* mask : {&land.rainfall, &land.hardness, &land.protection}) {
    hash.add(static_cast<std::uint64_t>(mask->nx()));
    hash.add(std::span<const float>(mask->cells()));
  }
  return hash.value();
}

// The run: rain in slices with progress, frames of the video, checkpoints, interruption.
class TerrainRun {
 public:
  TerrainRun(const TerrainOptions& options, const TerrainLand& land, Terrain& terrain)
      : options_(options), land_(land), terrain_(terrain), progress_("terrain", options.quiet) {}

  Status prepare() {
    if (!options_.checkpoint.empty() || !options_.resume.empty()) mark_ = fingerprint(options_, land_);
    if (!options_.resume.empty()) {
      if (Status resumed = resume(); !resumed) return resumed;
      steps_before_ = terrain_.steps();
    }
    return open_video();
  }

  Status rain() {
    auto last_checkpoint = std::chrono::steady_clock::now();
    const std::uint64_t total = std::max<std::uint64_t>(terrain_.droplets(), 1);
    const std::uint64_t slice = std::max<std::uint64_t>(total / kSlices, 1);
    if (Status framed = frames_until(terrain_.ended()); !framed) return framed;
    while (advance(slice)) {
      progress_.update(static_cast<double>(terrain_.ended()) / static_cast<double>(total));
      if (Status framed = frames_until(terrain_.ended()); !framed) return framed;
      const auto now = std::chrono::steady_clock::now();
      const bool due = std::chrono::duration<double>(now - last_checkpoint).count() >= options_.checkpoint_every;
      if (!options_.checkpoint.empty() && (due || interrupted())) {
        if (Status kept = keep(); !kept) return kept;
        last_checkpoint = now;
      }
      if (!interrupted()) continue;
      progress_.clear();
      return fail(
          {.found = "interrupted after " + std::to_string(terrain_.ended()) + " droplets",
           .remedy = options_.checkpoint.empty() ? "nothing was written" : "go on with --resume " + options_.checkpoint,
           .file = "terrain"});
    }
    return finish();
  }

  double seconds() const { return seconds_; }  // of rain alone, without pictures and checkpoints
  std::uint64_t steps() const { return terrain_.steps() - steps_before_; }  // of this process

 private:
  bool advance(std::uint64_t slice) {
    const auto began = std::chrono::steady_clock::now();
    const bool goes_on = terrain_.advance(terrain_.ended() + slice);
    seconds_ += std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
    return goes_on;
  }

  Status keep() { return write_checkpoint(options_.checkpoint, mark_, terrain_.ended(), terrain_.save()); }

  Status resume() {
    const auto checkpoint = checkpoint_to_resume(options_.resume, mark_,
                                                 "one of the same map, parameters and kinds of output", options_.quiet);
    if (!checkpoint) return fail(checkpoint.error());
    if (!*checkpoint) return {};
    Status restored = terrain_.restore(std::as_bytes(std::span<const std::int32_t>((*checkpoint)->state)));
    if (!restored) restored.error().file = options_.resume;
    return restored;
  }

  Status open_video() {
    if (options_.video.empty()) return {};
    const bool is_map = options_.video_view == render::TerrainView::map;
    render::ImageSize size = options_.size ? *options_.size
                             : is_map      ? terrain_picture_size(options_, land_, options_.video_view)
                                           : render::ImageSize{1280, 720};
    size = {size.width / 2 * 2, size.height / 2 * 2};
    const TerrainFrame first = frame_of(land_, land_.map.value, {});
    painter_.emplace(options_.settings.look, options_.video_view, size,
                     render::terrain_range(first.scene(land_, options_)));
    io::VideoSettings settings{.width = size.width, .height = size.height, .fps = options_.fps};
    settings.metadata = terrain_metadata(options_);
    auto video = io::VideoWriter::open(options_.video, settings);
    if (!video) return fail(video.error());
    video_.emplace(std::move(*video));
    frames_ = std::max(std::llround(options_.seconds * options_.fps), 2LL);
    added_ = 0;
    // What a resumed run has behind it is not shown again.
    while (added_ + 1 < frames_ && due(added_) < static_cast<double>(terrain_.ended())) ++added_;
    return {};
  }

  // Droplets after which a frame is due: their square root grows evenly, for the first ones change most.
  double due(long long frame) const {
    const double share = static_cast<double>(frame) / static_cast<double>(frames_ - 1);
    return share * share * static_cast<double>(terrain_.droplets());
  }

  Status add_frame() {
    const TerrainFrame frame = frame_of(land_, terrain_.height(), terrain_.flow());
    const auto image = painter_->paint(frame.scene(land_, options_));
    if (!image) return fail(image.error());
    last_ = render::develop(*image);
    return video_->write({last_.width, last_.height, last_.rgb});
  }

  Status frames_until(std::uint64_t ended) {
    if (!video_) return {};
    for (bool fresh = true; added_ + 1 < frames_ && due(added_) <= static_cast<double>(ended); ++added_) {
      // Several frames due at once show the same land.
      const Status put = fresh ? add_frame() : video_->write({last_.width, last_.height, last_.rgb});
      if (!put) return put;
      fresh = false;
    }
    return {};
  }

  Status finish() {
    progress_.clear();
    if (!video_) return {};
    if (Status framed = frames_until(terrain_.droplets()); !framed) return framed;
    if (Status added = add_frame(); !added) return added;
    for (int k = 1; k < static_cast<int>(kHold * options_.fps); ++k) {
      if (Status added = video_->write({last_.width, last_.height, last_.rgb}); !added) return added;
    }
    return video_->finish();
  }

  const TerrainOptions& options_;
  const TerrainLand& land_;
  Terrain& terrain_;
  Progress progress_;
  std::uint64_t mark_ = 0, steps_before_ = 0;
  double seconds_ = 0;
  std::optional<render::TerrainPainter> painter_;
  std::optional<io::VideoWriter> video_;
  render::Image8 last_;
  long long frames_ = 0, added_ = 0;
};

std::string terrain_summary(const Terrain& terrain, const TerrainLand& land, const TerrainRun& run) {
  const erosion::Balance b = terrain.balance();
  const double area = land.has_units ? land.scale.cell_x * land.scale.cell_y * land.scale.value_length : 1;
  const char* unit = land.has_units ? " m3" : " heights x cells";
  const double steps = static_cast<double>(run.steps()) / 1e6, seconds = run.seconds();
  std::string text = fmt::format("{} droplets, {:.1f} million steps in {:.2f} s ({:.1f} million a second)\n",
                                 terrain.ended(), steps, seconds, steps / std::max(seconds, 1e-9));
  text +=
      fmt::format("eroded {:.6g}{}, deposited {:.6g}, carried off {:.6g}; balance {:.3g}; state {}\n", b.eroded * area,
                  unit, b.deposited * area, b.carried_off * area, b.error, hash_text(terrain.hash()));
  if (terrain.aged() > 0) text += fmt::format("{} droplets were stopped by age, not by evaporation\n", terrain.aged());
  return text;
}

Status write_report(const TerrainOptions& o, const Terrain& terrain, double seconds, const Warnings& warnings) {
  if (o.report.empty() && !o.json) return {};
  return write_report_text(
      o.report, o.json, report_json(terrain, {.wall_seconds = seconds, .pits = terrain.pits(), .warnings = &warnings}));
}

}  // namespace

int run_terrain(const TerrainOptions& given) {
  TerrainOptions options = given;
  set_threads(options.threads);
  watch_for_interruption();
  Warnings warnings;
  const Result<TerrainLand> land = load_land(options, warnings);
  if (!land) return complain(land.error(), 2);
  if (options.unit_is_cell && land->has_units) options.settings.terrain.unit = land->scale.cell_x;
  Result<Terrain> terrain = Terrain::create(options.settings.terrain, options.run, land->input());
  if (!terrain) {
    Error error = terrain.error();
    if (error.file.empty()) error.file = options.kind ? "terrain" : options.input == "-" ? "stdin" : options.input;
    return complain(error, 2);
  }
  TerrainRun run(options, *land, *terrain);
  if (Status ready = run.prepare(); !ready) return complain(ready.error(), 2);
  if (Status done = run.rain(); !done) return complain(done.error(), 1);
  const double seconds = run.seconds();
  if (Status written = write_terrain(options, *land, *terrain, warnings); !written) return complain(written.error(), 1);
  if (Status written = write_report(options, *terrain, seconds, warnings); !written)
    return complain(written.error(), 1);
  if (!options.quiet) fmt::print(stderr, "{}{}", warning_lines(warnings), terrain_summary(*terrain, *land, run));
  return 0;
}

}  // namespace solgel::cli
