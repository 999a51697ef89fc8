// Files and standard input as sources of bytes.
#pragma once

#include <memory>
#include <string>

#include "core/result.h"
#include "io/track_stream.h"

namespace solgel::cli {

// A track that can be opened again and again: a file by name, or standard input ("-"), which is copied into an unnamed
// temporary file when first opened, so that it too can be read twice without being held in memory.
class TrackFile {
 public:
  // An error when the file cannot be read or is a folder.
  static Result<TrackFile> open(const std::string& path);

  // From the beginning.
  Result<std::unique_ptr<io::ByteSource>> bytes() const;
  const std::string& name() const { return name_; }

 private:
  explicit TrackFile(std::string name) : name_(std::move(name)) {}

  std::string name_;                 // as the user gave it; "stdin" for -
  std::string path_;                 // empty for a descriptor
  std::shared_ptr<int> descriptor_;  // of the spooled standard input
};

}  // namespace solgel::cli
