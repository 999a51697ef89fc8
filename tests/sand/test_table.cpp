// What the sand does: conservation at walls, symmetry, direction and sub-cell independence, the reference kernel's
// figures.
#include <algorithm>
#include <cmath>
#include <vector>

#include <doctest/doctest.h>

#include "core/math.h"
#include "sand/drawing.h"

using namespace solgel;
using namespace solgel::sand;

namespace {

Move line_to(Vec2 p) {
  return {.kind = MoveKind::line, .to = p};
}

// Draws straight lines between points, from the first one on.
void draw(Drawing& drawing, const std::vector<Vec2>& points, Start start = Start::first_point) {
  std::size_t at = 0;
  auto source = [&](Move& move) -> Result<bool> {
    if (at == points.size()) return false;
    move = line_to(points[at++]);
    return true;
  };
  drawing.begin_track(start);
  while (drawing.step(source).value()) {
  }
}

// Height at a point of the track frame, bilinear.
double height_at(const Grid<float>& h, const Params& p, Vec2 at) {
  const double x = (at.x + p.ball_radius) / p.cell - 0.5, y = (at.y + p.ball_radius) / p.cell - 0.5;
  const int i = static_cast<int>(std::floor(x)), j = static_cast<int>(std::floor(y));
  const double fx = x - i, fy = y - j;
  auto value = [&](int a, int b) { return static_cast<double>(h(a, b)); };
  return (1 - fy) * ((1 - fx) * value(i, j) + fx * value(i + 1, j)) +
         fy * ((1 - fx) * value(i, j + 1) + fx * value(i + 1, j + 1));
}

// Builds with assertions (debug, sanitizers) are ten times slower and take a coarser choice of the same cases.
#if defined(NDEBUG)
constexpr int kThinned = 1;
#else
constexpr int kThinned = 4;
#endif

constexpr double kProfileReach = 14;  // mm to each side
constexpr double kAlong = 80;         // mm averaged over

struct Profile {
  std::vector<double> mean;  // across, from left to right
  double worst_along = 0;    // largest rms along the line at one offset
};

// The cross-section of a straight groove through the middle of the table at an angle, displaced sideways.
Profile groove(double angle_deg, double displaced) {
  Params p;
  p.width = p.height = 200;
  Drawing drawing(p, Scheme::fast);
  const math::SinCos turn = math::sincos(angle_deg * kPi / 180);
  const Vec2 along{turn.cos, turn.sin}, across{-turn.sin, turn.cos};
  const Vec2 middle = Vec2{100, 100} + displaced * across;
  draw(drawing, {middle - 75 * along, middle + 75 * along});
  drawing.settle();
  const Grid<float> h = drawing.heights();
  Profile profile;
  constexpr int kSamples = 320;
  for (double s = -kProfileReach; s <= kProfileReach + 1e-9; s += 0.25) {
    double sum = 0, squares = 0;
    for (int k = 0; k < kSamples; ++k) {
      const double t = (k + 0.5) / kSamples * kAlong - kAlong / 2;
      const double z = height_at(h, p, middle + t * along + s * across);
      sum += z;
      squares += z * z;
    }
    const double mean = sum / kSamples;
    profile.mean.push_back(mean);
    profile.worst_along = std::max(profile.worst_along, std::sqrt(std::max(0.0, squares / kSamples - mean * mean)));
  }
  return profile;
}

double rms_difference(const std::vector<double>& a, const std::vector<double>& b) {
  double sum = 0;
  for (std::size_t k = 0; k < a.size(); ++k) sum += (a[k] - b[k]) * (a[k] - b[k]);
  return std::sqrt(sum / static_cast<double>(a.size()));
}

}  // namespace

TEST_CASE("a straight groove has the same cross-section at every angle and place inside the cell") {
  std::vector<Profile> profiles;
  for (const double angle : {0.0, 10.0, 17.0, 30.0, 45.0, 60.0, 90.0}) {
    for (const double displaced : {0.0, 0.13, 0.25, 0.4}) {
      if (kThinned == 1 || displaced == 0.13) profiles.push_back(groove(angle, displaced));
    }
  }
  double worst_pair = 0, worst_sides = 0, worst_along = 0;
  for (const Profile& a : profiles) {
    for (const Profile& b : profiles) worst_pair = std::max(worst_pair, rms_difference(a.mean, b.mean));
    std::vector<double> mirrored(a.mean.rbegin(), a.mean.rend());
    worst_sides = std::max(worst_sides, rms_difference(a.mean, mirrored));
    worst_along = std::max(worst_along, a.worst_along);
  }
  MESSAGE("any two cross-sections " << worst_pair << " mm rms, left against right " << worst_sides
                                    << ", along the line " << worst_along);
  // The specification's bounds; half a step of the staircase that snapping leaves is 0.06 mm.
  CHECK(worst_pair <= 0.03);
  CHECK(worst_sides <= 0.03);
  CHECK(worst_along <= 0.05);
}

TEST_CASE("a lap along the walls loses no sand and heaps it no higher than it may") {
  for (const double radius : {4.0, 8.0, 12.0}) {
    for (const double depth : {1.0, 2.0, 3.0, 6.0}) {
      for (const bool clockwise : {true, false}) {
        if (kThinned > 1 && (depth == 2 || !clockwise)) continue;
        Params p;
        p.width = p.height = 60;
        p.ball_radius = radius;
        p.depth = depth;
        Drawing drawing(p, Scheme::fast);
        std::vector<Vec2> lap{{0, 0}, {0, 60}, {60, 60}, {60, 0}, {0, 0}};
        if (!clockwise) std::reverse(lap.begin(), lap.end());
        draw(drawing, lap);
        drawing.settle();
        const ReliefFigures f = drawing.figures();
        CAPTURE(radius);
        CAPTURE(depth);
        CAPTURE(clockwise);
        CHECK(f.volume_relative_drift == 0);  // integers
        CHECK(f.highest_mm <= std::max(3 * depth, depth + 5.5));
      }
    }
  }
}

TEST_CASE("no ratio of ball to cell and no number of wedges loses sand") {
  for (double radius = 1.5; radius <= 12; radius += 0.5 * kThinned) {
    for (const int segments : {16, 32, 64}) {
      Params p;
      p.width = p.height = 30;
      p.ball_radius = radius;
      p.depth = 3;
      p.segments = segments;
      Drawing drawing(p, Scheme::fast);
      draw(drawing, {{0, 0}, {0, 30}, {30, 30}, {30, 0}, {0, 0}, {20, 30}});
      drawing.settle();
      CAPTURE(radius);
      CAPTURE(segments);
      CHECK(drawing.figures().volume_relative_drift == 0);
    }
  }
}

TEST_CASE("the reference kernel keeps the text's flaw: it loses sand at walls") {
  // Measured with a public implementation of the text: one clockwise lap of a 60 x 60 table.
  for (const auto& measured : {std::pair{2.0, 0.008}, {3.0, 0.09}, {6.0, 0.17}}) {
    const double depth = measured.first, loss = measured.second;
    if (kThinned > 1 && depth != 3) continue;
    Params p;
    p.width = p.height = 60;
    p.depth = depth;
    Drawing drawing(p, Scheme::reference);
    draw(drawing, {{0, 60}, {60, 60}, {60, 0}, {0, 0}}, Start::origin);
    CAPTURE(depth);
    CHECK(-drawing.figures().volume_relative_drift ==
          doctest::Approx(loss).epsilon(0.1));  // quoted to one or two digits
  }
}

TEST_CASE("a mirrored track draws a mirrored relief") {
  Params p;
  p.width = p.height = 80;
  const std::vector<Vec2> track{{10, 40}, {55, 61}, {70, 20}, {31, 12}};
  std::vector<Vec2> mirrored;
  for (const Vec2 v : track) mirrored.push_back({80 - v.x, v.y});
  Drawing a(p, Scheme::fast), b(p, Scheme::fast);
  draw(a, track);
  draw(b, mirrored);
  a.settle();
  b.settle();
  const Grid<float> ha = a.heights(), hb = b.heights();
  double sum = 0;
  for (int j = 0; j < ha.ny(); ++j) {
    for (int i = 0; i < ha.nx(); ++i) {
      const double d = static_cast<double>(ha(i, j) - hb(ha.nx() - 1 - i, j));
      sum += d * d;
    }
  }
  // Not exact: cell centres exactly between two wedges go one way, odd units of a share to the first cells.
  CHECK(std::sqrt(sum / static_cast<double>(ha.cells().size())) < 0.01);
}

TEST_CASE("the ball is an obstacle: no sand stands in the space that it occupies") {
  Params p;
  p.width = p.height = 60;
  p.depth = 4;
  Drawing drawing(p, Scheme::fast);
  draw(drawing, {{10, 10}, {40, 33}});
  drawing.settle();
  const Grid<float> h = drawing.heights();
  const Vec2 centre = drawing.ball() + Vec2{p.ball_radius, p.ball_radius};
  double inside = 0;
  for (int j = 0; j < h.ny(); ++j) {
    for (int i = 0; i < h.nx(); ++i) {
      const double d = distance({(i + 0.5) * p.cell, (j + 0.5) * p.cell}, centre);
      if (d >= p.ball_radius) continue;
      inside = std::max(
          inside, static_cast<double>(h(i, j)) - (p.ball_radius - std::sqrt(p.ball_radius * p.ball_radius - d * d)));
    }
  }
  // The underside is rounded to 2^-16 mm and evaluated in float: at the rim its error is sqrt(2 r eps) = 2 um.
  CHECK(inside < 0.005);
}

TEST_CASE("the answer does not depend on how time is cut") {
  Params p;
  p.width = p.height = 80;
  const std::vector<Vec2> track{{10, 40}, {55, 61}, {70, 20}, {31, 12}};
  std::vector<std::uint64_t> hashes;
  for (const double slice : {1e9, 1.0, 1.0 / 30, 0.0071}) {
    Drawing drawing(p, Scheme::fast);
    std::size_t at = 0;
    auto source = [&](Move& move) -> Result<bool> {
      if (at == track.size()) return false;
      move = line_to(track[at++]);
      return true;
    };
    drawing.begin_track(Start::origin);
    for (int k = 1; drawing.advance_to(k * slice, source).value(); ++k) {
    }
    drawing.settle();
    hashes.push_back(drawing.hash());
  }
  for (const std::uint64_t h : hashes) CHECK(h == hashes.front());
}
