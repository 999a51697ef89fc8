// Cuts a stream of bytes into lines that end with CR, LF or CRLF, however the stream itself was cut.
//
// Lines are handed out in place where a piece holds them whole; only a line that straddles pieces is copied. A
// byte-order mark before the first line is dropped. A line longer than the cap is handed out empty and marked, so
// memory is bounded.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "core/function_ref.h"

namespace solgel::io {

struct Line {
  std::string_view text{};
  std::uint64_t number = 0;  // 1-based
  bool too_long = false;     // then the text is empty
};

class LineSplitter {
 public:
  static constexpr std::size_t kMostBytes = 64 * 1024;

  // Takes a line; returns false to stop.
  using Sink = FunctionRef<bool(const Line&)>;

  // False when the sink stopped; the rest of the piece is then lost.
  bool feed(std::span<const char> bytes, Sink sink);
  // Hands out the last line if no line end closed it.
  bool finish(Sink sink);

  // Of the line handed out last.
  std::uint64_t line() const { return line_; }

 private:
  bool hand_out(std::string_view text, Sink sink);

  std::string carried_;  // beginning of a line that the next piece continues
  std::uint64_t line_ = 0;
  bool too_long_ = false;
  bool after_cr_ = false;  // an LF now belongs to the CR before it
};

}  // namespace solgel::io
