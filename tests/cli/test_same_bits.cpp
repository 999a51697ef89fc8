// One drawing, one state: whatever runs it.

#include <doctest/doctest.h>

#include "command.h"

using namespace solgel::test;

namespace {

const std::string kTrack = "G1 X10 Y5 F1000\nG1 X50 Y12\nG1 X12 Y20\nG2 X48 Y30 I18 J5\nG1 X30 Y38\nG1 X3 Y3\n";

std::string hash_of(const Folder& folder, Words words, const std::string& input = "", const Words& environment = {}) {
  words.insert(words.begin(), "sand");
  words.insert(words.end(), {"--json", "--quiet"});
  const Ended ended = folder.solgel(on_a_tiny_table(words), input, environment);
  CHECK(ended.code == 0);
  return value_of(ended.out, "state_hash");
}

}  // namespace

TEST_CASE("threads, the instruction set and standard input change no bit") {
  Folder folder;
  folder.write("t.gcode", kTrack);
  const std::string hash = hash_of(folder, {"t.gcode"});
  CHECK(hash_of(folder, {"t.gcode", "--threads", "1"}) == hash);
  CHECK(hash_of(folder, {"t.gcode", "--threads", "2"}) == hash);
  CHECK(hash_of(folder, {"t.gcode"}, "", {"SOLGEL_NO_AVX2=1"}) == hash);
  CHECK(hash_of(folder, {"-"}, kTrack) == hash);
  CHECK(hash_of(folder, {"t.gcode", "--depth", "2"}) != hash);
}

TEST_CASE("a parameter means the same in a file and on the command line, which wins") {
  Folder folder;
  folder.write("t.gcode", kTrack);
  folder.write("deep.toml", "[sand]\ndepth = 2\nrepose = 33\n[look]\nexposure = 0.5\n");
  const std::string hash = hash_of(folder, {"t.gcode", "--depth", "2", "--repose", "33"});
  CHECK(hash_of(folder, {"t.gcode", "--params", "deep.toml"}) == hash);
  CHECK(hash_of(folder, {"t.gcode", "--params", "deep.toml", "--repose", "30"}) ==
        hash_of(folder, {"t.gcode", "--depth", "2"}));
}

// The same literals in every configuration: compilers, -O0, plain loops, sanitizers.
TEST_CASE("the states of two small drawings are these") {
  Folder folder;
  folder.write("t.gcode", kTrack);
  CHECK(hash_of(folder, {"t.gcode", "--depth", "3"}) == "289ad0b5cec2439d");
  CHECK(hash_of(folder, {"t.gcode", "--scheme", "reference"}) == "09cdfb3aa4b40dc1");
  CHECK(hash_of(folder, {"--generate", "rose", "--petals", "5"}) == "e822d9ceb7073a0e");
}
