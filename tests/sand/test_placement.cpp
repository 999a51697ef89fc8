#include <doctest/doctest.h>

#include "core/random.h"
#include "sand/placement.h"
#include "sand/track_samples.h"

using namespace solgel;
using namespace solgel::sand;
using doctest::Approx;

namespace {

Params rectangle(double width, double height) {
  Params p;
  p.width = width;
  p.height = height;
  return p;
}

Params disc(double diameter) {
  Params p;
  p.diameter = diameter;
  return p;
}

Placement placed(const Params& table, const PlacementOptions& options, Frame frame, const Bounds& track = {}) {
  return Placement::make(table, options, frame, track);
}

Move spiral(Vec2 centre, double radius0, double radius1, double angle0, double sweep) {
  Move m;
  m.kind = MoveKind::polar;
  m.centre = centre;
  m.radius0 = radius0;
  m.radius1 = radius1;
  m.angle0 = angle0;
  m.sweep = sweep;
  m.to = point_on(m, {}, 1);
  return m;
}

Move cubic(Vec2 c1, Vec2 c2, Vec2 to) {
  Move m;
  m.kind = MoveKind::cubic;
  m.c1 = c1;
  m.c2 = c2;
  m.to = to;
  return m;
}

// A track of every kind of move, drawn in a frame of no size.
std::vector<Move> sample_track() {
  Move first;
  first.to = {-3, 1};
  std::vector<Move> moves{first, cubic({0, 9}, {5, -6}, {4, 2}), spiral({2, 2}, 2, 5, 0, 9),
                          spiral({9, 2}, 3, 3, 1, -5)};
  Move line;
  line.to = {11, -4};
  moves.push_back(line);
  // Joined where they are not: each polar move begins where the one before ended.
  Move join;
  join.to = point_on(moves[3], {}, 0);
  moves.insert(moves.begin() + 3, join);
  return moves;
}

Bounds bounds_of_all(const std::vector<Move>& moves) {
  Bounds bounds;
  Vec2 at = moves.front().to;
  for (const Move& m : moves) {
    bounds.include(bounds_of(m, at));
    at = m.to;
  }
  return bounds;
}

}  // namespace

TEST_CASE("a file in machine coordinates is taken as it stands") {
  const Params table = rectangle(300.1, 200.7);
  const Placement p = placed(table, {}, Frame::machine);
  for (const Vec2 corner : {Vec2{0, 0}, Vec2{300.1, 0}, Vec2{0, 200.7}, Vec2{300.1, 200.7}, Vec2{0.1, 123.456}}) {
    CHECK(p.place(corner) == corner);
  }
  CHECK(p.scale() == 1);
}

TEST_CASE("a file centred on 0,0 lands in the middle") {
  CHECK(placed(rectangle(300, 200), {.origin = Origin::centre}, Frame::machine).place(Vec2{}) == Vec2{150, 100});
  CHECK(placed(disc(400), {.origin = Origin::centre}, Frame::machine).place(Vec2{-200, 0}) == Vec2{0, 200});
}

TEST_CASE("quarter turns carry corners to corners exactly") {
  const Params table = rectangle(200, 200);
  const Vec2 corners[4] = {{0, 0}, {200, 0}, {200, 200}, {0, 200}};
  for (int quarters = -5; quarters <= 5; ++quarters) {
    const Placement p = placed(table, {.rotate_deg = 90.0 * quarters}, Frame::machine);
    for (int k = 0; k < 4; ++k) CHECK(p.place(corners[k]) == corners[(k + quarters + 8) % 4]);
  }
  const Placement mirrored = placed(table, {.mirror = true}, Frame::machine);
  CHECK(mirrored.place(Vec2{0, 50}) == Vec2{200, 50});
  // Mirrored first, then turned: (30, 0) from the middle goes to (-30, 0), then to (0, -30).
  CHECK(placed(table, {.rotate_deg = 90, .mirror = true}, Frame::machine).place(Vec2{130, 100}) == Vec2{100, 70});
}

TEST_CASE("the unit disc fills the shorter side, or the round table") {
  const Placement p = placed(rectangle(300, 200), {}, Frame::unit_disc);
  CHECK(p.scale() == 100);
  CHECK(p.place(Vec2{1, 0}) == Vec2{250, 100});
  CHECK(p.place(Vec2{0, -1}) == Vec2{150, 0});
  CHECK(placed(disc(500), {}, Frame::unit_disc).place(Vec2{0, 1}) == Vec2{250, 500});
}

TEST_CASE("a placed move draws the placed points of the move") {
  const std::vector<Move> track = sample_track();
  const Bounds bounds = bounds_of_all(track);
  for (const Frame frame : {Frame::machine, Frame::unit_disc, Frame::drawing}) {
    for (const bool mirror : {false, true}) {
      for (const double degrees : {0.0, 90.0, 37.0, -200.0}) {
        const Placement p = placed(rectangle(300, 200), {.rotate_deg = degrees, .mirror = mirror}, frame, bounds);
        Vec2 at = track.front().to;
        for (const Move& m : track) {
          const Move moved = p.place(m);
          for (const double t : {0.0, 0.2, 0.5, 0.77, 1.0}) {
            const Vec2 wanted = p.place(point_on(m, at, t)), got = point_on(moved, p.place(at), t);
            CHECK(distance(wanted, got) < 1e-10 * (1 + length(wanted)));  // a few roundings of the coordinates
          }
          at = m.to;
        }
      }
    }
  }
}

TEST_CASE("home and dwells are the machine's own") {
  const Placement p = placed(rectangle(300, 200), {.rotate_deg = 45, .mirror = true}, Frame::unit_disc);
  Move home;
  home.kind = MoveKind::home;
  CHECK(p.place(home).to == Vec2{});
  Move dwell;
  dwell.kind = MoveKind::dwell;
  dwell.seconds = 3;
  CHECK(p.place(dwell).seconds == 3);
}

TEST_CASE("bounds hold a move and touch it on all four sides") {
  const Vec2 from{1, 2};
  for (std::uint64_t key = 0; key < 200; ++key) {
    std::uint64_t at = 16 * key;
    const auto any = [&] { return 20 * random_unit({}, at++) - 10; };
    const Move curve = cubic({any(), any()}, {any(), any()}, {any(), any()});
    const double r0 = std::fabs(any()), r1 = std::fabs(any());
    const Move turns = spiral({any(), any()}, r0, r1, any(), any());
    for (const Move& m : {curve, turns}) {
      const Vec2 start = m.kind == MoveKind::polar ? point_on(m, {}, 0) : from;
      const Bounds b = bounds_of(m, start);
      Bounds seen;
      for (int k = 0; k <= 20000; ++k) seen.include(point_on(m, start, k / 20000.0));
      // Between samples a smooth extreme of size 40 and up to 10 rad is missed by at most 40 (10 / 20000)^2 / 2 = 5e-6.
      const double slack = 1e-5;
      CHECK(seen.low.x >= b.low.x - 1e-12);
      CHECK(seen.low.y >= b.low.y - 1e-12);
      CHECK(seen.high.x <= b.high.x + 1e-12);
      CHECK(seen.high.y <= b.high.y + 1e-12);
      CHECK(distance(seen.low, b.low) < slack);
      CHECK(distance(seen.high, b.high) < slack);
      CHECK(seen.reach <= b.reach + 1e-12);
    }
  }
}

TEST_CASE("the bounds of a spiral of a million turns cost no more than those of one") {
  const Bounds b = bounds_of(spiral({0, 0}, 0, 1, 0, 2e6 * kPi), {});
  // Half a turn before the end the radius is less than 1 by half a millionth.
  CHECK(b.high.x == Approx(1).epsilon(1e-12));
  CHECK(b.low.x == Approx(-1).epsilon(1e-6));
  CHECK(b.reach == Approx(1).epsilon(1e-12));
}

TEST_CASE("a fitted track touches the border of the region and stays inside") {
  const std::vector<Move> track = sample_track();
  const Bounds bounds = bounds_of_all(track);
  for (const double degrees : {0.0, 90.0, 180.0, 270.0}) {
    for (const Params& table : {rectangle(300, 200), rectangle(50, 900)}) {
      for (const Frame frame : {Frame::machine, Frame::unit_disc, Frame::drawing}) {
        const Placement p = placed(table, {.fit = true, .rotate_deg = degrees}, frame, bounds);
        Bounds drawn;
        Vec2 at = track.front().to;
        for (const Move& m : track) {
          drawn.include(bounds_of(p.place(m), p.place(at)));
          at = m.to;
        }
        const double left = drawn.low.x, right = table.width - drawn.high.x;
        const double below = drawn.low.y, above = table.height - drawn.high.y;
        for (const double gap : {left, right, below, above}) CHECK(gap > -1e-9);
        CHECK(std::min(left, below) == Approx(0).epsilon(1e-9));
        CHECK(left == Approx(right).epsilon(1e-9));
        CHECK(below == Approx(above).epsilon(1e-9));
      }
    }
  }
  for (const double degrees : {10.0, 45.0, 123.0}) {
    const Placement p = placed(rectangle(300, 200), {.rotate_deg = degrees}, Frame::drawing, bounds);
    const std::vector<Vec2> points = points_of(track);
    for (const Vec2 q : points) {
      const Vec2 at = p.place(q);
      CHECK((at.x > -1e-9 && at.x < 300 + 1e-9 && at.y > -1e-9 && at.y < 200 + 1e-9));
    }
  }
}

TEST_CASE("on a round table the box's circle is fitted, and a disc becomes the whole disc") {
  const Vec2 middle{200, 200};
  Bounds box;
  box.include(Vec2{-3, -4});
  box.include(Vec2{3, 4});
  const Placement p = placed(disc(400), {.rotate_deg = 20}, Frame::drawing, box);
  for (const Vec2 corner : {Vec2{3, 4}, Vec2{-3, 4}, Vec2{-3, -4}}) {
    CHECK(distance(p.place(corner), middle) == Approx(200).epsilon(1e-12));
  }
  const Bounds half = bounds_of(spiral({0, 0}, 0.5, 0.5, 0, 2 * kPi), {0.5, 0});
  const Placement q = placed(disc(400), {.fit = true}, Frame::unit_disc, half);
  CHECK(distance(q.place(Vec2{0.5, 0}), middle) == Approx(200).epsilon(1e-12));
  CHECK(q.place(Vec2{}) == middle);
}

TEST_CASE("a track without extent is put in the middle, and nothing blows up") {
  Bounds point;
  point.include(Vec2{7, 7});
  CHECK(placed(rectangle(300, 200), {.fit = true}, Frame::drawing, point).place(Vec2{7, 7}) == Vec2{150, 100});
  Bounds flat = point;
  flat.include(Vec2{9, 7});
  const Placement p = placed(rectangle(300, 200), {.fit = true}, Frame::drawing, flat);
  CHECK(p.place(Vec2{9, 7}).x == Approx(300));
  CHECK(p.place(Vec2{9, 7}).y == Approx(100));
  const Placement none = placed(rectangle(300, 200), {.fit = true}, Frame::drawing);
  CHECK(std::isfinite(none.place(Vec2{1, 1}).x));
}
