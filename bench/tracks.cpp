#include "tracks.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <ctime>
#include <fstream>
#include <memory>
#include <sstream>

#include "io/track_stream.h"

namespace solgel::bench {
namespace {

constexpr Vec2 kMiddle{150, 100};
constexpr double kReach = 95, kTwoPi = 6.283185307179586;

double seconds_of(clockid_t clock) {
  timespec now{};
  clock_gettime(clock, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

std::string text_of(const char* format, double a, double b) {
  char line[80];
  std::snprintf(line, sizeof line, format, a, b);
  return line;
}

}  // namespace

std::vector<Vec2> star() {
  constexpr double kTurns = 12, kSpacing = 1;  // mm
  std::vector<Vec2> points;
  for (double turn = 0; turn < kTurns; turn += 1e-4) {
    const double angle = turn * kTwoPi;
    const double r = (5 + (kReach - 5) * turn / kTurns) * (0.8 + 0.2 * std::cos(5 * angle));
    const Vec2 p = kMiddle + Vec2{r * std::cos(angle), r * std::sin(angle)};
    if (points.empty() || distance(points.back(), p) >= kSpacing) points.push_back(p);
  }
  return points;
}

std::string gcode(const std::vector<Vec2>& points) {
  std::string text = "G21\nG90\nG1 F1000\n";
  for (const Vec2& p : points) text += text_of("G01 X%.3f Y%.3f\n", p.x, p.y);
  return text;
}

std::string theta_rho(const std::vector<Vec2>& points) {
  std::string text = "# theta rho\n";
  double theta = 0;
  for (const Vec2& p : points) {
    const Vec2 d = p - kMiddle;
    const double turned = std::atan2(d.x, d.y);
    theta = turned + kTwoPi * std::round((theta - turned) / kTwoPi);  // the nearest to the one before
    text += text_of("%.5f %.5f\n", theta, std::hypot(d.x, d.y) / 100);
  }
  return text;
}

std::string svg(const std::vector<Vec2>& points) {
  std::string text = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 300 200\">\n";
  for (std::size_t k = 0; k + 40 < points.size(); k += 40) {
    text += "<path d=\"M";
    for (std::size_t m = k; m <= k + 40; ++m) text += text_of(" %.3f,%.3f", points[m].x, points[m].y);
    text += "\"/>\n";
  }
  return text + "</svg>\n";
}

std::string sample_track(const std::string& name) {
  std::ifstream file(SOLGEL_SHARED_DATA "/sand/" + name, std::ios::binary);
  std::ostringstream text;
  if (file) text << file.rdbuf();
  return text.str();
}

std::vector<Vec2> sub_steps(const std::string& text, const sand::Params& params, sand::WalkKind kind) {
  std::vector<Vec2> list;
  const Vec2 table{params.ball_radius, params.ball_radius};
  auto stream = io::open_track(std::make_unique<io::MemorySource>(text), "track.gcode", {});
  if (!stream) return list;
  sand::Walk walk(params, kind);
  walk.begin_track((*stream)->start());
  sand::Move move;
  sand::SubStep step;
  while ((*stream)->next(move).value_or(false) && walk.push(move)) {
    while (walk.next(step)) list.push_back(step.at + table);
  }
  walk.end_track();
  while (walk.next(step)) list.push_back(step.at + table);
  return list;
}

double median(std::vector<double> values) {
  if (values.empty()) return 0;
  std::sort(values.begin(), values.end());
  const std::size_t n = values.size();
  return (values[(n - 1) / 2] + values[n / 2]) / 2;
}

double cpu_seconds() {
  return seconds_of(CLOCK_THREAD_CPUTIME_ID);
}

double process_cpu_seconds() {
  return seconds_of(CLOCK_PROCESS_CPUTIME_ID);
}

double wall_seconds() {
  return seconds_of(CLOCK_MONOTONIC);
}

}  // namespace solgel::bench
