#include <cmath>
#include <cstdio>

#include <doctest/doctest.h>

#include "io/read_track.h"

#if defined(__GLIBC__)
#include <malloc.h>
#endif

using namespace solgel;
using sand::MoveKind;
using test::read_track;
using test::Reading;

namespace {

constexpr io::TrackFormat kGcode = io::TrackFormat::gcode;
constexpr double kRounding = 1e-13;  // a few operations on numbers of some 100 mm

Reading read(std::string_view text) {
  return read_track(kGcode, text);
}

// The ends of all moves, "10,20 30,40".
std::string ends(const Reading& r) {
  std::string text;
  for (const sand::Move& m : r.moves) {
    char one[64];
    std::snprintf(one, sizeof one, "%s%g,%g", text.empty() ? "" : " ", m.to.x, m.to.y);
    text += one;
  }
  return text;
}
std::string ends(std::string_view text) {
  return ends(read(text));
}

Vec2 along(const sand::Move& m, double t) {
  const double radius = m.radius0 + t * (m.radius1 - m.radius0);
  const double angle = m.angle0 + t * m.sweep;
  return {m.centre.x + radius * std::cos(angle), m.centre.y + radius * std::sin(angle)};
}

// The last move, an arc that must start where the move before ended and end where it says.
sand::Move arc(std::string_view text) {
  const Reading r = read(text);
  REQUIRE(r.moves.size() >= 2);
  const sand::Move m = r.moves.back();
  REQUIRE(m.kind == MoveKind::polar);
  CHECK(distance(along(m, 0), r.moves[r.moves.size() - 2].to) < kRounding);
  CHECK(distance(along(m, 1), m.to) < kRounding);
  return m;
}

}  // namespace

TEST_CASE("lines: words in any order, modal motion, no blanks, lower case, what is absent stays") {
  CHECK(ends("G0 X5 Y6\nG1 Y7\nX8\ng0x5\nG1X10Y20\ny1 x2 g1\n") == "5,6 5,7 8,7 5,7 10,20 2,1");
  CHECK(ends("X1Y2\n") == "1,2");
  CHECK(ends("G1 X 1 0\n").empty());  // no word is "0"
  CHECK(ends("G1 X  10\tY -.5\n") == "10,-0.5");
  const Reading r = read("\nG1 X1\n");
  CHECK(r.frame == sand::Frame::machine);
  CHECK(r.start == sand::Start::origin);
  CHECK(r.moves[0].line == 2);
}

TEST_CASE("a move is a line with X or Y, of length zero too; F alone is none") {
  CHECK(ends("G1 X5 Y5\nG1 F100\nG1\nG1 X5 Y5\nG1 X5\n") == "5,5 5,5 5,5");
}

TEST_CASE("feed is modal, in mm a minute, and 0 until given") {
  const Reading r = read("G1 X1\nG1 X2 F1200\nX3\nG20\nF10\nX4\n");
  REQUIRE(r.moves.size() == 4);
  CHECK(r.moves[0].feed == 0);
  CHECK(r.moves[1].feed == 1200);
  CHECK(r.moves[2].feed == 1200);
  CHECK(r.moves[3].feed == 254);
}

TEST_CASE("a feed that no machine can run is an error with its line") {
  const auto error = [](const char* line) { return read(std::string("G1 X1\n") + line + "\n").error; };
  const std::string rest = "; allowed more than 0 mm/min; correct the F word";
  CHECK(error("G1 X2 F0") == "2: feed rate is 0" + rest);
  CHECK(error("F-5") == "2: feed rate is -5" + rest);
  CHECK(error("G1 Finf") == "2: feed rate is inf" + rest);
  CHECK(error("G1 F-NaN X3") == "2: feed rate is -NaN" + rest);
  CHECK(error("G1 F1e999") == "2: feed rate is 1e999" + rest);
  CHECK(error("F1e-320") == "2: feed rate is 9.99989e-321; allowed 1e-6 mm/min or more; correct the F word");
  CHECK(error("F0.001").empty());
  CHECK(read("G1 X1\nG1 X2 F0\nX3").moves.size() == 1);
}

TEST_CASE("inches, absolute and relative") {
  CHECK(ends("G20\nG1 X1 Y2\nG21 X1\n") == "25.4,50.8 1,50.8");
  CHECK(ends("G1 X5 Y5\nG91\nG1 X1\nY-2\nG90 X0\n") == "5,5 6,5 6,3 0,3");
  CHECK(ends("G91 G20 G1 X1 G1 Y1\n") == "25.4,0 25.4,25.4");
}

TEST_CASE("several G on a line: modes first, each motion in turn") {
  CHECK(ends("G21 G90 G1 X5 F100\n") == "5,0");
  CHECK(ends("G0 X5 G1 X10 Y2\n") == "5,0 10,2");
  CHECK(ends("G28 G0 X3\n") == "0,0 3,0");
  CHECK(ends("X10 G1\n") == "10,0");
}

TEST_CASE("an offset moves the work frame, not the ball") {
  CHECK(ends("G1 X50 Y40\nG92 X0\nG1 X10 Y10\nG92.1\nG1 X1 Y1\n") == "50,40 60,10 1,1");
  CHECK(ends("G1 X50 Y40\nG92\nG1 X1 Y1\n") == "50,40 51,41");
  CHECK(ends("G1 X50\nG92 E0\nG1 X10\n") == "50,0 10,0");
  CHECK(ends("G1 X50\nG92 X0\nG92.2\nG1 X1\nG92.3\nX1\n") == "50,0 1,0 51,0");
  CHECK(ends("G1 X50\nG92 X0\nG53 X7\nG1 X7\n") == "50,0 7,0 57,0");
}

TEST_CASE("home goes to 0, 0 and takes the offset back") {
  const Reading r = read("G1 X5 Y5\nG92 X0\nG28\nG1 X2\n$H\n$h ; c\nG28 X0 Y0\n");
  REQUIRE(r.moves.size() == 6);
  CHECK(ends(r) == "5,5 0,0 2,0 0,0 0,0 0,0");
  CHECK(r.moves[1].kind == MoveKind::home);
  CHECK(r.moves[3].kind == MoveKind::home);
  CHECK(r.warnings.empty());
  CHECK(ends("G1 X5 Y5\nG28 X\nG28 Z\nG28 Y0\n") == "5,5 0,5 0,0");
  CHECK(ends("G1 X5 Y5\nG28XY\n") == "5,5 0,0");
  CHECK(read("$X\n$H\n").warning("ignored $") == "1: $ lines set up the controller; ignored");
}

TEST_CASE("a dwell takes P or S in seconds and moves nothing") {
  const Reading r = read("G1 X5 F60\nG4 P1.5\nG4 S2\nG4 P-1\n");
  REQUIRE(r.moves.size() == 4);
  CHECK(r.moves[1].kind == MoveKind::dwell);
  CHECK(r.moves[1].seconds == 1.5);
  CHECK(r.moves[1].to == Vec2{5, 0});
  CHECK(r.moves[2].seconds == 2);
  CHECK(r.moves[3].seconds == 0);
  CHECK(r.warning("dwell") == "4: dwell is -1 s; allowed 0 to 1e9 s; clamped");
  CHECK(read("G4 P1\n").error.starts_with("no move"));
}

TEST_CASE("arcs in centre form") {
  const sand::Move quarter = arc("G1 X10 Y0\nG2 X0 Y-10 I-10 J0\n");
  CHECK(quarter.centre == Vec2{0, 0});
  CHECK(quarter.sweep == doctest::Approx(-kPi / 2));
  CHECK(quarter.radius0 == 10);
  CHECK(quarter.radius1 == 10);
  CHECK(arc("G1 X10 Y0\nG3 X0 Y-10 I-10\n").sweep == doctest::Approx(1.5 * kPi));
  CHECK(arc("G1 X10 Y0\nG3\nX0 Y10 I-10 J0\n").sweep == doctest::Approx(kPi / 2));
  CHECK(arc("G91 G1 X10\nG3 X-10 Y10 I-10\n").to == Vec2{0, 10});
  CHECK(arc("G1 X30 Y0\nG90.1\nG3 X20 Y10 I20 J0\n").centre == Vec2{20, 0});
  CHECK(arc("G90.1 G91.1 G1 X30 Y0\nG3 X20 Y10 I-10 J0\n").centre == Vec2{20, 0});
  CHECK(arc("G20 G1 X1 Y0\nG3 X0 Y1 I-1\n").radius0 == doctest::Approx(25.4));
}

TEST_CASE("an arc that ends where it starts is a full circle") {
  CHECK(arc("G1 X10 Y0\nG2 X10 Y0 I-10 J0\n").sweep == doctest::Approx(-2 * kPi));
  CHECK(arc("G1 X10 Y0\nG3 I-10\n").sweep == doctest::Approx(2 * kPi));
  CHECK(arc("G1 X0.1 Y0.7\nG91\nG3 X0 Y0 I0.3 J-0.9\n").sweep == doctest::Approx(2 * kPi));
}

TEST_CASE("arcs in radius form") {
  // Chord 10 across the corner: centres (0, 0) and (10, 10).
  const sand::Move left = arc("G1 X10 Y0\nG3 X0 Y10 R10\n");
  CHECK(distance(left.centre, {0, 0}) < kRounding);
  CHECK(left.sweep == doctest::Approx(kPi / 2));
  const sand::Move right = arc("G1 X10 Y0\nG2 X0 Y10 R10\n");
  CHECK(distance(right.centre, {10, 10}) < kRounding);
  CHECK(right.sweep == doctest::Approx(-kPi / 2));
  const sand::Move long_way = arc("G1 X10 Y0\nG3 X0 Y10 R-10\n");
  CHECK(distance(long_way.centre, {10, 10}) < kRounding);
  CHECK(long_way.sweep == doctest::Approx(1.5 * kPi));
  CHECK(arc("G1 X10 Y0\nG2 X0 Y10 R-10\n").sweep == doctest::Approx(-1.5 * kPi));
}

TEST_CASE("a radius shorter than half the chord becomes half a circle") {
  const Reading r = read("G1 X0 Y0\nG2 X20 Y0 R5\n");
  REQUIRE(r.moves.size() == 2);
  CHECK(r.moves[1].centre == Vec2{10, 0});
  CHECK(r.moves[1].radius0 == 10);
  CHECK(r.moves[1].sweep == -kPi);
  CHECK(r.warning("arc radius too small") == "2: R is 5; allowed at least 10, half the chord; drawn as half a circle");
  CHECK(read("G1 X0 Y0\nG2 X20.001 Y0 R10\n").warnings.empty());  // three decimals' rounding
}

TEST_CASE("an arc whose radii differ is a spiral, reported above 0.5 % and 0.05 mm") {
  const Reading r = read("G1 X10 Y0\nG3 X0 Y12 I-10\n");
  REQUIRE(r.moves.size() == 2);
  CHECK(r.moves[1].radius0 == 10);
  CHECK(r.moves[1].radius1 == 12);
  CHECK(distance(along(r.moves[1], 1), r.moves[1].to) < kRounding);
  CHECK(r.warning("arc radii") ==
        "2: arc ends 12 mm from its centre and starts 10 mm from it; allowed 0.5 % apart; drawn as a spiral");
  CHECK(read("G1 X10 Y0\nG3 X0 Y10.04 I-10\n").warnings.empty());
  CHECK(read("G1 X100 Y0\nG3 X0 Y100.4 I-100\n").warnings.empty());
}

TEST_CASE("arcs that lack something are drawn straight") {
  CHECK(read("G2 X5 Y5\n").warning("arc without centre") == "1: arc has neither I, J nor R; drawn straight");
  CHECK(read("G2 X5 Y5 I0 J0\n").warning("arc without radius") ==
        "1: arc starts at its centre; wanted a radius above 0; drawn straight");
  CHECK(read("G1 X5\nG2 X5 R3\n").warning("arc without way") ==
        "2: arc in R form ends where it starts; wanted I and J for a circle; no way drawn");
  CHECK(ends("G2 X5 Y5\nG3 X1 I0\n") == "5,5 1,5");
}

TEST_CASE("comments, line ends, byte-order mark, N, % and /") {
  const Reading r = read(
      "\xEF\xBB\xBF%\r\nO100 (name) ; x\rN10 G1 (to X99) X1 ; X2\n/G1 X3\n / X4\n(open X5\n\n  \t\nN20X6\r\n%\n; G1 "
      "X7\nG1(a)X8(b)Y2");
  CHECK(ends(r) == "1,0 3,0 4,0 6,0 8,2");
  CHECK(r.moves[0].line == 3);
  CHECK(r.moves[4].line == 12);
}

TEST_CASE("CR, LF and CRLF count lines alike") {
  const Reading lf = read("G1 X1\nG1 X2\n\nX3\n");
  CHECK(test::same_moves(lf, read("G1 X1\rG1 X2\r\rX3\r")));
  CHECK(test::same_moves(lf, read("G1 X1\r\nG1 X2\r\n\r\nX3")));
  CHECK(lf.moves[2].line == 4);
}

TEST_CASE("a right checksum is silent, a wrong one is reported and the line is used") {
  // 'N' ^ '3' ^ ' ' ^ 'T' ^ '0' is 57 (the example of RepRap's wiki), words and all.
  CHECK(read("N3 T0*57\nG1 X1\n").warning("checksum").empty());
  const Reading r = read("G1 X1*3\nG1 X2*abc ; c\n");
  CHECK(ends(r) == "1,0 2,0");
  CHECK(r.warning("checksum") == "1: checksum is '3'; wanted 63; line used all the same x2");
}

TEST_CASE("exponents are told from extruder words") {
  CHECK(ends("G1 X1e1 Y2.5E+1\nX1.5e-1 Y1E2\n") == "10,25 0.15,100");
  CHECK(ends("G1X10Y20E0.5\nX1 E5\nX2E5.\n") == "10,20 1,20 2,20");
  CHECK(ends("G1X10Y20E5\n") == "10,20");  // 2000 km are no position
  CHECK(ends("g1x10y20e5\n") == "10,20");
  CHECK(ends("G1 X1e6\n") == "1e+06,0");       // another case than the word's letter: no extruder word
  CHECK(ends("G1 X1E\nX2 E\nY3\n") == "0,3");  // a bare E is no word
}

TEST_CASE("words that do not move the ball leave X and Y alone and are reported once a kind") {
  const Reading r = read("G1 Z5 X1 E2 Y2 S3\nM3 S100 X3\nT1 X4 Z1\nM3\nG17 G40 G54 G94 X5\nG18 X6\nM5 M9 X7\n");
  CHECK(ends(r) == "1,2 3,2 4,2 5,2 6,2 7,2");
  CHECK(r.warning("ignored Z") == "1: Z words do not move the ball; ignored x2");
  CHECK(r.warning("ignored E") == "1: E words do not move the ball; ignored");
  CHECK(r.warning("ignored S") == "1: S words do not move the ball; ignored x2");
  CHECK(r.warning("ignored M3") == "2: M3 does not move the ball; ignored x2");
  CHECK(r.warning("ignored T1") == "3: T1 does not move the ball; ignored");
  CHECK(r.warning("ignored G18") == "6: G18 does not move the ball; ignored");
  CHECK(r.warnings.size() == 8);  // and M5, M9
}

TEST_CASE("X and Y of other commands are not the ball's") {
  const Reading r = read("M92 X80 Y80\nM201 X500 F0\nG10 L2 P1 X5\nM84 X Y\nM117 Hello, G1 X9 *3\nG29 X1\nG1 X1\n");
  CHECK(ends(r) == "1,0");
  CHECK(r.warning("ignored M92") == "1: M92 does not move the ball; ignored");
  CHECK(r.warning("ignored G10") == "3: G10 does not move the ball; ignored");
  CHECK(ends("M106 S3 G1 X5\n") == "5,0");
  CHECK(ends("G1 X1\nM106 S255 X2 Y3\nM280 P0 S90 X4\n") == "1,0 2,3 4,3");  // switches name no axes
  CHECK(ends("G1 X5\nG28 W\nG1 X2\n") == "5,0 0,0 2,0");                     // W: without levelling
}

TEST_CASE("a word that is not a number: the line is skipped and changes nothing") {
  const Reading r = read("G91 G1 Xabc F0\nG1 X1 Y\nG1 X5\nX1\n");
  CHECK(ends(r) == "5,0 1,0");
  CHECK(r.warning("not a number") == "1: X is 'abc'; wanted a number; line skipped x2");
  CHECK(read("G1 X=5\nX1").warning("not a number") == "1: X is '=5'; wanted a number; line skipped");
  CHECK(read("#1=5\nX1").warning("not a word") == "1: word is '#1=5'; wanted a letter and a number; line skipped");
  CHECK(read("G1 X\xFF\x01 Y1\nX1").warning("not a number") == "1: X is '?'; wanted a number; line skipped");
  CHECK(read("G1 X1e999\nX1").warning("not a number") == "1: X is '1e999'; wanted a number; line skipped");
}

TEST_CASE("positions stay finite") {
  const Reading r = read("G1 X1e300 Y-1e20\nG91\nG20\nG1 X1e300\n");
  CHECK(ends(r) == "1e+09,-1e+09 1e+09,-1e+09");
  CHECK(r.warning("far") == "1: X is 1e+300; allowed -1e9 to 1e9 mm; clamped x3");
  CHECK(read("G1 X1 X2\n").warning("repeated word") == "1: X stands twice for one move; the last one counts");
}

TEST_CASE("a file without a move is an error") {
  const std::string error =
      "no move; wanted at least one line that moves X or Y; check that this is the track that the table runs";
  CHECK(read("").error == error);
  CHECK(read("; nothing\nM30\nG92 X5\n").error == error);
}

TEST_CASE("a line longer than 64 KiB is skipped, one of just 64 KiB is read") {
  const std::string long_line = "G1 X9 ;" + std::string(70000, 'x') + "\nG1 X2\n";
  const std::string full_line = "G1 X9 ;" + std::string(65536 - 7, 'x') + "\nG1 X2\n";
  for (const std::size_t piece : {std::size_t{1}, std::size_t{1000}, std::size_t{1 << 20}}) {
    const Reading r = read_track(kGcode, long_line, piece);
    CHECK(ends(r) == "2,0");
    CHECK(r.warning("long line") == "1: line is longer than 64 KiB; skipped");
    CHECK(ends(read_track(kGcode, full_line, piece)) == "9,0 2,0");
  }
}

TEST_CASE("moves do not depend on how the file is cut") {
  const std::string text =
      "\xEF\xBB\xBF%\r\nN1 G1 X1e1 Y2*7\r\nG2 X5 I-3 (c) J1 ; d\rG3 R9 X1\n$H\nG4 P1\n\n\rG1X5G0Y3\nXabc\r\nM3 S5 X9";
  const Reading whole = read(text);
  CHECK(whole.moves.size() == 8);
  for (std::size_t piece = 1; piece < 40; ++piece) CHECK(test::same_moves(whole, read_track(kGcode, text, piece)));
}

TEST_CASE("the reader stops without an error when the sink does") {
  const auto reader = io::make_track_reader(kGcode, {});
  int taken = 0;
  const auto sink = [&](const sand::Move&) { return ++taken < 2; };
  CHECK(reader->feed(std::string("X1\nX2\nX3\nF0\n"), sink));
  CHECK(reader->feed(std::string("X4\n"), sink));
  CHECK(reader->finish(sink));
  CHECK(taken == 2);
}

TEST_CASE("20 MB of G-code stream through in bounded memory") {
  const auto reader = io::make_track_reader(kGcode, {});
  std::size_t moves = 0;
  const auto sink = [&](const sand::Move&) {
    ++moves;
    return true;
  };
  std::string piece;
  std::size_t lines = 0;
#if defined(__GLIBC__)
  std::size_t most = 0;
  const std::size_t before = mallinfo2().uordblks + mallinfo2().hblkhd;
#endif
  for (std::size_t bytes = 0; bytes < 20'000'000; bytes += piece.size()) {
    piece.clear();
    while (piece.size() < 64 * 1024) {
      piece += "G1 X" + std::to_string(lines % 300) + "." + std::to_string(lines % 1000) + " Y" +
               std::to_string(lines % 200) + " Z1 E0.1\n";
      ++lines;
    }
    piece.resize(64 * 1024 + 1 + lines % 7);  // lines straddle the pieces; the bytes between make them odd
    REQUIRE(reader->feed(piece, sink));
#if defined(__GLIBC__)
    most = std::max(most, mallinfo2().uordblks + mallinfo2().hblkhd - before);
#endif
  }
  REQUIRE(reader->finish(sink));
  CHECK(moves + 1000 > lines);
#if defined(__GLIBC__)
  CHECK(most < 512 * 1024);  // the piece itself is 64 KiB
#endif
}

TEST_CASE("the shared samples read as their makers meant them") {
  const std::string arcs = test::shared_file("sand/sandify-testArcs.gcode");
  const std::string v1 = test::shared_file("sand/v1_sandify.gcode");
  if (arcs.empty() || v1.empty()) {
    MESSAGE("skipped: no sandify-testArcs.gcode or v1_sandify.gcode in " SOLGEL_SHARED_DATA "/sand");
    return;
  }
  const Reading a = read(arcs);
  CHECK(a.warnings.empty());
  REQUIRE(a.moves.size() == 15);
  for (std::size_t i = 5; i < a.moves.size(); ++i) {
    if (a.moves[i].kind != MoveKind::polar) continue;
    CHECK(std::fabs(a.moves[i].sweep) == doctest::Approx(kPi / 2));
    CHECK(distance(along(a.moves[i], 1), a.moves[i].to) < kRounding);
    CHECK(distance(along(a.moves[i], 0), a.moves[i - 1].to) < kRounding);
  }
  const Reading r = read(v1);
  CHECK(r.warnings.empty());
  CHECK(r.moves.size() == 3739);
  CHECK(test::same_moves(r, read_track(kGcode, v1, 1)));
}
