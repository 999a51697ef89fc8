// `solgel jelly`: one soft body and what happens to it.

#include <algorithm>
#include <chrono>
#include <cmath>

#include <fmt/core.h>

#include "checkpoint.h"
#include "commands.h"
#include "core/hash.h"
#include "core/parallel.h"
#include "jelly_files.h"
#include "outputs.h"
#include "progress.h"

namespace solgel::cli {
namespace {

std::uint64_t fingerprint(const JellyOptions& o, const jelly::Body& body) {
  Hash hash;
  const auto add = [&](Vec3 v) {
    for (const double c : {v.x, v.y, v.z}) hash.add(c);
  };
  for (const auto& row : jelly::kParams) hash.add(row.get(o.jelly));
  for (const auto& row : optics::kParams) hash.add(row.get(o.light));
  for (const Vec3 p : body.cage().points) add(p);
  for (const Tetrahedron& e : body.cage().elements) {
    for (const std::uint32_t node : e) hash.add(std::uint64_t{node});
  }
  add(o.scene.velocity);
  for (const std::uint32_t node : body.options().pinned) hash.add(std::uint64_t{node});
  for (const jelly::Collider& c : o.scene.colliders) {
    hash.add(static_cast<std::uint64_t>(c.kind));
    add(c.centre);
    add(c.normal);
    add(c.half);
    hash.add(c.radius);
  }
  for (const JellyEvent& event : o.scene.events) {
    hash.add(static_cast<std::uint64_t>(event.kind));
    hash.add(event.time);
    add(event.at);
    for (const PathPoint& p : event.path) {
      hash.add(p.time);
      add(p.to);
    }
  }
  return hash.value();
}

// The motion: events, steps, outputs that grow, checkpoints, interruption.
class JellyRun {
 public:
  JellyRun(const JellyOptions& options, JellyJob& job)
      : options_(options), job_(job), outputs_(options, job), progress_("jelly", options.quiet) {}

  Status prepare() {
    if (!options_.checkpoint.empty() || !options_.resume.empty()) mark_ = fingerprint(options_, job_.body());
    if (options_.scene.velocity != Vec3{}) {
      std::vector<Vec3> positions, velocities(job_.body().nodes().size(), options_.scene.velocity);
      for (const jelly::Node& node : job_.body().nodes()) positions.push_back(jelly::position(node));
      for (const std::uint32_t node : job_.body().options().pinned) velocities[node] = {};
      job_.body().place(positions, velocities);
    }
    if (!options_.resume.empty()) {
      if (Status resumed = resume(); !resumed) return resumed;
    }
    return outputs_.open();
  }

  Status move() {
    const auto total = static_cast<std::uint64_t>(std::llround(options_.seconds / options_.jelly.step));
    auto last_checkpoint = std::chrono::steady_clock::now();
    if (job_.body().steps() == 0) {
      if (Status added = outputs_.add_step(-1); !added) return added;
    }
    while (job_.body().steps() < total) {
      act();
      const auto began = std::chrono::steady_clock::now();
      const bool was_awake = !job_.body().is_asleep();
      const JellyJob::Progress taken = job_.step(1);
      const auto now = std::chrono::steady_clock::now();
      const double seconds = std::chrono::duration<double>(now - began).count();
      if (was_awake) {
        seconds_ += seconds;
        ++steps_;
      }
      if (taken.trouble != jelly::Trouble::none) return in_trouble(taken.trouble);
      if (Status added = outputs_.add_step(seconds * 1e3); !added) return added;
      progress_.update(static_cast<double>(job_.body().steps()) / static_cast<double>(total));
      const bool due = std::chrono::duration<double>(now - last_checkpoint).count() >= options_.checkpoint_every;
      if (!options_.checkpoint.empty() && (due || interrupted())) {
        if (Status kept = keep(); !kept) return kept;
        last_checkpoint = now;
      }
      if (!interrupted()) continue;
      progress_.clear();
      return fail(
          {.found = "interrupted after step " + std::to_string(job_.body().steps()),
           .remedy = options_.checkpoint.empty() ? "nothing was written" : "go on with --resume " + options_.checkpoint,
           .file = "jelly"});
    }
    progress_.clear();
    return outputs_.finish();
  }

  double seconds() const { return seconds_; }  // of steps alone, awake
  double milliseconds() const { return steps_ > 0 ? seconds_ * 1e3 / static_cast<double>(steps_) : 0; }

 private:
  // Events that are due before the next step, and where the hand has come to.
  void act() {
    const double h = options_.jelly.step, now = job_.body().time();
    const JellyEvent* holding = nullptr;
    for (const JellyEvent& event : options_.scene.events) {
      const auto step = static_cast<std::uint64_t>(std::llround(event.time / h));
      if (step > job_.body().steps()) break;
      if (event.kind == JellyEvent::Kind::grab) holding = &event;
      if (event.kind == JellyEvent::Kind::release || event.kind == JellyEvent::Kind::reset) holding = nullptr;
      if (step == job_.body().steps()) start(event);
    }
    if (holding != nullptr && !holding->path.empty()) {
      job_.body().move_grab(jelly::within_reach(along(holding->path, now + h)));
    }
  }

  void start(const JellyEvent& event) {
    job_.refresh_surface();
    switch (event.kind) {
      case JellyEvent::Kind::nudge:
        return job_.body().nudge();
      case JellyEvent::Kind::reset:
        return job_.body().reset();
      case JellyEvent::Kind::release:
        return job_.body().release();
      case JellyEvent::Kind::grab:
        job_.grab_nearest(event.at);
    }
  }

  Status in_trouble(jelly::Trouble trouble) {
    progress_.clear();
    const bool flew = trouble == jelly::Trouble::blown_up;
    return fail({.found = (flew ? "the body blew up at step " : "the body has become a point at step ") +
                          std::to_string(job_.body().steps()),
                 .allowed = flew ? "positions within 3 m of the origin" : "a body with a volume",
                 .remedy = "take a smaller step or more substeps, or move it less violently",
                 .file = "jelly"});
  }

  Status keep() { return write_checkpoint(options_.checkpoint, mark_, job_.body().steps(), job_.save()); }

  Status resume() {
    const auto checkpoint =
        checkpoint_to_resume(options_.resume, mark_, "one of the same body, parameters and events", options_.quiet);
    if (!checkpoint) return fail(checkpoint.error());
    if (!*checkpoint) return {};
    Status restored = job_.restore(std::as_bytes(std::span<const std::int32_t>((*checkpoint)->state)));
    if (!restored) restored.error().file = options_.resume;
    return restored;
  }

  const JellyOptions& options_;
  JellyJob& job_;
  JellyOutputs outputs_;
  Progress progress_;
  std::uint64_t mark_ = 0, steps_ = 0;
  double seconds_ = 0;
};

std::string jelly_summary(const JellyJob& job, const JellyRun& run) {
  const jelly::Metrics m = jelly::measure(job.body());
  std::string text = fmt::format("{}: {} nodes, {} elements, {:.4g} kg; {} steps of {:.4g} ms, {:.3f} ms each\n",
                                 job.shape().name, job.body().nodes().size(), job.body().cage().elements.size(), m.mass,
                                 job.body().steps(), job.body().params().step * 1e3, run.milliseconds());
  text += fmt::format("volume ratio {:.4f}, kinetic energy {:.3g} J, ", m.volume_ratio, m.kinetic_energy);
  text += m.asleep ? fmt::format("asleep since step {}", job.body().slept_at()) : std::string("awake");
  return text + "; state " + hash_text(job.body().hash()) + "\n";
}

Status write_report(const JellyOptions& o, const JellyJob& job, const JellyRun& run, const Warnings& warnings) {
  if (o.report.empty() && !o.json) return {};
  return write_report_text(
      o.report, o.json,
      report_json(job,
                  {.wall_seconds = run.seconds(), .step_milliseconds = run.milliseconds(), .warnings = &warnings}));
}

Status write_still(const JellyOptions& o, JellyJob& job) {
  if (o.picture.empty()) return {};
  const render::ImageSize size =
      o.size.value_or(o.all_flavours ? render::ImageSize{1600, 800} : render::ImageSize{1280, 960});
  const auto image = paint_jelly(o, job, size, false);
  return image ? write_picture(o.picture, *image, jelly_metadata(o)) : Status(fail(image.error()));
}

}  // namespace

int run_jelly(const JellyOptions& options) {
  set_threads(options.threads);
  watch_for_interruption();
  Result<JellyShape> shape = load_shape(options.scene);
  if (!shape) return complain(shape.error(), 2);
  jelly::BodyOptions body{.scheme = options.scheme,
                          .pinned = pinned_nodes(options.scene, *shape->cage),
                          .colliders = options.scene.colliders};
  Result<JellyJob> job = JellyJob::create(std::move(*shape), options.jelly, std::move(body));
  if (!job) return complain(job.error(), 2);
  JellyRun run(options, *job);
  if (Status ready = run.prepare(); !ready) return complain(ready.error(), 2);
  if (Status done = run.move(); !done) return complain(done.error(), 1);
  const Warnings warnings = warnings_of(*job);
  if (Status written = write_still(options, *job); !written) return complain(written.error(), 1);
  if (Status written = write_report(options, *job, run, warnings); !written) return complain(written.error(), 1);
  if (!options.quiet) fmt::print(stderr, "{}{}", warning_lines(warnings), jelly_summary(*job, run));
  return 0;
}

}  // namespace solgel::cli
