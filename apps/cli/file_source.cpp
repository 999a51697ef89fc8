#include "file_source.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <vector>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace solgel::cli {
namespace {

Error unreadable(const std::string& name, int code) {
  return {.found = std::string("cannot be read (") + std::strerror(code) + ")",
          .allowed = "wanted a track: .gcode, .thr or .svg",
          .remedy = "check the name and its permissions",
          .file = name};
}

// Reads by position, so that several sources can share a descriptor.
class DescriptorSource : public io::ByteSource {
 public:
  DescriptorSource(int descriptor, bool owned, std::string name)
      : descriptor_(descriptor), owned_(owned), name_(std::move(name)) {}
  DescriptorSource(const DescriptorSource&) = delete;
  DescriptorSource& operator=(const DescriptorSource&) = delete;
  ~DescriptorSource() override {
    if (owned_) ::close(descriptor_);
  }
  Result<std::size_t> read(std::span<char> into) override {
    while (true) {
      // A pipe has no positions.
      ssize_t got = ::pread(descriptor_, into.data(), into.size(), at_);
      if (got < 0 && errno == ESPIPE) got = ::read(descriptor_, into.data(), into.size());
      if (got < 0 && errno == EINTR) continue;
      if (got < 0) return fail(unreadable(name_, errno));
      at_ += got;
      return static_cast<std::size_t>(got);
    }
  }

 private:
  int descriptor_;
  bool owned_;
  std::string name_;
  off_t at_ = 0;
};

// Copies a pipe into an unnamed temporary file.
Result<std::shared_ptr<int>> spooled(int from, const std::string& name) {
  std::FILE* file = std::tmpfile();
  const int descriptor = file != nullptr ? ::dup(::fileno(file)) : -1;
  if (file != nullptr) std::fclose(file);
  if (descriptor < 0) return fail(unreadable(name, errno));
  std::shared_ptr<int> owner(new int(descriptor), [](int* d) {
    ::close(*d);
    delete d;
  });
  std::vector<char> piece(1 << 18);
  while (true) {
    const ssize_t got = ::read(from, piece.data(), piece.size());
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return fail(unreadable(name, errno));
    if (got == 0) return owner;
    for (ssize_t put = 0; put < got;) {
      const ssize_t wrote = ::write(descriptor, piece.data() + put, static_cast<std::size_t>(got - put));
      if (wrote < 0 && errno == EINTR) continue;
      if (wrote < 0) return fail(unreadable(name, errno));
      put += wrote;
    }
  }
}

}  // namespace

Result<TrackFile> TrackFile::open(const std::string& path) {
  if (path == "-") {
    TrackFile file("stdin");
    auto spool = spooled(STDIN_FILENO, file.name_);
    if (!spool) return fail(spool.error());
    file.descriptor_ = *spool;
    return file;
  }
  TrackFile file(path);
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) return fail(unreadable(path, errno));
  struct stat info {};
  ::fstat(descriptor, &info);
  if (S_ISDIR(info.st_mode)) {
    ::close(descriptor);
    return fail({.found = "is a folder",
                 .allowed = "wanted a track: .gcode, .thr or .svg",
                 .remedy = "name the files in it",
                 .file = path});
  }
  if (!S_ISREG(info.st_mode)) {  // a named pipe can be read only once
    auto spool = spooled(descriptor, path);
    ::close(descriptor);
    if (!spool) return fail(spool.error());
    file.descriptor_ = *spool;
    return file;
  }
  ::close(descriptor);
  file.path_ = path;
  return file;
}

Result<std::unique_ptr<io::ByteSource>> TrackFile::bytes() const {
  if (descriptor_) return std::unique_ptr<io::ByteSource>(new DescriptorSource(*descriptor_, false, name_));
  const int descriptor = ::open(path_.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) return fail(unreadable(name_, errno));
  return std::unique_ptr<io::ByteSource>(new DescriptorSource(descriptor, true, name_));
}

}  // namespace solgel::cli
