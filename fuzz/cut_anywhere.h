// What every track reader promises for every file: the same moves, warnings and error however the file is cut, all
// numbers finite, and no way of hurting the process.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <span>
#include <vector>

#include "io/track_reader.h"

namespace solgel::fuzz {

struct Reading {
  std::vector<sand::Move> moves;
  std::vector<Warning> warnings;
  Error error;
  sand::Frame frame{};
};

inline void require(bool holds) {
  if (!holds) std::abort();
}

inline bool same(const sand::Move& a, const sand::Move& b) {
  return a.kind == b.kind && a.to == b.to && a.centre == b.centre && a.radius0 == b.radius0 && a.radius1 == b.radius1 &&
         a.angle0 == b.angle0 && a.sweep == b.sweep && a.c1 == b.c1 && a.c2 == b.c2 && a.seconds == b.seconds &&
         a.feed == b.feed && a.line == b.line;
}

inline bool is_finite(const sand::Move& m) {
  for (const double value : {m.to.x, m.to.y, m.centre.x, m.centre.y, m.radius0, m.radius1, m.angle0, m.sweep, m.c1.x,
                             m.c1.y, m.c2.x, m.c2.y, m.seconds, m.feed}) {
    if (!std::isfinite(value)) return false;
  }
  return true;
}

// Reads the file in pieces of `next_size()` bytes.
template <class NextSize>
Reading read(io::TrackFormat format, const io::TrackOptions& options, std::span<const char> file, NextSize next_size) {
  Reading reading;
  const auto keep = [&](const sand::Move& move) {
    require(is_finite(move));
    reading.moves.push_back(move);
    return true;
  };
  const std::unique_ptr<io::TrackReader> reader = io::make_track_reader(format, options);
  Status status;
  while (!file.empty() && status) {
    const std::size_t size = std::min<std::size_t>(next_size(), file.size());
    // A copy of its own, so that the address sanitizer sees a read beyond the piece.
    const std::vector<char> piece(file.begin(), file.begin() + static_cast<std::ptrdiff_t>(size));
    file = file.subspan(size);
    status = reader->feed(piece, keep);
  }
  if (status) status = reader->finish(keep);
  if (!status) reading.error = status.error();
  reading.warnings = reader->warnings().list();
  reading.frame = reader->frame();
  return reading;
}

inline void check_cuts(io::TrackFormat format, const io::TrackOptions& options, std::span<const char> file) {
  const Reading whole = read(format, options, file, [&] { return file.size(); });
  std::uint64_t state = file.size() * 0x9E3779B97F4A7C15ull + 1;
  const Reading cut = read(format, options, file, [&] {
    state = state * 6364136223846793005ull + 1442695040888963407ull;
    return 1 + (state >> 33) % ((state >> 20) % 4 == 0 ? 40 : 3);
  });
  require(whole.error.message() == cut.error.message());
  require(whole.frame == cut.frame);
  require(whole.moves.size() == cut.moves.size());
  for (std::size_t i = 0; i < whole.moves.size(); ++i) require(same(whole.moves[i], cut.moves[i]));
  require(whole.warnings.size() == cut.warnings.size());
  for (std::size_t i = 0; i < whole.warnings.size(); ++i) {
    const Warning& a = whole.warnings[i];
    const Warning& b = cut.warnings[i];
    require(a.kind == b.kind && a.message == b.message && a.line == b.line && a.count == b.count);
  }
  if (!file.empty()) (void)io::detect_track(file, "");
}

}  // namespace solgel::fuzz
