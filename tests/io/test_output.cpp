// Outputs are whole or not there; videos hold the frames that were written.
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include <doctest/doctest.h>
#include <sys/stat.h>
#include <unistd.h>

#include "io/output_file.h"
#include "io/video.h"

using namespace solgel;
namespace fs = std::filesystem;

namespace {

struct Folder {
  fs::path path = fs::temp_directory_path() / ("solgel-out-" + std::to_string(getpid()));
  Folder() { fs::create_directories(path); }
  ~Folder() { fs::remove_all(path); }
  std::string operator/(const char* name) const { return (path / name).string(); }
  std::size_t entries() const {
    return static_cast<std::size_t>(std::distance(fs::directory_iterator(path), fs::directory_iterator{}));
  }
};

std::string content(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

std::span<const std::byte> bytes_of(std::string_view text) {
  return std::as_bytes(std::span(text.data(), text.size()));
}

std::string output_of(const std::string& command) {
  std::FILE* pipe = popen(command.c_str(), "r");
  std::string text;
  for (int c; pipe != nullptr && (c = std::fgetc(pipe)) != EOF;) text += static_cast<char>(c);
  if (pipe != nullptr) pclose(pipe);
  return text;
}

std::vector<std::uint8_t> frame_of(int width, int height, int k) {
  std::vector<std::uint8_t> rgb(3 * static_cast<std::size_t>(width) * static_cast<std::size_t>(height));
  for (std::size_t p = 0; p < rgb.size(); ++p)
    rgb[p] = static_cast<std::uint8_t>(p / 7 + static_cast<std::size_t>(5 * k));
  return rgb;
}

}  // namespace

TEST_CASE("an interrupted write leaves the old file and nothing beside it") {
  const Folder folder;
  const std::string path = folder / "relief.npy";
  REQUIRE(io::write_file_atomically(path, bytes_of("old")).has_value());
  {
    Result<io::OutputFile> file = io::OutputFile::open(path);
    REQUIRE(file.has_value());
    REQUIRE(file->write(bytes_of("half of the new")).has_value());
    CHECK(content(path) == "old");
    CHECK(folder.entries() == 2);
  }
  CHECK(content(path) == "old");
  CHECK(folder.entries() == 1);
  REQUIRE(io::write_file_atomically(path, bytes_of("new")).has_value());
  CHECK(content(path) == "new");
  CHECK(folder.entries() == 1);
}

TEST_CASE("a replaced file keeps its mode, a symbolic link its target's place") {
  const Folder folder;
  const std::string path = folder / "a.png", link = folder / "link.png";
  REQUIRE(io::write_file_atomically(path, bytes_of("1")).has_value());
  REQUIRE(chmod(path.c_str(), 0640) == 0);
  fs::create_symlink("a.png", link);
  REQUIRE(io::write_file_atomically(link, bytes_of("2")).has_value());
  CHECK(fs::is_symlink(link));
  CHECK(content(path) == "2");
  CHECK((fs::status(path).permissions() & fs::perms::all) == fs::perms(0640));
}

TEST_CASE("errors name the file and say what to do") {
  const Folder folder;
  const std::string missing = folder / "no/such/folder/x.png";
  const Status status = io::write_file_atomically(missing, {});
  REQUIRE_FALSE(status.has_value());
  CHECK(status.error().message().find(missing) != std::string::npos);
  CHECK(status.error().remedy == "make the folder first");
  CHECK_FALSE(io::write_file_atomically(folder.path.string(), {}).has_value());
  CHECK_FALSE(io::write_file_atomically("", {}).has_value());
  CHECK(io::write_file_atomically("/dev/null", bytes_of("gone")).has_value());
  Result<io::OutputFile> full = io::OutputFile::open("/dev/full");
  REQUIRE(full.has_value());
  const Status write = full->write(bytes_of("x"));
  REQUIRE_FALSE(write.has_value());
  CHECK(write.error().remedy.find("space") != std::string::npos);
}

TEST_CASE("a video holds every frame and its metadata, whatever its name") {
  const Folder folder;
  for (const char* name : {"-odd name: 100%d.mp4", "b.webm", "c.gif"}) {
    const std::string path = folder / name;
    Result<io::VideoWriter> video = io::VideoWriter::open(
        path, {.width = 65, .height = 48, .fps = 25, .metadata = {{"title", "flower"}, {"cell", "0.5"}}});
    REQUIRE(video.has_value());
    for (int k = 0; k < 12; ++k) REQUIRE(video->write({65, 48, frame_of(65, 48, k)}).has_value());
    CHECK_FALSE(video->write({64, 48, frame_of(64, 48, 0)}).has_value());
    CHECK_FALSE(fs::exists(path));
    const Status done = video->finish();
    if (!done) MESSAGE(done.error().message());
    REQUIRE(done.has_value());
    const std::string count = output_of(
        "ffprobe -v error -count_frames -show_entries stream=nb_read_frames -of csv=p=0 -i 'file:" + path + "'");
    CHECK(std::atoi(count.c_str()) == 12);
    if (std::string(name).find(".mp4") == std::string::npos) continue;
    CHECK(output_of("ffprobe -v error -show_entries format_tags=title,comment -of default=nw=1 -i 'file:" + path + "'")
              .find("flower") != std::string::npos);
    CHECK(output_of("ffprobe -v error -show_entries stream=width,height,pix_fmt -of csv=p=0 -i 'file:" + path + "'")
              .find("64,48,yuv420p") == 0);
  }
  CHECK(folder.entries() == 3);
}

TEST_CASE("an abandoned video leaves the old one and nothing beside it") {
  const Folder folder;
  const std::string path = folder / "v.mp4";
  REQUIRE(io::write_file_atomically(path, bytes_of("old")).has_value());
  {
    Result<io::VideoWriter> video = io::VideoWriter::open(path, {.width = 64, .height = 48, .fps = 25});
    REQUIRE(video.has_value());
    REQUIRE(video->write({64, 48, frame_of(64, 48, 0)}).has_value());
  }
  CHECK(content(path) == "old");
  CHECK(folder.entries() == 1);
  Result<io::VideoWriter> empty = io::VideoWriter::open(path, {.width = 64, .height = 48, .fps = 25});
  CHECK_FALSE(empty->finish().has_value());
}

TEST_CASE("a missing ffmpeg and a wrong name are errors with a remedy") {
  const Folder folder;
  CHECK_FALSE(io::VideoWriter::open(folder / "v.avi", {.width = 64, .height = 48}).has_value());
  CHECK_FALSE(io::VideoWriter::open(folder / "no/v.mp4", {.width = 64, .height = 48}).has_value());
  const std::string path = std::getenv("PATH");
  setenv("PATH", folder.path.c_str(), 1);
  const Result<io::VideoWriter> video = io::VideoWriter::open(folder / "v.mp4", {.width = 64, .height = 48});
  REQUIRE_FALSE(video.has_value());
  CHECK(video.error().remedy.find("install ffmpeg") != std::string::npos);
  {  // an ffmpeg that dies at once, with something to say
    std::ofstream(folder / "ffmpeg") << "#!/bin/sh\necho 'no encoder today' >&2\nexit 3\n";
    REQUIRE(chmod((folder / "ffmpeg").c_str(), 0755) == 0);
    Result<io::VideoWriter> dying = io::VideoWriter::open(folder / "v.mp4", {.width = 640, .height = 480});
    REQUIRE(dying.has_value());
    Status status;
    for (int k = 0; k < 100 && status; ++k) status = dying->write({640, 480, frame_of(640, 480, k)});
    REQUIRE_FALSE(status.has_value());
    CHECK(status.error().message().find("no encoder today") != std::string::npos);
  }
  setenv("PATH", path.c_str(), 1);
  CHECK(folder.entries() == 1);  // the false ffmpeg
}
