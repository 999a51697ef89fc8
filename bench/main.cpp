// How fast Solgel is. Arguments are those of Google Benchmark: --benchmark_filter=fast, --benchmark_out=f.json ...

#include <benchmark/benchmark.h>

#include "benches.h"

int main(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
  solgel::bench::register_sand();
  solgel::bench::register_io();
  solgel::bench::register_render();
  solgel::bench::register_terrain();
  solgel::bench::register_jelly();
  solgel::bench::register_optics();
  benchmark::RunSpecifiedBenchmarks();
  benchmark::Shutdown();
  return 0;
}
