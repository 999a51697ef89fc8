// Samples as files hold them, and the double that stands for each exactly.
#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>

#include "core/number.h"
#include "io/height_map_format.h"

namespace solgel::io {
namespace {

constexpr double kHighestHalf = 65504;

struct SampleInfo {
  std::string_view name;
  int bytes;
  bool is_integer;
  double lowest, highest;
};
constexpr SampleInfo kSamples[] = {
    {"u8", 1, true, 0, 255},
    {"u16", 2, true, 0, 65535},
    {"i16", 2, true, -32768, 32767},
    {"u32", 4, true, 0, 4294967295.0},
    {"i32", 4, true, -2147483648.0, 2147483647.0},
    {"f16", 2, false, -kHighestHalf, kHighestHalf},
    {"f32", 4, false, -double{std::numeric_limits<float>::max()}, double{std::numeric_limits<float>::max()}},
    {"f64", 8, false, std::numeric_limits<double>::lowest(), std::numeric_limits<double>::max()}};

constexpr const SampleInfo& info(Sample sample) {
  return kSamples[static_cast<std::size_t>(sample)];
}

// IEEE 754 binary16: sign, five bits of exponent, ten of mantissa.
double value_of_half(std::uint16_t half) {
  const int exponent = (half >> 10) & 31;
  const std::uint64_t mantissa = half & 1023u, sign = static_cast<std::uint64_t>(half >> 15) << 63;
  if (exponent == 31) return std::bit_cast<double>(sign | 0x7ff0000000000000u | mantissa << 42);
  const double size = exponent == 0 ? std::ldexp(static_cast<double>(mantissa), -24)
                                    : std::ldexp(static_cast<double>(mantissa + 1024), exponent - 25);
  return sign != 0 ? -size : size;
}

// Nearest, ties to even; `v` is at most the highest half, or nan or infinite.
std::uint16_t half_of_value(double v) {
  const std::uint64_t bits = std::bit_cast<std::uint64_t>(v);
  const auto sign = static_cast<std::uint16_t>(bits >> 48 & 0x8000u);
  const int exponent = static_cast<int>(bits >> 52 & 0x7ffu) - 1023;
  if (exponent == 1024) {
    const auto payload = static_cast<std::uint16_t>(bits >> 42 & 1023u);
    return static_cast<std::uint16_t>(sign | 0x7c00u | (v != v && payload == 0 ? 512u : payload));
  }
  const int scale = std::max(exponent, -14);
  const auto count = static_cast<unsigned>(std::nearbyint(std::ldexp(std::fabs(v), 10 - scale)));
  // A count of 2048, or of 1024 below the normal range, carries into the exponent by itself.
  const unsigned size = exponent < -14 ? count : (static_cast<unsigned>(scale + 14) << 10) + count;
  return static_cast<std::uint16_t>(sign | size);
}

template <class Bits>
Bits load(const std::byte* from, bool big_endian) {
  Bits bits = 0;
  for (std::size_t k = 0; k < sizeof(Bits); ++k) {
    const std::size_t at = big_endian ? sizeof(Bits) - 1 - k : k;
    bits = static_cast<Bits>(bits | static_cast<Bits>(static_cast<Bits>(from[at]) << (8 * k)));
  }
  return bits;
}

template <class Bits>
void store(Bits bits, bool big_endian, std::byte* to) {
  for (std::size_t k = 0; k < sizeof(Bits); ++k) {
    to[big_endian ? sizeof(Bits) - 1 - k : k] = static_cast<std::byte>(bits >> (8 * k));
  }
}

template <class Bits, class Value>
void decode_as(bool big_endian, const std::byte* from, std::span<double> to) {
  for (double& v : to) {
    v = static_cast<double>(std::bit_cast<Value>(load<Bits>(from, big_endian)));
    from += sizeof(Bits);
  }
}

template <class Bits, class Value>
void encode_as(bool big_endian, std::span<const double> from, std::byte* to) {
  for (const double v : from) {
    store(std::bit_cast<Bits>(static_cast<Value>(v)), big_endian, to);
    to += sizeof(Bits);
  }
}

// Nearest value of the type; `v` lies in its range, or is infinite or nan.
double nearest(Sample sample, double v) {
  switch (sample) {
    case Sample::f64:
      return v;
    case Sample::f32:
      return static_cast<double>(static_cast<float>(v));
    case Sample::f16:
      return value_of_half(half_of_value(v));
    default:
      return std::nearbyint(v) + 0.0;  // no -0
  }
}

// Next value of the type above or below.
double beside(Sample sample, double v, bool above) {
  switch (sample) {
    case Sample::f64:
      return std::nextafter(v, above ? info(sample).highest : info(sample).lowest);
    case Sample::f32:
      return static_cast<double>(std::nextafter(
          static_cast<float>(v), above ? std::numeric_limits<float>::max() : std::numeric_limits<float>::lowest()));
    case Sample::f16: {
      if (v == 0) return above ? value_of_half(1) : value_of_half(0x8001);
      const int towards = (v > 0) == above ? 1 : -1;
      return value_of_half(static_cast<std::uint16_t>(half_of_value(v) + towards));
    }
    default:
      return above ? v + 1 : v - 1;
  }
}

}  // namespace

std::string_view sample_name(Sample sample) {
  return info(sample).name;
}
std::optional<Sample> sample_of_name(std::string_view name) {
  for (std::size_t k = 0; k < std::size(kSamples); ++k) {
    if (kSamples[k].name == name) return static_cast<Sample>(k);
  }
  return std::nullopt;
}
int sample_bytes(Sample sample) {
  return info(sample).bytes;
}
bool is_integer(Sample sample) {
  return info(sample).is_integer;
}
double lowest_of(Sample sample) {
  return info(sample).lowest;
}
double highest_of(Sample sample) {
  return info(sample).highest;
}

void decode_samples(Sample sample, bool big_endian, const std::byte* from, std::span<double> to) {
  switch (sample) {
    case Sample::u8:
      return decode_as<std::uint8_t, std::uint8_t>(big_endian, from, to);
    case Sample::u16:
      return decode_as<std::uint16_t, std::uint16_t>(big_endian, from, to);
    case Sample::i16:
      return decode_as<std::uint16_t, std::int16_t>(big_endian, from, to);
    case Sample::u32:
      return decode_as<std::uint32_t, std::uint32_t>(big_endian, from, to);
    case Sample::i32:
      return decode_as<std::uint32_t, std::int32_t>(big_endian, from, to);
    case Sample::f32:
      return decode_as<std::uint32_t, float>(big_endian, from, to);
    case Sample::f64:
      return decode_as<std::uint64_t, double>(big_endian, from, to);
    case Sample::f16:
      break;
  }
  for (double& v : to) {
    v = value_of_half(load<std::uint16_t>(from, big_endian));
    from += 2;
  }
}

void encode_samples(Sample sample, bool big_endian, std::span<const double> from, std::byte* to) {
  switch (sample) {
    case Sample::u8:
      return encode_as<std::uint8_t, std::uint8_t>(big_endian, from, to);
    case Sample::u16:
      return encode_as<std::uint16_t, std::uint16_t>(big_endian, from, to);
    case Sample::i16:
      return encode_as<std::uint16_t, std::int16_t>(big_endian, from, to);
    case Sample::u32:
      return encode_as<std::uint32_t, std::uint32_t>(big_endian, from, to);
    case Sample::i32:
      return encode_as<std::uint32_t, std::int32_t>(big_endian, from, to);
    case Sample::f32:
      return encode_as<std::uint32_t, float>(big_endian, from, to);
    case Sample::f64:
      return encode_as<std::uint64_t, double>(big_endian, from, to);
    case Sample::f16:
      break;
  }
  for (const double v : from) {
    store(half_of_value(v), big_endian, to);
    to += 2;
  }
}

bool is_exact(Sample sample, double value) {
  if (!std::isfinite(value)) return !is_integer(sample);
  return value >= lowest_of(sample) && value <= highest_of(sample) && nearest(sample, value) == value;
}

double SampleRounding::operator()(double v) const {
  if (map_.is_missing(v)) return v;
  const SampleInfo& type = info(map_.sample);
  double kept = nearest(map_.sample, std::min(type.highest, std::max(type.lowest, v)));
  // What only rounds up to the end of the range is no saturation.
  if (v > type.highest + 0.5 * type.is_integer || v < type.lowest - 0.5 * type.is_integer) ++counts_.saturated;
  if (map_.is_missing(kept)) {
    const bool above = kept == type.lowest || (kept != type.highest && v > kept);
    kept = beside(map_.sample, kept, above);
  }
  return kept;
}

void SampleRounding::row(int k, std::span<double> to) const {
  const std::span<const double> from = map_.value.row(grid_row(map_, k));
  std::transform(from.begin(), from.end(), to.begin(), *this);
}

void SampleRounding::row(int k, bool big_endian, std::span<double> values, std::byte* line) const {
  row(k, values);
  encode_samples(map_.sample, big_endian, values, line);
}

void append_samples(Bytes& bytes, const HeightMap& map, bool big_endian, MapWriteCounts& counts) {
  const SampleRounding rounding(map, counts);
  const std::size_t stride =
      static_cast<std::size_t>(map.value.nx()) * static_cast<std::size_t>(sample_bytes(map.sample));
  std::size_t at = bytes.size();
  bytes.resize(at + stride * static_cast<std::size_t>(map.value.ny()));
  std::vector<double> values(static_cast<std::size_t>(map.value.nx()));
  for (int k = 0; k < map.value.ny(); ++k, at += stride) rounding.row(k, big_endian, values, bytes.data() + at);
}

std::optional<double> number_of(std::string_view text) {
  while (!text.empty() && (text.back() == ' ' || text.back() == '\0')) text.remove_suffix(1);
  while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
  std::string lower(text);
  for (char& c : lower) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c;
  const bool is_negative = lower.starts_with('-');
  const std::string_view word = std::string_view(lower).substr(is_negative || lower.starts_with('+') ? 1 : 0);
  if (word == "nan") return std::numeric_limits<double>::quiet_NaN();
  if (word == "inf" || word == "infinity") return (is_negative ? -1 : 1) * std::numeric_limits<double>::infinity();
  const char* at = text.data();
  const char* const end = at + text.size();
  double value = 0;
  if (!parse_number(at, end, value, true) || at != end) return std::nullopt;
  return value;
}

void take_nodata(HeightMap& map, std::string_view text, Warnings& warnings) {
  std::optional<double> value = number_of(text);
  if (!value) {
    warnings.add("nodata", 0, "nodata is '" + std::string(text.substr(0, 40)) + "', no number; ignored");
    return;
  }
  const double v = *value;
  if (!is_integer(map.sample) && std::isfinite(v)) {
    // Written with fewer digits than the sample has: its nearest sample is meant (-3.40282347e+38 is lowest f32).
    const double most = highest_of(map.sample), clamped = std::min(most, std::max(-most, v));
    if (std::fabs(v - clamped) <= most * 0x1p-24) value = nearest(map.sample, clamped);
  }
  if (!is_exact(map.sample, *value)) {
    warnings.add("nodata", 0,
                 "nodata is " + std::string(text.substr(0, 40)) + ", which no " + std::string(sample_name(map.sample)) +
                     " sample can be; ignored");
    return;
  }
  map.nodata = value;
  map.nodata_text = text;
}

}  // namespace solgel::io
