// Bytes in, moves out: the interface that every track format implements, and detection of the format.
//
// Bytes come in pieces of any size; the moves do not depend on how the file was cut. Memory is bounded: a line (or an
// SVG tag or attribute) longer than its cap is an error or a warning, never an allocation that follows the file.
#pragma once

#include <memory>
#include <span>
#include <string_view>

#include "core/result.h"
#include "core/warnings.h"
#include "sand/track.h"

namespace solgel::io {

enum class TrackFormat { gcode, theta_rho, svg };

struct TrackOptions {
  bool thr_zero_right = false;  // theta = 0 points to +x instead of +y
  bool thr_mirror = false;      // theta grows counter-clockwise
};

class TrackReader {
 public:
  virtual ~TrackReader() = default;

  // Reads the next piece. Stops early, without error, when the sink returns false.
  // An error is final; it carries the line, not the file.
  virtual Status feed(std::span<const char> bytes, sand::MoveSink sink) = 0;
  // The end of the file. An error when it is no track of this format or holds no move.
  virtual Status finish(sand::MoveSink sink) = 0;

  // Known after the first move at the latest.
  virtual sand::Frame frame() const = 0;
  virtual sand::Start start() const = 0;
  virtual TrackFormat format() const = 0;

  const Warnings& warnings() const { return warnings_; }

 protected:
  Warnings warnings_;
};

// By content (the first bytes, up to 64 KiB of them, of the file), the file name's extension as a hint. An error when
// it can be no track: binary, empty.
Result<TrackFormat> detect_track(std::span<const char> head, std::string_view file_name);

std::unique_ptr<TrackReader> make_track_reader(TrackFormat format, const TrackOptions& options);

}  // namespace solgel::io
