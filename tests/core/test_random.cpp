#include <doctest/doctest.h>

#include "core/hash.h"
#include "core/random.h"

using namespace solgel;

TEST_CASE("random numbers depend on every part of their key and are uniform") {
  CHECK(random_bits({.seed = 1, .stream = 2}, 3) != random_bits({.seed = 2, .stream = 2}, 3));
  CHECK(random_bits({.seed = 1, .stream = 2}, 3) != random_bits({.seed = 1, .stream = 3}, 3));
  CHECK(random_bits({.seed = 1, .stream = 2}, 3) != random_bits({.seed = 1, .stream = 2}, 4));
  double sum = 0, squares = 0;
  constexpr int kCount = 100000;
  for (int i = 0; i < kCount; ++i) {
    const double u = random_unit({.seed = 7, .stream = 0}, static_cast<std::uint64_t>(i));
    REQUIRE(u >= 0);
    REQUIRE(u < 1);
    sum += u;
    squares += u * u;
  }
  // Standard errors of the mean and of the mean square are 9.1e-4 and 9.4e-4; five of them.
  CHECK(sum / kCount == doctest::Approx(0.5).epsilon(0.0092));
  CHECK(squares / kCount == doctest::Approx(1.0 / 3).epsilon(0.014));
}

TEST_CASE("the hash sees every bit, the order and the length") {
  auto of = [](std::initializer_list<std::uint64_t> words) {
    Hash h;
    for (const std::uint64_t w : words) h.add(w);
    return h.value();
  };
  CHECK(of({1, 2}) != of({2, 1}));
  CHECK(of({0}) != of({0, 0}));
  for (int bit = 0; bit < 64; ++bit) CHECK(of({std::uint64_t{1} << bit, 5, 6}) != of({0, 5, 6}));
  CHECK(hash_text(of({1, 2, 3})) == "ad23a36ab91fee39");
}
