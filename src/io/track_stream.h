// Moves one by one, pulled from a source of bytes that is read in pieces: a track of any length in bounded memory.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/result.h"
#include "core/warnings.h"
#include "io/track_reader.h"
#include "sand/track.h"

namespace solgel::io {

// Where bytes come from. Readers of formats never touch the file system; whoever opens a track brings one of these.
class ByteSource {
 public:
  virtual ~ByteSource() = default;
  // Fills `into` from its beginning and returns the count; 0 at the end.
  virtual Result<std::size_t> read(std::span<char> into) = 0;
};

// Bytes in memory; they must outlive the source.
class MemorySource : public ByteSource {
 public:
  explicit MemorySource(std::span<const char> bytes) : bytes_(bytes) {}
  Result<std::size_t> read(std::span<char> into) override;

 private:
  std::span<const char> bytes_;
};

// A stream of moves with what is needed to place them.
class MoveStream {
 public:
  virtual ~MoveStream() = default;
  // False at the end.
  virtual Result<bool> next(sand::Move& move) = 0;
  virtual sand::Frame frame() const = 0;
  virtual sand::Start start() const = 0;
  virtual const Warnings& warnings() const = 0;
};

// Detects the format and reads up to the first move. `file_name` appears in errors and hints at the format.
Result<std::unique_ptr<MoveStream>> open_track(std::unique_ptr<ByteSource> source, const std::string& file_name,
                                               const TrackOptions& options);

// Moves held in memory (generators).
class MoveList : public MoveStream {
 public:
  MoveList(std::vector<sand::Move> moves, sand::Frame frame) : moves_(std::move(moves)), frame_(frame) {}
  Result<bool> next(sand::Move& move) override;
  sand::Frame frame() const override { return frame_; }
  sand::Start start() const override { return sand::Start::first_point; }
  const Warnings& warnings() const override { return warnings_; }

 private:
  std::vector<sand::Move> moves_;
  std::size_t at_ = 0;
  sand::Frame frame_;
  Warnings warnings_;
};

}  // namespace solgel::io
