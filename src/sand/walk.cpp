#include "sand/walk.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "core/math.h"

namespace solgel::sand {
namespace {

constexpr double kSharpCorner = 0.95;  // cosine of the turn beyond which a corner gets a sub-step of its own

std::string clamp_message(const Params& p, Vec2 wanted) {
  if (p.is_round()) {
    const double r = p.diameter / 2;
    return "the point is " + number_text(std::round(distance(wanted, {r, r}) * 1000) / 1000) +
           " mm from the centre; allowed 0 to " + number_text(r) + "; clamped";
  }
  const bool in_x = wanted.x >= 0 && wanted.x <= p.width;
  return std::string(in_x ? "Y is " : "X is ") + number_text(std::round((in_x ? wanted.y : wanted.x) * 1000) / 1000) +
         "; allowed 0 to " + number_text(in_x ? p.height : p.width) + "; clamped";
}

}  // namespace

Walk::Walk(const Params& params, WalkKind kind)
    : params_(params), kind_(kind), step_(params.step_fraction * params.cell) {}

void Walk::begin_track(Start start) {
  first_point_ = start == Start::first_point && !placed_;
  if (placed_ || first_point_) return;
  placed_ = true;
  bool unreported = true;
  at_ = clamped({0, 0}, 0, unreported);
  if (kind_ == WalkKind::arc_length) stop_here();
}

Vec2 Walk::clamped(Vec2 p, std::uint64_t line, bool& reported) {
  Vec2 q = p;
  if (params_.is_round()) {
    const double r = params_.diameter / 2;
    const Vec2 from_centre = p - Vec2{r, r};
    const double d = length(from_centre);
    if (d > r) q = Vec2{r, r} + (r / d) * from_centre;
    if (d <= r * (1 + 1e-9)) reported = true;  // rounding of points on the rim is no oddity
  } else {
    q = {std::clamp(p.x, 0.0, params_.width), std::clamp(p.y, 0.0, params_.height)};
    if (distance(p, q) <= 1e-9 * (params_.width + params_.height)) reported = true;
  }
  if (q != p && !reported) {
    reported = true;
    if (warnings_.count("clamped", line)) warnings_.describe(clamp_message(params_, p));
  }
  return q;
}

// Points of a curve after its start. The sagitta of a circular arc of radius R and angle a is R a^2 / 8; a cubic over a
// parameter step t strays at most |second difference of its control points| 6 t^2 / 8 from its chord.
std::uint64_t Walk::curve_points(const Move& m) const {
  const double error = params_.cell / 4;
  double points = 1;
  if (m.kind == MoveKind::polar) {
    const double radius = std::max(m.radius0, m.radius1);
    const double turn = std::min(std::sqrt(8 * error / std::max(radius, error)), kPi / 8);
    points = std::fabs(m.sweep) / turn;
  } else if (m.kind == MoveKind::cubic) {
    const double bend = std::max(length(move_from_ - 2 * m.c1 + m.c2), length(m.c1 - 2 * m.c2 + m.to));
    points = std::sqrt(0.75 * bend / error);
  } else if (m.kind == MoveKind::home) {
    points = 2;
  }
  if (!(points < 2 * kMostCurvePoints)) return static_cast<std::uint64_t>(2 * kMostCurvePoints);
  return static_cast<std::uint64_t>(std::max(1.0, std::ceil(points)));
}

Status Walk::push(const Move& move) {
  if (first_point_ && move.kind != MoveKind::dwell) {
    first_point_ = false;
    placed_ = true;
    bool reported = false;
    at_ = move.kind == MoveKind::home ? Vec2{0, 0} : clamped(move.to, move.line, reported);
    if (kind_ == WalkKind::arc_length) stop_here();
    return {};
  }
  if (move.kind == MoveKind::dwell) {
    stop_here();
    totals_.seconds += move.seconds;
    return {};
  }
  move_ = move;
  move_from_ = at_;
  move_points_ = curve_points(move);
  move_done_ = 0;
  move_reported_ = false;
  ++totals_.moves;
  totals_.turns += static_cast<double>(move_points_ - 1);
  if (totals_.turns > kMostCurvePoints || totals_.steps > kMostSubSteps) {
    return fail({.found = "the track asks for more than " +
                          std::string(totals_.steps > kMostSubSteps
                                          ? number_text(static_cast<double>(kMostSubSteps)) + " sub-steps"
                                          : number_text(kMostCurvePoints) + " curve points"),
                 .allowed = "a four-hour drawing takes about a million",
                 .remedy = "look for a runaway angle or radius on this line",
                 .line = move.line});
  }
  return {};
}

Vec2 Walk::curve_point(std::uint64_t k) const {
  if (move_.kind == MoveKind::home) return k == 1 ? Vec2{0, move_from_.y} : Vec2{0, 0};
  if (k == move_points_) return move_.to;
  const double t = static_cast<double>(k) / static_cast<double>(move_points_), s = 1 - t;
  if (move_.kind == MoveKind::polar) {
    const math::SinCos angle = math::sincos(move_.angle0 + move_.sweep * t);
    return move_.centre + (move_.radius0 * s + move_.radius1 * t) * Vec2{angle.cos, angle.sin};
  }
  return s * s * s * move_from_ + 3 * s * s * t * move_.c1 + 3 * s * t * t * move_.c2 + t * t * t * move_.to;
}

void Walk::start_chord(Vec2 to) {
  const double feed = move_.feed > 0 ? move_.feed : params_.feed;
  Chord c{.from = at_,
          .to = to,
          .length = distance(at_, to),
          .start_seconds = totals_.seconds,
          .seconds_per_mm = 60 / feed};
  const Vec2 direction = c.length > 0 ? (1 / c.length) * (to - at_) : direction_;
  if (kind_ == WalkKind::per_move) {
    c.count = static_cast<std::uint64_t>(std::max(1.0, std::ceil(c.length / step_)));
  } else if (behind_ > 0 && dot(direction, direction_) < kSharpCorner) {
    stop_here();
  }
  direction_ = direction;
  totals_.path_mm += c.length;
  totals_.seconds += c.length * c.seconds_per_mm;
  chord_ = c;
}

// The ball stands exactly at at_ in a sub-step of its own.
void Walk::stop_here() {
  if (kind_ == WalkKind::per_move) return;
  if (behind_ > 0 || direction_ == Vec2{}) stop_ = SubStep{at_, totals_.seconds};
  behind_ = 0;
}

bool Walk::next_chord() {
  if (move_done_ == move_points_) return false;
  ++move_done_;
  start_chord(clamped(curve_point(move_done_), move_.line, move_reported_));
  return true;
}

bool Walk::next_on_chord(SubStep& step) {
  Chord& c = *chord_;
  if (kind_ == WalkKind::per_move) {
    ++c.done;
    const double t = static_cast<double>(c.done) / static_cast<double>(c.count);
    step = {c.done == c.count ? c.to : c.from + t * (c.to - c.from), c.start_seconds + t * c.length * c.seconds_per_mm};
    at_ = step.at;
    if (c.done == c.count) chord_.reset();
    return true;
  }
  const double ahead = c.walked + step_ - behind_;
  if (ahead > c.length) {
    behind_ += c.length - c.walked;
    at_ = c.to;
    chord_.reset();
    return false;
  }
  c.walked = ahead;
  behind_ = 0;
  at_ = c.from + (ahead / c.length) * (c.to - c.from);
  step = {at_, c.start_seconds + ahead * c.seconds_per_mm};
  return true;
}

bool Walk::next(SubStep& step) {
  while (true) {
    if (stop_) {
      step = *stop_;
      stop_.reset();
      ++totals_.steps;
      return true;
    }
    if (chord_) {
      if (next_on_chord(step)) {
        ++totals_.steps;
        return true;
      }
      continue;
    }
    if (!next_chord()) return false;
  }
}

void Walk::end_track() {
  stop_here();
}

}  // namespace solgel::sand
