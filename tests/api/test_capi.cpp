// The C API: hashes that WebAssembly must reproduce, time in slices, failures that leave the handle as it was.
#include <cmath>
#include <fstream>
#include <iterator>
#include <memory>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "core/sha256.h"
#include "sand/presets.h"
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

[[maybe_unused]] double path_of(const Sand& s) {
  const std::string report = solgel_sand_report(s.get()), key = "\"path_mm\": ";
  return std::stod(report.substr(report.find(key) + key.size()));
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

TEST_CASE("a second track can go on over the same sand, as in the command's playlist, and heights read back") {
  Sand s = small_table();
  REQUIRE(load(s, read(SOLGEL_API_TRACKS "/shell.thr"), "shell.thr") == SOLGEL_OK);
  const std::string first = draw(s);
  REQUIRE(load(s, read(SOLGEL_API_TRACKS "/leaf.svg"), "leaf.svg", 1) == SOLGEL_OK);
  const std::string kept = draw(s);
  CHECK(kept != first);
  CHECK(kept + "\n" == read(SOLGEL_API_TRACKS "/kept.txt"));
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

TEST_CASE("a track is written back as placed, in each format, the drawing untouched") {
  std::ifstream golden(SOLGEL_API_TRACKS "/written.txt");
  std::string name, format, wanted;
  int count = 0;
  while (golden >> name >> format >> wanted) {
    ++count;
    CAPTURE(name);
    CAPTURE(format);
    Sand s = small_table();
    REQUIRE(load(s, read(std::string(SOLGEL_API_TRACKS "/") + name), name.c_str()) == SOLGEL_OK);
    REQUIRE(solgel_sand_step(s.get(), 100) == SOLGEL_OK);
    const std::uint64_t hash = solgel_sand_hash(s.get());
    const char* text = nullptr;
    std::size_t length = 0;
    double bent = -1;
    REQUIRE(solgel_sand_track(s.get(), format.c_str(), &text, &length, &bent) == SOLGEL_OK);
    const std::string bytes(text, length);
    solgel::Sha256 sum;
    sum.add(reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size());
    CHECK(sum.text() == wanted);
    CHECK(text[length] == '\0');
    CHECK(bent == (name == "arcs.gcode" && format == "thr" ? 3 : 0));
    CHECK(solgel_sand_hash(s.get()) == hash);

#ifdef SOLGEL_QUICK_BUILD  // each draws three tracks to their ends
    // It goes on as if nothing had been asked.
    Sand plain = small_table(), again = small_table();
    REQUIRE(load(plain, read(std::string(SOLGEL_API_TRACKS "/") + name), name.c_str()) == SOLGEL_OK);
    REQUIRE(solgel_sand_step(plain.get(), 1) == SOLGEL_OK);
    double first[3] = {};
    solgel_sand_ball(plain.get(), first);
    CHECK(draw(s) == draw(plain));

    // What was written is as long as what it came from, within the chords that stand for arcs; G-code, which begins in
    // the corner, also goes to where the other formats begin.
    REQUIRE(load(again, bytes, ("again." + format).c_str()) == SOLGEL_OK);
    draw(again);
    const double way = name != "arcs.gcode" && format == "gcode" ? std::hypot(first[0], first[1]) : 0;
    if (bent == 0) CHECK(path_of(again) == doctest::Approx(path_of(plain) + way).epsilon(0.001));
#endif
  }
  CHECK(count == 9);
}

TEST_CASE("a written track is that on the table, and an unknown format is refused") {
  Sand s = small_table();
  const char* text = nullptr;
  CHECK(solgel_sand_track(s.get(), "thr", &text, nullptr, nullptr) == SOLGEL_NOT_READY);
  REQUIRE(load(s, "G1 X10 Y20 F600\nG1 X110 Y20\n", "line.gcode") == SOLGEL_OK);
  CHECK(solgel_sand_track(s.get(), "obj", &text, nullptr, nullptr) == SOLGEL_BAD_INPUT);
  CHECK(std::string(solgel_sand_error(s.get())) == "no format 'obj'; allowed gcode, thr, svg");
  CHECK(text == nullptr);
  REQUIRE(solgel_sand_option(s.get(), "mirror", 1) == SOLGEL_OK);
  REQUIRE(solgel_sand_track(s.get(), "gcode", &text, nullptr, nullptr) == SOLGEL_OK);
  CHECK(std::string(text) == "; written by Solgel\nG21\nG90\nG1 X10 Y20 F600\nG1 X110 Y20\n");  // options wait
  REQUIRE(load(s, "G1 X10 Y20 F600\nG1 X110 Y20\n", "line.gcode") == SOLGEL_OK);
  REQUIRE(solgel_sand_track(s.get(), "gcode", &text, nullptr, nullptr) == SOLGEL_OK);
  CHECK(std::string(text) == "; written by Solgel\nG21\nG90\nG1 X110 Y20 F600\nG1 X10 Y20\n");
}

TEST_CASE("tables by name set what the command's --table sets, and are listed") {
  const std::string list = solgel_sand_tables();
  Sand s(solgel_sand_create());
  for (const solgel::sand::TablePreset& table : solgel::sand::presets()) {
    const std::string name(table.name);
    CAPTURE(name);
    CHECK(list.find("\"name\": \"" + name + "\"") != std::string::npos);
    REQUIRE(solgel_sand_table(s.get(), name.c_str()) == SOLGEL_OK);
    double diameter = -1, width = -1, radius = -1;
    solgel_sand_get(s.get(), "diameter", &diameter);
    solgel_sand_get(s.get(), "width", &width);
    solgel_sand_get(s.get(), "ball_radius", &radius);
    CHECK(diameter == table.diameter);
    if (diameter == 0) CHECK(width == table.width);
    CHECK(radius == table.ball_radius);
  }
  CHECK(solgel_sand_table(s.get(), "sisyphus-end-table") == SOLGEL_BAD_INPUT);
  CHECK(std::string(solgel_sand_error(s.get())) == "sand: no table 'sisyphus-end-table'; nearest is 'sisyphus-end'");
}
