#include "io/gcode.h"

#include <array>
#include <bit>
#include <cmath>
#include <string>
#include <vector>

#include "io/gcode_arc.h"
#include "io/gcode_words.h"
#include "io/line_splitter.h"
#include "io/track_text.h"

namespace solgel::io {
namespace {

using sand::Move;
using sand::MoveKind;

constexpr double kInch = 25.4;            // mm
constexpr double kRadiusShare = 0.005;    // arcs whose radii differ by more than both of these are reported,
constexpr double kRadiusSlack = 0.05;     // mm; GRBL refuses them
constexpr double kChordRounding = 0.002;  // mm that three decimals may make a chord too long
constexpr double kShortestChord = 1e-6;   // mm
constexpr double kMostSeconds = 1e9;
constexpr double kLeastFeed = 1e-6;  // mm/min; keeps the time of any move finite

constexpr std::uint32_t bit(char letter) {
  return 1u << (letter - 'A');
}
constexpr std::uint32_t kAxes =
    bit('X') | bit('Y') | bit('Z') | bit('A') | bit('B') | bit('C') | bit('E') | bit('U') | bit('V') | bit('W');
// What G28 may name; behind it W is no axis but "without levelling".
constexpr std::uint32_t kHomed = kAxes & ~bit('W');

enum class Action : std::uint8_t { none, move, dwell, home, set_offset, clear_offset, suspend_offset, restore_offset };

// Words that are carried out together: a line, or the part of a line up to its next motion.
struct Block {
  std::uint32_t given = 0;  // a bit a letter
  std::uint32_t bare = 0;   // given without a number
  std::uint32_t used = 0;
  std::array<double, 26> value{};
  Action action = Action::none;
  bool has_motion = false;     // G0 to G3 stood in it
  bool machine_frame = false;  // G53

  bool has(char letter) const { return (given & bit(letter)) != 0; }
  double at(char letter) const { return value[static_cast<std::size_t>(letter - 'A')]; }
};

class GcodeReader : public TrackReader {
 public:
  Status feed(std::span<const char> bytes, sand::MoveSink sink) override {
    if (done_) return status_;
    if (!splitter_.feed(bytes, [&](const Line& line) { return take(line, sink); })) done_ = true;
    return status_;
  }

  Status finish(sand::MoveSink sink) override {
    if (done_) return status_;
    done_ = true;
    if (!splitter_.finish([&](const Line& line) { return take(line, sink); })) return status_;
    if (!moved_) {
      status_ = fail({.found = "no move",
                      .allowed = "wanted at least one line that moves X or Y",
                      .remedy = "check that this is the track that the table runs"});
    }
    return status_;
  }

  sand::Frame frame() const override { return sand::Frame::machine; }
  sand::Start start() const override { return sand::Start::origin; }
  TrackFormat format() const override { return TrackFormat::gcode; }

 private:
  bool take(const Line& line, sand::MoveSink sink);
  bool take_setting(const Line& line, sand::MoveSink sink);
  bool take_words(sand::MoveSink sink);
  bool take_code(const GcodeWord& word);
  bool carry_out(sand::MoveSink sink);
  bool set_feed();
  bool move_ball(sand::MoveSink sink);
  bool dwell(sand::MoveSink sink);
  bool home(sand::MoveSink sink);
  void set_offset();
  Vec2 target();
  void aim_arc(Move& move);
  bool emit(Move& move, sand::MoveSink sink);
  double length_of(char letter) const { return block_.at(letter) * unit_; }
  double bounded(double value, const char* what);
  void ignore(char letter, double value);
  void ignore_rest();

  LineSplitter splitter_;
  std::vector<GcodeWord> words_;
  Block block_;
  std::uint64_t line_ = 0;
  Status status_;
  bool done_ = false;
  bool moved_ = false;

  Vec2 position_;       // machine
  Vec2 offset_;         // machine minus work
  Vec2 stored_offset_;  // for G92.3
  double unit_ = 1;     // mm
  double feed_ = 0;     // mm/min
  int motion_ = 0;      // G0 to G3
  bool relative_ = false;
  bool centre_absolute_ = false;  // G90.1
};

bool GcodeReader::take(const Line& line, sand::MoveSink sink) {
  line_ = line.number;
  if (line.too_long) {
    warnings_.add("long line", line_, "line is longer than 64 KiB; skipped");
    return true;
  }
  std::string_view text = line.text;
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
  if (text.starts_with('$')) return take_setting({.text = text, .number = line_}, sink);
  if (!split_gcode_line(line, words_, warnings_)) return true;
  return take_words(sink);
}

// $H homes; all else that begins with a dollar sets up the controller.
bool GcodeReader::take_setting(const Line& line, sand::MoveSink sink) {
  std::string_view rest = line.text.substr(1);
  const bool is_home = !rest.empty() && (rest[0] == 'H' || rest[0] == 'h');
  if (is_home) rest.remove_prefix(1);
  while (!rest.empty() && is_blank(rest.front())) rest.remove_prefix(1);
  if (is_home && (rest.empty() || rest[0] == ';' || rest[0] == '(')) {
    block_ = {};
    return home(sink);
  }
  warnings_.add("ignored $", line_, "$ lines set up the controller; ignored");
  return true;
}

// Cuts the line before each motion that follows another: G0 X5 G1 X10 is two moves.
bool GcodeReader::take_words(sand::MoveSink sink) {
  bool any = false;
  block_.given = block_.bare = block_.used = 0;
  block_.action = Action::none;
  block_.has_motion = block_.machine_frame = false;
  for (const GcodeWord& word : words_) {
    any = true;
    if (word.letter == 'G') {
      const int code = gcode_code(word.value);
      const bool acts = code == 0 || code == 10 || code == 20 || code == 30 || code == 40 || code == 280 ||
                        (code >= 920 && code <= 923);
      if (acts && block_.action != Action::none) {
        if (!carry_out(sink)) return false;
        block_.given = block_.bare = block_.used = 0;
        block_.action = Action::none;
        block_.has_motion = block_.machine_frame = false;
      }
      take_code(word);
      continue;
    }
    if (word.letter == 'M' || word.letter == 'T') {
      ignore(word.letter, word.value);
      continue;
    }
    if (word.letter == 'N') continue;
    if (word.bad_feed) {
      status_ = fail({.found = "feed rate is " + std::string(word.text.substr(0, 24)),
                      .allowed = "allowed more than 0 mm/min",
                      .remedy = "correct the F word",
                      .file = {},
                      .line = line_});
      return false;
    }
    if (block_.has(word.letter) && warnings_.count("repeated word", line_)) {
      warnings_.describe(std::string(1, word.letter) + " stands twice for one move; the last one counts");
    }
    block_.given |= bit(word.letter);
    if (word.bare) block_.bare |= bit(word.letter);
    block_.value[static_cast<std::size_t>(word.letter - 'A')] = word.value;
  }
  return !any || carry_out(sink);
}

// Modes take effect at once, that is before the words of their block.
bool GcodeReader::take_code(const GcodeWord& word) {
  switch (const int code = gcode_code(word.value)) {
    case 0:
    case 10:
    case 20:
    case 30:
      motion_ = code / 10;
      block_.action = Action::move;
      block_.has_motion = true;
      return true;
    case 40:
      block_.action = Action::dwell;
      return true;
    case 280:
      block_.action = Action::home;
      return true;
    case 920:
      block_.action = Action::set_offset;
      return true;
    case 921:
      block_.action = Action::clear_offset;
      return true;
    case 922:
      block_.action = Action::suspend_offset;
      return true;
    case 923:
      block_.action = Action::restore_offset;
      return true;
    case 200:
      unit_ = kInch;
      return true;
    case 210:
      unit_ = 1;
      return true;
    case 900:
      relative_ = false;
      return true;
    case 910:
      relative_ = true;
      return true;
    case 901:
      centre_absolute_ = true;
      return true;
    case 911:
      centre_absolute_ = false;
      return true;
    case 530:
      block_.machine_frame = true;
      return true;
    case 170:
    case 400:
    case 490:
    case 540:
    case 610:
    case 640:
    case 800:
    case 940:
      return true;  // what holds anyway: plane XY, no cutter, first work frame, mm a minute
    default:
      ignore('G', word.value);
      return true;
  }
}

bool GcodeReader::carry_out(sand::MoveSink sink) {
  if (block_.has('F') && !set_feed()) return false;
  const bool aims = block_.has('X') || block_.has('Y');
  const bool circles = block_.has_motion && motion_ >= 2 && (block_.has('I') || block_.has('J'));
  bool go_on = true;
  switch (block_.action) {
    case Action::none:
    case Action::move:
      if (aims || circles) go_on = move_ball(sink);
      break;
    case Action::dwell:
      go_on = dwell(sink);
      break;
    case Action::home:
      go_on = home(sink);
      break;
    case Action::set_offset:
      set_offset();
      break;
    case Action::clear_offset:
      offset_ = stored_offset_ = {};
      break;
    case Action::suspend_offset:
      if (offset_ != Vec2{}) stored_offset_ = offset_;
      offset_ = {};
      break;
    case Action::restore_offset:
      offset_ = stored_offset_;
      break;
  }
  ignore_rest();
  return go_on;
}

bool GcodeReader::set_feed() {
  block_.used |= bit('F');
  const double feed = length_of('F');
  if (feed >= kLeastFeed && std::isfinite(feed)) {
    feed_ = feed;
    return true;
  }
  status_ =
      fail({.found = "feed rate is " + short_number(block_.at('F')),
            .allowed = feed > 0 && feed < kLeastFeed ? "allowed 1e-6 mm/min or more" : "allowed more than 0 mm/min",
            .remedy = "correct the F word",
            .file = {},
            .line = line_});
  return false;
}

double GcodeReader::bounded(double value, const char* what) {
  const double near = clamp_far(value);
  if (near != value && warnings_.count("far", line_)) {
    warnings_.describe(std::string(what) + " is " + short_number(value) + "; allowed -1e9 to 1e9 mm; clamped");
  }
  return near;
}

Vec2 GcodeReader::target() {
  Vec2 to = position_;
  const auto aim = [&](char letter, double position, double offset) {
    if (!block_.has(letter)) return position;
    const double origin = relative_ && !block_.machine_frame ? position : block_.machine_frame ? 0.0 : offset;
    const char name[] = {letter, '\0'};
    return bounded(origin + length_of(letter), name);
  };
  to.x = aim('X', position_.x, offset_.x);
  to.y = aim('Y', position_.y, offset_.y);
  block_.used |= bit('X') | bit('Y');
  return to;
}

bool GcodeReader::move_ball(sand::MoveSink sink) {
  Move move;
  move.to = target();
  if (motion_ >= 2) aim_arc(move);
  return emit(move, sink);
}

void GcodeReader::aim_arc(Move& move) {
  block_.used |= bit('I') | bit('J') | bit('R');
  const bool clockwise = motion_ == 2;
  if (block_.has('R')) {
    const double radius = bounded(length_of('R'), "R");
    const double chord = distance(position_, move.to);
    if (chord < kShortestChord) {
      warnings_.add("arc without way", line_,
                    "arc in R form ends where it starts; wanted I and J for a circle; no way drawn");
      return;
    }
    const RadiusArc arc = arc_of_radius(position_, move.to, radius, clockwise);
    if (chord - 2 * std::fabs(radius) > kChordRounding && warnings_.count("arc radius too small", line_)) {
      warnings_.describe("R is " + short_number(radius) + "; allowed at least " + short_number(arc.radius) +
                         ", half the chord; drawn as half a circle");
    }
    set_arc(move, position_, arc.centre, clockwise);
    move.radius0 = move.radius1 = arc.radius;
    if (arc.repaired) move.sweep = clockwise ? -kPi : kPi;
    return;
  }
  if (!block_.has('I') && !block_.has('J')) {
    warnings_.add("arc without centre", line_, "arc has neither I, J nor R; drawn straight");
    return;
  }
  Vec2 centre = position_;
  if (centre_absolute_) {
    const Vec2 origin = block_.machine_frame ? Vec2{} : offset_;
    if (block_.has('I')) centre.x = bounded(origin.x + length_of('I'), "I");
    if (block_.has('J')) centre.y = bounded(origin.y + length_of('J'), "J");
  } else {
    if (block_.has('I')) centre.x = bounded(position_.x + length_of('I'), "I");
    if (block_.has('J')) centre.y = bounded(position_.y + length_of('J'), "J");
  }
  if (distance(position_, centre) < kShortestChord) {
    warnings_.add("arc without radius", line_, "arc starts at its centre; wanted a radius above 0; drawn straight");
    return;
  }
  set_arc(move, position_, centre, clockwise);
  const double gap = std::fabs(move.radius1 - move.radius0);
  if (gap > kRadiusSlack && gap > kRadiusShare * move.radius0 && warnings_.count("arc radii", line_)) {
    warnings_.describe("arc ends " + short_number(move.radius1) + " mm from its centre and starts " +
                       short_number(move.radius0) + " mm from it; allowed 0.5 % apart; drawn as a spiral");
  }
}

bool GcodeReader::dwell(sand::MoveSink sink) {
  block_.used |= bit('P') | bit('S') | bit('X') | bit('Y');
  double seconds = block_.has('P') ? block_.at('P') : block_.has('S') ? block_.at('S') : 0.0;
  if (!(seconds >= 0 && seconds <= kMostSeconds)) {
    if (warnings_.count("dwell", line_)) {
      warnings_.describe("dwell is " + short_number(seconds) + " s; allowed 0 to 1e9 s; clamped");
    }
    seconds = seconds > 0 ? kMostSeconds : 0.0;
  }
  Move move;
  move.kind = MoveKind::dwell;
  move.to = position_;
  move.seconds = seconds;
  move.feed = feed_;
  move.line = line_;
  return sink(move);
}

// G28 homes what it names, all without names; the numbers behind the names are of no account. Home is machine 0 and
// takes back what G92 set, as in Marlin.
bool GcodeReader::home(sand::MoveSink sink) {
  const bool x = block_.has('X');
  const bool y = block_.has('Y');
  const bool named = (block_.given & kHomed) != 0;
  block_.used |= block_.given & (kAxes | block_.bare);
  if (named && !x && !y) return true;  // G28 Z
  Move move;
  move.kind = MoveKind::home;
  if (named && !(x && y)) {
    move.kind = MoveKind::line;
    move.to = x ? Vec2{0, position_.y} : Vec2{position_.x, 0};
  }
  if (!named || x) offset_.x = 0;
  if (!named || y) offset_.y = 0;
  return emit(move, sink);
}

void GcodeReader::set_offset() {
  const bool all = (block_.given & kAxes) == 0;  // G92 alone: here is 0, 0
  if (all || block_.has('X')) offset_.x = bounded(position_.x - (all ? 0 : length_of('X')), "X");
  if (all || block_.has('Y')) offset_.y = bounded(position_.y - (all ? 0 : length_of('Y')), "Y");
  block_.used |= kAxes;
}

bool GcodeReader::emit(Move& move, sand::MoveSink sink) {
  move.feed = feed_;
  move.line = line_;
  position_ = move.to;
  moved_ = true;
  return sink(move);
}

void GcodeReader::ignore(char letter, double value) {
  const std::string code = letter + short_number(value);
  if (warnings_.count("ignored " + code, line_)) warnings_.describe(code + " does not move the ball; ignored");
}

void GcodeReader::ignore_rest() {
  std::uint32_t rest = block_.given & ~block_.used;
  for (; rest != 0; rest &= rest - 1) {
    char kind[] = "ignored ?";
    const char letter = static_cast<char>('A' + std::countr_zero(rest));
    kind[8] = letter;
    if (warnings_.count(kind, line_)) {
      warnings_.describe(std::string(1, letter) + " words do not move the ball; ignored");
    }
  }
}

}  // namespace

std::unique_ptr<TrackReader> make_gcode_reader() {
  return std::make_unique<GcodeReader>();
}

}  // namespace solgel::io
