#include <vector>

#include <doctest/doctest.h>

#include "core/hash.h"
#include "core/parallel.h"
#include "core/random.h"

using namespace solgel;

namespace {

// A sum of rounded values by blocks, added up in the blocks' order.
std::uint64_t blocked_sum() {
  constexpr int kBlocks = 257;
  std::vector<double> part(kBlocks);
  parallel_for(kBlocks, [&](int block) {
    for (std::uint64_t i = 0; i < 1000; ++i) {
      part[static_cast<std::size_t>(block)] += random_unit({.seed = 5, .stream = static_cast<std::uint64_t>(block)}, i);
    }
  });
  double sum = 0;
  for (const double p : part) sum += p;
  Hash hash;
  hash.add(sum);
  return hash.value();
}

}  // namespace

TEST_CASE("parallel_for runs every block once") {
  std::vector<int> runs(1000);
  parallel_for(1000, [&](int block) { ++runs[static_cast<std::size_t>(block)]; });
  CHECK(runs == std::vector<int>(1000, 1));
  parallel_for(0, [](int) { FAIL("there is no block"); });
}

TEST_CASE("a sum by blocks does not depend on the number of threads") {
  set_threads(1);
  const std::uint64_t one = blocked_sum();
  for (const int threads : {2, 3, 8, 0}) {
    set_threads(threads);
    for (int again = 0; again < 20; ++again) CHECK(blocked_sum() == one);
  }
}

TEST_CASE("parallel loops nest") {
  std::vector<int> cells(64 * 64);
  parallel_for(64, [&](int row) {
    parallel_for(64, [&](int column) { cells[static_cast<std::size_t>(row * 64 + column)] = row ^ column; });
  });
  for (int i = 0; i < 64 * 64; ++i) REQUIRE(cells[static_cast<std::size_t>(i)] == ((i / 64) ^ (i % 64)));
}
