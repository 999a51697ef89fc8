// Terrain: droplet steps a second, by turns as for the sand kernels.

#include <benchmark/benchmark.h>
#include <sys/resource.h>

#include "benches.h"
#include "core/parallel.h"
#include "erosion/generator.h"
#include "erosion/scale.h"
#include "erosion/terrain.h"
#include "tracks.h"

namespace solgel::bench {
namespace {

using namespace erosion;

constexpr int kTurns = 5;

Terrain terrain(const Grid<double>& land, int droplets, Scheme scheme) {
  Params params;
  params.droplets = droplets;
  const MapScale scale = unitless_scale(params, land.nx(), land.ny(), 1);
  return std::move(*Terrain::create(params, {.scheme = scheme}, {.height = &land, .scale = scale}));
}

struct Cost {
  double cpu = 0, wall = 0, steps = 0;
};
// All of a run's droplets: so that every turn does the same work on the same land.
Cost run(const Grid<double>& land, int droplets, Scheme scheme) {
  Terrain t = terrain(land, droplets, scheme);
  const double cpu = process_cpu_seconds(), wall = wall_seconds();
  while (t.advance(t.droplets())) {
  }
  return {process_cpu_seconds() - cpu, wall_seconds() - wall, static_cast<double>(t.steps())};
}

void fast_against_reference(benchmark::State& state, int cells, int droplets) {
  const Grid<double> land = generate_land(LandKind::fractal, {}, 7, {cells, cells});
  std::vector<double> fast, reference, ratio;
  set_threads(1);
  for (auto _ : state) {
    for (int k = 0; k < kTurns; ++k) {
      const Cost f = run(land, droplets, Scheme::fast), r = run(land, droplets, Scheme::reference);
      fast.push_back(f.steps / f.cpu / 1e6);
      reference.push_back(r.steps / r.cpu / 1e6);
      ratio.push_back(fast.back() / reference.back());
    }
  }
  set_threads(0);
  state.counters["fast_M"] = median(fast);
  state.counters["reference_M"] = median(reference);
  state.counters["ratio"] = median(ratio);
}

void threads(benchmark::State& state, int cells, int droplets) {
  const Grid<double> land = generate_land(LandKind::fractal, {}, 7, {cells, cells});
  std::vector<double> faster, cpu;
  for (auto _ : state) {
    for (int k = 0; k < kTurns; ++k) {
      set_threads(1);
      const Cost one = run(land, droplets, Scheme::fast);
      set_threads(2);
      const Cost two = run(land, droplets, Scheme::fast);
      faster.push_back(one.wall / two.wall);
      cpu.push_back(two.cpu / one.cpu);
    }
  }
  set_threads(0);
  state.counters["two_threads_faster"] = median(faster);
  state.counters["two_threads_cpu"] = median(cpu);
}

// The text scheme too, with the fast one's parameters.
void text_scheme(benchmark::State& state, int cells, int droplets) {
  const Grid<double> land = generate_land(LandKind::fractal, {}, 7, {cells, cells});
  std::vector<double> text;
  for (auto _ : state) {
    for (int k = 0; k < kTurns; ++k) {
      const Cost t = run(land, droplets, Scheme::text);
      text.push_back(t.steps / t.cpu / 1e6);
    }
  }
  state.counters["text_M"] = median(text);
}

void large_map(benchmark::State& state, int cells, int droplets) {
  for (auto _ : state) {
    const Grid<double> land = generate_land(LandKind::fractal, {}, 7, {cells, cells});
    const Cost all = run(land, droplets, Scheme::fast);
    state.counters["M_per_wall_s"] = all.steps / all.wall / 1e6;
  }
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  state.counters["peak_GiB"] = static_cast<double>(usage.ru_maxrss) / (1024.0 * 1024.0);
}

}  // namespace

void register_terrain() {
  const auto add = [](const char* name, auto function, int cells, int droplets) {
    benchmark::RegisterBenchmark(name, function, cells, droplets)->Iterations(1)->Unit(benchmark::kMillisecond);
  };
  add("terrain/fast_against_reference/1024", fast_against_reference, 1024, 50000);
  add("terrain/fast_against_reference/4096", fast_against_reference, 4096, 30000);
  add("terrain/threads/1024", threads, 1024, 150000);
  add("terrain/text/1024", text_scheme, 1024, 50000);
  add("terrain/large_map/4096", large_map, 4096, 1000000);
}

}  // namespace solgel::bench
