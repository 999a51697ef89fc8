// Height maps for tests: made up, written, read back, compared.
#pragma once

#include <cmath>
#include <cstring>
#include <initializer_list>
#include <string>

#include <doctest/doctest.h>

#include "core/random.h"
#include "io/height_map.h"

namespace solgel::test {

inline io::Bytes bytes_of(std::string_view text) {
  io::Bytes bytes;
  io::append(bytes, text.data(), text.size());
  return bytes;
}

inline std::string text_of(const io::Bytes& bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

// A map whose cells are values of its sample type, the extremes among them.
inline io::HeightMap made_up(io::MapFormat format, io::Sample sample, int nx, int ny) {
  io::HeightMap map;
  map.format = format;
  map.sample = sample;
  map.value = Grid<double>(nx, ny);
  std::uint64_t k = 0;
  for (double& v : map.value.cells()) {
    const double u = random_unit({.seed = 7, .stream = 3}, k++);
    v = io::is_integer(sample)
            ? std::floor(io::lowest_of(sample) + u * (io::highest_of(sample) - io::lowest_of(sample)))
        : sample == io::Sample::f64 ? (u - 0.5) * 1e4
        : sample == io::Sample::f32 ? static_cast<double>(static_cast<float>((u - 0.5) * 1e4))
                                    : std::floor((u - 0.5) * 4096) / 4;
  }
  map.value(0, 0) = io::lowest_of(sample);
  map.value(nx - 1, 0) = io::highest_of(sample);
  map.value(1, ny - 1) = 0;
  if (sample == io::Sample::f16) map.value(1, 1) = 0x1p-24;
  if (sample == io::Sample::f32) map.value(1, 1) = 0x1p-149;
  if (sample == io::Sample::f64) map.value(1, 1) = 0x1p-1074;
  return map;
}

inline bool same_bits(double a, double b) {
  return std::memcmp(&a, &b, sizeof a) == 0;
}

inline bool same_cells(const io::HeightMap& a, const io::HeightMap& b) {
  if (a.value.nx() != b.value.nx() || a.value.ny() != b.value.ny()) return false;
  for (std::size_t k = 0; k < a.value.cells().size(); ++k) {
    if (!same_bits(a.value.cells()[k], b.value.cells()[k])) return false;
  }
  return true;
}

inline io::Bytes written(const io::HeightMap& map, std::span<const io::TextEntry> metadata = {}) {
  io::MapWriteCounts counts;
  const Result<io::Bytes> bytes = io::encode_height_map(map, metadata, counts);
  REQUIRE_MESSAGE(bytes.has_value(), (bytes ? "" : bytes.error().message()));
  return *bytes;
}

inline io::HeightMap read_back(const io::Bytes& bytes, std::string_view name, const io::MapReadOptions& options = {}) {
  Warnings warnings;
  const Result<io::HeightMap> map = io::read_height_map(bytes, name, options, warnings);
  REQUIRE_MESSAGE(map.has_value(), (map ? "" : map.error().message()));
  return *map;
}

// Message of the error that reading gives; empty when it succeeds.
inline std::string error_of(const io::Bytes& bytes, std::string_view name, const io::MapReadOptions& options = {}) {
  Warnings warnings;
  const Result<io::HeightMap> map = io::read_height_map(bytes, name, options, warnings);
  return map ? "" : map.error().message();
}

// First warning of reading; empty when there is none.
inline std::string warning_of(const io::Bytes& bytes, std::string_view name) {
  Warnings warnings;
  const Result<io::HeightMap> map = io::read_height_map(bytes, name, {}, warnings);
  REQUIRE_MESSAGE(map.has_value(), (map ? "" : map.error().message()));
  return warnings.empty() ? "" : warnings.list().front().message;
}

}  // namespace solgel::test
