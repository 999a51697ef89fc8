// Round trips through the readers: what is written is read back as the same path.
#include <algorithm>
#include <cmath>
#include <string>

#include <doctest/doctest.h>

#include "io/track_reader.h"
#include "io/track_writer.h"
#include "sand/generators.h"
#include "sand/placement.h"
#include "sand/track_samples.h"

using namespace solgel;
using namespace solgel::io;
using namespace solgel::sand;
using doctest::Approx;

namespace {

constexpr double kChord = 0.125;  // a quarter of the standard cell

std::string written(TrackFormat format, const std::vector<Move>& moves, const Params& table,
                    Start start = Start::first_point, std::uint64_t* clamped = nullptr) {
  const auto writer = make_track_writer(format, table, kChord, start);
  std::string text;
  writer->begin(text);
  for (const Move& m : moves) writer->move(m, text);
  writer->finish(text);
  if (clamped != nullptr) *clamped = writer->clamped();
  return text;
}

struct Track {
  std::vector<Move> moves;
  Frame frame = Frame::machine;
  Start start = Start::origin;
  std::size_t warnings = 0;
};

// Reads and places.
Track read(TrackFormat format, const std::string& text, const Params& table) {
  Track track;
  const auto reader = make_track_reader(format, {});
  const auto take = [&](const Move& m) {
    track.moves.push_back(m);
    return true;
  };
  const Status fed = reader->feed(text, take);
  REQUIRE_MESSAGE(fed.has_value(), (fed ? "" : fed.error().message()));
  const Status done = reader->finish(take);
  REQUIRE_MESSAGE(done.has_value(), (done ? "" : done.error().message()));
  track.frame = reader->frame();
  track.start = reader->start();
  track.warnings = reader->warnings().list().size();
  const Placement placement = Placement::make(table, {}, track.frame, {});
  for (Move& m : track.moves) m = placement.place(m);
  return track;
}

constexpr double kFine = 0.01;  // mm; chord error of the ways that are compared

// A chord of a cubic over a parameter step h strays by at most 6 h^2 / 8 times its largest second difference.
int cubic_pieces(const Move& m, Vec2 from) {
  const double bend = std::max(length(from - 2 * m.c1 + m.c2), length(m.c1 - 2 * m.c2 + m.to));
  return static_cast<int>(std::sqrt(0.75 * bend / kFine)) + 1;
}

// Corners of the ball's way.
std::vector<Vec2> way_of(const Track& track) {
  std::vector<Vec2> way;
  if (track.start == Start::origin) way.push_back({0, 0});
  for (const Move& m : track.moves) {
    if (m.kind == MoveKind::dwell) continue;
    if (way.empty() || m.kind == MoveKind::line) {
      way.push_back(m.to);
    } else if (m.kind == MoveKind::home) {
      way.push_back({0, way.back().y});
      way.push_back({0, 0});
    } else {
      const Vec2 from = way.back();
      // Sagitta r a^2 / 8.
      const double radius = std::max({m.radius0, m.radius1, 1.0});
      const int count = m.kind == MoveKind::cubic
                            ? cubic_pieces(m, from)
                            : static_cast<int>(std::fabs(m.sweep) / std::sqrt(8 * kFine / radius)) + 2;
      for (int k = 1; k <= count; ++k) way.push_back(point_on(m, from, static_cast<double>(k) / count));
    }
  }
  return way;
}

double length_of(const std::vector<Vec2>& way) {
  double sum = 0;
  for (std::size_t k = 1; k < way.size(); ++k) sum += distance(way[k - 1], way[k]);
  return sum;
}

double from_segment(Vec2 p, Vec2 a, Vec2 b) {
  const Vec2 d = b - a;
  const double square = dot(d, d);
  return distance(p, a + (square > 0 ? std::clamp(dot(p - a, d) / square, 0.0, 1.0) : 0.0) * d);
}

// How far `way` ever is from `other`, both walked in order: a stretch that is missing or comes too early shows.
double stray(const std::vector<Vec2>& way, const std::vector<Vec2>& other) {
  const double whole = length_of(way), whole_other = length_of(other);
  double farthest = 0, gone = 0, gone_other = 0;
  std::size_t first = 1;
  for (std::size_t k = 0; k < way.size(); ++k) {
    if (k > 0) gone += distance(way[k - 1], way[k]);
    // Candidates within 2 % of the length, at least 5 mm, of the same place along the way.
    const double window = std::max(5.0, 0.02 * whole_other);
    const double place = gone / whole * whole_other;
    while (first + 1 < other.size() && gone_other + distance(other[first - 1], other[first]) < place - window) {
      gone_other += distance(other[first - 1], other[first]);
      ++first;
    }
    double nearest = 1e9, there = gone_other;
    for (std::size_t i = first; i < other.size() && there < place + window; ++i) {
      nearest = std::min(nearest, from_segment(way[k], other[i - 1], other[i]));
      there += distance(other[i - 1], other[i]);
    }
    farthest = std::max(farthest, nearest);
  }
  return farthest;
}

// The same way with a point every millimetre at least.
std::vector<Vec2> filled(const std::vector<Vec2>& way) {
  std::vector<Vec2> points{way[0]};
  for (std::size_t k = 1; k < way.size(); ++k) {
    const int count = static_cast<int>(distance(way[k - 1], way[k])) + 1;
    for (int i = 1; i <= count; ++i)
      points.push_back(way[k - 1] + (static_cast<double>(i) / count) * (way[k] - way[k - 1]));
  }
  return points;
}

Move to(Vec2 p, double feed = 0) {
  Move m;
  m.to = p;
  m.feed = feed;
  return m;
}

Move turn(Vec2 centre, double radius0, double radius1, double angle0, double sweep) {
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

Move of_kind(MoveKind kind, double seconds = 0) {
  Move m;
  m.kind = kind;
  m.seconds = seconds;
  return m;
}

// Lines, arcs of all sizes, spirals about the centre and elsewhere, a cubic; on the standard table of 300 x 200.
std::vector<Move> sample() {
  Move cubic = to({150, 100});
  cubic.kind = MoveKind::cubic;
  cubic.c1 = {240, 180};
  cubic.c2 = {60, 20};
  return {to({100, 100}),
          turn({150, 100}, 50, 50, kPi, 2 * kPi),
          turn({150, 100}, 50, 90, kPi, -7 * kPi),
          to({200, 100.1}),
          to({100, 99.9}),
          turn({110, 99.9}, 10, 10, kPi, -1.5 * kPi),
          turn({110, 89.9}, 0, 20, 0, 5),
          to({190, 120}),
          to({190.01, 120}),
          cubic,
          to({230, 100}),
          to({150, 100}),
          to({150, 180})};
}

}  // namespace

TEST_CASE("G-code is written as the text that one would write by hand") {
  const std::vector<Move> moves{to({10, 20}, 600),
                                to({30.12345, 20}, 600),
                                turn({30, 30}, 10, 10, -kPi / 2, kPi / 2),
                                turn({30, 30}, 10, 10, 0, -2 * kPi),
                                of_kind(MoveKind::dwell, 1.5),
                                to({-0.00001, 5}),
                                of_kind(MoveKind::home)};
  Params table;
  CHECK(written(TrackFormat::gcode, moves, table) ==
        "; written by Solgel\nG21\nG90\n"
        "G1 X10 Y20 F600\n"
        "G1 X30.1235 Y20\n"
        "G3 X40 Y30 I-0.1235 J10 F1000\n"
        "G2 X20 Y30 I-10 J0\n"
        "G2 X40 Y30 I10 J0\n"
        "G4 P1.5\n"
        "G1 X0 Y5\n"
        "G28\n");
}

TEST_CASE("theta-rho: turns about the centre stay whole, angles never jump") {
  Params table;
  const std::vector<Move> moves{to({150, 100}), turn({150, 100}, 0, 100, kPi / 2, -6 * kPi), to({150, 150}),
                                turn({150, 100}, 50, 50, kPi / 2, 2 * kPi)};
  CHECK(written(TrackFormat::theta_rho, moves, table) ==
        "# written by Solgel\n0 0\n18.849556 1\n18.849556 0.5\n12.566371 0.5\n");
}

TEST_CASE("a line across the centre turns there on the spot") {
  Params table;
  CHECK(written(TrackFormat::theta_rho, {to({150, 150}), to({150, 20})}, table) ==
        "# written by Solgel\n0 0.5\n0 0\n3.141593 0\n3.141593 0.8\n");
}

TEST_CASE("what lies beyond the disc is drawn on the rim and counted once a move") {
  Params table;
  std::uint64_t clamped = 0;
  const std::string text =
      written(TrackFormat::theta_rho, {to({150, 100}), to({300, 100}), to({300, 200}), to({150, 150})}, table,
              Start::first_point, &clamped);
  CHECK(clamped == 3);
  const Track track = read(TrackFormat::theta_rho, text, table);
  CHECK(track.warnings == 0);
  for (const Move& m : track.moves) CHECK(distance(m.to, {150, 100}) < 100 + 1e-9);
}

TEST_CASE("SVG has the size of the table, in mm, and its picture stands upright") {
  Params table;
  CHECK(written(TrackFormat::svg, {to({0, 0}), to({0, 200}), turn({10, 200}, 10, 10, kPi, -kPi / 2)}, table) ==
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"300mm\" height=\"200mm\" viewBox=\"0 0 300 200\">\n"
        "<g fill=\"none\" stroke=\"black\" stroke-linejoin=\"round\">\n"
        "<path d=\"M0 200\nL0 0\nA10 10 0 0 1 10 -10\"/>\n</g>\n</svg>\n");
}

TEST_CASE("every format is recognised by its content") {
  for (const TrackFormat format : {TrackFormat::gcode, TrackFormat::theta_rho, TrackFormat::svg}) {
    const std::string text = written(format, sample(), Params{});
    const auto detected = detect_track(text, "no-extension");
    REQUIRE(detected);
    CHECK(*detected == format);
  }
}

TEST_CASE("a track written and read back is the same path") {
  const Params table;
  Track track{.moves = sample(), .frame = Frame::machine, .start = Start::first_point};
  const std::vector<Vec2> way = way_of(track);
  for (const TrackFormat format : {TrackFormat::gcode, TrackFormat::theta_rho, TrackFormat::svg}) {
    CAPTURE(static_cast<int>(format));
    Track back = read(format, written(format, track.moves, table), table);
    CHECK(back.warnings == 0);
    back.start = Start::first_point;  // G-code's own way from the origin to the first point left out
    const std::vector<Vec2> way_back = way_of(back);
    // The chord error of the writer, plus those of the ways compared and the last digits: 2 x 0.01 + 0.001.
    CHECK(stray(filled(way), way_back) < kChord + 0.021);
    CHECK(stray(filled(way_back), way) < kChord + 0.021);
    CHECK(length_of(way_back) == Approx(length_of(way)).epsilon(2e-3));
  }
}

TEST_CASE("corners come back to the last digit") {
  const Params table;
  std::vector<Move> moves;
  for (int k = 0; k < 200; ++k) moves.push_back(to({150 + 149.0 * math::sin(1.7 * k), 100 + 99 * math::cos(2.3 * k)}));
  for (const TrackFormat format : {TrackFormat::gcode, TrackFormat::svg}) {
    const Track back = read(format, written(format, moves, table), table);
    std::vector<Move> lines;
    for (const Move& m : back.moves) {
      // SVG paths go on where the last one ended.
      if (lines.empty() || distance(m.to, lines.back().to) > 1e-9) lines.push_back(m);
    }
    REQUIRE(lines.size() == moves.size());
    for (std::size_t k = 0; k < moves.size(); ++k) CHECK(distance(lines[k].to, moves[k].to) < 1e-4);
  }
}

TEST_CASE("every generator survives every format, on a round table too") {
  Params wide, round;
  round.diameter = 300;
  for (const Params& table : {wide, round}) {
    for (const GeneratorInfo& g : generators()) {
      CAPTURE(std::string(g.name));
      Track track{.moves = {}, .frame = Frame::machine, .start = Start::first_point};
      const Placement placement = Placement::make(table, {}, generator_frame(g.name), {});
      const auto take = [&](const Move& m) {
        track.moves.push_back(placement.place(m));
        return true;
      };
      REQUIRE(generate(g.name, {}, table, take));
      const std::vector<Vec2> way = way_of(track);
      for (const TrackFormat format : {TrackFormat::gcode, TrackFormat::theta_rho, TrackFormat::svg}) {
        std::uint64_t clamped = 0;
        Track back = read(format, written(format, track.moves, table, Start::first_point, &clamped), table);
        if (clamped > 0) {
          CHECK(format == TrackFormat::theta_rho);
          CHECK_FALSE(table.is_round());
          continue;
        }
        back.start = Start::first_point;
        CHECK(stray(filled(way_of(back)), way) < kChord + 0.021);
        CHECK(back.warnings == 0);
      }
    }
  }
}

TEST_CASE("a track that begins at the origin keeps its way from there") {
  const Params table;
  const Track track{.moves = {to({50, 40}), to({80, 100})}, .frame = Frame::machine, .start = Start::origin};
  const double wanted = length_of(way_of(track));
  for (const TrackFormat format : {TrackFormat::gcode, TrackFormat::svg}) {
    const Track back = read(format, written(format, track.moves, table, Start::origin), table);
    CHECK(length_of(way_of(back)) == Approx(wanted).epsilon(1e-6));
  }
}

TEST_CASE("home is G28, or the two lines that it draws; a dwell only G-code can say") {
  const Params table;
  const std::vector<Move> moves{to({120, 70}), of_kind(MoveKind::dwell, 2), of_kind(MoveKind::home), to({60, 60})};
  Track track{.moves = moves, .frame = Frame::machine, .start = Start::first_point};
  const std::vector<Vec2> way = way_of(track);
  for (const TrackFormat format : {TrackFormat::gcode, TrackFormat::svg}) {
    Track back = read(format, written(format, moves, table), table);
    back.start = Start::first_point;
    CHECK(stray(filled(way), way_of(back)) < 0.001);
    CHECK(length_of(way_of(back)) == Approx(length_of(way)).epsilon(1e-6));
  }
  const Track back = read(TrackFormat::gcode, written(TrackFormat::gcode, moves, table), table);
  CHECK(std::any_of(back.moves.begin(), back.moves.end(),
                    [](const Move& m) { return m.kind == MoveKind::dwell && m.seconds == 2; }));
}

TEST_CASE("numbers that no format knows come out as some number") {
  Move bad = to({1e300, -1e300});
  Move worse = to({std::nan(""), 0});
  for (const TrackFormat format : {TrackFormat::gcode, TrackFormat::theta_rho, TrackFormat::svg}) {
    const std::string text = written(format, {to({1, 1}), bad, worse}, Params{});
    CHECK(text.find("nan") == std::string::npos);
    CHECK(text.find("inf") == std::string::npos);
  }
}
