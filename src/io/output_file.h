// Files that are whole or not there: written beside their place, then renamed.
//
// An interrupted run leaves the old file or the new one, never half of one. The temporary name is the file's own with
// the process and a counter, ending in ".part"; it is opened exclusively and removed unless committed. A symbolic link
// is followed: its target is replaced, the link stays. A file that is no regular one (/dev/null, a named pipe) is
// written in place. `-` is standard output, which cannot be renamed: bytes go out as they come.
#pragma once

#include <span>
#include <string>

#include "core/result.h"
#include "io/bytes.h"

namespace solgel::io {

class OutputFile {
 public:
  static Result<OutputFile> open(const std::string& path);

  OutputFile(OutputFile&& other) noexcept;
  OutputFile& operator=(OutputFile&& other) noexcept;
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;
  ~OutputFile();  // removes what was not committed

  Status write(std::span<const std::byte> bytes);
  // Flushes to the disk and puts the file in its place. Nothing may be written afterwards.
  Status commit();

  const std::string& temporary_path() const { return temporary_; }  // empty when written in place

 private:
  OutputFile(std::string shown, std::string target, std::string temporary, int descriptor)
      : shown_(std::move(shown)),
        target_(std::move(target)),
        temporary_(std::move(temporary)),
        descriptor_(descriptor) {}
  void abandon();

  std::string shown_, target_, temporary_;  // as the user wrote it; what is replaced; what is written
  int descriptor_ = -1;
};

Status write_file_atomically(const std::string& path, std::span<const std::byte> bytes);

// For programs that write a file by name themselves (ffmpeg): a name beside `path` that keeps its extension, and the
// rename at the end.
Result<std::string> temporary_beside(const std::string& path);
Status move_into_place(const std::string& temporary, const std::string& path);

}  // namespace solgel::io
