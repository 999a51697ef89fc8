#include <cmath>
#include <cstdlib>
#include <string>

#include <doctest/doctest.h>

#include "core/number.h"

using namespace solgel;

namespace {

// What is read and how much of the text; -1 bytes when it is no number.
struct Read {
  double value = 0;
  int bytes = -1;
};
Read read(const std::string& text, bool exponent = true) {
  const char* p = text.data();
  Read r;
  if (parse_number(p, p + text.size(), r.value, exponent)) r.bytes = static_cast<int>(p - text.data());
  return r;
}

}  // namespace

TEST_CASE("numbers of 15 digits and small powers of ten are correctly rounded") {
  // Both factors are exact, one operation rounds: the C library's strtod, which is exact, must agree to the bit.
  std::uint64_t state = 1;
  for (int i = 0; i < 200000; ++i) {
    state = state * 6364136223846793005ull + 1442695040888963407ull;
    std::string text = std::to_string((state >> 11) % 1000000000000000ull);
    text.insert((state >> 5) % (text.size() + 1), ".");
    if (state % 3 == 0) text += "e" + std::to_string(static_cast<int>(state >> 60) - 7);
    REQUIRE_MESSAGE(read(text).value == std::strtod(text.c_str(), nullptr), text);
  }
}

TEST_CASE("19 digits and any exponent are correctly rounded, subnormals and ties to even too") {
  for (const std::string text :
       {"1.7976931348623157e308", "1e-300", "9007199254740993", "90071992547409930e-1", "9007199254740995e0", "3e250",
        "7.7e-200", "4.9e-324", "2.4703282292062327e-324", "2.4703282292062328e-324", "2.2250738585072011e-308",
        "9999999999999999999e289", "1e23", "8.5e22"}) {
    CHECK_MESSAGE(read(text).value == std::strtod(text.c_str(), nullptr), text);
  }
  std::uint64_t state = 2;
  const auto next = [&] { return state = state * 6364136223846793005ull + 1442695040888963407ull; };
  for (int i = 0; i < 200000; ++i) {
    std::string text = std::to_string((next() >> 1) >> (next() >> 58));
    text += "e" + std::to_string(static_cast<int>((next() >> 40) % 660) - 340);
    const double exact = std::strtod(text.c_str(), nullptr);
    if (std::isinf(exact)) {
      REQUIRE_MESSAGE(read(text).bytes == -1, text);
    } else {
      REQUIRE_MESSAGE(read(text).value == exact, text);
    }
  }
}

TEST_CASE("digits beyond the 19th only move the point") {
  for (const std::string text :
       {"12345678901234567890123456789", "0.000000000000000000000000000000123456789012345678901"}) {
    const double exact = std::strtod(text.c_str(), nullptr);
    CHECK_MESSAGE(std::fabs(read(text).value - exact) <= 1.2e-16 * exact, text);  // the cut moves it by 1e-18 at most
  }
}

TEST_CASE("a number ends where its grammar ends") {
  CHECK(read("1.5.5").bytes == 3);
  CHECK(read("-.5x").value == -0.5);
  CHECK(read("+5.").bytes == 3);
  CHECK(read("1e5").value == 1e5);
  CHECK(read("1e5", false).bytes == 1);
  CHECK(read("1e").bytes == 1);
  CHECK(read("1e+").bytes == 1);
  CHECK(read("2E-3mm").bytes == 4);
  CHECK(std::signbit(read("-0").value));
}

TEST_CASE("what is no finite number is refused") {
  for (const char* text : {"", "+", "-", ".", "-.", "abc", "e5", "nan", "inf", "1e400", "-1e999999999999"}) {
    CHECK_MESSAGE(read(text).bytes == -1, text);
  }
  CHECK(read(std::string(400, '9')).bytes == -1);
  CHECK(read("1e-400").value == 0);
  CHECK(read("0e999999").value == 0);
}
