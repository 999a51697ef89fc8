#include <algorithm>
#include <cmath>

#include <doctest/doctest.h>

#include "core/bed.h"
#include "core/random.h"
#include "core/relaxation.h"

using namespace solgel;

namespace {

constexpr ReposeLimits kLimits{.axis = 18919, .diagonal = 26755, .dead_zone = 256};  // 30 deg at cells of 0.5 mm

// Piles, walls and lids at random; `walls` is the part of the cells that are wall.
Bed random_bed(int nx, int ny, std::uint64_t seed, double walls = 0.02) {
  Bed bed(nx, ny, 65536);
  for (int j = 0; j < ny; ++j) {
    for (int i = 0; i < nx; ++i) {
      const auto at = static_cast<std::uint64_t>(j * nx + i);
      const double u = random_unit({seed, 0}, at), v = random_unit({seed, 1}, at);
      bed.height_row(j)[i] = static_cast<std::int32_t>(u * u * u * 6e5);
      if (v < walls) bed.make_wall(i, j);
      if (v > 0.9) {
        bed.lid_row(j)[i] = bed.height_row(j)[i] + 1 + static_cast<std::int32_t>((v - 0.9) * 1e5);
        bed.covered_row(j)[Bed::block_of(i)] |= Bed::kLidded;
      }
    }
  }
  bed.mark_all();
  return bed;
}

bool same_heights(const Bed& a, const Bed& b) {
  for (int j = 0; j < a.ny(); ++j) {
    if (!std::equal(a.height_row(j), a.height_row(j) + a.nx(), b.height_row(j))) return false;
  }
  return true;
}

}  // namespace

TEST_CASE("the fast relaxation pass equals the plain one, bit for bit, pass after pass") {
  for (const auto& size :
       {std::pair{1, 1}, {7, 5}, {8, 8}, {63, 20}, {64, 3}, {130, 70}, {129, 1}, {504, 6}, {1100, 9}}) {
    const int nx = size.first, ny = size.second;
    CAPTURE(nx);
    CAPTURE(ny);
    // With few walls most blocks that have lids have no walls.
    Bed fast = random_bed(nx, ny, static_cast<std::uint64_t>(nx * 1000 + ny), ny == 70 ? 0.0005 : 0.02);
    Bed plain = fast;
    Relaxation relaxation(fast);
    for (int pass = 0; pass < 60; ++pass) {
      CAPTURE(pass);
      const bool moved = relaxation.pass(fast, kLimits);
      const bool moved_plainly = relax_plainly(plain, kLimits);
      REQUIRE(same_heights(fast, plain));
      REQUIRE(moved == moved_plainly);
    }
  }
}

TEST_CASE("relaxation conserves the sum, keeps heights between 0 and the lid, and lets walls be") {
  Bed bed = random_bed(90, 75, 42);
  const std::int64_t sum = bed.sum();
  Relaxation relaxation(bed);
  for (int pass = 0; pass < 500; ++pass) relaxation.pass(bed, kLimits);
  CHECK(bed.sum() == sum);
  bool within = true;
  for (int j = 0; j < bed.ny(); ++j) {
    for (int i = 0; i < bed.nx(); ++i) within &= bed.height_row(j)[i] >= 0 && bed.height_row(j)[i] <= bed.lid_row(j)[i];
  }
  CHECK(within);
}

TEST_CASE("a settled bed stands at the angle of repose and no marks are left") {
  Bed bed(64, 64, 0);
  bed.height_row(32)[32] = 2000000;  // a needle 30 mm high
  bed.mark(32, 32);
  Relaxation relaxation(bed);
  int passes = 0;
  while (relaxation.pass(bed, kLimits)) REQUIRE(++passes < 100000);
  CHECK(bed.sum() == 2000000);
  std::int32_t axis = 0, diagonal = 0;
  for (int j = 0; j < 63; ++j) {
    for (int i = 1; i < 63; ++i) {
      const std::int32_t h = bed.height_row(j)[i];
      axis = std::max({axis, std::abs(h - bed.height_row(j)[i + 1]), std::abs(h - bed.height_row(j + 1)[i])});
      diagonal =
          std::max({diagonal, std::abs(h - bed.height_row(j + 1)[i + 1]), std::abs(h - bed.height_row(j + 1)[i - 1])});
    }
  }
  CHECK(axis <= kLimits.axis + kLimits.dead_zone);
  CHECK(diagonal <= kLimits.diagonal + kLimits.dead_zone);
  relaxation.pass(bed, kLimits);
  CHECK(bed.active().empty());
}

TEST_CASE("a symmetric pile stays symmetric under all eight symmetries of the grid") {
  constexpr int kSide = 65;
  Bed bed(kSide, kSide, 3000);
  for (int j = 28; j <= 36; ++j) {
    for (int i = 28; i <= 36; ++i) bed.height_row(j)[i] = 400000;
  }
  bed.mark_all();
  Relaxation relaxation(bed);
  for (int pass = 0; pass < 300; ++pass) relaxation.pass(bed, kLimits);
  bool symmetric = true;
  for (int j = 0; j < kSide; ++j) {
    for (int i = 0; i < kSide; ++i) {
      const std::int32_t h = bed.height_row(j)[i];
      symmetric &=
          h == bed.height_row(j)[kSide - 1 - i] && h == bed.height_row(kSide - 1 - j)[i] && h == bed.height_row(i)[j];
    }
  }
  CHECK(symmetric);
}

TEST_CASE("a slope that the angle of repose allows does not move") {
  Bed bed(40, 40, 0);
  for (int j = 0; j < 40; ++j) {
    for (int i = 0; i < 40; ++i) bed.height_row(j)[i] = i * (kLimits.axis - 1);
  }
  bed.mark_all();
  Relaxation relaxation(bed);
  CHECK_FALSE(relaxation.pass(bed, kLimits));
  CHECK_FALSE(relaxation.pass(bed, kLimits));
  CHECK(bed.active().empty());  // the range follows the marks one pass later
}
