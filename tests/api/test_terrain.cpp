// The C API for terrain: hashes that WebAssembly must reproduce, slices, maps, failures that leave the handle as it
// was.
#include <cmath>
#include <fstream>
#include <memory>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "solgel/solgel.h"

namespace {

struct Closer {
  void operator()(solgel_terrain* t) const { solgel_terrain_destroy(t); }
};
using Land = std::unique_ptr<solgel_terrain, Closer>;

Land make() {
  return Land(solgel_terrain_create());
}

std::string hash_after(const Land& t, double slice) {
  while (solgel_terrain_advance(t.get(), solgel_terrain_ended(t.get()) + slice) == SOLGEL_OK) {
  }
  return solgel_terrain_hash_text(t.get());
}

}  // namespace

TEST_CASE("six lands end with the hashes that every build leaves") {
  std::ifstream golden(SOLGEL_TERRAIN_HASHES);
  std::string kind, wanted;
  int nx = 0, ny = 0, droplets = 0, scheme = 0, border = 0, maps = 0, count = 0;
  double talus = 0;
  while (golden >> kind >> nx >> ny >> droplets >> scheme >> border >> maps >> talus >> wanted) {
    ++count;
    for (const double slice : {1e9, 250.0}) {
      const Land t = make();
      REQUIRE(solgel_terrain_set(t.get(), "droplets", droplets) == SOLGEL_OK);
      REQUIRE(solgel_terrain_set(t.get(), "talus", talus) == SOLGEL_OK);
      REQUIRE(solgel_terrain_option(t.get(), "scheme", scheme) == SOLGEL_OK);
      REQUIRE(solgel_terrain_option(t.get(), "border", border) == SOLGEL_OK);
      REQUIRE(solgel_terrain_option(t.get(), "maps", maps) == SOLGEL_OK);
      REQUIRE(solgel_terrain_generate(t.get(), kind.c_str(), nx, ny) == SOLGEL_OK);
      REQUIRE_MESSAGE(solgel_terrain_begin(t.get()) == SOLGEL_OK, solgel_terrain_error(t.get()));
      CAPTURE(kind);
      CAPTURE(nx);
      CHECK(hash_after(t, slice) == wanted);
    }
  }
  CHECK(count == 6);
}

TEST_CASE("hard ground and metres make the run that the command makes of the same files") {
  constexpr int nx = 64, ny = 48;
  std::vector<double> heights(nx * ny);
  std::vector<float> hardness(nx * ny);
  for (int j = 0; j < ny; ++j) {
    for (int i = 0; i < nx; ++i) {
      const auto at = static_cast<std::size_t>(i + nx * (ny - 1 - j));  // files begin in the north
      heights[at] = 20000 + 300 * i + 100 * j;
      hardness[at] = static_cast<float>(1000.0 * i / 65535);
    }
  }
  // solgel terrain slope.png [--hardness hardness.png | --cell 30 --height-unit 0.01] --droplets 3000
  const auto hash = [&](const float* mask, double cell, double unit) {
    const Land t = make();
    REQUIRE(solgel_terrain_set(t.get(), "droplets", 3000) == SOLGEL_OK);
    REQUIRE(solgel_terrain_heights_in(t.get(), nx, ny, heights.data(), nullptr, cell, cell, unit) == SOLGEL_OK);
    REQUIRE(solgel_terrain_mask(t.get(), "hardness", mask) == SOLGEL_OK);
    REQUIRE(solgel_terrain_begin(t.get()) == SOLGEL_OK);
    return hash_after(t, 1000);
  };
  CHECK(hash(nullptr, 0, 0) == "9ca1c7f51daef0a0");
  CHECK(hash(hardness.data(), 0, 0) == "802e10a50cfd2e41");
  CHECK(hash(nullptr, 30, 0.01) == "ce99ee74d5ad9fdd");
}

TEST_CASE("a map goes in and comes out, with missing cells, units and masks") {
  constexpr int nx = 40, ny = 30;
  std::vector<double> heights(nx * ny), out(nx * ny);
  std::vector<std::uint8_t> missing(nx * ny);
  std::vector<float> rain(nx * ny, 1), change(nx * ny);
  for (int k = 0; k < nx * ny; ++k) {
    const std::size_t at = static_cast<std::size_t>(k);
    heights[at] = 200 + 40 * std::sin(0.3 * (k % nx)) + 2.0 * (k / nx);
    missing[at] = k % nx < 3 ? 1 : 0;
    if (missing[at] != 0) heights[at] = -9999;
  }
  const Land t = make();
  CHECK(solgel_terrain_begin(t.get()) == SOLGEL_NOT_READY);
  CHECK(solgel_terrain_mask(t.get(), "rainfall", rain.data()) == SOLGEL_NOT_READY);
  REQUIRE(solgel_terrain_heights_in(t.get(), nx, ny, heights.data(), missing.data(), 30, 30, 1) == SOLGEL_OK);
  REQUIRE(solgel_terrain_mask(t.get(), "rainfall", rain.data()) == SOLGEL_OK);
  REQUIRE(solgel_terrain_option(t.get(), "maps", 1) == SOLGEL_OK);
  solgel_terrain_seed(t.get(), 5, 7);
  REQUIRE(solgel_terrain_begin(t.get()) == SOLGEL_OK);
  CHECK(solgel_terrain_droplets(t.get()) == 3 * 37 * 30);
  CHECK(solgel_terrain_advance(t.get(), 1e30) == SOLGEL_DONE);
  REQUIRE(solgel_terrain_heights(t.get(), out.data(), out.size()) == SOLGEL_OK);
  REQUIRE(solgel_terrain_map(t.get(), "change", change.data(), change.size()) == SOLGEL_OK);
  double moved = 0;
  for (std::size_t k = 0; k < out.size(); ++k) {
    if (missing[k] != 0) CHECK(out[k] == -9999);
    CHECK(out[k] == doctest::Approx(heights[k] + static_cast<double>(change[k])).epsilon(1e-6));
    moved += std::abs(static_cast<double>(change[k]));
  }
  CHECK(moved > 1);
  std::vector<float> flow(out.size());
  for (const char* name : {"flow", "velocity", "moisture", "erosion", "deposition"}) {
    CHECK(solgel_terrain_map(t.get(), name, flow.data(), flow.size()) == SOLGEL_OK);
  }
  const std::string report = solgel_terrain_report(t.get());
  CHECK(report.find("\"balance_relative_error\": 0") != std::string::npos);
  CHECK(report.find("\"seed\": 30064771077") != std::string::npos);
}

TEST_CASE("what cannot be had is refused with a message and changes nothing") {
  const Land t = make();
  double value = 0;
  CHECK(solgel_terrain_set(t.get(), "rian", 1) == SOLGEL_BAD_INPUT);
  CHECK(std::string(solgel_terrain_error(t.get())).find("nearest is 'rain'") != std::string::npos);
  CHECK(solgel_terrain_set(t.get(), "dt", 9) == SOLGEL_BAD_INPUT);
  CHECK(solgel_terrain_get(t.get(), "dt", &value) == SOLGEL_OK);
  CHECK(value == 1.2);
  CHECK(solgel_terrain_get(t.get(), "gain", &value) == SOLGEL_OK);
  CHECK(solgel_terrain_option(t.get(), "scheme", 3) == SOLGEL_BAD_INPUT);
  CHECK(solgel_terrain_option(t.get(), "colour", 0) == SOLGEL_BAD_INPUT);
  CHECK(solgel_terrain_generate(t.get(), "moon", 20, 20) == SOLGEL_BAD_INPUT);
  CHECK(solgel_terrain_generate(t.get(), "ridged", 2, 20) == SOLGEL_BAD_INPUT);
  REQUIRE(solgel_terrain_set(t.get(), "droplets", 50) == SOLGEL_OK);
  REQUIRE(solgel_terrain_generate(t.get(), "ridged", 20, 20) == SOLGEL_OK);
  REQUIRE(solgel_terrain_begin(t.get()) == SOLGEL_OK);
  const std::string hash = hash_after(t, 1e9);
  REQUIRE(solgel_terrain_option(t.get(), "scheme", 2) == SOLGEL_OK);
  REQUIRE(solgel_terrain_option(t.get(), "border", 2) == SOLGEL_OK);
  CHECK(solgel_terrain_begin(t.get()) == SOLGEL_BAD_INPUT);
  CHECK(solgel_terrain_hash_text(t.get()) == hash);
  float room[4];
  CHECK(solgel_terrain_map(t.get(), "change", room, 4) == SOLGEL_BAD_INPUT);
  CHECK(solgel_terrain_map(t.get(), "flow", room, 4) == SOLGEL_BAD_INPUT);
  CHECK(solgel_describe("terrain") != nullptr);
  CHECK(solgel_describe("land") != nullptr);
  CHECK(solgel_describe("moon") == nullptr);
}
