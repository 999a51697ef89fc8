#include "api/jelly_job.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <utility>

#include "core/box.h"
#include "jelly/lattice.h"
#include "jelly/surface_check.h"

namespace solgel {
namespace {

constexpr double kLargestBody = 2, kHighestPlace = 1;  // m; a body is reset beyond 3 m from the origin

constexpr std::uint64_t kStateVersion = 1;

// A state as little-endian words of 64 bits.
class Words {
 public:
  void whole(std::uint64_t word) {
    for (int k = 0; k < 8; ++k) bytes_.push_back(static_cast<std::byte>(word >> (8 * k)));
  }
  void real(double value) { whole(std::bit_cast<std::uint64_t>(value)); }
  void vector(Vec3 v) {
    real(v.x);
    real(v.y);
    real(v.z);
  }
  std::vector<std::byte> bytes() && { return std::move(bytes_); }

 private:
  std::vector<std::byte> bytes_;
};

// Reads zeros beyond the end, and remembers that it did.
class WordReader {
 public:
  explicit WordReader(std::span<const std::byte> bytes) : bytes_(bytes) {}
  std::uint64_t whole() {
    if (bytes_.size() < 8) {
      is_short_ = true;
      return 0;
    }
    std::uint64_t word = 0;
    for (std::size_t k = 0; k < 8; ++k) word |= std::uint64_t{static_cast<std::uint8_t>(bytes_[k])} << (8 * k);
    bytes_ = bytes_.subspan(8);
    return word;
  }
  double real() { return std::bit_cast<double>(whole()); }
  Vec3 vector() {
    const double x = real(), y = real(), z = real();
    return {x, y, z};
  }
  bool is_at_end() const { return !is_short_ && bytes_.empty(); }

 private:
  std::span<const std::byte> bytes_;
  bool is_short_ = false;
};

// Scales and moves points; fails where the body has no size or too much of it.
Status put_in_place(std::vector<Vec3>& points, const JellyPlace& place) {
  if (!(place.unit > 0 && place.size >= 0 && std::abs(place.height) <= kHighestPlace)) {
    return fail({.found = "a unit of " + number_text(place.unit) + " m, a size of " + number_text(place.size) +
                          " m, a height of " + number_text(place.height) + " m",
                 .allowed = "a unit above 0, a size of 0 or more, a height of at most " + number_text(kHighestPlace) +
                            " m either way",
                 .remedy = "say what a length of 1 is worth, or how long the body is to be"});
  }
  Box box;
  for (const Vec3 p : points) {
    if (is_finite(p)) box.add(p);  // others are named by who checks the mesh
  }
  const double longest = box.longest_side();
  const double scale = place.size > 0 ? place.size / longest : place.unit;
  if (!(longest * scale > 1e-6 && longest * scale <= kLargestBody)) {
    return fail({.found = "the body is " + number_text(longest * scale) + " m long",
                 .allowed = "0.000001 to " + number_text(kLargestBody) + " m",
                 .remedy = "say what a length of 1 is worth, or how long the body is to be"});
  }
  const Vec3 middle = 0.5 * (box.low + box.high);
  for (Vec3& p : points) {
    p = {(p.x - middle.x) * scale, (p.y - box.low.y) * scale + place.height, (p.z - middle.z) * scale};
  }
  return {};
}

Error too_many(std::uint64_t count) {
  return {.found = "the body has " + std::to_string(count) + " elements",
          .allowed = "at most " + std::to_string(kMostElements),
          .remedy = "take a coarser mesh or fewer cells"};
}

// Points that no triangle uses say nothing of the body; the others keep their order.
void drop_unused(TriangleMesh& mesh) {
  std::vector<std::uint32_t> number(mesh.points.size(), 0);
  for (const Triangle& t : mesh.triangles) {
    for (const std::uint32_t corner : t) number[corner] = 1;
  }
  std::vector<Vec3> used;
  for (std::size_t k = 0; k < number.size(); ++k) {
    if (number[k] == 0) continue;
    number[k] = static_cast<std::uint32_t>(used.size());
    used.push_back(mesh.points[k]);
  }
  for (Triangle& t : mesh.triangles) {
    for (std::uint32_t& corner : t) corner = number[corner];
  }
  mesh.points = std::move(used);
}

}  // namespace

JellyShape flower_shape() {
  JellyShape shape;
  auto cage = std::make_shared<jelly::Cage>(jelly::flower_cage());
  shape.shell = std::make_shared<jelly::Shell>(jelly::loop_shell(cage->boundary, 2));
  shape.cage = std::move(cage);
  return shape;
}

Result<JellyShape> shape_of(TetrahedralMesh mesh, const JellyPlace& place, int passes, std::string name) {
  if (mesh.elements.size() > kMostElements) return fail(too_many(mesh.elements.size()));
  if (Status placed = put_in_place(mesh.points, place); !placed) return fail(placed.error());
  Result<jelly::Cage> cage = jelly::make_cage(std::move(mesh));
  if (!cage) return fail(cage.error());
  JellyShape shape;
  shape.name = std::move(name);
  if (cage->reversed > 0) {
    shape.warnings.add("reversed", 0, std::to_string(cage->reversed) + " elements were the other way round and turned");
  }
  shape.shell = std::make_shared<jelly::Shell>(jelly::loop_shell(cage->boundary, passes));
  shape.cage = std::make_shared<jelly::Cage>(std::move(*cage));
  return shape;
}

Result<JellyShape> shape_of(TriangleMesh mesh, const JellyPlace& place, int cells, std::string name) {
  drop_unused(mesh);
  if (Status placed = put_in_place(mesh.points, place); !placed) return fail(placed.error());
  const Result<std::size_t> turned = jelly::orient_outwards(mesh);
  if (!turned) return fail(turned.error());
  Result<jelly::EmbeddedBody> body = jelly::embed(mesh, cells);
  if (!body) return fail(body.error());
  if (body->cage.elements.size() > kMostElements) return fail(too_many(body->cage.elements.size()));
  JellyShape shape;
  shape.name = std::move(name);
  if (*turned > 0) {
    shape.warnings.add("turned", 0, std::to_string(*turned) + " faces looked inwards and were turned");
  }
  shape.shell = std::make_shared<jelly::Shell>(std::move(body->shell));
  shape.cage = std::make_shared<jelly::Cage>(std::move(body->cage));
  return shape;
}

JellyJob::JellyJob(JellyShape shape, const jelly::Params& params, jelly::BodyOptions options)
    : shape_(std::move(shape)),
      body_(std::make_unique<jelly::Body>(shape_.cage, params, std::move(options))),
      surface_(std::make_unique<jelly::ShellSurface>(*shape_.shell)) {
  refresh_surface();
  light_ = std::make_unique<optics::Optics>(surface(), body_->centre_of_mass());
}

Result<JellyJob> JellyJob::create(JellyShape shape, const jelly::Params& params, jelly::BodyOptions options) {
  if (Status fine = jelly::check_body(*shape.cage, params, options); !fine) return fail(fine.error());
  return JellyJob(std::move(shape), params, std::move(options));
}

JellyJob::Progress JellyJob::advance(double seconds) {
  return step(clock_.advance(seconds, body_->params().step));
}

JellyJob::Progress JellyJob::step(int count) {
  Progress progress;
  while (progress.steps < count) {
    body_->step();
    ++progress.steps;
    progress.trouble = body_->trouble();
    if (progress.trouble == jelly::Trouble::none) continue;
    body_->reset();
    break;
  }
  return progress;
}

void JellyJob::refresh_surface() {
  surface_->update(body_->nodes());
  body_->refresh_centre();
}

const optics::CausticsReport& JellyJob::refresh_light(const optics::Params& params, optics::Scheme scheme,
                                                      Vec3 camera) {
  is_lit_ = true;
  return light_->refresh({surface(), body_->centre_of_mass(), camera}, params, scheme);
}

bool JellyJob::grab(const optics::WorldRay& ray) {
  light_->refit(surface(), body_->centre_of_mass());
  const std::optional<optics::Pick> pick = light_->pick(ray);
  if (!pick) return false;
  body_->grab(jelly::grab_weights(*shape_.shell, pick->face, pick->weights.data()), pick->point);
  return true;
}

Vec3 JellyJob::grab_nearest(Vec3 point) {
  std::uint32_t triangle = 0;
  double weights[3] = {1, 0, 0}, nearest = 1e300;
  const SurfaceView view = surface();
  Vec3 found;
  for (std::uint32_t t = 0; t < view.triangles.size(); ++t) {
    for (std::size_t corner = 0; corner < 3; ++corner) {
      const Vec3f f = view.positions[view.triangles[t][corner]];
      const Vec3 p{double{f.x}, double{f.y}, double{f.z}}, away = p - point;
      if (dot(away, away) >= nearest) continue;
      nearest = dot(away, away);
      triangle = t;
      std::fill(std::begin(weights), std::end(weights), 0.0);
      weights[corner] = 1;
      found = p;
    }
  }
  body_->grab(jelly::grab_weights(*shape_.shell, triangle, weights), found);
  return found;
}

std::vector<std::byte> JellyJob::save() const {
  Words words;
  const jelly::BodyState state = body_->state();
  words.whole(kStateVersion);
  words.whole(state.positions.size());
  for (const std::vector<Vec3>* list : {&state.positions, &state.velocities}) {
    for (const Vec3 v : *list) words.vector(v);
  }
  words.vector(state.centre);
  for (const double v : {state.quiet_time, state.rms.rigid, state.rms.internal, clock_.accumulated()}) words.real(v);
  for (const std::uint64_t v : {std::uint64_t{state.asleep}, state.steps, state.slept_at}) words.whole(v);
  words.whole(state.grab ? state.grab->weights.size() : 0);
  if (state.grab) {
    for (const jelly::StencilWeight& s : state.grab->weights) {
      words.whole(s.node);
      words.real(s.weight);
    }
    words.vector(state.grab->target);
    words.vector(state.grab->wanted);
  }
  const optics::Optics::History history = light_->history();
  for (const std::uint8_t flag : history.flags) words.whole(flag);
  words.whole(history.thickness.size());
  for (const float t : history.thickness) words.real(double{t});
  return std::move(words).bytes();
}

Status JellyJob::restore(std::span<const std::byte> bytes) {
  const Error other = {.found = "the state is not of this body",
                       .allowed = "what the same body, parameters and version saved",
                       .remedy = "resume with what it was made with, or start again"};
  WordReader words(bytes);
  jelly::BodyState state;
  const std::size_t nodes = body_->nodes().size();
  if (words.whole() != kStateVersion || words.whole() != nodes) return fail(other);
  for (std::vector<Vec3>* list : {&state.positions, &state.velocities}) {
    for (std::size_t k = 0; k < nodes; ++k) list->push_back(words.vector());
  }
  state.centre = words.vector();
  state.quiet_time = words.real();
  state.rms.rigid = words.real();
  state.rms.internal = words.real();
  const double accumulated = words.real();
  state.asleep = words.whole() != 0;
  state.steps = words.whole();
  state.slept_at = words.whole();
  const std::uint64_t weights = words.whole();
  if (weights > nodes) return fail(other);
  if (weights > 0) {
    state.grab.emplace();
    for (std::uint64_t k = 0; k < weights; ++k) {
      const std::uint64_t node = words.whole();
      if (node >= nodes) return fail(other);
      state.grab->weights.push_back({static_cast<std::uint32_t>(node), words.real()});
    }
    state.grab->target = words.vector();
    state.grab->wanted = words.vector();
  }
  optics::Optics::History history = light_->history();
  for (std::uint8_t& flag : history.flags) flag = static_cast<std::uint8_t>(std::min<std::uint64_t>(words.whole(), 2));
  if (words.whole() != history.thickness.size()) return fail(other);
  for (float& t : history.thickness) t = static_cast<float>(words.real());
  if (!words.is_at_end() || !std::isfinite(accumulated) || std::abs(accumulated) > jelly::kLongestFrame)
    return fail(other);
  const jelly::BodyState before = body_->state();
  if (Status restored = body_->restore(state); !restored) return restored;
  if (!light_->restore(history)) {
    static_cast<void>(body_->restore(before));
    return fail(other);
  }
  clock_ = jelly::Clock(accumulated);
  is_lit_ = false;
  // The centre that nudges are measured from is part of the state: the surface alone is brought up to date.
  surface_->update(body_->nodes());
  return {};
}

}  // namespace solgel
