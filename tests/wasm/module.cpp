// A module for tests/wasm/check.mjs: what the engine needs of the language and the library works without imports.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

#include "core/math_bits.h"
#include "core/result.h"

namespace {

struct Shape {
  virtual ~Shape() = default;
  virtual int corners() const = 0;
};
struct Polygon final : Shape {
  std::vector<int> points;
  int corners() const override { return static_cast<int>(points.size()); }
};
const std::string kBuiltAtStart(40, 's');  // longer than the small string: needs _initialize and the allocator

}  // namespace

extern "C" __attribute__((export_name("check_math_bits"))) std::uint32_t check_math_bits(int half) {
  return static_cast<std::uint32_t>(solgel::math_bits() >> (half != 0 ? 32 : 0));
}

extern "C" __attribute__((export_name("check_library"))) int check_library(int corners) {
  auto polygon = std::make_unique<Polygon>();
  for (int i = 0; i < corners; ++i) polygon->points.push_back(corners - i);
  std::sort(polygon->points.begin(), polygon->points.end());
  if (!std::is_sorted(polygon->points.begin(), polygon->points.end())) return -1;
  const std::unique_ptr<Shape> shape = std::move(polygon);
  const solgel::Result<int> failed = solgel::fail({.found = kBuiltAtStart + std::to_string(shape->corners())});
  return failed ? -2 : static_cast<int>(failed.error().message().size());
}

// Grows memory by so many bytes; the first and last keep what is written.
extern "C" __attribute__((export_name("check_memory"))) int check_memory(std::uint32_t bytes) {
  auto* block = static_cast<volatile char*>(std::malloc(bytes));
  if (block == nullptr) return 0;
  block[0] = 1;
  block[bytes - 1] = 2;
  const int sum = block[0] + block[bytes - 1];
  std::free(const_cast<char*>(block));
  return sum;
}
