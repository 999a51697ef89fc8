// Renders sample pictures into a folder, for looking at: picture_samples FOLDER [WIDTH HEIGHT [NAME VALUE]...]
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <string>
#include <vector>

#include "io/output_file.h"
#include "io/png.h"
#include "render/contact_sheet.h"
#include "render/relief.h"
#include "synthetic_relief.h"

using namespace solgel;
using namespace solgel::render;

namespace {

std::vector<Image8> taken;

bool save(const std::string& path, const ReliefScene& scene, const ReliefLook& look, View view, ImageSize size) {
  const std::clock_t clock = std::clock();
  const auto start = std::chrono::steady_clock::now();
  const Result<Image> image = render_relief(scene, look, view, size);
  if (!image) return std::fprintf(stderr, "%s\n", image.error().message().c_str()), false;
  const double busy = 1000.0 * static_cast<double>(std::clock() - clock) / CLOCKS_PER_SEC;
  const auto rendered = std::chrono::steady_clock::now();
  if (view == View::top) {
    ReliefPainter painter(look, view, size);
    static_cast<void>(painter.paint(scene));
    const std::clock_t before = std::clock();
    for (int k = 0; k < 5; ++k) static_cast<void>(painter.paint(scene));
    std::printf("next frame %.0f ms of processor time\n",
                1000.0 / 5 * static_cast<double>(std::clock() - before) / CLOCKS_PER_SEC);
  }
  const auto start_developing = std::chrono::steady_clock::now();
  const Image8 out = develop(*image);
  const auto developed = std::chrono::steady_clock::now();
  const auto bytes = io::encode_png(io::RgbView{out.width, out.height, out.rgb}, {});
  if (!bytes) return false;
  taken.push_back(out);
  const Status done = io::write_file_atomically(path, *bytes);
  const auto end = std::chrono::steady_clock::now();
  const auto ms = [](auto a, auto b) { return std::chrono::duration<double, std::milli>(b - a).count(); };
  std::printf("%s: render %.0f ms (%.0f busy), develop %.0f ms, png %.0f ms\n", path.c_str(), ms(start, rendered), busy,
              ms(start_developing, developed), ms(developed, end));
  if (!done) std::fprintf(stderr, "%s\n", done.error().message().c_str());
  return done.has_value();
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) return 2;
  const std::string folder = argv[1];
  const ImageSize size{argc > 3 ? std::atoi(argv[2]) : 1920, argc > 3 ? std::atoi(argv[3]) : 1080};
  ReliefLook look;
  for (int k = 4; k + 1 < argc; k += 2) {
    const Status set = set_param<ReliefLook>("look", kReliefLook, look, argv[k], std::atof(argv[k + 1]));
    if (!set) return std::fprintf(stderr, "%s\n", set.error().message().c_str()), 2;
  }
  const SyntheticTable table, disc{.width = 256, .height = 256};
  const Grid<float> relief = synthetic_relief(table), round = synthetic_relief(disc);
  const ReliefScene scene{&relief, table.cell, {table.width, table.height}, false, SceneBall{{252, 150}, table.radius}};
  const ReliefScene round_scene{&round, disc.cell, {disc.width, disc.height}, true, SceneBall{{128, 200}, disc.radius}};
  bool good = save(folder + "/top.png", scene, look, View::top, size);
  good = save(folder + "/round.png", round_scene, look, View::top, size) && good;
  good = save(folder + "/perspective.png", scene, look, View::perspective, size) && good;
  good = save(folder + "/round_perspective.png", round_scene, look, View::perspective, size) && good;
  const std::string names[] = {"top.png", "round.png", "perspective.png", "round_perspective.png"};
  std::vector<SheetEntry> entries;
  for (std::size_t k = 0; k < taken.size(); ++k) {
    entries.push_back({&taken[k], names[k] + " {Quick} 0123456789",
                       "3 h 26 min, 91.4 % swept; ABCDEFGHIJKLMNOPQRSTUVWXYZ abcdefghijklmnopqrstuvwxyz"});
  }
  const Image8 sheet = contact_sheet(entries, {.heading = "Sand tables: a contact sheet (4)"});
  const auto bytes = io::encode_png(io::RgbView{sheet.width, sheet.height, sheet.rgb}, {});
  good = bytes && io::write_file_atomically(folder + "/sheet.png", *bytes) && good;
  return good ? 0 : 1;
}
