// The C API over JellyJob: what a body is made of and how it moves. What is read of it is in solgel_jelly_read.cpp. See
// include/solgel/solgel.h.

#include <algorithm>
#include <cmath>
#include <span>
#include <string>
#include <string_view>

#include "api/jelly_handle.h"
#include "io/mesh_read.h"

using namespace solgel;

namespace {

constexpr std::uint32_t kMostPoints = 1u << 24;

std::string_view text_of(const char* text) {
  return text != nullptr ? text : "";
}

// x, y, z as they came in.
struct Given {
  bool is_good = false;  // three finite numbers
  Vec3 value;

  explicit Given(const double* v) {
    is_good = v != nullptr && std::isfinite(v[0]) && std::isfinite(v[1]) && std::isfinite(v[2]);
    if (is_good) value = {v[0], v[1], v[2]};
  }
  bool is_direction() const { return is_good && length(value) > 1e-150 && length(value) < 1e150; }
};
Error bad_vector(std::string_view name, std::string_view allowed = "three finite numbers") {
  return {.found = "the " + std::string(name) + " means nothing", .allowed = "allowed " + std::string(allowed)};
}
constexpr std::string_view kDirection = "three finite numbers, not all 0";

Error unknown(std::string_view name) {
  std::vector<ParamInfo> rows = param_infos<jelly::Params>(jelly::kParams);
  const std::vector<ParamInfo> light = param_infos<optics::Params>(optics::kParams);
  rows.insert(rows.end(), light.begin(), light.end());
  return unknown_param("jelly", rows, name);
}

}  // namespace

solgel_jelly* solgel_jelly_create(void) {
  return new solgel_jelly;
}
void solgel_jelly_destroy(solgel_jelly* j) {
  delete j;
}
const char* solgel_jelly_error(const solgel_jelly* j) {
  return j->error.c_str();
}

solgel_status solgel_jelly_set(solgel_jelly* j, const char* name, double value) {
  const std::string_view key = text_of(name);
  const Status set = has_param<jelly::Params>(jelly::kParams, key)
                         ? set_param<jelly::Params>("jelly", jelly::kParams, j->params, key, value)
                     : has_param<optics::Params>(optics::kParams, key)
                         ? set_param<optics::Params>("jelly", optics::kParams, j->light, key, value)
                         : fail(unknown(key));
  return set ? SOLGEL_OK : failed(j, set.error());
}

solgel_status solgel_jelly_get(solgel_jelly* j, const char* name, double* value) {
  if (value == nullptr) return failed(j, {.found = "no place for the value", .allowed = "a pointer to a number"});
  for (const auto& row : jelly::kParams) {
    if (row.name != text_of(name)) continue;
    *value = row.get(j->params);
    return SOLGEL_OK;
  }
  for (const auto& row : optics::kParams) {
    if (row.name != text_of(name)) continue;
    *value = row.get(j->light);
    return SOLGEL_OK;
  }
  return failed(j, unknown(text_of(name)));
}

solgel_status solgel_jelly_option(solgel_jelly* j, const char* name, double value) {
  const std::string_view key = text_of(name);
  const int most = key == "scheme" ? 1 : 2;
  if (key != "scheme" && key != "transport" && key != "flavour") {
    return failed(j, {.found = "no option '" + std::string(key) + "'", .allowed = "scheme, transport, flavour"});
  }
  if (value != 0 && value != 1 && !(value == 2 && most == 2)) {
    return failed(j, {.found = std::string(key) + " is " + number_text(value),
                      .allowed = "allowed whole numbers 0 to " + std::to_string(most)});
  }
  if (key == "scheme") j->options.scheme = value == 0 ? jelly::Scheme::fast : jelly::Scheme::reference;
  constexpr optics::Scheme kTransports[] = {optics::Scheme::adaptive, optics::Scheme::specified, optics::Scheme::none};
  if (key == "transport") j->transport = kTransports[static_cast<int>(value)];
  if (key == "flavour") j->light = with_flavour(j->light, static_cast<optics::Flavour>(static_cast<int>(value)));
  return SOLGEL_OK;
}

namespace {

// A mesh as it comes in: what shape_of asks of it is checked here, the rest there.
struct GivenMesh {
  const double* coordinates;
  std::uint32_t points;
  const std::uint32_t* indices;
  std::uint32_t pieces;  // triangles or elements
  std::size_t corners;   // of a piece
  std::string_view piece_name;
};

Status check(const GivenMesh& given) {
  if (given.coordinates == nullptr || given.indices == nullptr) {
    return fail({.found = "a mesh without arrays", .allowed = "coordinates and indices"});
  }
  if (given.points > kMostPoints || given.pieces > kMostPoints) {
    return fail({.found = "a mesh of " + std::to_string(given.points) + " points and " + std::to_string(given.pieces) +
                          " " + std::string(given.piece_name) + "s",
                 .allowed = "at most " + std::to_string(kMostPoints) + " of each"});
  }
  for (std::size_t k = 0; k < given.pieces * given.corners; ++k) {
    if (given.indices[k] < given.points) continue;
    return fail({.found = std::string(given.piece_name) + " " + std::to_string(k / given.corners + 1) +
                          " refers to point " + std::to_string(given.indices[k]),
                 .allowed = "points are numbered 0 to " + std::to_string(std::int64_t{given.points} - 1)});
  }
  return {};
}

template <std::size_t N>
std::vector<std::array<std::uint32_t, N>> pieces_of(const GivenMesh& given) {
  std::vector<std::array<std::uint32_t, N>> pieces(given.pieces);
  for (std::size_t k = 0; k < pieces.size(); ++k) {
    std::copy(given.indices + N * k, given.indices + N * (k + 1), pieces[k].begin());
  }
  return pieces;
}
std::vector<Vec3> points_of(const GivenMesh& given) {
  std::vector<Vec3> points(given.points);
  for (std::size_t k = 0; k < points.size(); ++k) {
    const double* at = given.coordinates + 3 * k;
    points[k] = {at[0], at[1], at[2]};
  }
  return points;
}

Status check_cells(int32_t cells) {
  if (cells >= 2 && cells <= 128) return {};
  return fail({.found = std::to_string(cells) + " cells along the longest side", .allowed = "allowed 2 to 128"});
}

solgel_status take(solgel_jelly* j, Result<JellyShape> shape) {
  if (!shape) return failed(j, shape.error());
  j->shape = std::move(*shape);
  return SOLGEL_OK;
}

}  // namespace

solgel_status solgel_jelly_flower(solgel_jelly* j) {
  j->shape = {};
  return SOLGEL_OK;
}

solgel_status solgel_jelly_cage(solgel_jelly* j, const double* coordinates, uint32_t points, const uint32_t* indices,
                                uint32_t elements, double unit, double size, double height, int32_t loop_passes) {
  const GivenMesh given{coordinates, points, indices, elements, 4, "element"};
  if (loop_passes < 0 || loop_passes > 2) {
    return failed(j, {.found = std::to_string(loop_passes) + " Loop passes", .allowed = "allowed 0 to 2"});
  }
  if (const Status good = check(given); !good) return failed(j, good.error());
  return take(j, shape_of(TetrahedralMesh{points_of(given), pieces_of<4>(given)},
                          {.unit = unit, .size = size, .height = height}, loop_passes, "tetrahedra"));
}

solgel_status solgel_jelly_read_mesh(solgel_jelly* j, const uint8_t* bytes, size_t count, const char* name, double unit,
                                     double size, double height, int32_t cells) {
  if (const Status good = check_cells(cells); !good) return failed(j, good.error());
  if (bytes == nullptr) count = 0;
  const std::string file_name(text_of(name));
  Result<io::MeshFile> file = io::read_surface({std::as_bytes(std::span(bytes, count)), file_name});
  if (!file) return failed(j, file.error());
  const JellyPlace place{.unit = unit, .size = size, .height = height};
  Result<JellyShape> shape = shape_of(std::move(std::get<TriangleMesh>(file->mesh)), place, cells, file_name);
  if (!shape) {
    shape.error().file = file_name;
    return failed(j, shape.error());
  }
  file->warnings.adopt(shape->warnings);
  shape->warnings = std::move(file->warnings);
  return take(j, std::move(shape));
}

solgel_status solgel_jelly_mesh(solgel_jelly* j, const double* coordinates, uint32_t points, const uint32_t* indices,
                                uint32_t triangles, double unit, double size, double height, int32_t cells) {
  const GivenMesh given{coordinates, points, indices, triangles, 3, "triangle"};
  if (const Status good = check_cells(cells); !good) return failed(j, good.error());
  if (const Status good = check(given); !good) return failed(j, good.error());
  return take(j, shape_of(TriangleMesh{points_of(given), pieces_of<3>(given)},
                          {.unit = unit, .size = size, .height = height}, cells, "triangles"));
}

solgel_status solgel_jelly_pin(solgel_jelly* j, const uint32_t* nodes, size_t count) {
  if (nodes == nullptr && count > 0) return failed(j, {.found = "nodes without an array"});
  if (count > kMostPoints) {
    return failed(j, {.found = std::to_string(count) + " nodes are to be pinned",
                      .allowed = "at most " + std::to_string(kMostPoints)});
  }
  j->options.pinned.assign(nodes, nodes + count);
  return SOLGEL_OK;
}

solgel_status solgel_jelly_plane(solgel_jelly* j, const double point[3], const double normal[3]) {
  const Given at(point), along(normal);
  if (!at.is_good) return failed(j, bad_vector("plane's point"));
  if (!along.is_direction()) return failed(j, bad_vector("plane's normal", kDirection));
  j->options.colliders.push_back(
      {.kind = jelly::Collider::Kind::plane, .centre = at.value, .normal = normalised(along.value)});
  return SOLGEL_OK;
}

solgel_status solgel_jelly_sphere(solgel_jelly* j, const double centre[3], double radius) {
  const Given at(centre);
  if (!at.is_good) return failed(j, bad_vector("sphere's centre"));
  if (!(radius > 0 && radius <= 1e6)) {
    return failed(j, {.found = "the sphere's radius is " + number_text(radius), .allowed = "above 0, at most 1e6 m"});
  }
  j->options.colliders.push_back({.kind = jelly::Collider::Kind::sphere, .centre = at.value, .radius = radius});
  return SOLGEL_OK;
}

solgel_status solgel_jelly_box(solgel_jelly* j, const double centre[3], const double half[3]) {
  const Given at(centre), sides(half);
  if (!at.is_good) return failed(j, bad_vector("box's centre"));
  if (!sides.is_good || !(sides.value.x > 0 && sides.value.y > 0 && sides.value.z > 0)) {
    return failed(j, bad_vector("box's size", "three finite numbers above 0"));
  }
  j->options.colliders.push_back({.kind = jelly::Collider::Kind::box, .centre = at.value, .half = sides.value});
  return SOLGEL_OK;
}

void solgel_jelly_clear_colliders(solgel_jelly* j) {
  j->options.colliders.clear();
}

solgel_status solgel_jelly_begin(solgel_jelly* j) {
  if (!j->shape.cage) j->shape = flower_shape();
  Result<JellyJob> job = JellyJob::create(j->shape, j->params, j->options);
  if (!job) return failed(j, job.error());
  j->job = std::make_unique<JellyJob>(std::move(*job));
  j->error.clear();
  return SOLGEL_OK;
}

namespace {

// What a stretch of steps came to.
solgel_status told(solgel_jelly* j, jelly::Trouble trouble) {
  if (trouble == jelly::Trouble::none) return SOLGEL_OK;
  const bool blew_up = trouble == jelly::Trouble::blown_up;
  j->error = Error{.found = std::string(blew_up ? "the body blew up" : "the body collapsed to a point") + " in step " +
                            number_text(static_cast<double>(j->job->body().steps())),
                   .allowed = blew_up ? "finite, and within 3 m of the origin" : "a body with a size",
                   .remedy = "it is at rest again; take more substeps, or change what hurt it"}
                 .message();
  return SOLGEL_TROUBLE;
}

}  // namespace

solgel_status solgel_jelly_advance(solgel_jelly* j, double seconds, uint32_t* taken) {
  if (taken != nullptr) *taken = 0;
  if (!j->job) return nothing_begun(j);
  const JellyJob::Progress progress = j->job->advance(seconds);
  if (taken != nullptr) *taken = static_cast<std::uint32_t>(progress.steps);
  return told(j, progress.trouble);
}

solgel_status solgel_jelly_step(solgel_jelly* j, uint32_t count) {
  if (!j->job) return nothing_begun(j);
  constexpr std::uint32_t kAtOnce = 1u << 30;
  JellyJob::Progress progress;
  for (; count > 0 && progress.trouble == jelly::Trouble::none; count -= std::min(count, kAtOnce)) {
    progress = j->job->step(static_cast<int>(std::min(count, kAtOnce)));
  }
  return told(j, progress.trouble);
}

solgel_status solgel_jelly_reset(solgel_jelly* j) {
  if (!j->job) return nothing_begun(j);
  j->job->body().reset();
  return SOLGEL_OK;
}

solgel_status solgel_jelly_nudge(solgel_jelly* j) {
  if (!j->job) return nothing_begun(j);
  j->job->body().nudge();
  return SOLGEL_OK;
}

int solgel_jelly_grab(solgel_jelly* j, const double origin[3], const double direction[3]) {
  const Given from(origin), along(direction);
  if (!j->job) {
    nothing_begun(j);
  } else if (!from.is_good) {
    failed(j, bad_vector("ray's origin"));
  } else if (!along.is_direction()) {
    failed(j, bad_vector("ray's direction", kDirection));
  } else {
    return j->job->grab({from.value, normalised(along.value)}) ? 1 : 0;
  }
  return 0;
}

solgel_status solgel_jelly_grab_nearest(solgel_jelly* j, const double point[3]) {
  if (!j->job) return nothing_begun(j);
  const Given at(point);
  if (!at.is_good) return failed(j, bad_vector("point"));
  j->job->grab_nearest(at.value);
  return SOLGEL_OK;
}

solgel_status solgel_jelly_move_grab(solgel_jelly* j, const double point[3]) {
  if (!j->job) return nothing_begun(j);
  const Given at(point);
  if (!at.is_good) return failed(j, bad_vector("point"));
  j->job->body().move_grab(jelly::within_reach(at.value));
  return SOLGEL_OK;
}

solgel_status solgel_jelly_release(solgel_jelly* j) {
  if (!j->job) return nothing_begun(j);
  j->job->body().release();
  return SOLGEL_OK;
}

int solgel_jelly_is_grabbed(const solgel_jelly* j) {
  return j->job && j->job->body().is_grabbed() ? 1 : 0;
}

int solgel_jelly_hand(const solgel_jelly* j, double held[3], double target[3]) {
  Vec3 at, end;
  if (solgel_jelly_is_grabbed(j) != 0) {
    const jelly::Grab& grab = *j->job->body().current_grab();
    for (const jelly::StencilWeight& s : grab.weights) {
      at = at + s.weight * jelly::position(j->job->body().nodes()[s.node]);
    }
    end = grab.target;
  }
  put(at, held);
  put(end, target);
  return solgel_jelly_is_grabbed(j);
}

solgel_status solgel_jelly_refresh_surface(solgel_jelly* j) {
  if (!j->job) return nothing_begun(j);
  j->job->refresh_surface();
  return SOLGEL_OK;
}

solgel_status solgel_jelly_refresh_light(solgel_jelly* j, const double camera[3]) {
  if (!j->job) return nothing_begun(j);
  const Given at(camera);
  if (!at.is_good) return failed(j, bad_vector("camera"));
  j->job->refresh_light(j->light, j->transport, at.value);
  return SOLGEL_OK;
}

solgel_status solgel_jelly_restore(solgel_jelly* j, const uint8_t* bytes, size_t count) {
  if (!j->job) return nothing_begun(j);
  if (bytes == nullptr) count = 0;
  const Status restored = j->job->restore({reinterpret_cast<const std::byte*>(bytes), count});
  return restored ? SOLGEL_OK : failed(j, restored.error());
}
