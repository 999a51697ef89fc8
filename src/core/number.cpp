#include "core/number.h"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <limits>

#include "core/double_double.h"

namespace solgel {
namespace {

constexpr double kPowersOfTen[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                                   1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
constexpr int kMostExact = 22;
constexpr std::uint64_t kMostWhole = std::uint64_t{1} << 53;
constexpr int kFarthestPower = 400;    // of ten; farther out 19 digits are zero or too large
constexpr int kMostExponent = 100000;  // where counting stops

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

// m 10^k.
double scale(std::uint64_t m, int k) {
  const double rounded = static_cast<double>(m);
  if (m <= kMostWhole && k >= -kMostExact && k <= kMostExact) {
    return k < 0 ? rounded / kPowersOfTen[-k] : rounded * kPowersOfTen[k];
  }
  if (m == 0 || k < -kFarthestPower) return 0;
  if (k > kFarthestPower) return std::numeric_limits<double>::infinity();

  const auto rest = static_cast<std::int64_t>(m - static_cast<std::uint64_t>(rounded));
  math::DoubleDouble v{rounded, static_cast<double>(rest)};
  int e = 0;
  const auto to_unit = [&] {
    const int top = math::exponent_of(v.hi);
    const double scale = math::power_of_two(-top);
    v = {v.hi * scale, v.lo * scale};
    e += top;
  };
  to_unit();
  while (k != 0) {
    const int step = std::min(std::abs(k), kMostExact);
    const double power = kPowersOfTen[step];
    v = k > 0 ? v * power : v / math::DoubleDouble{power, 0};
    k += k > 0 ? -step : step;
    to_unit();
  }
  return math::round_scaled(math::settle_tie(v), e);
}

// Reads "e-05"; leaves p alone when there is none.
int read_exponent(const char*& p, const char* end) {
  const char* q = p;
  if (q == end || (*q != 'e' && *q != 'E')) return 0;
  ++q;
  bool negative = false;
  if (q != end && (*q == '+' || *q == '-')) negative = *q++ == '-';
  if (q == end || !is_digit(*q)) return 0;
  int k = 0;
  for (; q != end && is_digit(*q); ++q) {
    if (k < kMostExponent) k = 10 * k + (*q - '0');
  }
  p = q;
  return negative ? -k : k;
}

}  // namespace

bool parse_number(const char*& p, const char* end, double& value, bool exponent) {
  const char* q = p;
  bool negative = false;
  if (q != end && (*q == '+' || *q == '-')) negative = *q++ == '-';

  std::uint64_t m = 0;
  int k = 0;
  int significant = 0;
  bool digits = false;
  bool point = false;
  for (; q != end; ++q) {
    if (is_digit(*q)) {
      digits = true;
      if (significant < 19) {
        m = 10 * m + static_cast<std::uint64_t>(*q - '0');
        if (m != 0) ++significant;
        if (point && k > -kMostExponent) --k;
      } else if (!point && k < kMostExponent) {
        ++k;
      }
    } else if (*q == '.' && !point) {
      point = true;
    } else {
      break;
    }
  }
  if (!digits) return false;
  if (exponent) k += read_exponent(q, end);

  const double size = scale(m, k);
  if (!(size <= std::numeric_limits<double>::max())) return false;
  p = q;
  value = negative ? -size : size;
  return true;
}

}  // namespace solgel
