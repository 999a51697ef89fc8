#include "io/video.h"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <filesystem>

#include <fcntl.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "core/params.h"
#include "io/output_file.h"

extern char** environ;

namespace solgel::io {
namespace {

enum class Kind { none, mp4, mov, webm, gif };

Kind kind_of(const std::string& path) {
  std::string extension = std::filesystem::path(path).extension().string();
  std::transform(extension.begin(), extension.end(), extension.begin(),
                 [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
  if (extension == ".mp4" || extension == ".m4v") return Kind::mp4;
  if (extension == ".mov") return Kind::mov;
  if (extension == ".webm") return Kind::webm;
  if (extension == ".gif") return Kind::gif;
  return Kind::none;
}

using Arguments = std::vector<std::string>;

void add(Arguments& to, std::initializer_list<const char*> words) {
  to.insert(to.end(), words.begin(), words.end());
}

void add_encoder(Arguments& to, Kind kind, int crf) {
  constexpr const char* kEven =
      "crop=trunc(iw/2)*2:trunc(ih/2)*2,scale=out_color_matrix=bt709:out_range=tv,format=yuv420p";
  const std::string quality = std::to_string(crf);
  switch (kind) {
    case Kind::mp4:
    case Kind::mov:
      add(to,
          {"-vf", kEven, "-c:v", "libx264", "-preset", "medium", "-crf", quality.c_str(), "-movflags", "+faststart"});
      break;
    case Kind::webm:
      add(to, {"-vf", kEven, "-c:v", "libvpx-vp9", "-b:v", "0", "-crf", quality.c_str(), "-deadline", "good",
               "-cpu-used", "4", "-row-mt", "1"});
      break;
    case Kind::gif:
      add(to, {"-filter_complex",
               "split[a][b];[a]palettegen=stats_mode=diff[p];[b][p]paletteuse=dither=bayer:bayer_scale=4"});
      break;
    case Kind::none:
      break;
  }
  if (kind != Kind::gif)
    add(to, {"-colorspace", "bt709", "-color_primaries", "bt709", "-color_trc", "iec61966-2-1", "-color_range", "tv"});
}

Arguments command(Kind kind, const VideoSettings& s, const std::string& output) {
  Arguments words;
  add(words, {"ffmpeg", "-hide_banner", "-nostdin", "-loglevel", "error", "-y", "-f", "rawvideo", "-pix_fmt", "rgb24"});
  const std::string size = std::to_string(s.width) + "x" + std::to_string(s.height), rate = number_text(s.fps);
  add(words, {"-s", size.c_str(), "-r", rate.c_str(), "-i", "pipe:0", "-an"});
  add_encoder(words, kind, s.crf);
  for (const TextEntry& entry : s.metadata) {
    if (entry.key == "title") add(words, {"-metadata", ("title=" + entry.value).c_str()});
  }
  if (!s.metadata.empty()) add(words, {"-metadata", ("comment=" + metadata_text(s.metadata)).c_str()});
  const char* format = kind == Kind::webm ? "webm" : kind == Kind::gif ? "gif" : kind == Kind::mov ? "mov" : "mp4";
  add(words, {"-fflags", "+bitexact", "-flags", "+bitexact", "-f", format, ("file:" + output).c_str()});
  return words;
}

// The end of what ffmpeg said, on one line.
std::string last_words(std::FILE* messages) {
  constexpr long kMost = 600;
  std::fseek(messages, 0, SEEK_END);
  const long size = std::ftell(messages);
  std::fseek(messages, std::max(0L, size - kMost), SEEK_SET);
  std::string text(static_cast<std::size_t>(std::min(size, kMost)), '\0');
  text.resize(std::fread(text.data(), 1, text.size(), messages));
  while (!text.empty() && text.back() == '\n') text.pop_back();
  std::replace(text.begin(), text.end(), '\n', ' ');
  return text;
}

}  // namespace

struct VideoWriter::Process {
  std::string path, temporary;
  VideoSettings settings;
  int feed = -1;  // our end of the socket that is ffmpeg's standard input
  pid_t pid = -1;
  std::FILE* messages = nullptr;  // its standard error, a file without a name
  std::uint64_t frames = 0;

  Process() = default;
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;
  ~Process() {
    if (feed >= 0) ::close(feed);
    if (pid > 0) {
      ::kill(pid, SIGKILL);
      static_cast<void>(wait());
    }
    if (messages != nullptr) std::fclose(messages);
    if (!temporary.empty()) ::unlink(temporary.c_str());
  }

  Status start(Kind kind);
  int wait();
  Error died(int status);
};

int VideoWriter::Process::wait() {
  int status = 0;
  while (::waitpid(pid, &status, 0) < 0 && errno == EINTR) {
  }
  pid = -1;
  return status;
}

Error VideoWriter::Process::died(int status) {
  const std::string said = last_words(messages);
  const std::string how = WIFSIGNALED(status) ? "was stopped by signal " + std::to_string(WTERMSIG(status))
                                              : "ended with code " + std::to_string(WEXITSTATUS(status));
  return {.found = "ffmpeg " + how + (said.empty() ? "" : ": " + said),
          .allowed = {},
          .remedy = "check the free space and that this ffmpeg has the encoder",
          .file = path};
}

// A socket instead of a pipe: it can be written without SIGPIPE when ffmpeg dies.
Status VideoWriter::Process::start(Kind kind) {
  int ends[2];
  messages = std::tmpfile();
  if (messages == nullptr || ::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) {
    return fail({.found = std::string("no pipe to ffmpeg: ") + std::strerror(errno),
                 .allowed = {},
                 .remedy = {},
                 .file = path});
  }
  feed = ends[0];
  const bool plain = temporary.front() == '/' || temporary.rfind("./", 0) == 0;
  Arguments words = command(kind, settings, plain ? temporary : "./" + temporary);
  std::vector<char*> argv;
  for (std::string& word : words) argv.push_back(word.data());
  argv.push_back(nullptr);

  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, ends[1], STDIN_FILENO);
  posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
  posix_spawn_file_actions_adddup2(&actions, fileno(messages), STDERR_FILENO);
  const int code = posix_spawnp(&pid, "ffmpeg", &actions, nullptr, argv.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  ::close(ends[1]);
  if (code == 0) return {};
  pid = -1;
  return fail({.found = std::string("ffmpeg cannot be started: ") + std::strerror(code),
               .allowed = {},
               .remedy = code == ENOENT ? "install ffmpeg (apt install ffmpeg)" : "check the installation of ffmpeg",
               .file = path});
}

VideoWriter::VideoWriter(std::unique_ptr<Process> process) : process_(std::move(process)) {}
VideoWriter::VideoWriter(VideoWriter&&) noexcept = default;
VideoWriter& VideoWriter::operator=(VideoWriter&&) noexcept = default;
VideoWriter::~VideoWriter() = default;

Result<VideoWriter> VideoWriter::open(const std::string& path, const VideoSettings& settings) {
  const Kind kind = kind_of(path);
  if (kind == Kind::none) {
    return fail({.found = "not the name of a video",
                 .allowed = "allowed .mp4 .m4v .mov .webm .gif",
                 .remedy = "choose one of them",
                 .file = path});
  }
  if (settings.width < 2 || settings.height < 2 || !(settings.fps > 0) || !(settings.fps <= 1000)) {
    return fail({.found = "the video is " + std::to_string(settings.width) + "x" + std::to_string(settings.height) +
                          " at " + number_text(settings.fps) + " frames a second",
                 .allowed = "allowed 2x2 or more, at most 1000 frames a second",
                 .remedy = "change --size or --fps",
                 .file = path});
  }
  Result<std::string> temporary = temporary_beside(path);
  if (!temporary) return fail(temporary.error());
  auto process = std::make_unique<Process>();
  process->path = path;
  process->temporary = *temporary;
  process->settings = settings;
  if (Status ok = process->start(kind); !ok) return fail(ok.error());
  return VideoWriter(std::move(process));
}

Status VideoWriter::write(const RgbView& frame) {
  Process& p = *process_;
  if (frame.width != p.settings.width || frame.height != p.settings.height ||
      frame.rgb.size() != 3 * static_cast<std::size_t>(frame.width) * static_cast<std::size_t>(frame.height)) {
    return fail({.found = "a frame of another size", .allowed = {}, .remedy = {}, .file = p.path});
  }
  if (p.feed < 0) return fail({.found = "the video has ended", .allowed = {}, .remedy = {}, .file = p.path});
  std::span<const std::uint8_t> rest = frame.rgb;
  while (!rest.empty()) {
    const ssize_t sent = ::send(p.feed, rest.data(), rest.size(), MSG_NOSIGNAL);
    if (sent < 0 && errno == EINTR) continue;
    if (sent < 0) {
      ::close(p.feed);
      p.feed = -1;
      return fail(p.died(p.wait()));
    }
    rest = rest.subspan(static_cast<std::size_t>(sent));
  }
  ++p.frames;
  return {};
}

Status VideoWriter::finish() {
  Process& p = *process_;
  if (p.feed < 0 || p.pid <= 0)
    return fail({.found = "the video has ended", .allowed = {}, .remedy = {}, .file = p.path});
  ::close(p.feed);
  p.feed = -1;
  const int status = p.wait();
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) return fail(p.died(status));
  if (p.frames == 0) return fail({.found = "the video has no frames", .allowed = {}, .remedy = {}, .file = p.path});
  if (Status ok = move_into_place(p.temporary, p.path); !ok) return ok;
  p.temporary.clear();
  return {};
}

bool is_video_name(const std::string& path) {
  return kind_of(path) != Kind::none;
}

}  // namespace solgel::io
