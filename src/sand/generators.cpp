// One generator after another, each with its parameters; the registry at the end. More than 300 lines, because a
// generator is read with its parameters and none is worth a file.
#include "sand/generators.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>

#include "core/function_ref.h"
#include "core/math.h"

namespace solgel::sand {
namespace {

// Smooth curves are cubics through points and slopes of the curve, at most kStray from it; they are drawn smaller by as
// much, so that they stay on the table. A Hermite cubic over h strays by h^4 / 384 times the fourth derivative.
constexpr double kStray = 2e-5;

double radians(double degrees) {
  return degrees * (kPi / 180);
}

// The table in units of half its shorter reachable side.
struct Canvas {
  double half_width = 1, half_height = 1;
  bool is_round = false;
  double ball = 0.1;

  explicit Canvas(const Params& table) : is_round(table.is_round()) {
    const double radius = (is_round ? table.diameter : std::min(table.width, table.height)) / 2;
    if (!is_round) {
      half_width = table.width / 2 / radius;
      half_height = table.height / 2 / radius;
    }
    ball = table.ball_radius / radius;
  }

  // Half sides of the largest rectangle of the table's own shape; a square on a round table.
  Vec2 half_sides() const {
    if (is_round) return {std::sqrt(0.5), std::sqrt(0.5)};
    return {half_width, half_height};
  }

  // How many grooves `spacing` ball radii apart, or a little closer, fill a length.
  int grooves(double length, double spacing) const {
    return static_cast<int>(std::max(1.0, std::ceil(length / (spacing * ball) - 1e-9)));
  }
};

struct PointAndSlope {
  Vec2 at, slope;
};

// Turns points into moves; remembers whether the sink still listens.
class Pen {
 public:
  explicit Pen(MoveSink sink) : sink_(sink) {}

  void line(Vec2 to) {
    Move move;
    move.to = to;
    give(move);
  }

  void polar(Vec2 centre, double radius0, double radius1, double angle0, double sweep) {
    Move move;
    move.kind = MoveKind::polar;
    move.centre = centre;
    move.radius0 = radius0;
    move.radius1 = radius1;
    move.angle0 = angle0;
    move.sweep = sweep;
    const math::SinCos end = math::sincos(angle0 + sweep);
    move.to = centre + radius1 * Vec2{end.cos, end.sin};
    give(move);
  }

  // The curve at the n + 1 parameters t(0) to t(n), each slope the derivative by t.
  void curve(int n, FunctionRef<double(int)> t, FunctionRef<PointAndSlope(double)> f) {
    double before = t(0);
    PointAndSlope from = f(before);
    line((1 - kStray) * from.at);
    for (int k = 1; k <= n && listening_; ++k) {
      const double now = t(k), third = (now - before) / 3;
      const PointAndSlope to = f(now);
      Move move;
      move.kind = MoveKind::cubic;
      move.c1 = (1 - kStray) * (from.at + third * from.slope);
      move.c2 = (1 - kStray) * (to.at - third * to.slope);
      move.to = (1 - kStray) * to.at;
      give(move);
      from = to;
      before = now;
    }
  }

  bool listening() const { return listening_; }

 private:
  void give(const Move& move) { listening_ = listening_ && sink_(move); }

  MoveSink sink_;
  bool listening_ = true;
};

// a e^(i p t) + b e^(i q t) for t from 0 to `end`, shrinking evenly from 1 to `inner`. Roses and trochoids are such
// sums.
struct TwoWheels {
  double a, p, b, q;
  double end, inner;

  void draw(Pen& pen) const {
    const double bend = std::fabs(a) * p * p * p * p + std::fabs(b) * q * q * q * q;
    const int n = static_cast<int>(std::ceil(end / std::sqrt(std::sqrt(384 * kStray / bend))));
    pen.curve(
        n, [&](int k) { return end * k / n; },
        [&](double t) {
          const math::SinCos u = math::sincos(p * t), v = math::sincos(q * t);
          const double size = 1 - (1 - inner) * t / end, shrink = -(1 - inner) / end;
          const Vec2 z{a * u.cos + b * v.cos, a * u.sin + b * v.sin};
          const Vec2 dz{-a * p * u.sin - b * q * v.sin, a * p * u.cos + b * q * v.cos};
          return PointAndSlope{size * z, size * dz + shrink * z};
        });
  }
};

// --- spiral ---------------------------------------------------------------------------------------------------------
struct Spiral {
  double spacing = 0.75;
  double inner = 0;
  int inward = 0;
  int border = 1;
};
constexpr Param<Spiral> kSpiral[] = {
    {"spacing", &Spiral::spacing, "ball radii", 0.1, 20, "Distance of one turn from the next."},
    {"inner", &Spiral::inner, "", 0, 0.9, "Where it begins, as a part of the radius."},
    {"inward", &Spiral::inward, "", 0, 1, "1 draws from the rim to the middle."},
    {"border", &Spiral::border, "", 0, 1, "1 adds a full circle on the rim."},
};
static_assert(every_member_has_a_row<Spiral>(kSpiral) && every_default_in_range<Spiral>(kSpiral));

Status draw(const Spiral& p, const Canvas& canvas, Pen& pen) {
  const double sweep = 2 * kPi * canvas.grooves(1 - p.inner, p.spacing);
  if (p.inward == 1) {
    pen.line({1, 0});
    if (p.border == 1) pen.polar({}, 1, 1, 0, -2 * kPi);
    pen.polar({}, 1, p.inner, 0, -sweep);
  } else {
    pen.line({p.inner, 0});
    pen.polar({}, p.inner, 1, 0, sweep);
    if (p.border == 1) pen.polar({}, 1, 1, 0, 2 * kPi);
  }
  return {};
}

// --- fermat ---------------------------------------------------------------------------------------------------------
struct Fermat {
  double spacing = 0.75;
};
constexpr Param<Fermat> kFermat[] = {
    {"spacing", &Fermat::spacing, "ball radii", 0.1, 20, "Distance of the grooves at the rim; it grows inward."},
};
static_assert(every_member_has_a_row<Fermat>(kFermat) && every_default_in_range<Fermat>(kFermat));

// u e^(i A u^2) for u from -1 to 1: in along one branch, out along the other. The rings of both are pi / (2 A) apart at
// the rim.
Status draw(const Fermat& p, const Canvas& canvas, Pen& pen) {
  const double turn = kPi / 2 / (p.spacing * canvas.ball);
  const int half = static_cast<int>(std::ceil(std::max(turn, 1.0) / 0.2));
  pen.curve(
      2 * half, [&](int k) { return (k < half ? -1 : 1) * std::sqrt(std::fabs(static_cast<double>(k - half)) / half); },
      [&](double u) {
        const math::SinCos a = math::sincos(turn * u * u);
        const double w = 2 * turn * u * u;
        return PointAndSlope{u * Vec2{a.cos, a.sin}, {a.cos - w * a.sin, a.sin + w * a.cos}};
      });
  return {};
}

// --- flower ---------------------------------------------------------------------------------------------------------
struct Flower {
  int waves = 8;
  double swing = 0.12;
  double twist = 6;
  double spacing = 0.75;
};
constexpr Param<Flower> kFlower[] = {
    {"waves", &Flower::waves, "", 1, 60, "Petals of each turn."},
    {"swing", &Flower::swing, "", 0, 0.5, "How far the radius swings, as a part of it."},
    {"twist", &Flower::twist, "deg", -180, 180, "How far the petals turn from one turn to the next."},
    {"spacing", &Flower::spacing, "ball radii", 0.1, 20, "Distance of one turn from the next, on the mean."},
};
static_assert(every_member_has_a_row<Flower>(kFlower) && every_default_in_range<Flower>(kFlower));

// t / T (1 + s cos(m t)) / (1 + s) e^(i t), m the waves less what the twist adds.
Status draw(const Flower& p, const Canvas& canvas, Pen& pen) {
  const double end = 2 * kPi * canvas.grooves(1 / (1 + p.swing), p.spacing);
  const double m = p.waves * (1 - p.twist / 360);
  const double most = std::fabs(m) + 1;
  const double bend = (1 + p.swing * most * most * most * most) / (1 + p.swing);
  const int n = static_cast<int>(std::ceil(end / std::sqrt(std::sqrt(384 * kStray / bend))));
  pen.curve(
      n, [&](int k) { return end * k / n; },
      [&](double t) {
        const math::SinCos u = math::sincos(t), w = math::sincos(m * t);
        const double s = 1 / ((1 + p.swing) * end);
        const double r = s * t * (1 + p.swing * w.cos);
        const double dr = s * (1 + p.swing * w.cos) - s * t * p.swing * m * w.sin;
        return PointAndSlope{r * Vec2{u.cos, u.sin}, {dr * u.cos - r * u.sin, dr * u.sin + r * u.cos}};
      });
  return {};
}

// --- wipe -----------------------------------------------------------------------------------------------------------
struct Wipe {
  double spacing = 0.5;
  int upright = 0;
  int border = 1;
};
constexpr Param<Wipe> kWipe[] = {
    {"spacing", &Wipe::spacing, "ball radii", 0.1, 20, "Distance of one row from the next."},
    {"upright", &Wipe::upright, "", 0, 1, "1 draws columns instead of rows."},
    {"border", &Wipe::border, "", 0, 1, "1 goes around the border at the end."},
};
static_assert(every_member_has_a_row<Wipe>(kWipe) && every_default_in_range<Wipe>(kWipe));

// Rows to and fro, along the border from one to the next. Columns are rows with x and y exchanged.
Status draw(const Wipe& p, const Canvas& canvas, Pen& pen) {
  const bool upright = p.upright == 1;
  const auto turned = [&](Vec2 v) { return upright ? Vec2{v.y, v.x} : v; };
  const double across = upright ? canvas.half_height : canvas.half_width;
  const double along = upright ? canvas.half_width : canvas.half_height;
  const int rows = canvas.grooves(2 * along, p.spacing);
  double side = -1;
  Vec2 at;
  for (int k = 0; k <= rows && pen.listening(); ++k) {
    const double y = along * (2.0 * k / rows - 1);
    const double x = canvas.is_round ? std::sqrt(std::max(0.0, 1 - y * y)) : across;
    const Vec2 from = turned({side * x, y}), to = turned({-side * x, y});
    if (k > 0 && canvas.is_round) {
      pen.polar({}, 1, 1, math::atan2(at.y, at.x), math::atan2(cross(at, from), dot(at, from)));
    }
    pen.line(from);
    pen.line(to);
    at = to;
    side = -side;
  }
  if (p.border == 0) return {};
  if (canvas.is_round) {
    pen.polar({}, 1, 1, math::atan2(at.y, at.x), 2 * kPi);
  } else {
    for (int k = 0; k < 4; ++k) {  // counter-clockwise from the corner where the rows end
      at = {(at.y > 0 ? -1 : 1) * canvas.half_width, (at.x > 0 ? 1 : -1) * canvas.half_height};
      pen.line(at);
    }
  }
  return {};
}

// --- squares --------------------------------------------------------------------------------------------------------
struct Squares {
  double spacing = 0.75;
  int outward = 0;
};
constexpr Param<Squares> kSquares[] = {
    {"spacing", &Squares::spacing, "ball radii", 0.1, 20, "Distance of one side from the next."},
    {"outward", &Squares::outward, "", 0, 1, "1 draws from the middle to the border."},
};
static_assert(every_member_has_a_row<Squares>(kSquares) && every_default_in_range<Squares>(kSquares));

// The table's own rectangle, wound inward: each side one gap inside the parallel one before it.
Status draw(const Squares& p, const Canvas& canvas, Pen& pen) {
  const Vec2 h = canvas.half_sides();
  const double shorter = std::min(h.x, h.y);
  const double gap = shorter / canvas.grooves(shorter, p.spacing);
  std::vector<Vec2> corners{{-h.x, -h.y}};
  for (int ring = 0; ring * gap < shorter * (1 - 1e-9); ++ring) {
    const double x = h.x - ring * gap, y = h.y - ring * gap;
    corners.insert(corners.end(), {{x, -y}, {x, y}, {-x, y}, {-x, -y + gap}});
  }
  if (p.outward == 1) std::reverse(corners.begin(), corners.end());
  for (const Vec2 c : corners) pen.line(c);
  return {};
}

// --- polygon and star -----------------------------------------------------------------------------------------------
struct Polygon {
  int sides = 6;
  double twist = 4;
  double spacing = 0.75;
};
constexpr Param<Polygon> kPolygon[] = {
    {"sides", &Polygon::sides, "", 3, 60, "Sides of the polygon."},
    {"twist", &Polygon::twist, "deg", -180, 180, "How far each turn is turned against the one before."},
    {"spacing", &Polygon::spacing, "ball radii", 0.1, 20, "Distance of one turn from the next, at the corners."},
};
static_assert(every_member_has_a_row<Polygon>(kPolygon) && every_default_in_range<Polygon>(kPolygon));

// Corners on an Archimedean spiral from the rim inward; every second one `notch` times as far from the middle.
void wound_corners(int corners, double twist, int turns, double notch, Pen& pen) {
  const int n = corners * turns;
  for (int k = 0; k <= n && pen.listening(); ++k) {
    const math::SinCos a = math::sincos((2 * kPi + radians(twist)) * k / corners + kPi / 2);
    const double r = (1 - static_cast<double>(k) / n) * (k % 2 == 1 ? notch : 1);
    pen.line(r * Vec2{a.cos, a.sin});
  }
}

Status draw(const Polygon& p, const Canvas& canvas, Pen& pen) {
  wound_corners(p.sides, p.twist, canvas.grooves(1, p.spacing), 1, pen);
  return {};
}

struct Star {
  int points = 5;
  double notch = 0.5;
  double twist = 3;
  double spacing = 0.9;
};
constexpr Param<Star> kStar[] = {
    {"points", &Star::points, "", 3, 60, "Points of the star."},
    {"notch", &Star::notch, "", 0.05, 1, "Radius of the inner corners, as a part of that of the points."},
    {"twist", &Star::twist, "deg", -180, 180, "How far each turn is turned against the one before."},
    {"spacing", &Star::spacing, "ball radii", 0.1, 20, "Distance of one turn from the next, at the points."},
};
static_assert(every_member_has_a_row<Star>(kStar) && every_default_in_range<Star>(kStar));

Status draw(const Star& p, const Canvas& canvas, Pen& pen) {
  wound_corners(2 * p.points, p.twist, canvas.grooves(1, p.spacing), p.notch, pen);
  return {};
}

// --- rose and maurer ------------------------------------------------------------------------------------------------
struct Rose {
  int petals = 3;
  int windings = 2;
  double twist = 0;
  double inner = 0.1;
  double spacing = 1.5;
};
constexpr Param<Rose> kRose[] = {
    {"petals", &Rose::petals, "", 1, 40,
     "n in r = cos(n / windings angle); with one winding n petals when odd, 2 n when even."},
    {"windings", &Rose::windings, "", 1, 20, "Above 1 the petals grow wide and overlap."},
    {"twist", &Rose::twist, "deg", -90, 90, "How far each rose is turned against the larger one around it."},
    {"inner", &Rose::inner, "", 0, 0.95, "Size of the smallest rose against the largest."},
    {"spacing", &Rose::spacing, "ball radii", 0.1, 20, "Distance of one rose from the next, at the tips."},
};
static_assert(every_member_has_a_row<Rose>(kRose) && every_default_in_range<Rose>(kRose));

// cos(k t) e^(i t) = (e^(i (1 + k) t) + e^(i (1 - k) t)) / 2
Status draw(const Rose& p, const Canvas& canvas, Pen& pen) {
  const int common = std::gcd(p.petals, p.windings);
  const int n = p.petals / common, d = p.windings / common;
  const double k = static_cast<double>(n) / d;
  const double period = (n % 2 == 1 && d % 2 == 1 ? 1 : 2) * kPi * d;
  const int roses = canvas.grooves(1 - p.inner, p.spacing);
  const double turn = radians(p.twist) / period;
  TwoWheels{.a = 0.5, .p = 1 + k + turn, .b = 0.5, .q = 1 - k + turn, .end = period * roses, .inner = p.inner}.draw(
      pen);
  return {};
}

struct Maurer {
  int petals = 6;
  int stride = 115;
  double hollow = 0;
};
constexpr Param<Maurer> kMaurer[] = {
    {"petals", &Maurer::petals, "", 1, 60, "n in r = sin(n angle)."},
    {"stride", &Maurer::stride, "deg", 1, 359, "Angle from each corner to the next."},
    {"hollow", &Maurer::hollow, "", 0, 0.9, "How far the rose is lifted off the middle: r = h + (1 - h) sin(n angle)."},
};
static_assert(every_member_has_a_row<Maurer>(kMaurer) && every_default_in_range<Maurer>(kMaurer));

// Chords of a rose, from degree to degree until they come back.
Status draw(const Maurer& p, const Canvas&, Pen& pen) {
  const int corners = 360 / std::gcd(360, p.stride);
  for (int k = 0; k <= corners && pen.listening(); ++k) {
    const int degree = k * p.stride % 360;
    const math::SinCos a = math::sincos(radians(degree));
    const double r = p.hollow + (1 - p.hollow) * math::sin(radians(degree * p.petals % 360));
    pen.line(r * Vec2{a.cos, a.sin});
  }
  return {};
}

// --- hypotrochoid and epitrochoid -----------------------------------------------------------------------------------
struct Hypotrochoid {
  int ring = 96;
  int wheel = 44;
  double pen = 0.8;
  int layers = 1;
  double inner = 1;
};
constexpr Param<Hypotrochoid> kHypotrochoid[] = {
    {"ring", &Hypotrochoid::ring, "teeth", 2, 200, "Teeth of the ring."},
    {"wheel", &Hypotrochoid::wheel, "teeth", 1, 199, "Teeth of the wheel that rolls inside it; less than the ring's."},
    {"pen", &Hypotrochoid::pen, "", 0.05, 4, "The pen's distance from the wheel's middle, in radii of the wheel."},
    {"layers", &Hypotrochoid::layers, "", 1, 50, "How often the closed curve is drawn."},
    {"inner", &Hypotrochoid::inner, "", 0, 1, "Size at the end against that at the beginning."},
};
static_assert(every_member_has_a_row<Hypotrochoid>(kHypotrochoid) &&
              every_default_in_range<Hypotrochoid>(kHypotrochoid));

// (R - r) e^(i t) + d e^(-i (R - r) / r t)
Status draw(const Hypotrochoid& p, const Canvas&, Pen& pen) {
  if (p.wheel >= p.ring) {
    return fail({.found = "wheel is " + number_text(p.wheel),
                 .allowed = "allowed 1 to " + number_text(p.ring - 1) + ", less than the ring's teeth",
                 .remedy = "change --wheel or --ring",
                 .file = "hypotrochoid"});
  }
  const double arm = p.ring - p.wheel, reach = p.pen * p.wheel, all = arm + reach;
  const double turns = static_cast<double>(p.wheel) / std::gcd(p.wheel, p.ring);
  TwoWheels{.a = arm / all,
            .p = 1,
            .b = reach / all,
            .q = -arm / p.wheel,
            .end = 2 * kPi * turns * p.layers,
            .inner = p.inner}
      .draw(pen);
  return {};
}

struct Epitrochoid {
  int ring = 18;
  int wheel = 13;
  double pen = 1.5;
  int layers = 1;
  double inner = 1;
};
constexpr Param<Epitrochoid> kEpitrochoid[] = {
    {"ring", &Epitrochoid::ring, "teeth", 1, 200, "Teeth of the fixed wheel."},
    {"wheel", &Epitrochoid::wheel, "teeth", 1, 200, "Teeth of the wheel that rolls around it."},
    {"pen", &Epitrochoid::pen, "", 0.05, 4, "The pen's distance from the wheel's middle, in radii of the wheel."},
    {"layers", &Epitrochoid::layers, "", 1, 50, "How often the closed curve is drawn."},
    {"inner", &Epitrochoid::inner, "", 0, 1, "Size at the end against that at the beginning."},
};
static_assert(every_member_has_a_row<Epitrochoid>(kEpitrochoid) && every_default_in_range<Epitrochoid>(kEpitrochoid));

// (R + r) e^(i t) - d e^(i (R + r) / r t)
Status draw(const Epitrochoid& p, const Canvas&, Pen& pen) {
  const double arm = p.ring + p.wheel, reach = p.pen * p.wheel, all = arm + reach;
  const double turns = static_cast<double>(p.wheel) / std::gcd(p.wheel, p.ring);
  TwoWheels{.a = arm / all,
            .p = 1,
            .b = -reach / all,
            .q = arm / p.wheel,
            .end = 2 * kPi * turns * p.layers,
            .inner = p.inner}
      .draw(pen);
  return {};
}

// --- lissajous ------------------------------------------------------------------------------------------------------
struct Lissajous {
  int across = 10;
  int up = 13;
  double phase = 0;
};
constexpr Param<Lissajous> kLissajous[] = {
    {"across", &Lissajous::across, "", 1, 100, "Swings along x."},
    {"up", &Lissajous::up, "", 1, 100, "Swings along y."},
    {"phase", &Lissajous::phase, "deg", 0, 90, "0 spreads the curve evenly; at 90 it runs back on itself."},
};
static_assert(every_member_has_a_row<Lissajous>(kLissajous) && every_default_in_range<Lissajous>(kLissajous));

// (w sin(a t + f), h sin(b t)). It runs back on itself at f b = 0 when a and b, without common factors, are both odd,
// and at f b = pi / 2 when one is even; half-way between two such phases it is spread evenly.
Status draw(const Lissajous& p, const Canvas& canvas, Pen& pen) {
  const int common = std::gcd(p.across, p.up);
  const int a = p.across / common, b = p.up / common;
  const double f = (radians(p.phase) + (a % 2 == 1 && b % 2 == 1 ? kPi / 2 : 0)) / b;
  const Vec2 h = canvas.half_sides();
  const double bend = std::max(h.x, h.y) * std::max(a, b) * std::max(a, b) * std::max(a, b) * std::max(a, b);
  const int n = static_cast<int>(std::ceil(2 * kPi / std::sqrt(std::sqrt(384 * kStray / bend))));
  pen.curve(
      n, [&](int k) { return 2 * kPi * k / n; },
      [&](double t) {
        const math::SinCos u = math::sincos(a * t + f), v = math::sincos(b * t);
        return PointAndSlope{{h.x * u.sin, h.y * v.sin}, {h.x * a * u.cos, h.y * b * v.cos}};
      });
  return {};
}

// --- hilbert --------------------------------------------------------------------------------------------------------
struct Hilbert {
  double spacing = 1.2;
};
constexpr Param<Hilbert> kHilbert[] = {
    {"spacing", &Hilbert::spacing, "ball radii", 0.1, 20, "Least distance of one line from the next."},
};
static_assert(every_member_has_a_row<Hilbert>(kHilbert) && every_default_in_range<Hilbert>(kHilbert));

// The cell of a side x side grid, side a power of two, that Hilbert's curve visits in the given place.
Vec2 hilbert_cell(int side, std::uint32_t place) {
  int x = 0, y = 0;
  for (int s = 1; s < side; s *= 2, place /= 4) {
    const bool right = (place & 2) != 0, up = ((place ^ (place >> 1)) & 1) != 0;
    if (!up) {
      if (right) {
        x = s - 1 - x;
        y = s - 1 - y;
      }
      std::swap(x, y);
    }
    x += right ? s : 0;
    y += up ? s : 0;
  }
  return {static_cast<double>(x), static_cast<double>(y)};
}

// The finest curve in the largest square whose lines keep the spacing.
Status draw(const Hilbert& p, const Canvas& canvas, Pen& pen) {
  const Vec2 sides = canvas.half_sides();
  const double half = std::min(sides.x, sides.y);
  int side = 2;
  while (side < 1024 && 2 * half / (2 * side - 1) >= p.spacing * canvas.ball) side *= 2;
  for (std::uint32_t k = 0; k < static_cast<std::uint32_t>(side) * static_cast<std::uint32_t>(side); ++k) {
    if (!pen.listening()) return {};
    const Vec2 c = hilbert_cell(side, k);
    pen.line({half * (2 * c.x / (side - 1) - 1), half * (2 * c.y / (side - 1) - 1)});
  }
  return {};
}

// --- registry -------------------------------------------------------------------------------------------------------
struct Entry {
  std::string_view name, text;
  std::vector<ParamInfo> (*params)();
  Status (*run)(std::span<const GeneratorValue>, const Canvas&, Pen&);
};

template <class P>
struct NamedTable {
  std::string_view name;
  std::span<const Param<P>> rows;
};

template <class P>
NamedTable<P> named_table();

template <class P>
std::vector<ParamInfo> infos() {
  return param_infos<P>(named_table<P>().rows);
}

template <class P>
Status run(std::span<const GeneratorValue> values, const Canvas& canvas, Pen& pen) {
  const NamedTable<P> table = named_table<P>();
  P p;
  for (const GeneratorValue& value : values) {
    std::string name = value.first;
    std::replace(name.begin(), name.end(), '-', '_');
    if (Status set = set_param<P>(table.name, table.rows, p, name, value.second); !set) return set;
  }
  return draw(p, canvas, pen);
}

template <>
NamedTable<Spiral> named_table() {
  return {"spiral", kSpiral};
}
template <>
NamedTable<Fermat> named_table() {
  return {"fermat", kFermat};
}
template <>
NamedTable<Flower> named_table() {
  return {"flower", kFlower};
}
template <>
NamedTable<Wipe> named_table() {
  return {"wipe", kWipe};
}
template <>
NamedTable<Squares> named_table() {
  return {"squares", kSquares};
}
template <>
NamedTable<Polygon> named_table() {
  return {"polygon", kPolygon};
}
template <>
NamedTable<Star> named_table() {
  return {"star", kStar};
}
template <>
NamedTable<Rose> named_table() {
  return {"rose", kRose};
}
template <>
NamedTable<Maurer> named_table() {
  return {"maurer", kMaurer};
}
template <>
NamedTable<Hypotrochoid> named_table() {
  return {"hypotrochoid", kHypotrochoid};
}
template <>
NamedTable<Epitrochoid> named_table() {
  return {"epitrochoid", kEpitrochoid};
}
template <>
NamedTable<Lissajous> named_table() {
  return {"lissajous", kLissajous};
}
template <>
NamedTable<Hilbert> named_table() {
  return {"hilbert", kHilbert};
}

constexpr Entry kEntries[] = {
    {"spiral", "An Archimedean spiral: even turns from the middle to the rim.", infos<Spiral>, run<Spiral>},
    {"fermat", "Fermat's spiral, in along one branch and out along the other: rings of equal area.", infos<Fermat>,
     run<Fermat>},
    {"flower", "A spiral whose turns swing in and out like petals.", infos<Flower>, run<Flower>},
    {"wipe", "Rows over the whole table, which clear it.", infos<Wipe>, run<Wipe>},
    {"squares", "The table's own rectangle, wound inward.", infos<Squares>, run<Squares>},
    {"polygon", "A polygon wound inward, each turn a little turned.", infos<Polygon>, run<Polygon>},
    {"star", "A star wound inward, each turn a little turned.", infos<Star>, run<Star>},
    {"rose", "Rose curves, one inside the other.", infos<Rose>, run<Rose>},
    {"maurer", "Maurer's rose: straight chords from petal to petal.", infos<Maurer>, run<Maurer>},
    {"hypotrochoid", "What a pen in a wheel draws that rolls inside a ring.", infos<Hypotrochoid>, run<Hypotrochoid>},
    {"epitrochoid", "What a pen in a wheel draws that rolls around another.", infos<Epitrochoid>, run<Epitrochoid>},
    {"lissajous", "Two swings at right angles, over the whole table.", infos<Lissajous>, run<Lissajous>},
    {"hilbert", "Hilbert's curve, which fills a square.", infos<Hilbert>, run<Hilbert>},
};

std::vector<ParamInfo> names_as_rows() {
  std::vector<ParamInfo> rows;
  for (const Entry& e : kEntries) {
    ParamInfo row;
    row.name = e.name;
    rows.push_back(row);
  }
  return rows;
}

}  // namespace

std::vector<GeneratorInfo> generators() {
  std::vector<GeneratorInfo> list;
  for (const Entry& e : kEntries) list.push_back({e.name, e.text, e.params()});
  return list;
}

Status generate(std::string_view name, std::span<const GeneratorValue> values, const Params& table, MoveSink sink) {
  for (const Entry& e : kEntries) {
    if (e.name != name) continue;
    Pen pen(sink);
    return e.run(values, Canvas(table), pen);
  }
  return fail({.found = "no generator '" + std::string(name) + "'",
               .allowed = {},
               .remedy = "nearest is '" + std::string(nearest_name(names_as_rows(), name)) + "'",
               .file = "sand"});
}

Frame generator_frame(std::string_view) {
  return Frame::unit_disc;
}

std::string generators_text() {
  std::string text;
  for (const Entry& e : kEntries) {
    text += std::string(e.name) + ": " + std::string(e.text) + "\n";
    for (const ParamInfo& row : e.params()) {
      text += "    --" + std::string(row.name) + " " + number_text(row.standard) + " (" + range_text(row) + ") " +
              std::string(row.text) + "\n";
    }
  }
  return text;
}

}  // namespace solgel::sand
