// The published example's optics of the flower at rest and 240 steps after it was let go: masks, rays, flags,
// thickness.
#include <fstream>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "bodies.h"

using namespace solgel;
using namespace solgel::optics;
using namespace solgel::optics::test;

namespace {

nlohmann::json published(const std::string& name) {
  std::ifstream file(std::string(SOLGEL_SHARED_DATA) + "/jelly/" + name + ".json");
  if (!file) {
    MESSAGE("skipped: no jelly/", name, ".json in the sample data");
    return {};
  }
  return nlohmann::json::parse(file);
}

void compare_frame(const LightFrame& frame, const nlohmann::json& uniforms) {
  CHECK(frame.width == doctest::Approx(uniforms["source"][0].get<double>()).epsilon(1e-7).scale(0));
  CHECK(frame.height == doctest::Approx(uniforms["source"][1].get<double>()).epsilon(1e-7).scale(0));
  CHECK(frame.reach == doctest::Approx(uniforms["reach"].get<double>()).epsilon(1e-7).scale(0));
  CHECK(frame.texel == doctest::Approx(uniforms["pixel"].get<double>()).epsilon(1e-7).scale(0));
  const auto axis = [&](const char* name) {
    const auto v = uniforms[name].get<std::vector<double>>();
    return Vec3{v[0], v[1], v[2]};
  };
  CHECK(length(frame.right - axis("right")) < 1e-9);
  CHECK(length(frame.up - axis("up")) < 1e-9);
}

void compare_masks(const Masks& masks, const nlohmann::json& theirs) {
  double shadow = 0, contact = 0;
  int darkest = 0;
  for (std::size_t k = 0; k < masks.texels.size(); k += 2) {
    shadow += masks.texels[k];
    contact += masks.texels[k + 1];
    darkest = std::max<int>(darkest, masks.texels[k + 1]);
  }
  CHECK(shadow == doctest::Approx(theirs["sumR"].get<double>()).epsilon(1e-4).scale(0));
  CHECK(contact == doctest::Approx(theirs["sumG"].get<double>()).epsilon(1e-4).scale(0));
  CHECK(darkest == theirs["maxG"].get<int>());
  CHECK(masks.span == doctest::Approx(theirs["span"].get<double>()));
  CHECK(masks.x == doctest::Approx(theirs["origin"][0].get<double>()).epsilon(1e-6).scale(0));
  CHECK(masks.z == doctest::Approx(theirs["origin"][1].get<double>()).epsilon(1e-6).scale(0));
}

// Their rays are float32 on a graphics card: the few whose path hangs on rounding may differ.
void compare_rays(const Caustics& caustics, const nlohmann::json& data) {
  const std::string flags = data["flags"];
  int same_flags = 0, ours = 0, found = 0, close = 0;
  for (std::size_t k = 0; k < flags.size(); ++k) same_flags += (flags[k] == '1') == (caustics.flags()[k] != 0);
  CHECK(same_flags >= 1019);  // 99.5 %
  for (const LightRay& ray : caustics.lattice()) ours += ray.valid();
  const int theirs = data["validRays"];
  CHECK(std::abs(ours - theirs) <= theirs / 200);
  for (const nlohmann::json& ray : data["rays"]) {
    const LightRay& mine = caustics.lattice()[ray["ray"].get<std::size_t>()];
    if (!mine.valid() || mine.branch != ray["branch"].get<std::uint32_t>()) continue;
    ++found;
    const Vec2 hit{ray["hit"][0].get<double>(), ray["hit"][2].get<double>()};
    double colour = 0;
    for (std::size_t c = 0; c < 3; ++c)
      colour = std::max(colour, std::abs(mine.colour[c] - ray["rgb"][c].get<double>()));
    close +=
        distance(mine.floor, hit) < 1e-4 && colour < 1e-3 && std::abs(mine.path - ray["path"].get<double>()) < 1e-5;
    CHECK(std::abs(mine.entry - ray["entry"].get<double>()) < 1e-6);
  }
  CHECK(found >= 0.995 * theirs);
  CHECK(close >= 0.99 * theirs);
  MESSAGE("rays ", found, " of ", theirs, ", within 0.1 mm ", close, ", flags ", same_flags, " of 1024");
}

void compare_thickness(std::span<const float> thickness, const nlohmann::json& theirs, double tolerance) {
  double sum = 0, least = 1, most = 0;
  for (const float t : thickness) {
    sum += double{t};
    least = std::min(least, double{t});
    most = std::max(most, double{t});
  }
  CHECK(std::abs(sum / static_cast<double>(thickness.size()) - theirs["mean"].get<double>()) < tolerance);
  CHECK(std::abs(least - theirs["min"].get<double>()) < tolerance);
  CHECK(std::abs(most - theirs["max"].get<double>()) < tolerance);
}

}  // namespace

void compare_branches(const CausticsReport& report, const nlohmann::json& theirs) {
  int differ = 0;
  for (const BranchCount& b : report.branches) {
    differ += std::abs(b.rays - theirs.value(std::to_string(b.branch), 0));
  }
  CHECK(differ <= report.valid_rays / 200);
}

TEST_CASE("the flower at rest, and fallen for 240 steps, is lit as published") {
  const nlohmann::json rest = published("optics_rest_step0"), fallen = published("optics_drop_step240");
  if (rest.is_null() || fallen.is_null()) return;
  Flower flower;
  Optics optics(flower.view().surface, flower.view().centre);
  optics.refresh(flower.view(), {}, Scheme::specified);
  compare_frame(optics.report().frame, rest["uniforms"]);
  compare_masks(optics.masks(), rest["masks"]);
  compare_rays(optics.caustics(), rest);
  compare_branches(optics.report(), rest["branches"]);
  compare_thickness(optics.thickness(), rest["thickness"], 1e-8);

  // Flags go from rest to step 240; thickness is refreshed every ten steps.
  std::vector<float> thickness(optics.thickness().begin(), optics.thickness().end());
  Bvh bvh(flower.view().surface, flower.view().centre);
  for (int k = 0; k < 24; ++k) {
    flower.step(10);
    const View view = flower.view();
    bvh.refit(view.surface.positions, view.centre);
    update_thickness(bvh, view.surface, view.camera, 1.35, thickness);
  }
  optics.refresh(flower.view(), {}, Scheme::specified);
  compare_frame(optics.report().frame, fallen["uniforms"]);
  compare_masks(optics.masks(), fallen["masks"]);
  compare_rays(optics.caustics(), fallen);
  compare_branches(optics.report(), fallen["branches"]);
  compare_thickness(thickness, fallen["thickness"], 1e-8);
  CHECK(optics.report().flagged_cells == 288);

  optics.forget();  // without the history: as stated beside the data
  optics.refresh(flower.view(), {}, Scheme::specified);
  CHECK(optics.report().flagged_cells == 275);
  CHECK(optics.report().valid_rays == 796);
}

TEST_CASE("the pointer takes hold of the published point by the published weights") {
  const nlohmann::json data = published("trajectories");
  if (data.is_null()) return;
  const nlohmann::json& setup = data["grab_shell_eased"]["setup"];
  const auto vector = [&](const char* name) {
    const auto v = setup[name].get<std::vector<double>>();
    return Vec3{v[0], v[1], v[2]};
  };
  const Flower flower;
  const Bvh bvh(flower.view().surface, flower.view().centre);
  const std::optional<Pick> p = pick(bvh, {vector("rayOrigin"), vector("rayDirection")});
  REQUIRE(p);
  CHECK(length(p->point - vector("hit")) < 1e-7);  // float32 over 0.15 m
  const auto corners = setup["face"].get<std::vector<std::uint32_t>>();
  const Triangle face = bvh.triangle(p->face);
  for (std::size_t c = 0; c < 3; ++c) {
    CHECK(face[c] == corners[c]);
    CHECK(std::abs(p->weights[c] - setup["bary"][c].get<double>()) < 1e-4);
  }
  const std::vector<jelly::StencilWeight> weights = jelly::grab_weights(flower.shell, p->face, p->weights.data());
  CHECK(weights.size() == setup["weights"].size());
  for (const nlohmann::json& theirs : setup["weights"]) {
    for (const jelly::StencilWeight& w : weights) {
      if (w.node == theirs[0].get<std::uint32_t>()) CHECK(std::abs(w.weight - theirs[1].get<double>()) < 1e-4);
    }
  }
}
