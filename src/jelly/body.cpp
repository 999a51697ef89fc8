#include "jelly/body.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/box.h"
#include "core/hash.h"
#include "core/math.h"
#include "core/parallel.h"
#include "core/sha256.h"

namespace solgel::jelly {
namespace {

constexpr double kRigidRest = 0.004, kInternalRest = 0.021;  // m/s, below which a body is quiet
constexpr double kQuietTime = 0.45;                          // s, after which it sleeps
constexpr double kFarthest = 3;                              // m along an axis, beyond which it has blown up
constexpr double kCollapsed = 1e-9;                          // share of its size at rest, below which it is a point

double substep_of(const Params& params) {
  return params.step / params.substeps;
}

std::vector<double> node_masses(const Cage& cage, double density) {
  std::vector<double> masses(cage.points.size(), 0.0);
  for (std::size_t k = 0; k < cage.elements.size(); ++k) {
    for (const std::uint32_t node : cage.elements[k]) masses[node] += density * cage.shapes[k].volume / 4;
  }
  return masses;
}

std::variant<PlainSweep, PacketSweep> make_sweep(const Cage& cage, const Params& params, std::span<const double> masses,
                                                 Scheme scheme) {
  const ElasticConstants constants{params.shear, params.bulk, substep_of(params)};
  if (scheme == Scheme::reference) return PlainSweep(cage, constants);
  return PacketSweep(cage, constants, masses);
}

}  // namespace

Body::Body(std::shared_ptr<const Cage> cage, const Params& params, BodyOptions options)
    : cage_(std::move(cage)),
      params_(params),
      options_(std::move(options)),
      nodes_(cage_->points.size() + PacketSweep::kDummies),
      velocities_(cage_->points.size()),
      remembered_(cage_->points.size()),
      masses_(node_masses(*cage_, params.density)),
      decay_(math::exp(-std::max(0.0, params.damping) * substep_of(params))),
      pace_(1 - math::exp(-kGrabRate * substep_of(params))),
      sweep_(make_sweep(*cage_, params, masses_, options_.scheme)) {
  for (std::size_t k = 0; k < masses_.size(); ++k) {
    nodes_[k].w = 1 / masses_[k];
    total_mass_ += masses_[k];
  }
  for (const std::uint32_t node : options_.pinned) nodes_[node].w = 0;
  Box rest;
  for (const Vec3 p : cage_->points) rest.add(p);
  rest_size_ = rest.longest_side();
  // Empty lanes find an element at rest: finite numbers, and no barrier to look after.
  for (std::size_t k = 0; k < PacketSweep::kDummies; ++k) {
    Node& dummy = nodes_[masses_.size() + k];
    dummy = {k % 4 == 1 ? 1.0 : 0.0, k % 4 == 2 ? 1.0 : 0.0, k % 4 == 3 ? 1.0 : 0.0, 0};
  }
  reset();
}

void Body::reset() {
  put_nodes(cage_->points);
  std::fill(velocities_.begin(), velocities_.end(), Vec3{});
  grab_.reset();
  rms_ = {};
  contact_.start(masses_.size());
  wake();
  refresh_centre();
}

void Body::wake() {
  asleep_ = false;
  slept_at_ = 0;
  quiet_time_ = 0;
}

void Body::step() {
  ++steps_;
  const double h = substep_of(params_);
  for (int k = 0; k < params_.substeps; ++k) {
    if (grab_) {
      ease(*grab_, pace_, h);
      if (asleep_) wake();
    }
    if (asleep_) return;
    substep(h);
  }
}

void Body::substep(double h) {
  start_substep(h);
  sweep_all(h);
  contact_.finish(own_nodes(), remembered_, velocities_, h, params_, options_.colliders);
  rms_ = damp(nodes(), masses_, total_mass_, decay_, velocities_);
  for (const std::uint32_t node : options_.pinned) velocities_[node] = {};
  judge_sleep(h);
}

void Body::start_substep(double h) {
  const double pull = params_.gravity * h;
  for (std::size_t k = 0; k < masses_.size(); ++k) {
    Node& node = nodes_[k];
    remembered_[k] = position(node);
    if (node.w == 0) continue;
    Vec3& v = velocities_[k];
    v.y -= pull;
    node.x += v.x * h;
    node.y += v.y * h;
    node.z += v.z * h;
  }
  contact_.start(masses_.size());
  if (grab_) std::fill(std::begin(grab_->lambda), std::end(grab_->lambda), 0.0);
  std::visit([](auto& sweep) { sweep.zero_multipliers(); }, sweep_);
}

void Body::sweep_all(double h) {
  for (int k = 0; k < params_.iterations; ++k) {
    const Direction direction = k % 2 == 0 ? Direction::forward : Direction::backward;
    std::visit([&](auto& sweep) { sweep.run(direction, nodes_); }, sweep_);
    if (grab_) solve_grab(*grab_, nodes_, params_.max_grab_force, h);
    contact_.project(own_nodes(), params_.floor, options_.colliders);
  }
}

void Body::judge_sleep(double h) {
  const bool is_held = contact_.is_grounded() || !options_.pinned.empty();
  const bool is_quiet = is_held && !grab_ && rms_.rigid < kRigidRest && rms_.internal < kInternalRest;
  quiet_time_ = is_quiet ? quiet_time_ + h : 0;
  if (!(quiet_time_ > kQuietTime)) return;
  asleep_ = true;
  slept_at_ = steps_;
  std::fill(velocities_.begin(), velocities_.end(), Vec3{});
  rms_ = {};
}

void Body::nudge() {
  if (grab_) return;
  for (std::size_t k = 0; k < masses_.size(); ++k) {
    if (nodes_[k].w == 0) continue;
    const double dy = nodes_[k].y - centre_.y;
    velocities_[k].x += 0.095 + dy * 3;
    velocities_[k].y += 0.12;
    velocities_[k].z += 0.025;
  }
  wake();
}

void Body::grab(std::span<const StencilWeight> weights, Vec3 target) {
  grab_ = Grab{{weights.begin(), weights.end()}, target, target};
  wake();
}

void Body::move_grab(Vec3 wanted) {
  if (grab_) grab_->wanted = wanted;
}

void Body::release() {
  grab_.reset();
}

void Body::refresh_centre() {
  centre_ = {};
  for (std::size_t k = 0; k < masses_.size(); ++k) {
    const double share = masses_[k] / total_mass_;
    centre_.x += nodes_[k].x * share;
    centre_.y += nodes_[k].y * share;
    centre_.z += nodes_[k].z * share;
  }
}

Vec3 Body::centre_of_mass() const {
  Vec3 c;
  for (std::size_t k = 0; k < masses_.size(); ++k) c = c + masses_[k] * position(nodes_[k]);
  return {c.x / total_mass_, c.y / total_mass_, c.z / total_mass_};
}

void Body::put_nodes(std::span<const Vec3> positions) {
  for (std::size_t k = 0; k < masses_.size(); ++k) {
    // + 0.0 turns -0 into 0: the two solvers would differ in its sign.
    nodes_[k].x = positions[k].x + 0.0;
    nodes_[k].y = positions[k].y + 0.0;
    nodes_[k].z = positions[k].z + 0.0;
  }
}

void Body::place(std::span<const Vec3> positions, std::span<const Vec3> velocities) {
  put_nodes(positions);
  for (std::size_t k = 0; k < masses_.size(); ++k) {
    velocities_[k] = velocities[k];
  }
  wake();
  refresh_centre();
}

BodyState Body::state() const {
  BodyState state;
  for (const Node& node : nodes()) state.positions.push_back(position(node));
  state.velocities = velocities_;
  state.grab = grab_;
  state.centre = centre_;
  state.quiet_time = quiet_time_;
  state.asleep = asleep_;
  state.steps = steps_;
  state.slept_at = slept_at_;
  state.rms = rms_;
  return state;
}

Status Body::restore(const BodyState& state) {
  if (state.positions.size() != masses_.size() || state.velocities.size() != masses_.size()) {
    return fail({.found = "a state of " + std::to_string(state.positions.size()) + " nodes",
                 .allowed = std::to_string(masses_.size()) + " nodes, as the body has",
                 .remedy = "resume with the body that the checkpoint was written from"});
  }
  const auto all_finite = [](std::span<const Vec3> values) {
    return std::all_of(values.begin(), values.end(), [](Vec3 v) { return is_finite(v); });
  };
  if (!all_finite(state.positions) || !all_finite(state.velocities)) {
    return fail({.found = "a state with numbers that are not finite", .remedy = "resume from another checkpoint"});
  }
  place(state.positions, state.velocities);
  grab_ = state.grab;
  centre_ = state.centre;
  quiet_time_ = state.quiet_time;
  asleep_ = state.asleep;
  steps_ = state.steps;
  slept_at_ = state.slept_at;
  rms_ = state.rms;
  return {};
}

Trouble Body::trouble() const {
  Box now;
  for (std::size_t k = 0; k < masses_.size(); ++k) {
    const Vec3 p = position(nodes_[k]);
    const double farthest = std::max({std::abs(p.x), std::abs(p.y), std::abs(p.z)});
    if (!is_finite(p) || !is_finite(velocities_[k]) || farthest > kFarthest) return Trouble::blown_up;
    now.add(p);
  }
  return now.longest_side() <= kCollapsed * rest_size_ ? Trouble::collapsed : Trouble::none;
}

std::uint64_t Body::hash() const {
  Hash hash;
  const auto add = [&](Vec3 v) {
    hash.add(v.x);
    hash.add(v.y);
    hash.add(v.z);
  };
  for (const Node& node : nodes()) add(position(node));
  for (const Vec3 v : velocities_) add(v);
  add(centre_);
  hash.add(quiet_time_);
  hash.add(steps_);
  hash.add(std::uint64_t{asleep_});
  hash.add(std::uint64_t{grab_.has_value()});
  if (grab_) {
    for (const StencilWeight& s : grab_->weights) {
      hash.add(std::uint64_t{s.node});
      hash.add(s.weight);
    }
    add(grab_->target);
    add(grab_->wanted);
  }
  return hash.value();
}

std::string Body::sha256_positions() const {
  Sha256 sum;
  for (const Node& node : nodes()) {
    sum.add(node.x);
    sum.add(node.y);
    sum.add(node.z);
  }
  return sum.text();
}

std::string Body::sha256_velocities() const {
  Sha256 sum;
  for (const Vec3 v : velocities_) {
    sum.add(v.x);
    sum.add(v.y);
    sum.add(v.z);
  }
  return sum.text();
}

Status check_body(const Cage& cage, const Params& params, const BodyOptions& options) {
  for (const Param<Params>& row : kParams) {
    Params copy = params;
    if (Status set = set_param<Params>("jelly", kParams, copy, row.name, row.get(params)); !set) return set;
  }
  for (const std::uint32_t node : options.pinned) {
    if (node >= cage.points.size()) {
      return fail({.found = "node " + std::to_string(node) + " is to be pinned",
                   .allowed = "0 to " + std::to_string(cage.points.size() - 1),
                   .remedy = "pin nodes that the body has"});
    }
  }
  for (std::size_t k = 0; k < options.colliders.size(); ++k) {
    const Collider& c = options.colliders[k];
    const std::string name = "collider " + std::to_string(k + 1);
    const bool has_size = c.kind == Collider::Kind::plane    ? std::abs(length(c.normal) - 1) < 1e-9
                          : c.kind == Collider::Kind::sphere ? c.radius > 0 && std::isfinite(c.radius)
                                                             : c.half.x > 0 && c.half.y > 0 && c.half.z > 0;
    if (!is_finite(c.centre) || !is_finite(c.half) || !has_size) {
      return fail({.found = name + " has a place or size that means nothing",
                   .allowed = "finite places, a unit normal, sizes above 0",
                   .remedy = "correct it"});
    }
  }
  return {};
}

double noise_number(const Params& params, const Cage& cage) {
  constexpr double kDensity = 1050, kElement = 3.683e-8, kStep = 1.0 / 240;  // the flower's; m^3 an element
  const double element = cage.volume / static_cast<double>(cage.elements.size());
  const double size = math::pow(element / kElement, 1.0 / 3);
  return params.shear * substep_of(params) * kStep * (kDensity / params.density) / (size * size);
}

void step_all(std::span<Body* const> bodies, std::uint64_t steps) {
  parallel_for(static_cast<int>(bodies.size()), [&](int k) {
    for (std::uint64_t s = 0; s < steps; ++s) bodies[static_cast<std::size_t>(k)]->step();
  });
}

}  // namespace solgel::jelly
