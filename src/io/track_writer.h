// Placed moves in, text out: the other half of a converter. Streams; memory does not grow with the track.
//
//   gcode      G1 in mm, absolute; arcs as G2 and G3 of at most half a turn with I and J; spirals and cubics as chords;
//              F where the feed changes, the table's own while the track gives none; G4 P in seconds; G28
//   theta_rho  theta in radians, clockwise from +y, never jumping by a turn; rho in units of half the shorter reachable
//              side. Moves about the table's centre are one line each. Others are cut until the Archimedean spirals
//              between their points keep to the chord error. What lies beyond rho 1 is drawn on the rim and counted.
//              Feeds and dwells have no place in the format and are left out.
//   svg        one stroke in mm, in paths of bounded length each of which goes on where the last one ended; y flipped;
//              arcs as A, spirals and cubics as C. Feeds and dwells are left out here too.
//
// Lengths are written to 0.0001 mm, theta and rho to 0.000001. Positions are not clamped but in rho.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "io/track_reader.h"
#include "sand/params.h"
#include "sand/track.h"

namespace solgel::io {

class TrackWriter {
 public:
  virtual ~TrackWriter() = default;
  TrackWriter(const TrackWriter&) = delete;
  TrackWriter& operator=(const TrackWriter&) = delete;

  // Text is appended to `out`, which the caller may empty between any two calls.
  virtual void begin(std::string& out) = 0;
  void move(const sand::Move& placed, std::string& out);
  virtual void finish(std::string& out) = 0;

  // Moves that did not fit into the format and were bent onto the rim.
  std::uint64_t clamped() const { return clamped_; }

 protected:
  TrackWriter(const sand::Params& table, double chord_error_mm, sand::Start start)
      : table_(table), chord_error_(chord_error_mm), start_(start) {}

  // Where the ball is before it moves.
  virtual void start(Vec2 at, const sand::Move& first, std::string& out) = 0;
  // A move from at_; not the first one of a track that begins at its first point. `home` comes as two lines unless the
  // format has a word for it.
  virtual void line(const sand::Move& move, std::string& out) = 0;
  virtual void polar(const sand::Move& move, std::string& out) = 0;
  virtual void cubic(const sand::Move& move, std::string& out) = 0;
  virtual void home(const sand::Move& move, std::string& out);
  virtual void dwell(const sand::Move&, std::string&) {}

  // Draws a curved move as lines within `error` of it.
  void chords(const sand::Move& move, double error, std::string& out);

  sand::Params table_;
  double chord_error_;
  sand::Start start_;
  Vec2 at_;
  std::uint64_t clamped_ = 0;

 private:
  bool started_ = false;
};

// `start` is that of the track: one that begins at the origin has drawn the way from there to its first point.
std::unique_ptr<TrackWriter> make_track_writer(TrackFormat format, const sand::Params& table, double chord_error_mm,
                                               sand::Start start = sand::Start::first_point);

}  // namespace solgel::io
