#include "io/output_file.h"

#include <atomic>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <utility>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace solgel::io {
namespace {

namespace fs = std::filesystem;

constexpr int kTriesForName = 100;

Error system_error(const std::string& path, int code, const char* doing) {
  std::string remedy;
  switch (code) {
    case ENOENT:
      remedy = "make the folder first";
      break;
    case ENOTDIR:
      remedy = "a part of the path is a file, not a folder; choose another place";
      break;
    case EACCES:
    case EPERM:
    case EROFS:
      remedy = "choose a folder that you may write to";
      break;
    case EISDIR:
      remedy = "give the name of a file in it";
      break;
    case ENOSPC:
    case EDQUOT:
      remedy = "free some space or choose another disk";
      break;
    case ENAMETOOLONG:
      remedy = "choose a shorter name";
      break;
    default:
      break;
  }
  return {.found = std::string(doing) + ": " + std::strerror(code), .allowed = {}, .remedy = remedy, .file = path};
}

// The file that a chain of symbolic links leads to, or the path itself.
std::string resolved(const std::string& path) {
  std::error_code none;
  fs::path at = path;
  constexpr int kDeepest = 40;
  for (int k = 0; k < kDeepest && fs::is_symlink(at, none); ++k) {
    const fs::path to = fs::read_symlink(at, none);
    if (none) break;
    at = to.is_absolute() ? to : at.parent_path() / to;
  }
  return at.string();
}

std::string temporary_name(const std::string& target, bool keep_extension) {
  static std::atomic<unsigned> counter{0};
  const std::string unique = "." + std::to_string(getpid()) + "-" + std::to_string(counter++);
  if (!keep_extension) return target + unique + ".part";
  const fs::path path(target);
  return (path.parent_path() / ("." + path.stem().string() + unique + ".part" + path.extension().string())).string();
}

// Mode of the file that is replaced, so that replacing does not change who may read it; else what umask leaves.
unsigned mode_for(const std::string& target) {
  struct stat info {};
  return stat(target.c_str(), &info) == 0 ? info.st_mode & 07777u : 0666u;
}

Result<std::pair<std::string, int>> open_temporary(const std::string& shown, const std::string& target,
                                                   bool keep_extension) {
  for (int k = 0; k < kTriesForName; ++k) {
    const std::string name = temporary_name(target, keep_extension);
    const int descriptor = ::open(name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (descriptor >= 0) return std::pair{name, descriptor};
    if (errno != EEXIST) return fail(system_error(shown, errno, "cannot be written"));
  }
  return fail(
      {.found = "no free name for a temporary file", .allowed = {}, .remedy = "remove *.part files", .file = shown});
}

Status refuse_folder(const std::string& path) {
  std::error_code none;
  if (path.empty())
    return fail({.found = "the name of the output is empty", .allowed = {}, .remedy = "give a file name", .file = {}});
  if (fs::is_directory(path, none) || path.back() == '/') {
    return fail({.found = "is a folder", .allowed = {}, .remedy = "give the name of a file in it", .file = path});
  }
  return {};
}

}  // namespace

Result<OutputFile> OutputFile::open(const std::string& path) {
  if (path == "-") return OutputFile("standard output", "", "", STDOUT_FILENO);
  if (Status ok = refuse_folder(path); !ok) return fail(ok.error());
  const std::string target = resolved(path);
  struct stat info {};
  if (stat(target.c_str(), &info) == 0) {
    if (!S_ISREG(info.st_mode)) {
      const int descriptor = ::open(target.c_str(), O_WRONLY | O_CLOEXEC);
      if (descriptor < 0) return fail(system_error(path, errno, "cannot be written"));
      return OutputFile(path, "", "", descriptor);
    }
    if (access(target.c_str(), W_OK) != 0) return fail(system_error(path, errno, "cannot be replaced"));
  }
  auto made = open_temporary(path, target, false);
  if (!made) return fail(made.error());
  return OutputFile(path, target, made->first, made->second);
}

OutputFile::OutputFile(OutputFile&& other) noexcept
    : shown_(std::move(other.shown_)),
      target_(std::move(other.target_)),
      temporary_(std::exchange(other.temporary_, {})),
      descriptor_(std::exchange(other.descriptor_, -1)) {}

OutputFile& OutputFile::operator=(OutputFile&& other) noexcept {
  if (this == &other) return *this;
  abandon();
  shown_ = std::move(other.shown_);
  target_ = std::move(other.target_);
  temporary_ = std::exchange(other.temporary_, {});
  descriptor_ = std::exchange(other.descriptor_, -1);
  return *this;
}

OutputFile::~OutputFile() {
  abandon();
}

void OutputFile::abandon() {
  if (descriptor_ >= 0 && descriptor_ != STDOUT_FILENO) ::close(descriptor_);
  descriptor_ = -1;
  if (!temporary_.empty()) ::unlink(temporary_.c_str());
  temporary_.clear();
}

Status OutputFile::write(std::span<const std::byte> bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(descriptor_, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return fail(system_error(shown_, errno, "cannot be written"));
    bytes = bytes.subspan(static_cast<std::size_t>(written));
  }
  return {};
}

Status OutputFile::commit() {
  const int descriptor = std::exchange(descriptor_, -1);
  if (descriptor == STDOUT_FILENO) return {};
  if (temporary_.empty()) {  // a device or a pipe
    if (::close(descriptor) != 0) return fail(system_error(shown_, errno, "cannot be written"));
    return {};
  }
  if (const unsigned mode = mode_for(target_); mode != 0666u) static_cast<void>(fchmod(descriptor, mode));
  const bool flushed = fsync(descriptor) == 0;
  const int flush_error = errno;
  if (::close(descriptor) != 0 || !flushed) {
    const Error error = system_error(shown_, flushed ? errno : flush_error, "cannot be written");
    abandon();
    return fail(error);
  }
  if (::rename(temporary_.c_str(), target_.c_str()) != 0) {
    const Error error = system_error(shown_, errno, "cannot be replaced");
    abandon();
    return fail(error);
  }
  temporary_.clear();
  return {};
}

Status write_file_atomically(const std::string& path, std::span<const std::byte> bytes) {
  Result<OutputFile> file = OutputFile::open(path);
  if (!file) return fail(file.error());
  if (Status ok = file->write(bytes); !ok) return ok;
  return file->commit();
}

Result<std::string> temporary_beside(const std::string& path) {
  if (Status ok = refuse_folder(path); !ok) return fail(ok.error());
  auto made = open_temporary(path, resolved(path), true);
  if (!made) return fail(made.error());
  ::close(made->second);
  return made->first;
}

Status move_into_place(const std::string& temporary, const std::string& path) {
  const std::string target = resolved(path);
  const int descriptor = ::open(temporary.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor >= 0) {
    static_cast<void>(fsync(descriptor));
    ::close(descriptor);
  }
  if (::rename(temporary.c_str(), target.c_str()) != 0) return fail(system_error(path, errno, "cannot be replaced"));
  return {};
}

}  // namespace solgel::io
