// The flower's cage and shell as the specification counts and hashes them.
#include <set>

#include <doctest/doctest.h>

#include "core/sha256.h"
#include "jelly/reference.h"

using namespace solgel;
using namespace solgel::jelly;

TEST_CASE("SHA-256 of the standard's examples") {
  Sha256 sum;
  CHECK(sum.text() == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  sum.add(reinterpret_cast<const unsigned char*>("abc"), 3);
  CHECK(sum.text() == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
}

TEST_CASE("the flower has the counts, volume, mass and centre of the text") {
  const auto cage = computed_cage();
  CHECK(cage->points.size() == 762);
  CHECK(cage->elements.size() == 3240);
  CHECK(cage->boundary.size() == 792);
  std::set<std::pair<std::uint32_t, std::uint32_t>> edges;
  for (const Tetrahedron& e : cage->elements) {
    for (const std::uint32_t a : e) {
      for (const std::uint32_t b : e) {
        if (a < b) edges.insert({a, b});
      }
    }
  }
  CHECK(edges.size() == 4397);
  CHECK(cage->volume == doctest::Approx(0.00011933031247661388).epsilon(1e-15));
  const Body body(cage, Params{});
  CHECK(body.mass() == doctest::Approx(0.12529682810044418).epsilon(1e-15));
  const Vec3 centre = body.centre_of_mass();
  CHECK(std::abs(centre.x - -0.000001684837451731872) < 1e-15);
  CHECK(std::abs(centre.y - 0.031000000000150137) < 1e-15);
  CHECK(std::abs(centre.z) < 1e-15);
}

TEST_CASE("the computed cage is the published one to 7e-18 m") {
  const auto published = published_cage();
  if (!published) return;
  const auto computed = computed_cage();
  CHECK(published->elements == computed->elements);
  CHECK(published->boundary == computed->boundary);
  CHECK(published->boundary == reference("cage")["boundary"].get<std::vector<Triangle>>());
  double furthest = 0;
  int different = 0;
  for (std::size_t k = 0; k < computed->points.size(); ++k) {
    const Vec3 d = computed->points[k] - published->points[k];
    for (const double c : {d.x, d.y, d.z}) {
      furthest = std::max(furthest, std::abs(c));
      different += c != 0 ? 1 : 0;
    }
  }
  CHECK(furthest <= 7e-18);
  CHECK(different == 57);
}

#ifdef SOLGEL_QUICK_BUILD

TEST_CASE("the computed cage drops to the hashes of the specification") {
  for (const Scheme scheme : {Scheme::reference, Scheme::fast}) {
    Body body(computed_cage(), Params{}, {.scheme = scheme});
    CHECK(body.sha256_positions() == "9c14d32f99e56adc35d9d567e03b60edddebe392f9160da6ca1a2db7817a4bf2");
    while (body.steps() < 240) body.step();
    CHECK(body.sha256_positions() == "067ae843d9a626b080d06c94d03fa9bf3522d26271ed1b3737437db0f0f72f2e");
    while (body.steps() < 480) body.step();
    CHECK(body.sha256_positions() == "dc4a3a2bb19361d1822b4609e4e1bc484cedf47fddfa72063a3c55c7a60e1fbf");
    CHECK(body.slept_at() == 356);
  }
}

#endif

TEST_CASE("the shell has the counts of the text and reproduces affine maps") {
  const auto cage = computed_cage();
  const Shell shell = loop_shell(cage->boundary, 2);
  CHECK(shell.stencils.count() == 6338);
  CHECK(shell.triangles.size() == 12672);
  CHECK(shell.stencils.weights.size() == 50126);
  std::size_t longest = 0;
  double worst = 0;
  for (std::size_t v = 0; v < shell.stencils.count(); ++v) {
    double sum = 0;
    for (const StencilWeight& s : shell.stencils.at(v)) sum += s.weight;
    worst = std::max(worst, std::abs(sum - 1));
    longest = std::max(longest, shell.stencils.at(v).size());
  }
  CHECK(longest == 10);
  CHECK(worst < 1e-11);  // up to ten weights of at most 1e-12 are dropped in each pass
  CHECK(loop_shell(cage->boundary, 0).stencils.count() == 398);
}

TEST_CASE("a point of the shell is held by the weights of the published grab") {
  const nlohmann::json motions = reference("trajectories");
  if (motions.is_null()) return;
  const nlohmann::json& setup = motions["grab_shell_eased"]["setup"];
  const Shell shell = loop_shell(computed_cage()->boundary, 2);
  std::uint32_t triangle = 0;
  const auto face = setup["face"].get<Triangle>();
  while (shell.triangles[triangle] != face) ++triangle;
  const auto barycentric = setup["bary"].get<std::vector<double>>();
  const std::vector<StencilWeight> weights = grab_weights(shell, triangle, barycentric.data());
  REQUIRE(weights.size() == setup["weights"].size());
  for (std::size_t k = 0; k < weights.size(); ++k) {
    CHECK(weights[k].node == setup["weights"][k][0].get<std::uint32_t>());
    CHECK(weights[k].weight == doctest::Approx(setup["weights"][k][1].get<double>()).epsilon(1e-14));
  }
}
