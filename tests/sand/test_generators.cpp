#include <algorithm>
#include <limits>

#include <doctest/doctest.h>

#include "sand/generators.h"
#include "sand/placement.h"
#include "sand/presets.h"
#include "sand/track_samples.h"

using namespace solgel;
using namespace solgel::sand;
using doctest::Approx;

namespace {

using Values = std::vector<GeneratorValue>;

std::vector<Params> tables() {
  Params wide, round, tall;
  round.diameter = 404;
  tall.width = 150;
  tall.height = 460;
  tall.ball_radius = 5;
  return {wide, round, tall};
}

std::vector<Move> moves_of(std::string_view name, const Values& values, const Params& table) {
  std::vector<Move> moves;
  const Placement placement = Placement::make(table, {}, generator_frame(name), {});
  const auto take = [&](const Move& m) {
    moves.push_back(placement.place(m));
    return true;
  };
  const Status made = generate(name, values, table, take);
  REQUIRE_MESSAGE(made.has_value(), (made ? "" : made.error().message()));
  return moves;
}

// How far outside the reachable region a point is; 0 inside.
double outside(const Params& table, Vec2 p) {
  if (table.is_round()) return std::max(0.0, distance(p, region_centre(table)) - table.diameter / 2);
  return std::max({0.0, -p.x, -p.y, p.x - table.width, p.y - table.height});
}

bool same(const std::vector<Move>& a, const std::vector<Move>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const Move& m, const Move& n) {
    return m.kind == n.kind && m.to == n.to && m.sweep == n.sweep && m.c1 == n.c1 && m.c2 == n.c2;
  });
}

// Values to try: the bounds, and some between.
std::vector<double> values_of(const ParamInfo& row) {
  std::vector<double> values{row.low, row.high, 0.75 * row.low + 0.25 * row.high};
  if (row.is_whole) values[2] = std::floor(values[2]);
  return values;
}

}  // namespace

TEST_CASE("every generator stays on every table, is finite and unbroken, and fills it") {
  for (const GeneratorInfo& g : generators()) {
    CAPTURE(std::string(g.name));
    for (const Params& table : tables()) {
      const std::vector<Move> moves = moves_of(g.name, {}, table);
      REQUIRE(moves.size() >= 2);
      CHECK(moves[0].kind == MoveKind::line);
      Bounds drawn;
      double farthest_out = 0, largest_gap = 0;
      Vec2 at = moves[0].to;
      for (std::size_t k = 1; k < moves.size(); ++k) {
        const Move& m = moves[k];
        drawn.include(bounds_of(m, at));
        for (int i = 0; i <= 64; ++i) farthest_out = std::max(farthest_out, outside(table, point_on(m, at, i / 64.0)));
        largest_gap = std::max({largest_gap, distance(point_on(m, at, 0), at), distance(point_on(m, at, 1), m.to)});
        at = m.to;
      }
      CHECK(farthest_out <
            1e-9 * (table.is_round() ? table.diameter : table.width + table.height));  // the walk's slack
      CHECK(largest_gap < 1e-9);
      CHECK(!drawn.empty);
      // The longer half of the shorter side at least is reached on both sides.
      CHECK(drawn.high.x - drawn.low.x > 1.4 * region_radius(table));
      CHECK(drawn.high.y - drawn.low.y > 1.4 * region_radius(table));
    }
  }
}

TEST_CASE("every generator answers to each of its parameters, up to their bounds") {
  for (const GeneratorInfo& g : generators()) {
    CAPTURE(std::string(g.name));
    const Params table;
    const std::vector<Move> standard = moves_of(g.name, {}, table);
    for (const ParamInfo& row : g.params) {
      CAPTURE(std::string(row.name));
      bool answered = false;
      for (const double value : values_of(row)) {
        CAPTURE(value);
        std::vector<Move> moves;
        const Placement placement = Placement::make(table, {}, Frame::unit_disc, {});
        const auto take = [&](const Move& m) {
          moves.push_back(placement.place(m));
          return moves.size() < 20000;
        };
        const Status made = generate(g.name, Values{{std::string(row.name), value}}, table, take);
        if (!made) {
          CHECK(g.name == "hypotrochoid");  // a wheel as large as its ring
          continue;
        }
        answered = answered || !same(moves, standard);
        Vec2 at = moves[0].to;
        double farthest_out = 0;
        for (const Move& m : moves) {
          for (int i = 0; i <= 16; ++i)
            farthest_out = std::max(farthest_out, outside(table, point_on(m, at, i / 16.0)));
          at = m.to;
        }
        CHECK(farthest_out < 1e-9 * 500);
      }
      CHECK(answered);
    }
  }
}

TEST_CASE("a parameter of a generator never shadows one of the sand") {
  for (const GeneratorInfo& g : generators()) {
    for (const ParamInfo& row : g.params) {
      for (const Param<Params>& sand_row : kParams) CHECK(row.name != sand_row.name);
    }
  }
}

TEST_CASE("the turns of a spiral are spacing ball radii apart, or a little closer") {
  Params table;
  table.diameter = 400;
  table.ball_radius = 8;
  // 200 mm in steps of at most 0.75 x 8 = 6 mm: 34 turns.
  const std::vector<Move> moves = moves_of("spiral", {}, table);
  CHECK(moves[1].sweep == Approx(34 * 2 * kPi));
  CHECK(moves[1].radius1 == Approx(200));
  CHECK(moves[2].sweep == Approx(2 * kPi));
}

TEST_CASE("a wipe leaves no point of the table farther than half a row from the ball's way") {
  for (const Params& table : tables()) {
    for (const double upright : {0.0, 1.0}) {
      const std::vector<Vec2> way = points_of(moves_of("wipe", {{"upright", upright}}, table), 720);
      const double row = 0.5 * table.ball_radius;
      const Vec2 size = 2 * region_centre(table);
      for (int k = 0; k < 400; ++k) {
        const Vec2 p{size.x * (k % 20 + 0.5) / 20, size.y * (k / 20 + 0.5) / 20};
        if (outside(table, p) > 0) continue;
        double nearest = 1e9;
        for (std::size_t i = 1; i < way.size(); ++i) {
          const Vec2 d = way[i] - way[i - 1];
          const double square = dot(d, d);
          const double t = square > 0 ? std::clamp(dot(p - way[i - 1], d) / square, 0.0, 1.0) : 0;
          nearest = std::min(nearest, distance(p, way[i - 1] + t * d));
        }
        CHECK(nearest <= row / 2 + 1e-9);
      }
    }
  }
}

TEST_CASE("a rose is r = cos(n / d angle)") {
  Params table;
  table.diameter = 2000;
  table.ball_radius = 40;
  // A single rose, not shrinking: petals 5 of one winding.
  const std::vector<Move> moves =
      moves_of("rose", {{"petals", 5}, {"windings", 1}, {"inner", 0.95}, {"spacing", 20}}, table);
  const std::vector<Vec2> points = points_of(moves);
  const std::size_t count = points.size() - 1;
  for (std::size_t k = 0; k <= count; ++k) {
    const double t = kPi * static_cast<double>(k) / static_cast<double>(count);
    const double r = 1000 * math::cos(5 * t) * (1 - 0.05 * t / kPi);
    // Cubics stray by 2e-5 of the radius, and the curve is drawn smaller by as much; inside a cubic the parameter runs
    // as evenly to the same order.
    CHECK(distance(points[k], Vec2{1000 + r * math::cos(t), 1000 + r * math::sin(t)}) < 0.05);
  }
}

TEST_CASE("a sink that has enough is asked no more") {
  for (const GeneratorInfo& g : generators()) {
    int calls = 0;
    const auto stop = [&](const Move&) {
      ++calls;
      return calls < 2;
    };
    CHECK(generate(g.name, {}, Params{}, stop));
    CHECK(calls == 2);
  }
}

TEST_CASE("unknown generators, parameters and tables name the nearest") {
  const auto none = [](const Move&) { return true; };
  const Status generator = generate("spirale", {}, Params{}, none);
  REQUIRE_FALSE(generator);
  CHECK(generator.error().message() == "sand: no generator 'spirale'; nearest is 'spiral'");
  const Status parameter = generate("rose", Values{{"petal", 3}}, Params{}, none);
  REQUIRE_FALSE(parameter);
  CHECK(parameter.error().message() == "rose: no parameter 'petal'; nearest is 'petals' (1 to 40)");
  const Status range = generate("rose", Values{{"petals", 2.5}}, Params{}, none);
  REQUIRE_FALSE(range);
  CHECK(range.error().found == "petals is 2.5");
  const Status wheel = generate("hypotrochoid", Values{{"wheel", 96}}, Params{}, none);
  REQUIRE_FALSE(wheel);
  CHECK(wheel.error().message() ==
        "hypotrochoid: wheel is 96; allowed 1 to 95, less than the ring's teeth; change --wheel or --ring");
  const auto table = find_preset("dune-wever");
  REQUIRE_FALSE(table);
  CHECK(table.error().message() == "sand: no table 'dune-wever'; nearest is 'dune-weaver'");
}

TEST_CASE("the text for people names every generator") {
  const std::string text = generators_text();
  for (const GeneratorInfo& g : generators()) CHECK(text.find(std::string(g.name) + ": ") != std::string::npos);
}

TEST_CASE("every table of the list is one that the sand accepts") {
  for (const TablePreset& preset : presets()) {
    CAPTURE(std::string(preset.name));
    Params p;
    p.depth = 2;
    apply(**find_preset(preset.name), p);
    CHECK(check(p));
    CHECK(p.is_round() == (preset.diameter > 0));
    CHECK(p.depth == 2);
    for (const Param<Params>& row : kParams) CHECK((row.get(p) >= row.low && row.get(p) <= row.high));
  }
  Params p;
  p.diameter = 300;
  apply(**find_preset("sandify-rectangular"), p);
  CHECK_FALSE(p.is_round());
  CHECK(p.width == 500);
}
