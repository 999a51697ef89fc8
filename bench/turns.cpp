// One stretch of a model's steps through the C API, on one thread, whenever standard input asks for it: the native half
// of wasm_against_native.mjs, which does the same in WebAssembly by turns.
//
//   solgel_turns TRACK
//   in:  sand | terrain | jelly           out: CPU_SECONDS STEPS HASH
//
// The stretches are those of wasm_against_native.mjs, number for number. They are timed without reading, generating and
// building; the hash is of the state that a stretch ends in.

#include <cstdio>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>

#include "core/parallel.h"
#include "solgel/solgel.h"
#include "tracks.h"

namespace {

struct Stretch {
  double seconds = 0, steps = 0;
  std::string hash;
};

// The next part of the track, which is drawn again on fresh sand when it is over.
Stretch sand(const std::string& track, const char* name) {
  static solgel_sand* table = solgel_sand_create();
  constexpr std::uint32_t kSteps = 4000;
  const auto load = [&] { solgel_sand_load_track(table, track.data(), track.size(), name, 0); };
  if (solgel_sand_duration(table) == 0) load();
  if (solgel_sand_time(table) + 60 > solgel_sand_duration(table)) load();
  const double before = solgel_sand_steps(table), began = solgel::bench::process_cpu_seconds();
  solgel_sand_step(table, kSteps);
  const double seconds = solgel::bench::process_cpu_seconds() - began;
  return {seconds, solgel_sand_steps(table) - before, solgel_sand_hash_text(table)};
}

// All the rain on fresh land, with its maps as the page keeps them.
Stretch terrain() {
  solgel_terrain* land = solgel_terrain_create();
  solgel_terrain_set(land, "droplets", 20000);
  solgel_terrain_option(land, "maps", 1);
  solgel_terrain_generate(land, "fractal", 512, 512);
  solgel_terrain_begin(land);
  const double began = solgel::bench::process_cpu_seconds();
  while (solgel_terrain_advance(land, solgel_terrain_ended(land) + 512) == SOLGEL_OK) {
  }
  const double seconds = solgel::bench::process_cpu_seconds() - began;
  const Stretch done{seconds, solgel_terrain_steps(land), solgel_terrain_hash_text(land)};
  solgel_terrain_destroy(land);
  return done;
}

// The first half second of the flower: falling, hitting, wobbling.
Stretch jelly() {
  constexpr std::uint32_t kSteps = 120;
  solgel_jelly* body = solgel_jelly_create();
  solgel_jelly_begin(body);
  const double began = solgel::bench::process_cpu_seconds();
  solgel_jelly_step(body, kSteps);
  const double seconds = solgel::bench::process_cpu_seconds() - began;
  const Stretch done{seconds, kSteps, solgel_jelly_hash_text(body)};
  solgel_jelly_destroy(body);
  return done;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) return 2;
  std::ifstream in(argv[1], std::ios::binary);
  const std::string track{std::istreambuf_iterator<char>(in), {}};
  if (track.empty()) {
    std::fprintf(stderr, "%s: not a track\n", argv[1]);
    return 2;
  }
  solgel::set_threads(1);
  char word[16];
  while (std::scanf("%15s", word) == 1) {
    const std::string_view model = word;
    if (model != "sand" && model != "terrain" && model != "jelly") return 2;
    const Stretch done = model == "sand" ? sand(track, argv[1]) : model == "terrain" ? terrain() : jelly();
    std::printf("%.9f %.0f %s\n", done.seconds, done.steps, done.hash.c_str());
    std::fflush(stdout);
  }
  return 0;
}
