// The report of a soft body as JSON. See api/jelly_job.h.
#include "api/jelly_job.h"
#include "core/hash.h"
#include "core/json.h"
#include "core/version.h"
#include "jelly/metrics.h"

namespace solgel {
namespace {

std::string colours_json(const optics::Rgb& c) {
  return "[" + number_text(c[0]) + ", " + number_text(c[1]) + ", " + number_text(c[2]) + "]";
}

std::string light_json(const optics::CausticsReport& r) {
  JsonObject json;
  json.number("rays", r.rays);
  json.number("valid_rays", r.valid_rays);
  json.number("flagged_cells", r.flagged_cells);
  json.number("beams", r.beams);
  json.number("mixed", r.mixed);
  json.raw("power_in_beams_m2", colours_json(r.beam_power));
  json.raw("power_received_m2", colours_json(r.power.received));
  json.raw("power_clipped_m2", colours_json(r.power.clipped));
  json.number("span_m", r.frame.span);
  return json.str();
}

}  // namespace

constexpr double kLeastVolume = 0.85;  // share of a body that has settled well, with room for a hard landing

std::string_view scheme_name(jelly::Scheme scheme) {
  return scheme == jelly::Scheme::fast ? "fast" : "reference";
}

Warnings warnings_of(const JellyJob& job) {
  Warnings warnings = job.shape().warnings;
  const double noise = jelly::noise_number(job.body().params(), job.body().cage());
  if (noise > jelly::kNoiseLimit) {
    warnings.add("noise", 0,
                 "the body is stiff for its step and its elements (noise number " + number_text(noise) + "); above " +
                     number_text(jelly::kNoiseLimit) + " rounding keeps a resting body awake; take more substeps");
  }
  const double ratio = jelly::measure(job.body()).volume_ratio;
  if (ratio < kLeastVolume && !job.body().is_grabbed()) {
    warnings.add(
        "volume", 0,
        "the body has " + number_text(ratio) + " of its volume; " + number_text(kLeastVolume) +
            " or more is sound; sweeps do not reach across so many elements: take 10 substeps, or fewer cells");
  }
  return warnings;
}

std::string report_json(const JellyJob& job, const JellyReport& report) {
  const jelly::Body& body = job.body();
  const jelly::Metrics m = jelly::measure(body);
  JsonObject params;
  for (const auto& row : jelly::kParams) params.number(row.name, row.get(body.params()));
  JsonObject json;
  json.text("model", "jelly");
  json.text("version", kVersion);
  json.text("body", job.shape().name);
  json.raw("params", params.str());
  json.text("scheme", scheme_name(body.options().scheme));
  json.number("nodes", static_cast<double>(body.nodes().size()));
  json.number("elements", static_cast<double>(body.cage().elements.size()));
  json.number("shell_vertices", static_cast<double>(job.shape().shell->stencils.count()));
  json.number("shell_triangles", static_cast<double>(job.shape().shell->triangles.size()));
  json.number("rest_volume_m3", body.cage().volume);
  json.number("steps", static_cast<double>(body.steps()));
  json.number("seconds", body.time());
  json.text("state_hash", hash_text(body.hash()));
  json.text("sha256_positions", body.sha256_positions());
  json.text("sha256_velocities", body.sha256_velocities());
  json.number("mass_kg", m.mass);
  json.number("volume_ratio", m.volume_ratio);
  json.number("kinetic_energy_j", m.kinetic_energy);
  json.number("elastic_energy_j", m.elastic_energy);
  json.number("rigid_rms", m.rigid_rms);
  json.number("internal_rms", m.internal_rms);
  json.number("least_element_ratio", m.least_ratio);
  json.number("largest_element_ratio", m.largest_ratio);
  json.number("contacts", m.contacts);
  if (m.asleep) json.number("sleep_step", static_cast<double>(body.slept_at()));
  json.number("noise_number", jelly::noise_number(body.params(), body.cage()));
  if (report.wall_seconds > 0) json.number("wall_seconds", report.wall_seconds);
  if (report.step_milliseconds > 0) json.number("step_milliseconds", report.step_milliseconds);
  if (job.has_light()) json.raw("optics", light_json(job.light().report()));
  json.raw("warnings", report.warnings != nullptr ? warnings_json(*report.warnings) : "[]");
  return json.str();
}

}  // namespace solgel
