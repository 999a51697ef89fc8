#include "outputs.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>

#include <fmt/core.h>

#include "core/hash.h"
#include "io/exr.h"
#include "io/npy.h"
#include "io/output_file.h"
#include "io/png.h"
#include "io/stl.h"
#include "io/tiff.h"
#include "names.h"

namespace solgel::cli {
namespace {

Result<io::TrackFormat> track_format(const std::string& path) {
  const std::string e = extension(path);
  if (e == ".gcode" || e == ".nc" || e == ".ngc") return io::TrackFormat::gcode;
  if (e == ".thr") return io::TrackFormat::theta_rho;
  if (e == ".svg") return io::TrackFormat::svg;
  return fail({.found = "--track " + path + " has an unknown extension",
               .allowed = "allowed .gcode, .thr, .svg",
               .file = "sand"});
}

}  // namespace

Status check_outputs(const SandOptions& o) {
  if (Status s = check_extension("sand", "picture", o.picture, true, {".png"}); !s) return s;
  if (Status s = check_extension("sand", "contact-sheet", o.contact_sheet, false, {".png"}); !s) return s;
  if (Status s = check_extension("sand", "video", o.video, false, {".mp4", ".m4v", ".mov", ".webm", ".gif"}); !s)
    return s;
  for (const std::string& r : o.reliefs) {
    if (Status s = check_extension("sand", "relief", r, false, {".png", ".tif", ".tiff", ".exr", ".npy", ".stl"}); !s)
      return s;
    if (Status s = check_folder(r); !s) return s;
  }
  if (!o.track_out.empty()) {
    if (const auto format = track_format(o.track_out); !format) return fail(format.error());
  }
  std::vector<std::string> names = o.reliefs;
  for (const std::string* path : {&o.picture, &o.video, &o.report, &o.track_out, &o.checkpoint, &o.contact_sheet}) {
    if (Status s = check_folder(*path); !s) return s;
    names.push_back(*path);
  }
  return check_distinct("sand", std::move(names));
}

render::ReliefScene scene_of(const sand::Drawing& drawing, const Grid<float>& heights) {
  const sand::Params& p = drawing.params();
  const double width = p.is_round() ? p.diameter : p.width, height = p.is_round() ? p.diameter : p.height;
  render::ReliefScene scene{.height = &heights,
                            .cell = p.cell,
                            .extent = {width + 2 * p.ball_radius, height + 2 * p.ball_radius},
                            .is_round = p.is_round(),
                            .ball = {}};
  if (drawing.has_ball())
    scene.ball = render::SceneBall{drawing.ball() + Vec2{p.ball_radius, p.ball_radius}, p.ball_radius};
  return scene;
}

render::ImageSize picture_size(const SandOptions& o) {
  if (o.size) return *o.size;
  if (o.view == render::View::perspective) return {1920, 1080};
  const sand::Params& p = o.settings.sand;
  const double frame = 2 * (p.ball_radius + o.settings.look.frame_width);
  const double width = (p.is_round() ? p.diameter : p.width) + frame,
               height = (p.is_round() ? p.diameter : p.height) + frame;
  constexpr double kLonger = 1920;
  const double scale = kLonger / std::max(width, height);
  return {std::max(64, static_cast<int>(width * scale)) / 2 * 2,
          std::max(64, static_cast<int>(height * scale)) / 2 * 2};
}

Result<render::Image8> paint(const SandOptions& o, const sand::Drawing& drawing) {
  const Grid<float> heights = drawing.heights();
  const auto image = render::render_relief(scene_of(drawing, heights), o.settings.look, o.view, picture_size(o));
  if (!image) return fail(image.error());
  return render::develop(*image);
}

Status write_picture(const std::string& path, const render::Image8& image, const io::Metadata& metadata) {
  const auto bytes = io::encode_png(io::RgbView{image.width, image.height, image.rgb}, metadata);
  if (!bytes) return fail(bytes.error());
  return io::write_file_atomically(path, *bytes);
}

Status write_relief(const std::string& path, const SandOptions& o, const sand::Drawing& drawing,
                    const io::Metadata& metadata) {
  const Grid<float> heights = drawing.heights();
  const io::ReliefView view{&heights, o.settings.sand.cell};
  const std::string e = extension(path);
  Result<io::Bytes> bytes;
  if (e == ".png") bytes = io::encode_png(view, metadata);
  if (e == ".tif" || e == ".tiff") bytes = io::encode_tiff(view, metadata);
  if (e == ".exr") bytes = io::encode_exr(view, metadata);
  if (e == ".npy") bytes = io::encode_npy(view);
  if (e == ".stl")
    bytes = io::encode_stl(
        view, {.extent = scene_of(drawing, heights).extent, .is_round = o.settings.sand.is_round(), .base = o.base},
        metadata);
  if (!bytes) return fail(bytes.error());
  return io::write_file_atomically(path, *bytes);
}

Status write_track(const std::string& path, const SandOptions& o, SandJob& job) {
  const auto format = track_format(path);
  if (!format) return fail(format.error());
  auto file = io::OutputFile::open(path);
  if (!file) return fail(file.error());
  const auto put = [&](const std::string& text) { return file->write(std::as_bytes(std::span<const char>(text))); };
  std::string text;
  const Result<std::uint64_t> clamped = job.write_track(*format, text, [&](std::string& so_far) -> Status {
    if (so_far.size() < (1 << 20)) return {};
    const Status written = put(so_far);
    so_far.clear();
    return written;
  });
  if (!clamped) return fail(clamped.error());
  if (Status s = put(text); !s) return s;
  if (*clamped > 0 && !o.quiet) {
    fmt::print(stderr, "{}: {} positions lie outside the disc of the format and were moved to its rim\n", path,
               *clamped);
  }
  return file->commit();
}

Status write_text(const std::string& path, const std::string& text) {
  return io::write_file_atomically(path, std::as_bytes(std::span<const char>(text)));
}

Status write_report_text(const std::string& path, bool json, const std::string& report) {
  const std::string text = report + "\n";
  if (!path.empty()) {
    if (Status s = write_text(path, text); !s) return s;
  }
  return json && path != "-" ? write_text("-", text) : Status{};
}

std::string summary(const SandJob& job, double wall_seconds) {
  const sand::Drawing& d = job.drawing();
  const sand::ReliefFigures f = d.figures();
  const sand::CoverageFigures c = job.coverage().figures(d.walk().totals().path_mm);
  const double seconds = d.walk().totals().seconds;
  std::string text =
      fmt::format("drawn in {:.2f} s; the table takes {}:{:02}:{:02} for {:.1f} m in {} moves\n", wall_seconds,
                  static_cast<int>(seconds) / 3600, static_cast<int>(seconds) / 60 % 60, static_cast<int>(seconds) % 60,
                  d.walk().totals().path_mm / 1000, d.walk().totals().moves);
  text += fmt::format(
      "sweeps {:.0f} % of the reachable region, passes {:.1f} mm apart (the ball's trace is {:.1f} mm wide)",
      c.swept_fraction * 100, c.spacing_mm, c.contact_width_mm);
  if (c.dense_fraction > 0.3)
    text +=
        fmt::format("; {:.0f} % of it is passed three times or more, too dense for this ball", c.dense_fraction * 100);
  text += fmt::format("\nhighest pile {:.2f} mm, steepest slope {:.1f} deg, {:.0f} cm3 of sand moved; state {}\n",
                      f.highest_mm, f.steepest_deg, f.sand_moved_mm3 / 1000, hash_text(d.hash()));
  return text;
}

std::string warning_lines(const Warnings& warnings) {
  std::string text;
  for (const Warning& w : warnings.list()) {
    text += Error{.found = w.message, .file = w.file, .line = w.line}.message();
    if (w.count > 1) text += fmt::format(" (and {} more)", w.count - 1);
    text += "\n";
  }
  return text;
}

}  // namespace solgel::cli
