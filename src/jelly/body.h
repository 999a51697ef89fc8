// The soft body: XPBD neo-Hookean elements over a cage, on a fixed step.
//
//   remember positions; gravity into velocity; advance
//   iterations times: all elements, forward and backward by turns; the grab; the colliders
//   friction; velocity from positions; bounce; damping; sleep
//
// The caller owns the loop (jelly/clock.h turns elapsed time into steps). The same calls give the same bits whatever
// the compiler, the vector width and the number of threads; docs/DETERMINISM.md has the order of operations. A body
// holds about 1 kB an element. Units: m, kg, s, Pa.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "core/result.h"
#include "jelly/cage.h"
#include "jelly/contact.h"
#include "jelly/damping.h"
#include "jelly/grab.h"
#include "jelly/params.h"
#include "jelly/sweep.h"

namespace solgel::jelly {

// fast: four elements at once. reference: one after the other. Same bits.
enum class Scheme { fast, reference };

struct BodyOptions {
  Scheme scheme = Scheme::fast;
  std::vector<std::uint32_t> pinned;  // nodes that never move
  std::vector<Collider> colliders;    // beside the floor
};

// What makes a body unfit to go on.
enum class Trouble { none, blown_up, collapsed };

// What a body is apart from its cage and parameters; enough to go on to the same bits.
struct BodyState {
  std::vector<Vec3> positions, velocities;  // m, m/s; one for each node
  std::optional<Grab> grab;
  Vec3 centre;            // of mass, as of the last refresh of the surface
  double quiet_time = 0;  // s
  bool asleep = false;
  std::uint64_t steps = 0;
  std::uint64_t slept_at = 0;  // step at which it fell asleep; 0 when awake
  VelocityRms rms;
};

class Body {
 public:
  // Parameters must lie in the ranges of their table, pinned nodes within the cage (checked by check_body).
  Body(std::shared_ptr<const Cage> cage, const Params& params, BodyOptions options = {});

  void step();

  // Rest pose, no velocity, no grab.
  void reset();
  // A push sideways and up, the higher the further; ignored while grabbed. Wakes the body.
  void nudge();
  // Takes hold of weighted nodes (jelly/grab.h); the target starts there and eases towards where it is wanted.
  void grab(std::span<const StencilWeight> weights, Vec3 target);
  void move_grab(Vec3 wanted);  // no effect without a grab
  void release();
  // Call when the surface is refreshed: nudges are measured from the centre of mass as it was then.
  void refresh_centre();
  // Sets positions and velocities, wakes the body. Precondition: one for each node.
  void place(std::span<const Vec3> positions, std::span<const Vec3> velocities);

  BodyState state() const;
  // Error when the state does not fit the cage or holds numbers that are not finite.
  Status restore(const BodyState& state);

  const Params& params() const { return params_; }
  const Cage& cage() const { return *cage_; }
  const BodyOptions& options() const { return options_; }
  std::uint64_t steps() const { return steps_; }
  double time() const { return static_cast<double>(steps_) * params_.step; }
  bool is_asleep() const { return asleep_; }
  std::uint64_t slept_at() const { return slept_at_; }
  bool is_grabbed() const { return grab_.has_value(); }
  const std::optional<Grab>& current_grab() const { return grab_; }
  VelocityRms rms() const { return rms_; }
  int contacts() const { return contact_.count(); }
  double mass() const { return total_mass_; }
  std::span<const double> masses() const { return masses_; }
  std::span<const Node> nodes() const { return {nodes_.data(), cage_->points.size()}; }
  std::span<const Vec3> velocities() const { return velocities_; }
  Vec3 centre_of_mass() const;  // now

  Trouble trouble() const;
  std::uint64_t hash() const;  // over the bits of everything that decides what comes next
  std::string sha256_positions() const;
  std::string sha256_velocities() const;

 private:
  void substep(double h);
  void sweep_all(double h);
  void start_substep(double h);
  void judge_sleep(double h);
  void wake();
  void put_nodes(std::span<const Vec3> positions);
  std::span<Node> own_nodes() { return {nodes_.data(), cage_->points.size()}; }

  std::shared_ptr<const Cage> cage_;
  Params params_;
  BodyOptions options_;
  std::vector<Node> nodes_;  // those of the cage, then dummies for empty lanes
  std::vector<Vec3> velocities_, remembered_;
  std::vector<double> masses_;
  double total_mass_ = 0, decay_ = 1, pace_ = 0, rest_size_ = 0;
  std::variant<PlainSweep, PacketSweep> sweep_;
  Contact contact_;
  std::optional<Grab> grab_;
  Vec3 centre_;
  double quiet_time_ = 0;
  bool asleep_ = false;
  std::uint64_t steps_ = 0, slept_at_ = 0;
  VelocityRms rms_;
};

// What Body's constructor demands: parameters in range, pinned nodes that exist, at least one free node, colliders with
// finite places, unit normals and sizes above 0.
Status check_body(const Cage& cage, const Params& params, const BodyOptions& options);

// How much rounding shakes a resting body, in Pa s^2: shear h^2 for a body like the flower at its step of 1/240 s.
// Errors grow from step to step with shear h^2 / (density L^2), L the size of an element; the shiver is a length a
// step, so a speed with 1/h. Such a body is quiet up to 0.004, shivers at 8 mm/s at the default's 0.0104, sleeps at
// 0.0208 and never at 0.026 (measured, docs/jelly.md).
double noise_number(const Params& params, const Cage& cage);
inline constexpr double kNoiseLimit = 0.021;

// Steps many bodies at once, each on one thread; same bits as one after the other.
void step_all(std::span<Body* const> bodies, std::uint64_t steps);

}  // namespace solgel::jelly
