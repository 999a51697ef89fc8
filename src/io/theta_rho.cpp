#include "io/theta_rho.h"

#include <string>

#include "core/math.h"
#include "core/number.h"
#include "io/line_splitter.h"
#include "io/track_text.h"

namespace solgel::io {
namespace {

constexpr double kMostTheta = 1e9;  // beyond, a double tells angles only to 1e-7

bool is_comment(const char* p, const char* end) {
  return *p == '#' || *p == ';' || (*p == '/' && end - p > 1 && p[1] == '/');
}

const char* skip_blanks(const char* p, const char* end) {
  while (p != end && is_blank(*p)) ++p;
  return p;
}

struct Point {
  double theta = 0, rho = 0;
};

// False when the text is not two numbers and perhaps a comment. A comma may stand between them.
bool read_point(const char* p, const char* end, Point& point) {
  if (!parse_number(p, end, point.theta, true)) return false;
  const char* const gap = p;
  p = skip_blanks(p, end);
  if (p != end && *p == ',') p = skip_blanks(p + 1, end);
  if (p == gap || !parse_number(p, end, point.rho, true)) return false;
  const char* const rest = skip_blanks(p, end);
  return rest == end || is_comment(rest, end);
}

class ThetaRhoReader : public TrackReader {
 public:
  explicit ThetaRhoReader(const TrackOptions& options) : options_(options) {}

  Status feed(std::span<const char> bytes, sand::MoveSink sink) override {
    if (done_) return status_;
    done_ = !splitter_.feed(bytes, [&](const Line& line) { return take(line, sink); });
    return status_;
  }

  Status finish(sand::MoveSink sink) override {
    if (done_) return status_;
    done_ = true;
    if (!splitter_.finish([&](const Line& line) { return take(line, sink); })) return status_;
    if (!started_) {
      status_ = fail({.found = "no move",
                      .allowed = "wanted at least one line 'theta rho'",
                      .remedy = "check that this is the track that the table runs"});
    }
    return status_;
  }

  sand::Frame frame() const override { return sand::Frame::unit_disc; }
  sand::Start start() const override { return sand::Start::first_point; }
  TrackFormat format() const override { return TrackFormat::theta_rho; }

 private:
  bool take(const Line& line, sand::MoveSink sink) {
    if (line.too_long) {
      warnings_.add("long line", line.number, "line is longer than 64 KiB; skipped");
      return true;
    }
    const char* const end = line.text.data() + line.text.size();
    const char* const p = skip_blanks(line.text.data(), end);
    if (p == end || is_comment(p, end)) return true;
    Point point;
    if (!read_point(p, end, point)) {
      if (warnings_.count("not theta rho", line.number)) {
        const std::string text = quoted_text({p, static_cast<std::size_t>(end - p)});
        warnings_.describe("line begins with " + text + "; wanted 'theta rho'; line skipped");
      }
      return true;
    }
    if (point.theta < -kMostTheta || point.theta > kMostTheta) {
      if (warnings_.count("theta", line.number)) {
        warnings_.describe("theta is " + short_number(point.theta) + "; allowed -1e9 to 1e9; line skipped");
      }
      return true;
    }
    if (point.rho < 0 || point.rho > 1) {
      if (warnings_.count("rho", line.number)) {
        warnings_.describe("rho is " + short_number(point.rho) + "; allowed 0 to 1; clamped");
      }
      point.rho = point.rho < 0 ? 0 : 1;
    }
    return emit(point, line.number, sink);
  }

  bool emit(Point point, std::uint64_t line, sand::MoveSink sink) {
    const double turn = options_.thr_mirror ? 1 : -1;
    const math::SinCos at = math::sincos(point.theta);
    sand::Move move;
    move.to =
        options_.thr_zero_right ? point.rho * Vec2{at.cos, turn * at.sin} : point.rho * Vec2{-turn * at.sin, at.cos};
    move.line = line;
    if (started_) {
      move.kind = sand::MoveKind::polar;
      move.radius0 = last_.rho;
      move.radius1 = point.rho;
      move.angle0 = (options_.thr_zero_right ? 0 : kPi / 2) + turn * last_.theta;
      move.sweep = turn * (point.theta - last_.theta);
    }
    started_ = true;
    last_ = point;
    return sink(move);
  }

  TrackOptions options_;
  LineSplitter splitter_;
  Point last_;
  bool started_ = false;
  bool done_ = false;
  Status status_;
};

}  // namespace

std::unique_ptr<TrackReader> make_theta_rho_reader(const TrackOptions& options) {
  return std::make_unique<ThetaRhoReader>(options);
}

}  // namespace solgel::io
