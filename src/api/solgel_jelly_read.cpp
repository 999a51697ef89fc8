// The C API over JellyJob: what is read of a body, its surface and its light. See include/solgel/solgel.h.

#include <algorithm>
#include <string>
#include <string_view>

#include "api/jelly_handle.h"
#include "core/hash.h"
#include "jelly/metrics.h"

using namespace solgel;

double solgel_jelly_steps(const solgel_jelly* j) {
  return j->job ? static_cast<double>(j->job->body().steps()) : 0;
}
double solgel_jelly_time(const solgel_jelly* j) {
  return j->job ? j->job->body().time() : 0;
}
int solgel_jelly_is_asleep(const solgel_jelly* j) {
  return j->job && j->job->body().is_asleep() ? 1 : 0;
}

void solgel_jelly_counts(const solgel_jelly* j, uint32_t counts[4]) {
  if (counts == nullptr) return;
  std::fill(counts, counts + 4, 0u);
  if (!j->job) return;
  const SurfaceView surface = j->job->surface();
  const std::size_t found[] = {j->job->body().nodes().size(), j->job->body().cage().elements.size(),
                               surface.positions.size(), surface.triangles.size()};
  std::transform(std::begin(found), std::end(found), counts, [](std::size_t n) { return static_cast<uint32_t>(n); });
}

namespace {

// Arrays of these go out as plain numbers.
static_assert(sizeof(Vec3f) == 3 * sizeof(float) && sizeof(Triangle) == 3 * sizeof(std::uint32_t));

void put(const optics::Rgb& c, double* out) {
  std::copy(c.begin(), c.end(), out);
}

bool is_lit(const solgel_jelly* j) {
  return j->job && j->job->has_light();
}
solgel_status nothing_lit(solgel_jelly* j) {
  return j->job ? not_ready(j, "there is no light; refresh it first") : nothing_begun(j);
}

// Whether an array takes `wanted` numbers; tells why not.
bool has_room(solgel_jelly* j, const void* array, size_t room, size_t wanted) {
  if (array != nullptr && room >= wanted) return true;
  failed(j, {.found = "room for " + std::to_string(array != nullptr ? room : 0) + " numbers",
             .allowed = "there are " + std::to_string(wanted)});
  return false;
}

template <class T>
solgel_status copy_out(solgel_jelly* j, const T* from, size_t count, T* to, size_t room) {
  if (!has_room(j, to, room, count)) return SOLGEL_BAD_INPUT;
  std::copy(from, from + count, to);
  return SOLGEL_OK;
}

const float* numbers(std::span<const Vec3f> values) {
  return &values.data()->x;
}

}  // namespace

solgel_status solgel_jelly_positions(solgel_jelly* j, double* xyz, size_t room) {
  if (!j->job) return nothing_begun(j);
  const std::span<const jelly::Node> nodes = j->job->body().nodes();
  if (!has_room(j, xyz, room, 3 * nodes.size())) return SOLGEL_BAD_INPUT;
  for (std::size_t k = 0; k < nodes.size(); ++k) put(jelly::position(nodes[k]), xyz + 3 * k);
  return SOLGEL_OK;
}

solgel_status solgel_jelly_velocities(solgel_jelly* j, double* xyz, size_t room) {
  if (!j->job) return nothing_begun(j);
  const std::span<const Vec3> velocities = j->job->body().velocities();
  if (!has_room(j, xyz, room, 3 * velocities.size())) return SOLGEL_BAD_INPUT;
  for (std::size_t k = 0; k < velocities.size(); ++k) put(velocities[k], xyz + 3 * k);
  return SOLGEL_OK;
}

solgel_status solgel_jelly_surface(solgel_jelly* j, float* xyz, size_t room) {
  if (!j->job) return nothing_begun(j);
  return copy_out(j, solgel_jelly_surface_view(j), 3 * j->job->surface().positions.size(), xyz, room);
}
solgel_status solgel_jelly_normals(solgel_jelly* j, float* xyz, size_t room) {
  if (!j->job) return nothing_begun(j);
  return copy_out(j, solgel_jelly_normals_view(j), 3 * j->job->surface().normals.size(), xyz, room);
}
solgel_status solgel_jelly_triangles(solgel_jelly* j, uint32_t* indices, size_t room) {
  if (!j->job) return nothing_begun(j);
  return copy_out(j, solgel_jelly_triangles_view(j), 3 * j->job->surface().triangles.size(), indices, room);
}
solgel_status solgel_jelly_thickness(solgel_jelly* j, float* metres, size_t room) {
  if (!is_lit(j)) return nothing_lit(j);
  return copy_out(j, solgel_jelly_thickness_view(j), j->job->light().thickness().size(), metres, room);
}
solgel_status solgel_jelly_masks(solgel_jelly* j, uint8_t* texels, size_t room) {
  if (!is_lit(j)) return nothing_lit(j);
  return copy_out(j, solgel_jelly_masks_view(j), j->job->light().masks().texels.size(), texels, room);
}
solgel_status solgel_jelly_caustics(solgel_jelly* j, float* rgb, size_t room) {
  if (!is_lit(j)) return nothing_lit(j);
  return copy_out(j, solgel_jelly_caustics_view(j), 3 * j->job->light().atlas().irradiance.size(), rgb, room);
}

solgel_status solgel_jelly_light_rays(solgel_jelly* j, double* rays, size_t room) {
  if (!is_lit(j)) return nothing_lit(j);
  const std::span<const optics::LightRay> lattice = j->job->light().caustics().lattice();
  if (!has_room(j, rays, room, 8 * lattice.size())) return SOLGEL_BAD_INPUT;
  for (const optics::LightRay& ray : lattice) {
    const double eight[] = {ray.floor.x,
                            ray.floor.y,
                            ray.colour[0],
                            ray.colour[1],
                            ray.colour[2],
                            ray.path,
                            ray.entered ? ray.entry : -1,
                            static_cast<double>(ray.branch)};
    rays = std::copy(std::begin(eight), std::end(eight), rays);
  }
  return SOLGEL_OK;
}
solgel_status solgel_jelly_light_cells(solgel_jelly* j, uint8_t* cells, size_t room) {
  if (!is_lit(j)) return nothing_lit(j);
  const std::span<const std::uint8_t> flags = j->job->light().caustics().flags();
  return copy_out(j, flags.data(), flags.size(), cells, room);
}

solgel_status solgel_jelly_masks_frame(solgel_jelly* j, double span_x_z[3]) {
  if (!is_lit(j)) return nothing_lit(j);
  const optics::Masks& masks = j->job->light().masks();
  put(Vec3{masks.span, masks.x, masks.z}, span_x_z);
  return SOLGEL_OK;
}
solgel_status solgel_jelly_caustics_frame(solgel_jelly* j, double span_x_z[3]) {
  if (!is_lit(j)) return nothing_lit(j);
  const optics::Atlas& atlas = j->job->light().atlas();
  put(Vec3{atlas.span, atlas.x, atlas.z}, span_x_z);
  return SOLGEL_OK;
}

const float* solgel_jelly_surface_view(const solgel_jelly* j) {
  return j->job ? numbers(j->job->surface().positions) : nullptr;
}
const float* solgel_jelly_normals_view(const solgel_jelly* j) {
  return j->job ? numbers(j->job->surface().normals) : nullptr;
}
const uint32_t* solgel_jelly_triangles_view(const solgel_jelly* j) {
  return j->job ? j->job->surface().triangles.data()->data() : nullptr;
}
const float* solgel_jelly_thickness_view(const solgel_jelly* j) {
  return is_lit(j) ? j->job->light().thickness().data() : nullptr;
}
const uint8_t* solgel_jelly_masks_view(const solgel_jelly* j) {
  return is_lit(j) ? j->job->light().masks().texels.data() : nullptr;
}
const float* solgel_jelly_caustics_view(const solgel_jelly* j) {
  return is_lit(j) ? numbers(j->job->light().atlas().irradiance) : nullptr;
}

solgel_status solgel_jelly_measure(solgel_jelly* j, solgel_jelly_metrics* out) {
  if (!j->job) return nothing_begun(j);
  if (!has_room(j, out, sizeof *out / sizeof(double), sizeof *out / sizeof(double))) return SOLGEL_BAD_INPUT;
  const jelly::Metrics m = jelly::measure(j->job->body());
  *out = {.step = static_cast<double>(m.step),
          .time = m.time,
          .mass = m.mass,
          .volume_ratio = m.volume_ratio,
          .kinetic_energy = m.kinetic_energy,
          .elastic_energy = m.elastic_energy,
          .rigid_rms = m.rigid_rms,
          .internal_rms = m.internal_rms,
          .least_ratio = m.least_ratio,
          .largest_ratio = m.largest_ratio,
          .contacts = static_cast<double>(m.contacts),
          .centre = {m.centre.x, m.centre.y, m.centre.z},
          .momentum = {m.momentum.x, m.momentum.y, m.momentum.z},
          .angular_momentum = {m.angular_momentum.x, m.angular_momentum.y, m.angular_momentum.z},
          .low = {m.box.low.x, m.box.low.y, m.box.low.z},
          .high = {m.box.high.x, m.box.high.y, m.box.high.z},
          .asleep = m.asleep ? 1.0 : 0.0,
          .grabbed = m.grabbed ? 1.0 : 0.0};
  return SOLGEL_OK;
}

solgel_status solgel_jelly_light(solgel_jelly* j, solgel_jelly_light_report* out) {
  if (!is_lit(j)) return nothing_lit(j);
  if (!has_room(j, out, sizeof *out / sizeof(double), sizeof *out / sizeof(double))) return SOLGEL_BAD_INPUT;
  const optics::CausticsReport& r = j->job->light().report();
  *out = {.rays = static_cast<double>(r.rays),
          .valid_rays = static_cast<double>(r.valid_rays),
          .flagged_cells = static_cast<double>(r.flagged_cells),
          .beams = static_cast<double>(r.beams),
          .mixed = static_cast<double>(r.mixed),
          .intercepted = r.intercepted,
          .beam_power = {},
          .received = {},
          .clipped = {},
          .clamped = {}};
  put(r.beam_power, out->beam_power);
  put(r.power.received, out->received);
  put(r.power.clipped, out->clipped);
  put(r.power.clamped, out->clamped);
  return SOLGEL_OK;
}

uint64_t solgel_jelly_hash(const solgel_jelly* j) {
  return j->job ? j->job->body().hash() : 0;
}
uint64_t solgel_jelly_light_hash(const solgel_jelly* j) {
  return is_lit(j) ? j->job->light().hash() : 0;
}

namespace {

const char* give(solgel_jelly* j, std::string text) {
  j->text = std::move(text);
  return j->text.c_str();
}

}  // namespace

const char* solgel_jelly_hash_text(solgel_jelly* j) {
  return give(j, j->job ? hash_text(solgel_jelly_hash(j)) : "");
}
const char* solgel_jelly_light_hash_text(solgel_jelly* j) {
  return give(j, is_lit(j) ? hash_text(solgel_jelly_light_hash(j)) : "");
}
const char* solgel_jelly_sha256_positions(solgel_jelly* j) {
  return give(j, j->job ? j->job->body().sha256_positions() : "");
}
const char* solgel_jelly_sha256_velocities(solgel_jelly* j) {
  return give(j, j->job ? j->job->body().sha256_velocities() : "");
}
const char* solgel_jelly_report(solgel_jelly* j) {
  if (!j->job) return give(j, "");
  const Warnings warnings = warnings_of(*j->job);
  return give(j, report_json(*j->job, {.warnings = &warnings}));
}

size_t solgel_jelly_state_size(const solgel_jelly* j) {
  return j->job ? j->job->save().size() : 0;
}

solgel_status solgel_jelly_save(solgel_jelly* j, uint8_t* bytes, size_t room) {
  if (!j->job) return nothing_begun(j);
  const std::vector<std::byte> state = j->job->save();
  if (bytes == nullptr || room < state.size()) {
    return failed(j, {.found = "room for " + std::to_string(bytes != nullptr ? room : 0) + " bytes",
                      .allowed = "the state has " + std::to_string(state.size())});
  }
  std::transform(state.begin(), state.end(), bytes, [](std::byte b) { return static_cast<uint8_t>(b); });
  return SOLGEL_OK;
}
