// The sand kernels: cost of a sub-step in CPU microseconds.
//
// A machine that others use too is slow for a while and then quick again. So the two kernels are run by turns, one
// stretch of the same way each, and their medians and the median of their ratios over the stretches are what is shown.

#include <benchmark/benchmark.h>

#include "api/sand_job.h"
#include "benches.h"
#include "core/parallel.h"
#include "sand/fast_kernel.h"
#include "sand/reference_kernel.h"
#include "tracks.h"

namespace solgel::bench {
namespace {

using sand::FastKernel;
using sand::Params;
using sand::ReferenceKernel;
using sand::WalkKind;

// CPU microseconds a sub-step over stretch k of n of the way.
template <class Kernel>
double stretch(Kernel& kernel, const std::vector<Vec2>& way, std::size_t k, std::size_t n) {
  const std::size_t first = way.size() * k / n, end = way.size() * (k + 1) / n;
  const double began = cpu_seconds();
  for (std::size_t s = first; s < end; ++s) kernel.step(way[s]);
  return (cpu_seconds() - began) * 1e6 / static_cast<double>(end - first);
}

void fast_against_reference(benchmark::State& state, const std::string& track, double depth) {
  Params params;
  params.depth = depth;
  const std::vector<Vec2> fast_way = sub_steps(track, params, WalkKind::arc_length),
                          reference_way = sub_steps(track, params, WalkKind::per_move);
  constexpr std::size_t kStretches = 60;
  std::vector<double> fast_us, reference_us, ratio;
  for (auto _ : state) {
    FastKernel fast(params);
    ReferenceKernel reference(params);
    for (std::size_t k = 0; k < kStretches; ++k) {
      fast_us.push_back(stretch(fast, fast_way, k, kStretches));
      reference_us.push_back(stretch(reference, reference_way, k, kStretches));
      ratio.push_back(reference_us.back() / fast_us.back());
    }
  }
  state.counters["fast_us"] = median(fast_us);
  state.counters["reference_us"] = median(reference_us);
  state.counters["ratio"] = median(ratio);
}

// The same way in the corner of a larger and larger table, by turns.
void table_size(benchmark::State& state, const std::string& track) {
  struct Size {
    const char* name;
    double width, height;
  };
  const Size sizes[] = {{"us_300x200", 300, 200}, {"us_1000x1000", 1000, 1000}, {"us_3000x2000", 3000, 2000}};
  constexpr std::size_t kStretches = 30;
  std::vector<FastKernel> kernels;
  for (const Size& size : sizes) {
    Params params;
    params.width = size.width;
    params.height = size.height;
    kernels.emplace_back(params);
  }
  const std::vector<Vec2> way = sub_steps(track, Params{}, WalkKind::arc_length);
  std::vector<double> us[3];
  for (auto _ : state) {
    for (std::size_t k = 0; k < kStretches; ++k) {
      for (std::size_t t = 0; t < kernels.size(); ++t) us[t].push_back(stretch(kernels[t], way, k, kStretches));
    }
  }
  for (std::size_t t = 0; t < kernels.size(); ++t) state.counters[sizes[t].name] = median(us[t]);
}

double batch_seconds(const std::string& track, int threads) {
  set_threads(threads);
  const double began = wall_seconds();
  parallel_for(8, [&](int) {
    const TrackSource source{"star.gcode", [&track]() -> Result<std::unique_ptr<io::MoveStream>> {
                               return io::open_track(std::make_unique<io::MemorySource>(track), "star.gcode", {});
                             }};
    SandJob job(Params{}, {}, {source});
    if (!job.survey()) return;
    job.prepare();
    while (job.step().value_or(false)) {
    }
    job.settle();
  });
  return wall_seconds() - began;
}

// Eight drawings, wall time, one thread and two by turns.
void batch(benchmark::State& state, const std::string& track) {
  std::vector<double> one, two, ratio;
  for (auto _ : state) {
    one.push_back(batch_seconds(track, 1));
    two.push_back(batch_seconds(track, 2));
    ratio.push_back(one.back() / two.back());
  }
  set_threads(0);
  state.counters["one_s"] = median(one);
  state.counters["two_s"] = median(two);
  state.counters["ratio"] = median(ratio);
}

// A drawing as the command makes it: read twice, walked, drawn, settled.
void whole_job(benchmark::State& state, const std::string& track) {
  std::vector<double> us;
  for (auto _ : state) {
    const TrackSource source{"star.gcode", [&track]() -> Result<std::unique_ptr<io::MoveStream>> {
                               return io::open_track(std::make_unique<io::MemorySource>(track), "star.gcode", {});
                             }};
    const double began = cpu_seconds();
    SandJob job(Params{}, {}, {source});
    if (!job.survey()) return state.SkipWithError("the track is not read");
    job.prepare();
    while (job.step().value_or(false)) {
    }
    job.settle();
    us.push_back((cpu_seconds() - began) * 1e6 / static_cast<double>(job.drawing().steps()));
  }
  state.counters["us_a_step"] = median(us);
}

}  // namespace

void register_sand() {
  const std::string drawn = gcode(star()), sample = sample_track("v1_sandify.gcode");
  const auto once = [](benchmark::internal::Benchmark* b) { b->Unit(benchmark::kMillisecond)->Iterations(1); };
  once(benchmark::RegisterBenchmark("sand/fast_against_reference/star/depth_1", fast_against_reference, drawn, 1.0));
  once(benchmark::RegisterBenchmark("sand/fast_against_reference/star/depth_3", fast_against_reference, drawn, 3.0));
  if (!sample.empty())
    once(benchmark::RegisterBenchmark("sand/fast_against_reference/v1_sandify/depth_1", fast_against_reference, sample,
                                      1.0));
  once(benchmark::RegisterBenchmark("sand/table_size", table_size, drawn));
  benchmark::RegisterBenchmark("sand/whole_job", whole_job, drawn)->Unit(benchmark::kMillisecond)->Iterations(5);
  benchmark::RegisterBenchmark("sand/batch_of_eight", batch, drawn)
      ->Unit(benchmark::kMillisecond)
      ->Iterations(3)
      ->MeasureProcessCPUTime()
      ->UseRealTime();
}

}  // namespace solgel::bench
