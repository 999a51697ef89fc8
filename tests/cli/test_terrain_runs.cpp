// Runs of `solgel terrain`: the same bits on any number of threads and however they are cut; killed and gone on with.

#include <chrono>
#include <csignal>
#include <thread>

#include "terrain_maps.h"

using namespace solgel;
using namespace solgel::test;
using doctest::Approx;

namespace {

std::string report_of(const Folder& folder, Words words, const std::string& input = "", const Words& environment = {}) {
  words.push_back("--json");
  const Ended ended = folder.solgel(words, input, environment);
  CHECK(ended.err == "");
  CHECK(ended.code == 0);
  return ended.out;
}
std::string hash_of(const Folder& folder, const Words& words, const std::string& input = "",
                    const Words& environment = {}) {
  return value_of(report_of(folder, words, input, environment), "state_hash");
}

Words and_more(Words words, const Words& more) {
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

// Long enough to be killed in the middle.
#ifdef SOLGEL_QUICK_BUILD
const char* kDroplets = "40000";
#else
const char* kDroplets = "4000";
#endif
Words long_rain(const Words& more) {
  return and_more(terrain({"--generate", "ridged", "--cells", "64x48", "--droplets", kDroplets}), more);
}
const Words kCheckpoints{"--checkpoint", "run.ckpt", "--checkpoint-every", "0"};
const Words kFiles{"-o", "a.tif", "--map", "flow=f.npy", "--report", "a.json"};

// Waits until it is so, or a quarter of a minute.
template <class Predicate>
void wait_until(Predicate is_so) {
  for (int k = 0; k < 15000 && !is_so(); ++k) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  REQUIRE(is_so());
}
void wait_for_checkpoint(const Folder& folder) {
  wait_until([&] { return folder.has("run.ckpt"); });
}

}  // namespace

TEST_CASE("threads, the instruction set, checkpoints and standard input change no bit of the land") {
  Folder folder;
  const std::string hash = hash_of(folder, small_land({"-o", "a.tif"}));
  for (const char* threads : {"1", "2", "3", "8"}) CHECK(hash_of(folder, small_land({"--threads", threads})) == hash);
  CHECK(hash_of(folder, small_land({}), "", {"SOLGEL_NO_AVX2=1"}) == hash);
  CHECK(hash_of(folder, and_more(small_land({}), kCheckpoints)) == hash);
  CHECK(hash_of(folder, small_land({"--map", "flow=f.npy"})) == hash);
  CHECK(hash_of(folder, small_land({"--seed", "11"})) != hash);
  const std::string tiff = folder.read("a.tif");
  CHECK(hash_of(folder, terrain({"a.tif", "--droplets", "500"})) ==
        hash_of(folder, terrain({"-", "--droplets", "500"}), tiff));
  folder.solgel(small_land({"-o", "b.tif", "--threads", "3"}));
  CHECK(folder.read("b.tif") == tiff);
}

TEST_CASE("every scheme, border and treatment is the same on one thread and on three") {
  Folder folder;
  const Words ways[] = {{"--scheme", "reference"}, {"--scheme", "text"},      {"--border", "periodic"},
                        {"--border", "walled"},    {"--depressions", "fill"}, {"--depressions", "breach"},
                        {"--talus", "30"}};
  for (const Words& way : ways) {
    CAPTURE(way[1]);
    const std::string report = report_of(folder, and_more(small_land({"--threads", "1"}), way));
    CHECK(hash_of(folder, and_more(small_land({"--threads", "3"}), way)) == value_of(report, "state_hash"));
    CHECK(value_of(report, way[0].substr(2)) == way[1]);
    if (way[0] == "--border") CHECK(number_of(report, "carried_off") == 0);
    if (way[1] != "text") CHECK(number_of(report, "balance_relative_error") == 0);
    if (way[1] == "30") CHECK(number_of(report, "slid") > 0);
    if (way[1] == "fill") CHECK(number_of(report, "filled") > 0);
    if (way[1] == "breach") CHECK(number_of(report, "breached") > 0);
  }
  const std::string filled = report_of(
      folder, terrain({"--generate", "fractal", "--cells", "64x48", "--droplets", "0", "--depressions", "fill"}));
  CHECK(number_of(filled, "basins", 0) > 0);
  CHECK(number_of(filled, "basins", 1) == 0);
}

TEST_CASE("a parameter of terrain means the same in a file and on the command line, which wins") {
  Folder folder;
  folder.write("p.toml", "[terrain]\nevaporation = 0.01\ndeposition_rate = 0.2\n[land]\ngain = 0.6\n[look]\n");
  const std::string hash =
      hash_of(folder, small_land({"--evaporation", "0.01", "--deposition-rate", "0.2", "--gain", "0.6"}));
  CHECK(hash_of(folder, small_land({"--params", "p.toml"})) == hash);
  CHECK(hash_of(folder, small_land({"--params", "p.toml", "--gain", "0.5"})) ==
        hash_of(folder, small_land({"--evaporation", "0.01", "--deposition_rate", "0.2"})));
}

TEST_CASE("the preset of the text is its numbers") {
  Folder folder;
  const std::string report = report_of(folder, small_land({"--preset", "text", "--scheme", "text"}));
  CHECK(value_of(report, "evaporation") == "0.001");
  CHECK(value_of(report, "unit") == "1");
  CHECK(value_of(report, "droplets") == "2000");  // the command line wins
  CHECK(value_of(report, "scheme") == "text");
  folder.write("utm.tif", file_of(utm_ridge()));  // cells of 25 m
  CHECK(value_of(report_of(folder, terrain({"utm.tif", "--preset", "text", "--droplets", "9"})), "unit") == "25");
  CHECK(value_of(report_of(folder, terrain({"utm.tif", "--preset", "text", "--droplets", "9", "--unit", "50"})),
                 "unit") == "50");
  const Ended picture = folder.solgel(small_land({"--scheme", "text", "--picture", "p.png", "--size", "64x48"}));
  CHECK(picture.err == "");
  CHECK(picture.code == 0);
}

TEST_CASE("units given to generated land are metres") {
  Folder folder;
  const Words metres{"--cell", "10", "--height-unit", "120"};
  CHECK(hash_of(folder, and_more(small_land({}), metres)) != hash_of(folder, small_land({})));
  Words loud = and_more(small_land({}), metres);
  loud.erase(loud.begin() + 1);  // --quiet
  CHECK(folder.solgel(loud).err.find(" m3, deposited ") != std::string::npos);
}

TEST_CASE("a run of rain that is killed goes on to the same bits and the same files") {
  Folder folder;
  folder.solgel(and_more(long_rain({}), kFiles));
  const std::string tiff = folder.read("a.tif"), flow = folder.read("f.npy"),
                    hash = value_of(folder.read("a.json"), "state_hash");
  REQUIRE(hash.size() == 16);
  int killed = 0;
  for (const int after_first : {0, 25}) {  // milliseconds
    CAPTURE(after_first);
    for (const char* name : {"a.tif", "f.npy", "a.json", "run.ckpt"}) folder.remove(name);
    const Words words = and_more(and_more(long_rain({}), kFiles), kCheckpoints);
    const pid_t process = folder.start(words);
    wait_for_checkpoint(folder);
    std::this_thread::sleep_for(std::chrono::milliseconds(after_first));
    kill(process, SIGKILL);
    if (folder.wait(process).signal == SIGKILL) ++killed;
    const Ended resumed = folder.solgel(and_more(and_more(long_rain({"--resume", "run.ckpt"}), kFiles), kCheckpoints));
    CHECK(resumed.err == "");
    CHECK(resumed.code == 0);
    CHECK(value_of(folder.read("a.json"), "state_hash") == hash);
    CHECK(folder.read("a.tif") == tiff);
    CHECK(folder.read("f.npy") == flow);
  }
  CHECK(killed >= 1);  // the later moment may come after the end on a quick machine
}

TEST_CASE("an interrupted run of rain leaves its checkpoint and nothing else, and says how to go on") {
  Folder folder;
  const std::string hash = hash_of(folder, long_rain({}));
  for (const int signal : {SIGINT, SIGTERM}) {
    const pid_t process = folder.start(and_more(long_rain({"-o", "a.tif"}), kCheckpoints));
    wait_for_checkpoint(folder);
    kill(process, signal);
    const Ended ended = folder.wait(process);
    CHECK(ended.code == 1);
    CHECK(ended.err.find("terrain: interrupted after ") == 0);
    CHECK(ended.err.find(" droplets; go on with --resume run.ckpt\n") != std::string::npos);
    CHECK(folder.names() == std::vector<std::string>{"run.ckpt"});
    CHECK(hash_of(folder, long_rain({"--resume", "run.ckpt"})) == hash);
    folder.remove("run.ckpt");
  }
}

TEST_CASE("a checkpoint of another map, mask, seed or parameter is refused") {
  Folder folder;
  io::HeightMap map = ridge(io::MapFormat::npy, io::Sample::f32);
  folder.write("a.npy", file_of(map));
  map.value(7, 7) += 1;
  folder.write("b.npy", file_of(map));
  for (double& v : map.value.cells()) v = 0.5;
  folder.write("mask.npy", file_of(map));
  const Words words{"a.npy", "--droplets", "500"}, resume{"--resume", "run.ckpt", "-o", "x.tif"};
  CHECK(folder.solgel(and_more(terrain(words), kCheckpoints)).code == 0);
  const std::string height = std::to_string(ridge(io::MapFormat::npy, io::Sample::f32).value(3, 3));
  const Words others[] = {{"b.npy", "--droplets", "500"},
                          {"a.npy", "--droplets", "501"},
                          {"a.npy", "--droplets", "500", "--seed", "11"},
                          {"a.npy", "--droplets", "500", "--nodata", height},
                          {"a.npy", "--droplets", "500", "--hardness", "mask.npy"},
                          {"a.npy", "--droplets", "500", "--border", "walled"},
                          {"a.npy", "--droplets", "500", "--map", "flow=f.npy"}};
  for (const Words& other : others) {
    CAPTURE(other.back());
    const Ended ended = folder.solgel(and_more(terrain(other), resume));
    CHECK(ended.code == 2);
    CHECK(ended.err ==
          "run.ckpt: the checkpoint is of another run; wanted one of the same map, parameters and kinds of output; "
          "resume with what it was made with, or start again without --resume\n");
    CHECK(!folder.has("x.tif"));
  }
  CHECK(folder.solgel(and_more(terrain(words), resume)).code == 0);
}

TEST_CASE("a mask of whole numbers counts over their range, one of 0 and 1 says yes and no") {
  Folder folder;
  io::HeightMap mask = ridge(io::MapFormat::npy, io::Sample::f32);
  const io::HeightMap land = mask;
  folder.write("land.npy", file_of(land));
  const auto write = [&](const char* name, io::MapFormat format, io::Sample sample, double high) {
    mask.format = format;
    mask.sample = sample;
    for (std::size_t k = 0; k < mask.value.cells().size(); ++k) mask.value.cells()[k] = k % 3 == 0 ? high : 0;
    folder.write(name, file_of(mask));
  };
  write("float.npy", io::MapFormat::npy, io::Sample::f32, 1);
  write("byte.png", io::MapFormat::png, io::Sample::u8, 255);
  write("flag.png", io::MapFormat::png, io::Sample::u8, 1);
  write("flag.asc", io::MapFormat::asc, io::Sample::i32, 1);
  const auto run = [&](const Words& more) {
    return hash_of(folder, terrain(and_more({"land.npy", "--droplets", "500"}, more)));
  };
  const std::string hash = run({"--hardness", "float.npy"});
  CHECK(hash != run({}));
  for (const char* name : {"byte.png", "flag.png", "flag.asc"}) CHECK(run({"--hardness", name}) == hash);
}

TEST_CASE("a run of rain without a checkpoint yet starts from the beginning and says so") {
  Folder folder;
  Words words = small_land({"--resume", "none.ckpt", "--json"});
  words.erase(words.begin() + 1);  // --quiet
  const Ended ended = folder.solgel(words);
  CHECK(ended.code == 0);
  CHECK(ended.err.find("none.ckpt: no checkpoint yet; starting from the beginning\n") == 0);
  CHECK(value_of(ended.out, "state_hash") == hash_of(folder, small_land({})));
}

#ifdef SOLGEL_QUICK_BUILD
TEST_CASE("an interrupted video of rain leaves the old file") {
  Folder folder;
  folder.write("old.mp4", "the old file");
  const pid_t process =
      folder.start(long_rain({"--video", "old.mp4", "--seconds", "60", "--size", "160x120", "--video-view", "map"}));
  wait_until([&] { return folder.names().size() > 1; });  // frames are being written
  kill(process, SIGINT);
  const Ended ended = folder.wait(process);
  CHECK(ended.code == 1);
  CHECK(ended.err.find("; nothing was written\n") != std::string::npos);
  CHECK(folder.read("old.mp4") == "the old file");
  CHECK(folder.names() == std::vector<std::string>{"old.mp4"});
}
#endif
