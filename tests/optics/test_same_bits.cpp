// Masks, atlas and thickness are the same bits in every build, with and without AVX2, on any number of threads.
#include <doctest/doctest.h>

#include "bodies.h"
#include "core/hash.h"
#include "core/parallel.h"

using namespace solgel;
using namespace solgel::optics;
using namespace solgel::optics::test;

namespace {

// Two refreshes, so that histories count.
std::uint64_t hash_of(Scheme scheme) {
  Flower flower;
  Optics optics(flower.view().surface, flower.view().centre);
  optics.refresh(flower.view(), {}, scheme);
  flower.step(60);
  Params params;
  params.depth = 2;
  optics.refresh(flower.view(), params, scheme);
  return optics.hash();
}

}  // namespace

TEST_CASE("golden: the flower's light after 60 steps") {
  CHECK_MESSAGE(hash_of(Scheme::specified) == 0xe15b74690986ede6, hash_text(hash_of(Scheme::specified)));
  CHECK_MESSAGE(hash_of(Scheme::adaptive) == 0xaebf17e1ce5040e4, hash_text(hash_of(Scheme::adaptive)));
}

TEST_CASE("the number of threads changes nothing") {
  set_threads(1);
  const std::uint64_t one = hash_of(Scheme::adaptive);
  for (const int threads : {2, 5}) {
    set_threads(threads);
    CHECK(hash_of(Scheme::adaptive) == one);
  }
  set_threads(0);
}

TEST_CASE("a forgotten history is as none") {
  Flower flower;
  Optics fresh(flower.view().surface, flower.view().centre), used(flower.view().surface, flower.view().centre);
  fresh.refresh(flower.view(), {}, Scheme::specified);
  for (int k = 0; k < 3; ++k) used.refresh(flower.view(), with_flavour({}, Flavour::honey), Scheme::adaptive);
  used.forget();
  used.refresh(flower.view(), {}, Scheme::specified);
  CHECK(used.hash() == fresh.hash());
}
