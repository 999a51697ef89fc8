// Soft body: a step of the drop, by turns as for the other kernels.

#include <benchmark/benchmark.h>

#include "benches.h"
#include "core/parallel.h"
#include "jelly/body.h"
#include "jelly/shell.h"
#include "tracks.h"

namespace solgel::bench {
namespace {

using namespace jelly;

constexpr int kTurns = 15, kSteps = 120;  // the first half second: falling, hitting, wobbling

std::shared_ptr<const Cage> flower() {
  static const auto cage = std::make_shared<const Cage>(flower_cage());
  return cage;
}

// Milliseconds of processor time a step.
double step_cost(Scheme scheme) {
  Body body(flower(), {}, {.scheme = scheme});
  const double before = process_cpu_seconds();
  for (int k = 0; k < kSteps; ++k) body.step();
  return (process_cpu_seconds() - before) / kSteps * 1e3;
}

void fast_against_reference(benchmark::State& state) {
  std::vector<double> fast, reference, ratio;
  set_threads(1);
  for (auto _ : state) {
    for (int k = 0; k < kTurns; ++k) {
      fast.push_back(step_cost(Scheme::fast));
      reference.push_back(step_cost(Scheme::reference));
      ratio.push_back(reference.back() / fast.back());
    }
  }
  set_threads(0);
  state.counters["fast_ms"] = median(fast);
  state.counters["reference_ms"] = median(reference);
  state.counters["ratio"] = median(ratio);
}

// Sixteen bodies on one thread and on all.
void many_bodies(benchmark::State& state) {
  std::vector<double> faster;
  const auto run = [&](int threads) {
    std::vector<Body> bodies;
    for (int k = 0; k < 16; ++k) bodies.emplace_back(flower(), Params{});
    std::vector<Body*> all;
    for (Body& body : bodies) all.push_back(&body);
    set_threads(threads);
    const double before = wall_seconds();
    step_all(all, 60);
    return wall_seconds() - before;
  };
  for (auto _ : state) {
    for (int k = 0; k < 5; ++k) faster.push_back(run(1) / run(0));
  }
  set_threads(0);
  state.counters["faster"] = median(faster);
}

void shell(benchmark::State& state) {
  const Shell surface = loop_shell(flower()->boundary, 2);
  const Body body(flower(), {});
  ShellSurface now(surface);
  for (auto _ : state) {
    now.update(body.nodes());
    benchmark::DoNotOptimize(now.view().positions.data());
  }
}

}  // namespace

void register_jelly() {
  benchmark::RegisterBenchmark("jelly_step_fast_against_reference", fast_against_reference)
      ->Iterations(1)
      ->Unit(benchmark::kMillisecond);
  benchmark::RegisterBenchmark("jelly_many_bodies", many_bodies)->Iterations(1)->Unit(benchmark::kMillisecond);
  benchmark::RegisterBenchmark("jelly_shell", shell)->Unit(benchmark::kMicrosecond);
}

}  // namespace solgel::bench
