#include <cmath>

#include <doctest/doctest.h>

#include "io/read_track.h"

using namespace solgel;
using sand::MoveKind;
using test::read_track;
using test::Reading;

namespace {

constexpr io::TrackFormat kThr = io::TrackFormat::theta_rho;
constexpr double kRounding = 1e-15;  // one sine times one product

// Where a polar move is after the share t of its way.
Vec2 along(const sand::Move& m, double t) {
  const double radius = m.radius0 + t * (m.radius1 - m.radius0);
  const double angle = m.angle0 + t * m.sweep;
  return {m.centre.x + radius * std::cos(angle), m.centre.y + radius * std::sin(angle)};
}

}  // namespace

TEST_CASE("theta 0 points up and grows clockwise") {
  const Reading r = read_track(kThr, "0 1\n1.5707963267948966 1\n3.141592653589793 0.5\n");
  REQUIRE(r.moves.size() == 3);
  CHECK(r.frame == sand::Frame::unit_disc);
  CHECK(r.start == sand::Start::first_point);
  CHECK(r.moves[0].kind == MoveKind::line);
  CHECK(r.moves[0].to == Vec2{0, 1});
  CHECK(distance(r.moves[1].to, {1, 0}) < kRounding);
  CHECK(distance(r.moves[2].to, {0, -0.5}) < kRounding);
  CHECK(r.moves[2].line == 3);
  CHECK(r.warnings.empty());
}

TEST_CASE("between points theta and rho are linear") {
  const Reading r = read_track(kThr, "1 0.2\n-20 0.9\n");
  REQUIRE(r.moves.size() == 2);
  const sand::Move& m = r.moves[1];
  CHECK(m.kind == MoveKind::polar);
  CHECK(m.centre == Vec2{0, 0});
  CHECK(m.sweep == 21);
  for (const double t : {0.0, 0.25, 0.5, 1.0}) {
    const double theta = 1 - 21 * t;
    const double rho = 0.2 + 0.7 * t;
    CHECK(distance(along(m, t), {rho * std::sin(theta), rho * std::cos(theta)}) < 1e-14);  // angles of 20 rad
  }
  CHECK(distance(along(m, 0), r.moves[0].to) < 1e-14);
  CHECK(distance(along(m, 1), m.to) < 1e-14);
}

TEST_CASE("the other conventions turn the zero and the sense") {
  const std::string text = "0 1\n0.5 1\n";
  const auto second = [&](bool right, bool mirror) {
    const Reading r = read_track(kThr, text, 64, {.thr_zero_right = right, .thr_mirror = mirror});
    REQUIRE(r.moves.size() == 2);
    CHECK(distance(along(r.moves[1], 1), r.moves[1].to) < kRounding);
    CHECK(distance(along(r.moves[1], 0), r.moves[0].to) < kRounding);
    return r.moves[1].to;
  };
  const double s = std::sin(0.5);
  const double c = std::cos(0.5);
  CHECK(distance(second(false, false), {s, c}) < kRounding);
  CHECK(distance(second(false, true), {-s, c}) < kRounding);
  CHECK(distance(second(true, false), {c, -s}) < kRounding);
  CHECK(distance(second(true, true), {c, s}) < kRounding);
}

TEST_CASE("comments, blank lines, line ends and exponents") {
  const Reading r = read_track(kThr, "\xEF\xBB\xBF# a\r\n// b\r; c\n\n  \t\n0 1e0 # here\n1e-1\t.5//\n 2 , 1 ;\n3 1");
  CHECK(r.warnings.empty());
  REQUIRE(r.moves.size() == 4);
  CHECK(r.moves[0].line == 6);
  CHECK(r.moves[3].line == 9);
  CHECK(r.moves[1].radius1 == 0.5);
}

TEST_CASE("every oddity of a theta-rho file is reported") {
  const Reading r = read_track(kThr, "0 1\n1 1.27\n2 -0.5\nabc def\n1\n1 2 3\nnan 1\n1e12 1\n1e999 1\n");
  CHECK(r.moves.size() == 3);
  CHECK(r.moves[1].radius1 == 1);
  CHECK(r.moves[2].radius1 == 0);
  CHECK(r.warning("rho") == "2: rho is 1.27; allowed 0 to 1; clamped x2");
  CHECK(r.warning("not theta rho") == "4: line begins with 'abc'; wanted 'theta rho'; line skipped x5");
  CHECK(r.warning("theta") == "8: theta is 1e+12; allowed -1e9 to 1e9; line skipped");
  CHECK(r.error.empty());
}

TEST_CASE("a theta-rho file without a point is an error") {
  CHECK(read_track(kThr, "# nothing\n").error ==
        "no move; wanted at least one line 'theta rho'; check that this is the track that the table runs");
}

TEST_CASE("a line longer than 64 KiB is skipped") {
  const std::string text = "0 0\n1 " + std::string(70000, '0') + "\n2 1\n";
  for (const std::size_t piece : {std::size_t{1}, std::size_t{4096}, text.size()}) {
    const Reading r = read_track(kThr, text, piece);
    CHECK(r.moves.size() == 2);
    CHECK(r.warning("long line") == "2: line is longer than 64 KiB; skipped");
  }
}

TEST_CASE("the shared Koch curve reads without a warning, whatever the pieces") {
  const std::string text = test::shared_file("sand/koch-curve-01-connector.thr");
  if (text.empty()) {
    MESSAGE("skipped: no koch-curve-01-connector.thr in " SOLGEL_SHARED_DATA "/sand");
    return;
  }
  const Reading r = read_track(kThr, text);
  CHECK(r.warnings.empty());
  CHECK(r.moves.size() == 531);
  CHECK(test::same_moves(r, read_track(kThr, text, 1)));
}
