// The C API over SandJob; terrain is in solgel_terrain.cpp, jelly in solgel_jelly.cpp. See include/solgel/solgel.h.

#include "solgel/solgel.h"

#include <cstdlib>
#include <memory>
#include <new>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "api/sand_job.h"
#include "core/hash.h"
#include "core/json.h"
#include "core/version.h"
#include "erosion/generator.h"
#include "erosion/params.h"
#include "jelly/params.h"
#include "optics/params.h"
#include "sand/presets.h"

using namespace solgel;

struct solgel_sand {
  sand::Params params;
  SandJobOptions options;
  io::TrackOptions track_options;
  std::unique_ptr<SandJob> job;
  std::shared_ptr<const std::vector<char>> bytes;  // of the track
  bool done = false;
  double begun = 0;  // table time when this track began
  std::string error, text;
};

namespace {

solgel_status failed(solgel_sand* s, const Error& error) {
  s->error = error.message();
  return SOLGEL_BAD_INPUT;
}

// Settles at the end; once.
solgel_status finished(solgel_sand* s) {
  if (!s->done) s->job->settle();
  s->done = true;
  return SOLGEL_DONE;
}

bool* flag(solgel_sand* s, std::string_view name) {
  if (name == "fit") return &s->options.placement.fit;
  if (name == "mirror") return &s->options.placement.mirror;
  if (name == "strict") return &s->options.strict;
  if (name == "thr_zero_right") return &s->track_options.thr_zero_right;
  if (name == "thr_mirror") return &s->track_options.thr_mirror;
  return nullptr;
}

std::string tables_json() {
  std::string list = "[";
  for (const sand::TablePreset& preset : sand::presets()) {
    JsonObject table;
    table.text("name", preset.name);
    table.text("text", preset.text);
    table.number("width", preset.width);
    table.number("height", preset.height);
    table.number("diameter", preset.diameter);
    table.number("ball_radius", preset.ball_radius);
    list += (list.size() > 1 ? ",\n" : "") + table.str();
  }
  return list + "]";
}

std::optional<io::TrackFormat> track_format(std::string_view name) {
  if (name == "gcode") return io::TrackFormat::gcode;
  if (name == "thr") return io::TrackFormat::theta_rho;
  if (name == "svg") return io::TrackFormat::svg;
  return std::nullopt;
}

}  // namespace

const char* solgel_version(void) {
  return kVersion;
}
void* solgel_alloc(size_t bytes) {
  return std::malloc(bytes);
}
void solgel_free(void* memory) {
  std::free(memory);
}

const char* solgel_describe(const char* model) {
  static const struct {
    std::string_view name;
    std::string table;
  } models[] = {{"sand", params_json(param_infos<sand::Params>(sand::kParams))},
                {"terrain", params_json(param_infos<erosion::Params>(erosion::kParams))},
                {"land", params_json(param_infos<erosion::LandParams>(erosion::kLandParams))},
                {"jelly", params_json(param_infos<jelly::Params>(jelly::kParams))},
                {"jelly-optics", params_json(param_infos<optics::Params>(optics::kParams))}};
  for (const auto& known : models) {
    if (known.name == model) return known.table.c_str();
  }
  return nullptr;
}

solgel_sand* solgel_sand_create(void) {
  return new solgel_sand;
}
void solgel_sand_destroy(solgel_sand* s) {
  delete s;
}
const char* solgel_sand_error(const solgel_sand* s) {
  return s->error.c_str();
}

solgel_status solgel_sand_set(solgel_sand* s, const char* name, double value) {
  if (const Status set = set_param<sand::Params>("sand", sand::kParams, s->params, name, value); !set)
    return failed(s, set.error());
  return SOLGEL_OK;
}

solgel_status solgel_sand_get(solgel_sand* s, const char* name, double* value) {
  for (const auto& row : sand::kParams) {
    if (row.name != name) continue;
    *value = row.get(s->params);
    return SOLGEL_OK;
  }
  return failed(s, unknown_param("sand", param_infos<sand::Params>(sand::kParams), name));
}

const char* solgel_sand_tables(void) {
  static const std::string tables = tables_json();
  return tables.c_str();
}

solgel_status solgel_sand_table(solgel_sand* s, const char* name) {
  const Result<const sand::TablePreset*> table = sand::find_preset(name);
  if (!table) return failed(s, table.error());
  sand::apply(**table, s->params);
  return SOLGEL_OK;
}

solgel_status solgel_sand_option(solgel_sand* s, const char* name, double value) {
  const std::string_view key = name;
  if (key == "rotate") {
    if (!(value >= -360 && value <= 360))
      return failed(s, {.found = "rotate is " + number_text(value), .allowed = "allowed -360 to 360 deg"});
    s->options.placement.rotate_deg = value;
    return SOLGEL_OK;
  }
  if (value != 0 && value != 1)
    return failed(s, {.found = std::string(key) + " is " + number_text(value), .allowed = "allowed 0 and 1"});
  if (key == "centre") {
    s->options.placement.origin = value != 0 ? sand::Origin::centre : sand::Origin::corner;
  } else if (key == "reference") {
    s->options.scheme = value != 0 ? sand::Scheme::reference : sand::Scheme::fast;
  } else if (bool* which = flag(s, key)) {
    *which = value != 0;
  } else {
    return failed(s, {.found = "no option '" + std::string(key) + "'",
                      .allowed = "fit, centre, rotate, mirror, thr_zero_right, thr_mirror, strict, reference"});
  }
  return SOLGEL_OK;
}

solgel_status solgel_sand_load_track(solgel_sand* s, const char* bytes, size_t count, const char* name, int keep_sand) {
  const bool keep = keep_sand != 0 && s->job != nullptr;
  const sand::Params params = keep ? s->job->params() : s->params;
  if (const Status good = sand::check(params); !good) return failed(s, good.error());
  auto copy = std::make_shared<const std::vector<char>>(bytes, bytes + count);
  const io::TrackOptions track_options = s->track_options;
  const std::string file = name;
  TrackSource source{file, [copy, track_options, file] {
                       return io::open_track(std::make_unique<io::MemorySource>(*copy), file, track_options);
                     }};
  std::vector<TrackSource> sources;
  sources.push_back(std::move(source));
  auto job = std::make_unique<SandJob>(params, s->options, std::move(sources));
  if (const Status read = job->survey(); !read) return failed(s, read.error());
  s->begun = keep ? s->job->drawing().time() : 0;
  if (keep) {
    job->prepare_on(*s->job);
  } else {
    job->prepare();
  }
  s->job = std::move(job);
  s->bytes = std::move(copy);
  s->done = false;
  s->error.clear();
  return SOLGEL_OK;
}

solgel_status solgel_sand_track(solgel_sand* s, const char* format, const char** text, size_t* count, double* bent) {
  if (!s->job) return SOLGEL_NOT_READY;
  const std::optional<io::TrackFormat> known = track_format(format);
  if (!known)
    return failed(s, {.found = "no format '" + std::string(format) + "'", .allowed = "allowed gcode, thr, svg"});
  s->text.clear();
  const Result<std::uint64_t> written = s->job->write_track(*known, s->text, [](std::string&) -> Status { return {}; });
  if (!written) return failed(s, written.error());
  *text = s->text.c_str();
  if (count != nullptr) *count = s->text.size();
  if (bent != nullptr) *bent = static_cast<double>(*written);
  return SOLGEL_OK;
}

solgel_status solgel_sand_advance(solgel_sand* s, double seconds) {
  if (!s->job) return SOLGEL_NOT_READY;
  const Result<bool> more = s->job->advance_to(s->begun + seconds);
  if (!more) return failed(s, more.error());
  return *more ? SOLGEL_OK : finished(s);
}

solgel_status solgel_sand_step(solgel_sand* s, uint32_t count) {
  if (!s->job) return SOLGEL_NOT_READY;
  for (; count > 0; --count) {
    const Result<bool> more = s->job->step();
    if (!more) return failed(s, more.error());
    if (!*more) return finished(s);
  }
  return SOLGEL_OK;
}

double solgel_sand_time(const solgel_sand* s) {
  return s->job ? s->job->drawing().time() - s->begun : 0;
}
double solgel_sand_duration(const solgel_sand* s) {
  return s->job ? s->job->totals().seconds : 0;
}
double solgel_sand_steps(const solgel_sand* s) {
  return s->job ? static_cast<double>(s->job->drawing().steps()) : 0;
}

void solgel_sand_size(const solgel_sand* s, int32_t* nx, int32_t* ny) {
  *nx = s->job ? s->job->drawing().nx() : 0;
  *ny = s->job ? s->job->drawing().ny() : 0;
}

solgel_status solgel_sand_heights(solgel_sand* s, float* heights, size_t count) {
  if (!s->job) return SOLGEL_NOT_READY;
  const sand::Drawing& drawing = s->job->drawing();
  const std::size_t cells = static_cast<std::size_t>(drawing.nx()) * static_cast<std::size_t>(drawing.ny());
  if (count < cells) {
    return failed(s, {.found = "room for " + std::to_string(count) + " heights",
                      .allowed = "the table has " + std::to_string(cells)});
  }
  drawing.copy_heights(std::span<float>(heights, cells));
  return SOLGEL_OK;
}

void solgel_sand_ball(const solgel_sand* s, double xyr[3]) {
  const Vec2 at = s->job ? s->job->drawing().ball() : Vec2{};
  xyr[0] = at.x;
  xyr[1] = at.y;
  xyr[2] = s->job ? s->job->params().ball_radius : s->params.ball_radius;
}

uint64_t solgel_sand_hash(const solgel_sand* s) {
  return s->job ? s->job->drawing().hash() : 0;
}

const char* solgel_sand_hash_text(solgel_sand* s) {
  s->text = hash_text(solgel_sand_hash(s));
  return s->text.c_str();
}

const char* solgel_sand_report(solgel_sand* s) {
  s->text = s->job ? s->job->report_json(0) : "{}";
  return s->text.c_str();
}
