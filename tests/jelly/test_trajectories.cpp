// The published motions, bit for bit: SHA-256 of positions and velocities at every snapshot, for both solvers.
#include <doctest/doctest.h>

#include "jelly/reference.h"

using namespace solgel;
using namespace solgel::jelly;

namespace {

#ifdef SOLGEL_QUICK_BUILD
constexpr std::uint64_t kLastStep = ~std::uint64_t{0};
#else
constexpr std::uint64_t kLastStep = 40;
#endif

std::vector<StencilWeight> weights_of(const nlohmann::json& list) {
  std::vector<StencilWeight> weights;
  for (const auto& pair : list) weights.push_back({pair[0].get<std::uint32_t>(), pair[1].get<double>()});
  return weights;
}

// Steps on to each snapshot and compares; `before_step` is called with the number of the step that comes next.
template <class F>
void follow(Body& body, const nlohmann::json& motion, F before_step) {
  const std::uint64_t first = body.steps();
  for (const auto& snapshot : motion["snapshots"]) {
    const auto step = snapshot["step"].get<std::uint64_t>();
    if (step > kLastStep) return;
    while (body.steps() - first < step) {
      before_step(body.steps() - first + 1);
      body.step();
    }
    CAPTURE(motion["name"].get<std::string>());
    CAPTURE(step);
    REQUIRE(body.sha256_positions() == snapshot["sha256_x"].get<std::string>());
    REQUIRE(body.sha256_velocities() == snapshot["sha256_v"].get<std::string>());
    CHECK(body.is_asleep() == snapshot["sleeping"].get<bool>());
  }
  if (motion["sleepStep"].is_number()) CHECK(body.slept_at() - first == motion["sleepStep"].get<std::uint64_t>());
}

void check_all_motions(Scheme scheme) {
  const auto cage = published_cage();
  const nlohmann::json motions = reference("trajectories");
  if (!cage || motions.is_null()) return;
  const auto nothing = [](std::uint64_t) {};
  const BodyOptions options{.scheme = scheme};
  Body body(cage, Params{}, options);
  follow(body, motions["drop_default"], nothing);
  if (body.is_asleep()) {
    body.refresh_centre();
    body.nudge();
    follow(body, motions["nudge_after_sleep"], nothing);
  }

  body = Body(cage, Params{}, options);
  body.nudge();
  follow(body, motions["nudge_at_rest_state"], nothing);

  const auto let_go = [&](std::uint64_t step) {
    if (step == 481) body.release();
  };
  body = Body(cage, Params{}, options);
  body.grab(std::vector<StencilWeight>{{698, 1.0}}, {0.03, 0.09, 0.02});
  follow(body, motions["grab_topnode_fixed"], let_go);

  body = Body(cage, Params{}, options);
  body.grab(std::vector<StencilWeight>{{380, 1.0}}, {0.09, 0.05, 0.0});
  follow(body, motions["grab_outer_fixed"], nothing);

  body = Body(cage, Params{}, options);
  const nlohmann::json& setup = motions["grab_shell_eased"]["setup"];
  const auto point = [&](const char* name) {
    return Vec3{setup[name][0].get<double>(), setup[name][1].get<double>(), setup[name][2].get<double>()};
  };
  body.grab(weights_of(setup["weights"]), point("hit"));
  body.move_grab(point("rawTarget"));
  follow(body, motions["grab_shell_eased"], let_go);
}

}  // namespace

TEST_CASE("the plain solver follows the six published motions bit for bit") {
  check_all_motions(Scheme::reference);
}

TEST_CASE("the vector solver follows the six published motions bit for bit") {
  check_all_motions(Scheme::fast);
}
