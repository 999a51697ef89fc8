// The C API: hashes that WebAssembly must reproduce, time in slices, failures that leave the handle as it was.
#include <fstream>
#include <iterator>
#include <memory>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "solgel/solgel.h"

namespace {

struct Closer {
  void operator()(solgel_sand* s) const { solgel_sand_destroy(s); }
};
using Sand = std::unique_ptr<solgel_sand, Closer>;

std::string read(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

solgel_status load(const Sand& s, const std::string& bytes, const char* name, int keep = 0) {
  return solgel_sand_load_track(s.get(), bytes.data(), bytes.size(), name, keep);
}

std::string draw(const Sand& s) {
  while (solgel_sand_step(s.get(), 500) == SOLGEL_OK) {
  }
  return solgel_sand_hash_text(s.get());
}

// The table of tests/wasm/check.mjs: small, so that every build is quick.
Sand small_table() {
  Sand s(solgel_sand_create());
  solgel_sand_set(s.get(), "width", 120);
  solgel_sand_set(s.get(), "height", 120);
  return s;
}

}  // namespace

TEST_CASE("three tracks leave the hashes that every build leaves") {
  std::ifstream golden(SOLGEL_API_TRACKS "/hashes.txt");
  std::string name, wanted;
  int count = 0;
  while (golden >> name >> wanted) {
    ++count;
    Sand s = small_table();
    REQUIRE(load(s, read(std::string(SOLGEL_API_TRACKS "/") + name), name.c_str()) == SOLGEL_OK);
    CAPTURE(name);
    CHECK(draw(s) == wanted);
  }
  CHECK(count == 3);
}

TEST_CASE("slices of time do not change the answer, and the duration is reached") {
  const std::string track = read(SOLGEL_API_TRACKS "/shell.thr");
  Sand whole = small_table(), sliced = small_table();
  REQUIRE(load(whole, track, "shell.thr") == SOLGEL_OK);
  REQUIRE(load(sliced, track, "shell.thr") == SOLGEL_OK);
  const std::string hash = draw(whole);
  for (int k = 1; solgel_sand_advance(sliced.get(), k / 24.0) == SOLGEL_OK; ++k) {
  }
  CHECK(solgel_sand_hash_text(sliced.get()) == hash);
  CHECK(solgel_sand_time(sliced.get()) == doctest::Approx(solgel_sand_duration(sliced.get())).epsilon(1e-12));
}

TEST_CASE("a bad track or parameter is explained and leaves the drawing as it was") {
  Sand s = small_table();
  CHECK(solgel_sand_step(s.get(), 1) == SOLGEL_NOT_READY);
  REQUIRE(load(s, read(SOLGEL_API_TRACKS "/arcs.gcode"), "arcs.gcode") == SOLGEL_OK);
  const std::string hash = draw(s);
  CHECK(load(s, "G1 X1 Y1 F0\n", "bad.gcode") == SOLGEL_BAD_INPUT);
  CHECK(std::string(solgel_sand_error(s.get())) ==
        "bad.gcode:1: feed rate is 0; allowed more than 0 mm/min; correct the F word");
  CHECK(solgel_sand_hash_text(s.get()) == hash);
  CHECK(solgel_sand_set(s.get(), "repoze", 3) == SOLGEL_BAD_INPUT);
  CHECK(std::string(solgel_sand_error(s.get())) == "sand: no parameter 'repoze'; nearest is 'repose' (deg, 20 to 45)");
  CHECK(solgel_sand_option(s.get(), "fit", 2) == SOLGEL_BAD_INPUT);
  CHECK(solgel_describe("soap") == nullptr);
}

TEST_CASE("a second track can go on over the same sand, and heights read back") {
  Sand s = small_table();
  REQUIRE(load(s, read(SOLGEL_API_TRACKS "/shell.thr"), "shell.thr") == SOLGEL_OK);
  const std::string first = draw(s);
  REQUIRE(load(s, read(SOLGEL_API_TRACKS "/leaf.svg"), "leaf.svg", 1) == SOLGEL_OK);
  CHECK(draw(s) != first);
  int32_t nx = 0, ny = 0;
  solgel_sand_size(s.get(), &nx, &ny);
  CHECK(nx == 272);  // (120 + 2 x 8) / 0.5
  CHECK(ny == 272);
  std::vector<float> heights(static_cast<std::size_t>(nx * ny));
  REQUIRE(solgel_sand_heights(s.get(), heights.data(), heights.size()) == SOLGEL_OK);
  double sum = 0;
  for (const float h : heights) sum += static_cast<double>(h);
  CHECK(sum == doctest::Approx(nx * ny).epsilon(1e-7));  // 1 mm deep; floats of exact multiples of 2^-16 mm
  CHECK(solgel_sand_heights(s.get(), heights.data(), 10) == SOLGEL_BAD_INPUT);
}
