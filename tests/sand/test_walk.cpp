// The ball's way: lengths and times in closed form, corners, clamping, bounds on work.
#include <cmath>
#include <vector>

#include <doctest/doctest.h>

#include "sand/walk.h"

using namespace solgel;
using namespace solgel::sand;

namespace {

struct Walked {
  std::vector<SubStep> steps;
  WalkTotals totals;
  Warnings warnings;
};

Walked walk(const Params& p, WalkKind kind, Start start, const std::vector<Move>& moves) {
  Walk w(p, kind);
  Walked out;
  SubStep step;
  w.begin_track(start);
  for (const Move& m : moves) {
    REQUIRE(w.push(m));
    while (w.next(step)) out.steps.push_back(step);
  }
  w.end_track();
  while (w.next(step)) out.steps.push_back(step);
  out.totals = w.totals();
  out.warnings = w.warnings();
  return out;
}

Move line_to(Vec2 p) {
  return {.kind = MoveKind::line, .to = p};
}

}  // namespace

TEST_CASE("a line takes its length over the feed rate, in sub-steps of half a cell") {
  const Params p;  // F1000, cells of 0.5
  for (const WalkKind kind : {WalkKind::per_move, WalkKind::arc_length}) {
    const Walked w = walk(p, kind, Start::origin, {line_to({30, 40})});
    CHECK(w.totals.path_mm == doctest::Approx(50).epsilon(1e-12));
    CHECK(w.totals.seconds == doctest::Approx(3).epsilon(1e-12));
    CHECK(w.steps.back().at == Vec2{30, 40});
    CHECK(w.steps.back().seconds == doctest::Approx(3).epsilon(1e-12));
    CHECK(w.steps.size() == (kind == WalkKind::per_move ? 200 : 201));  // arc_length presses the ball in at the start
  }
}

TEST_CASE("dense chords cost no more sub-steps than one line when resampled by arc length") {
  const Params p;
  std::vector<Move> dense;
  for (int k = 1; k <= 5000; ++k) dense.push_back(line_to({0.02 * k, 0}));
  CHECK(walk(p, WalkKind::arc_length, Start::origin, dense).steps.size() == doctest::Approx(401).epsilon(0.006));
  CHECK(walk(p, WalkKind::per_move, Start::origin, dense).steps.size() == 5000);
}

TEST_CASE("sharp corners and ends are reached exactly") {
  const Params p;
  const Walked w = walk(p, WalkKind::arc_length, Start::first_point,
                        {line_to({10.1, 10}), line_to({20.03, 10}), line_to({20.03, 17.9})});
  CHECK(w.steps.front().at == Vec2{10.1, 10});
  CHECK(w.steps.back().at == Vec2{20.03, 17.9});
  bool corner = false;
  for (const SubStep& s : w.steps) corner |= s.at == Vec2{20.03, 10};
  CHECK(corner);
}

TEST_CASE("a full circle has its circumference; an Archimedean spiral its closed-form length") {
  const Params p;
  Move circle{.kind = MoveKind::polar,
              .to = {200, 100},
              .centre = {150, 100},
              .radius0 = 50,
              .radius1 = 50,
              .angle0 = 0,
              .sweep = 2 * kPi};
  Walked w = walk(p, WalkKind::arc_length, Start::first_point, {line_to({200, 100}), circle});
  // Chords of sagitta at most a quarter cell: relative error sagitta / (3 R) x ... below 2e-3.
  CHECK(w.totals.path_mm == doctest::Approx(100 * kPi).epsilon(2e-3));
  CHECK(w.totals.moves == 1);
  for (const SubStep& s : w.steps) REQUIRE(std::fabs(distance(s.at, {150, 100}) - 50) <= p.cell / 4 + 1e-9);

  const double turns = 5, radius = 80, b = radius / (2 * kPi * turns), a = 2 * kPi * turns;
  Move spiral{.kind = MoveKind::polar,
              .to = {230, 100},
              .centre = {150, 100},
              .radius0 = 0,
              .radius1 = radius,
              .angle0 = 0,
              .sweep = a};
  w = walk(p, WalkKind::arc_length, Start::first_point, {line_to({150, 100}), spiral});
  const double length = b / 2 * (a * std::sqrt(1 + a * a) + std::asinh(a));
  CHECK(w.totals.path_mm == doctest::Approx(length).epsilon(3e-3));
}

TEST_CASE("positions off the table are clamped and reported once a move") {
  const Params p;
  Walked w = walk(p, WalkKind::arc_length, Start::origin, {line_to({312, 50}), line_to({-5, 300})});
  REQUIRE(w.warnings.list().size() == 1);
  CHECK(w.warnings.list()[0].message == "X is 312; allowed 0 to 300; clamped");
  CHECK(w.warnings.list()[0].count == 2);
  CHECK(w.steps.back().at == Vec2{0, 200});

  Params round;
  round.diameter = 200;
  w = walk(round, WalkKind::arc_length, Start::first_point, {line_to({100, 100}), line_to({300, 100})});
  CHECK(w.steps.back().at.x == doctest::Approx(200));
  CHECK(w.warnings.list()[0].message == "the point is 200 mm from the centre; allowed 0 to 100; clamped");
}

TEST_CASE("home goes first to x = 0, then to y = 0; dwells cost time only") {
  const Params p;
  const Walked w = walk(p, WalkKind::per_move, Start::origin,
                        {line_to({30, 40}), {.kind = MoveKind::dwell, .seconds = 7}, {.kind = MoveKind::home}});
  CHECK(w.totals.path_mm == doctest::Approx(50 + 30 + 40).epsilon(1e-12));
  CHECK(w.totals.seconds == doctest::Approx(120 * 0.06 + 7).epsilon(1e-12));
  CHECK(w.steps.back().at == Vec2{0, 0});
  bool corner = false;
  for (const SubStep& s : w.steps) corner |= s.at == Vec2{0, 40};
  CHECK(corner);
}

TEST_CASE("a runaway spiral is refused with its line, at once") {
  const Params p;
  Walk w(p, WalkKind::arc_length);
  w.begin_track(Start::origin);
  const Status s = w.push({.kind = MoveKind::polar,
                           .to = {1, 1},
                           .centre = {0, 0},
                           .radius0 = 100,
                           .radius1 = 100,
                           .angle0 = 0,
                           .sweep = 1e9,
                           .line = 17});
  REQUIRE_FALSE(s);
  CHECK(s.error().line == 17);
  CHECK(s.error().message() ==
        "17: the track asks for more than 100000000 curve points; a four-hour drawing takes about a million; look for "
        "a runaway angle or "
        "radius on this line");
}
