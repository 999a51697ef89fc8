// Reads a track given as text, whole or in small pieces, and keeps all that comes out.
#pragma once

#include <algorithm>
#include <fstream>
#include <iterator>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "io/track_reader.h"

namespace solgel::test {

struct Reading {
  std::vector<sand::Move> moves;
  std::vector<Warning> warnings;
  std::string error;  // empty when there was none
  sand::Frame frame{};
  sand::Start start{};

  // Of the only warning of a kind, "7: message"; empty when there is none of it, with " x3" when it came three times.
  std::string warning(std::string_view kind) const {
    for (const Warning& w : warnings) {
      if (w.kind != kind) continue;
      return std::to_string(w.line) + ": " + w.message + (w.count > 1 ? " x" + std::to_string(w.count) : "");
    }
    return {};
  }
};

inline Reading read_track(io::TrackFormat format, std::string_view text, std::size_t piece = 1 << 16,
                          const io::TrackOptions& options = {}) {
  Reading reading;
  const auto keep = [&](const sand::Move& move) {
    reading.moves.push_back(move);
    return true;
  };
  const std::unique_ptr<io::TrackReader> reader = io::make_track_reader(format, options);
  Status status;
  while (!text.empty() && status) {
    const std::size_t size = std::min(piece, text.size());
    status = reader->feed({text.data(), size}, keep);
    text.remove_prefix(size);
  }
  if (status) status = reader->finish(keep);
  if (!status) reading.error = status.error().message();
  reading.warnings = reader->warnings().list();
  reading.frame = reader->frame();
  reading.start = reader->start();
  return reading;
}

inline bool same_moves(const Reading& a, const Reading& b) {
  const auto same = [](const sand::Move& m, const sand::Move& n) {
    return m.kind == n.kind && m.to == n.to && m.centre == n.centre && m.radius0 == n.radius0 &&
           m.radius1 == n.radius1 && m.angle0 == n.angle0 && m.sweep == n.sweep && m.c1 == n.c1 && m.c2 == n.c2 &&
           m.seconds == n.seconds && m.feed == n.feed && m.line == n.line;
  };
  const auto alike = [](const Warning& v, const Warning& w) {
    return v.kind == w.kind && v.message == w.message && v.line == w.line && v.count == w.count;
  };
  return std::equal(a.moves.begin(), a.moves.end(), b.moves.begin(), b.moves.end(), same) &&
         std::equal(a.warnings.begin(), a.warnings.end(), b.warnings.begin(), b.warnings.end(), alike) &&
         a.error == b.error;
}

// Empty when the file is not there.
inline std::string shared_file(const std::string& name) {
  std::ifstream file(std::string(SOLGEL_SHARED_DATA) + "/" + name, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

}  // namespace solgel::test
