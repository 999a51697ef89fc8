// The picture of a finished drawing, 1920 x 1080.

#include <benchmark/benchmark.h>

#include "benches.h"
#include "core/parallel.h"
#include "render/relief.h"
#include "sand/drawing.h"
#include "tracks.h"

namespace solgel::bench {
namespace {

Grid<float> drawn_star(const sand::Params& params) {
  sand::FastKernel kernel(params);
  for (const Vec2& at : sub_steps(gcode(star()), params, sand::WalkKind::arc_length)) kernel.step(at);
  kernel.settle();
  Grid<float> heights(kernel.nx(), kernel.ny(), 0.0f);
  for (int j = 0; j < kernel.ny(); ++j) {
    for (int i = 0; i < kernel.nx(); ++i) heights(i, j) = static_cast<float>(kernel.height_mm(i, j));
  }
  return heights;
}

void picture(benchmark::State& state, render::View view, int threads) {
  const sand::Params params;
  const Grid<float> heights = drawn_star(params);
  const render::ReliefScene scene{
      .height = &heights,
      .cell = params.cell,
      .extent = {params.width + 2 * params.ball_radius, params.height + 2 * params.ball_radius},
      .is_round = false,
      .ball = render::SceneBall{{60, 60}, params.ball_radius}};
  set_threads(threads);
  for (auto _ : state) {
    const auto image = render::render_relief(scene, {}, view, {1920, 1080});
    if (!image) return state.SkipWithError("no picture");
    benchmark::DoNotOptimize(render::develop(*image));
  }
  set_threads(0);
}

void frame(benchmark::State& state) {
  const sand::Params params;
  const Grid<float> heights = drawn_star(params);
  const render::ReliefScene scene{
      .height = &heights,
      .cell = params.cell,
      .extent = {params.width + 2 * params.ball_radius, params.height + 2 * params.ball_radius},
      .is_round = false,
      .ball = {}};
  render::ReliefPainter painter({}, render::View::top, {1920, 1080});
  for (auto _ : state) {
    const auto image = painter.paint(scene);
    if (!image) return state.SkipWithError("no picture");
    benchmark::DoNotOptimize(render::develop(*image));
  }
}

}  // namespace

void register_render() {
  const auto with = [](benchmark::internal::Benchmark* b) {
    b->Unit(benchmark::kMillisecond)->MeasureProcessCPUTime()->UseRealTime();
  };
  with(benchmark::RegisterBenchmark("render/top_1080p/one_thread", picture, render::View::top, 1));
  with(benchmark::RegisterBenchmark("render/top_1080p/all_threads", picture, render::View::top, 0));
  with(benchmark::RegisterBenchmark("render/perspective_1080p/all_threads", picture, render::View::perspective, 0));
  with(benchmark::RegisterBenchmark("render/video_frame_1080p/all_threads", frame));
}

}  // namespace solgel::bench
