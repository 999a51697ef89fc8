// The track readers, in bytes a second of CPU time.

#include <algorithm>
#include <span>

#include <benchmark/benchmark.h>

#include "benches.h"
#include "io/track_reader.h"
#include "tracks.h"

namespace solgel::bench {
namespace {

void read(benchmark::State& state, io::TrackFormat format, const std::string& text) {
  constexpr std::size_t kPiece = 1 << 16;
  std::uint64_t moves = 0;
  const auto count = [&](const sand::Move&) {
    ++moves;
    return true;
  };
  for (auto _ : state) {
    const auto reader = io::make_track_reader(format, {});
    moves = 0;
    bool good = true;
    for (std::size_t at = 0; at < text.size() && good; at += kPiece)
      good = reader->feed(std::span(text).subspan(at, std::min(kPiece, text.size() - at)), count).has_value();
    if (!good || !reader->finish(count)) return state.SkipWithError("the track is not read");
    benchmark::DoNotOptimize(moves);
  }
  state.SetBytesProcessed(static_cast<std::int64_t>(state.iterations() * text.size()));
  state.counters["moves"] = static_cast<double>(moves);
}

}  // namespace

void register_io() {
  constexpr std::size_t kBytes = 4 << 20;
  std::vector<Vec2> points;
  while (points.size() * 16 < kBytes) {
    const std::vector<Vec2> once = star();
    points.insert(points.end(), once.begin(), once.end());
  }
  const auto add = [](const char* name, io::TrackFormat format, const std::string& text) {
    benchmark::RegisterBenchmark(name, read, format, text)->Unit(benchmark::kMillisecond);
  };
  add("io/read_gcode", io::TrackFormat::gcode, gcode(points));
  add("io/read_theta_rho", io::TrackFormat::theta_rho, theta_rho(points));
  add("io/read_svg", io::TrackFormat::svg, svg(points));
}

}  // namespace solgel::bench
