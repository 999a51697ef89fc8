// A track that real tables run: the figures that sand.md was measured with.

#include <cmath>
#include <cstring>
#include <filesystem>
#include <vector>

#include <doctest/doctest.h>

#include "command.h"

using namespace solgel::test;
using doctest::Approx;

namespace {

const std::string kSandify = SOLGEL_SHARED_DATA "/sand/v1_sandify.gcode";

bool is_here() {
  if (std::filesystem::exists(kSandify)) return true;
  MESSAGE("skipped: there is no " << kSandify);
  return false;
}

// The heights of an NPY file of floats.
[[maybe_unused]] std::vector<float> heights(const std::string& npy) {
  REQUIRE(npy.size() > 10);
  const std::size_t header = 10 + static_cast<unsigned char>(npy[8]) + 256 * static_cast<unsigned char>(npy[9]);
  REQUIRE(npy.size() > header);
  std::vector<float> values((npy.size() - header) / sizeof(float));
  std::memcpy(values.data(), npy.data() + header, values.size() * sizeof(float));
  return values;
}

void check_way(const std::string& report) {
  CHECK(number_of(report, "path_mm") == Approx(3776.8).epsilon(0.001));
  CHECK(number_of(report, "table_seconds") == Approx(226.6).epsilon(0.001));  // at F1000
  CHECK(value_of(report, "moves") == "3739");
}

}  // namespace

#ifdef SOLGEL_QUICK_BUILD

TEST_CASE("the fast kernel draws the sample to its figures") {
  if (!is_here()) return;
  Folder folder;
  const Ended fast = folder.solgel({"sand", kSandify, "--quiet", "--json"});
  REQUIRE(fast.code == 0);
  check_way(fast.out);
  CHECK(value_of(fast.out, "volume_relative_drift") == "0");
  CHECK(number_of(fast.out, "steepest_deg") <= 30.6);
  CHECK(value_of(fast.out, "state_hash") == "d4d4444fa544a80a");
}

#endif
#ifdef SOLGEL_LONG_TESTS

TEST_CASE("the reference kernel draws the sample to the figures of the public implementation") {
  if (!is_here()) return;
  Folder folder;
  const pid_t process = folder.start({"sand", kSandify, "--quiet", "--scheme", "reference", "--relief", "reference.npy",
                                      "--report", "reference.json"});
  REQUIRE(folder.wait(process).code == 0);
  const std::string report = folder.read("reference.json");
  check_way(report);
  CHECK(std::abs(number_of(report, "steps") - 16912) <= 2);
  CHECK(number_of(report, "highest_mm") == Approx(3.280).epsilon(0.02 / 3.280));
  CHECK(value_of(report, "state_hash") == "c6c582b7dd596f81");

  // What lies between the two kernels is mostly the footprint that is not snapped to cells: 0.06 to 0.07 mm.
  REQUIRE(folder.solgel({"sand", kSandify, "--quiet", "--relief", "fast.npy"}).code == 0);
  const std::vector<float> fast = heights(folder.read("fast.npy")), reference = heights(folder.read("reference.npy"));
  REQUIRE(fast.size() == reference.size());
  double sum = 0;
  for (std::size_t k = 0; k < fast.size(); ++k) {
    const double difference = static_cast<double>(fast[k]) - static_cast<double>(reference[k]);
    sum += difference * difference;
  }
  const double rms = std::sqrt(sum / static_cast<double>(fast.size()));
  INFO("rms difference of the reliefs: " << rms << " mm");
  CHECK(rms >= 0.05);
  CHECK(rms <= 0.075);
}

#endif

TEST_CASE("the sample's files are read without a warning") {
  for (const char* name : {"koch-curve-01-connector.thr", "sandify-testArcs.gcode"}) {
    const std::string path = SOLGEL_SHARED_DATA "/sand/" + std::string(name);
    if (!std::filesystem::exists(path)) {
      MESSAGE("skipped: there is no " << path);
      continue;
    }
    Folder folder;
    const Ended ended = folder.solgel(on_a_tiny_table({"sand", path, "--fit", "--json", "--quiet"}));
    CHECK(ended.code == 0);
    CHECK(value_of(ended.out, "volume_relative_drift") == "0");
    CHECK(number_of(ended.out, "path_mm") > 100);
  }
}
