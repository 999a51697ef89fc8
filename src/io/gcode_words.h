// Splits a line of G-code into words, after every dialect that drives sand tables.
//
// A word is a letter and a number, blanks allowed between and around them. Comments, `%`, a leading `/` and checksums
// are dealt with here; what the words mean is gcode.cpp's matter. A command that takes words of its own meaning (M92
// X80 sets steps, it does not draw) swallows the words behind it up to the next G or M.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "core/warnings.h"
#include "io/line_splitter.h"

namespace solgel::io {

struct GcodeWord {
  char letter = 0;        // upper case
  bool bare = false;      // no number: G28 X
  bool bad_feed = false;  // F whose number is infinite or none (inf, nan)
  double value = 0;
  std::string_view text{};  // as written, for messages; valid while the line is
};

// G codes as ten times their number: 901 is G90.1. -1 when the number is no code.
int gcode_code(double value);

// Fills `words`. False, with a warning, when the line is to be skipped.
bool split_gcode_line(const Line& line, std::vector<GcodeWord>& words, Warnings& warnings);

}  // namespace solgel::io
