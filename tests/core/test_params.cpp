#include <limits>

#include <doctest/doctest.h>

#include "sand/params.h"

using namespace solgel;

TEST_CASE("an unknown parameter names the nearest one") {
  sand::Params p;
  const Status s = set_param<sand::Params>("sand", sand::kParams, p, "repoze", 30);
  REQUIRE_FALSE(s);
  CHECK(s.error().message() == "sand: no parameter 'repoze'; nearest is 'repose' (deg, 20 to 45)");
}

TEST_CASE("a value out of range, not finite or not whole is refused and changes nothing") {
  sand::Params p;
  for (const double bad :
       {19.9, 45.1, -1.0, std::numeric_limits<double>::infinity(), std::numeric_limits<double>::quiet_NaN()}) {
    CHECK_FALSE(set_param<sand::Params>("sand", sand::kParams, p, "repose", bad));
  }
  CHECK(p.repose == 30);
  CHECK_FALSE(set_param<sand::Params>("sand", sand::kParams, p, "segments", 32.5));
  CHECK(p.segments == 32);
  CHECK(set_param<sand::Params>("sand", sand::kParams, p, "segments", 64));
  CHECK(p.segments == 64);
}

TEST_CASE("a number prints as the shortest text that reads back") {
  CHECK(number_text(0.1) == "0.1");
  CHECK(number_text(1.0 / 3.0) == "0.3333333333333333");
  CHECK(number_text(300) == "300");
}
