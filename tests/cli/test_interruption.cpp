// A run that is killed or interrupted goes on from its checkpoint to the same bits.

#include <chrono>
#include <csignal>
#include <thread>

#include <doctest/doctest.h>

#include "command.h"

using namespace solgel::test;

namespace {

// Long enough to be killed in the middle; a table so small that checkpoints cost little.
const char* kTrack = "spiral.thr";
#ifdef SOLGEL_QUICK_BUILD
const char* kSpiral = "0 0\n600 1\n1200 0\n1800 1\n";
#else
const char* kSpiral = "0 0\n200 1\n400 0\n";
#endif

Words drawing(Words more) {
  Words words{"sand", kTrack, "--quiet"};
  words.insert(words.end(), more.begin(), more.end());
  return on_a_tiny_table(words);
}

Words with_checkpoints() {
  return drawing({"--checkpoint", "run.ckpt", "--checkpoint-every", "0", "--report", "run.json"});
}

void pause(double milliseconds) {
  std::this_thread::sleep_for(std::chrono::duration<double, std::milli>(milliseconds));
}

// Waits until the process has written its first checkpoint, or a quarter of a minute.
bool wait_for(const Folder& folder, const std::string& name) {
  for (int k = 0; k < 15000; ++k) {
    if (folder.has(name)) return true;
    pause(1);
  }
  return false;
}

}  // namespace

TEST_CASE("a killed run, resumed, ends with the bits of one that was left alone") {
  Folder folder;
  folder.write(kTrack, kSpiral);
  const std::string alone = value_of(folder.solgel(drawing({"--json"})).out, "state_hash");
  REQUIRE(alone.size() == 16);

  int killed = 0;
  for (const double after_first : {0.0, 3.0, 10.0, 25.0, 60.0}) {  // milliseconds
    CAPTURE(after_first);
    const pid_t process = folder.start(with_checkpoints());
    REQUIRE(wait_for(folder, "run.ckpt"));
    pause(after_first);
    kill(process, SIGKILL);
    if (folder.wait(process).signal == SIGKILL) ++killed;
    const Ended resumed = folder.solgel(drawing({"--resume", "run.ckpt", "--json"}));
    CHECK(resumed.code == 0);
    CHECK(value_of(resumed.out, "state_hash") == alone);
  }
  CHECK(killed >= 3);  // the later moments may come after the end on a quick machine
}

TEST_CASE("a run that is killed again and again goes on from its own last checkpoint") {
  Folder folder;
  folder.write(kTrack, kSpiral);
  const std::string alone = value_of(folder.solgel(drawing({"--json"})).out, "state_hash");
  Words words = with_checkpoints();
  words.insert(words.end(), {"--resume", "run.ckpt"});
  for (int k = 0; k < 4; ++k) {
    const pid_t process = folder.start(words);
    wait_for(folder, "run.ckpt");
    pause(15);
    kill(process, SIGKILL);
    folder.wait(process);
  }
  CHECK(folder.solgel(words).code == 0);
  CHECK(value_of(folder.read("run.json"), "state_hash") == alone);
}

TEST_CASE("a run that is killed before its first checkpoint starts from the beginning") {
  Folder folder;
  folder.write(kTrack, kSpiral);
  const std::string alone = value_of(folder.solgel(drawing({"--json"})).out, "state_hash");
  const pid_t process = folder.start(drawing({"--checkpoint", "run.ckpt", "--checkpoint-every", "3600"}));
  pause(10);
  kill(process, SIGKILL);
  folder.wait(process);
  CHECK(!folder.has("run.ckpt"));
  const Ended resumed = folder.solgel(on_a_tiny_table({"sand", kTrack, "--resume", "run.ckpt", "--json"}));
  CHECK(resumed.code == 0);
  CHECK(resumed.err.find("run.ckpt: no checkpoint yet; starting from the beginning\n") == 0);
  CHECK(value_of(resumed.out, "state_hash") == alone);
}

TEST_CASE("an interrupted run says how to go on and leaves a checkpoint, and nothing else") {
  Folder folder;
  folder.write(kTrack, kSpiral);
  const std::string alone = value_of(folder.solgel(drawing({"--json"})).out, "state_hash");
  for (const int signal : {SIGINT, SIGTERM}) {
    const pid_t process = folder.start(with_checkpoints());
    REQUIRE(wait_for(folder, "run.ckpt"));
    kill(process, signal);
    const Ended ended = folder.wait(process);
    CHECK(ended.code == 1);
    CHECK(ended.err.find("sand: interrupted after ") == 0);
    CHECK(ended.err.find(" sub-steps; go on with --resume run.ckpt\n") != std::string::npos);
    CHECK(folder.names() == std::vector<std::string>{"run.ckpt", kTrack});
    CHECK(value_of(folder.solgel(drawing({"--resume", "run.ckpt", "--json"})).out, "state_hash") == alone);
    folder.remove("run.ckpt");
  }
}

TEST_CASE("an interrupted run without checkpoints leaves old outputs as they were") {
  Folder folder;
  folder.write(kTrack, kSpiral);
  folder.write("old.mp4", "the old file");
  folder.write("old.png", "the old file");
  const pid_t process =
      folder.start(drawing({"-o", "old.png", "--video", "old.mp4", "--seconds", "60", "--size", "64x64"}));
  for (int k = 0; k < 15000 && folder.names().size() <= 3; ++k) pause(1);  // until frames are being written
  kill(process, SIGINT);
  const Ended ended = folder.wait(process);
  CHECK(ended.code == 1);
  CHECK(ended.err.find("; nothing was written\n") != std::string::npos);
  CHECK(folder.read("old.mp4") == "the old file");
  CHECK(folder.read("old.png") == "the old file");
  CHECK(folder.names() == std::vector<std::string>{"old.mp4", "old.png", kTrack});
}
