#include "io/gcode_words.h"

#include <charconv>
#include <cstdio>

#include "core/number.h"
#include "io/track_text.h"

namespace solgel::io {
namespace {

constexpr double kFarthestExtruder = 1e5;  // mm; see read_value

char upper(char c) {
  return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
}
bool is_letter(char c) {
  return upper(c) >= 'A' && upper(c) <= 'Z';
}
bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

const char* skip_blanks(const char* p, const char* end) {
  while (p != end && is_blank(*p)) ++p;
  return p;
}

// Reads the number of a word and settles whose the E in X10E5 is. It is an exponent when it is stuck to the digits and
// followed by an optional sign and digits without a point, as programs write exponents; an extruder's word has a blank
// before it or a point in it. What both could be (same case as the word's letter, no sign) is an extruder's word if the
// exponent would lead beyond 100 m.
bool read_value(char letter, const char*& p, const char* end, double& value) {
  const char* const first = p;
  if (!parse_number(p, end, value, false)) return false;
  if (p == end || upper(*p) != 'E') return true;
  const char* digit = p + 1;
  const bool is_signed = digit != end && (*digit == '+' || *digit == '-');
  if (is_signed) ++digit;
  const char* q = digit;
  while (q != end && is_digit(*q)) ++q;
  if (q == digit || (q != end && *q == '.')) return true;

  const char* with_exponent = first;
  double scaled = 0;
  if (!parse_number(with_exponent, end, scaled, true)) {
    p = first;
    return false;
  }
  const bool same_case = (*p == 'E') == (letter >= 'A' && letter <= 'Z');
  const bool far_out = scaled > kFarthestExtruder || scaled < -kFarthestExtruder;
  if (same_case && !is_signed && far_out) return true;
  p = with_exponent;
  value = scaled;
  return true;
}

// Whether a text that is no finite number means one: inf, -nan, 1e999.
bool is_not_finite(const char* p, const char* end) {
  if (p != end && (*p == '+' || *p == '-')) ++p;
  if (p == end) return false;
  if (is_digit(*p)) return true;
  if (end - p < 3) return false;
  const char word[] = {upper(p[0]), upper(p[1]), upper(p[2])};
  const std::string_view name(word, 3);
  return name == "INF" || name == "NAN";
}

// Commands whose other words are not positions of the ball.
bool takes_words_g(int code) {
  switch (code) {
    case 0:
    case 10:
    case 20:
    case 30:
    case 40:
    case 280:
    case 920:
    case 921:
    case 922:
    case 923:  // ours
    case 200:
    case 210:
    case 900:
    case 901:
    case 910:
    case 911:
    case 530:
    case 170:
    case 180:
    case 190:  // planes
    case 400:
    case 410:
    case 420:
    case 430:
    case 431:
    case 490:  // cutter
    case 540:
    case 550:
    case 560:
    case 570:
    case 580:
    case 590:
    case 591:
    case 592:
    case 593:
    case 610:
    case 611:
    case 640:
    case 800:  // path control
    case 930:
    case 940:
    case 950:
    case 960:
    case 970:
    case 980:
    case 990:
      return false;
    default:
      return true;
  }
}
// Beside the machine's and the LEDs' switches (fans, heaters, servos, beeps) X and Y stay the ball's.
bool takes_words_m(int code) {
  switch (code) {
    case 170:
    case 180:
      return true;
    case 1040:
    case 1050:
    case 1060:
    case 1070:
    case 1080:
    case 1090:
    case 1400:
    case 1410:
    case 1500:
    case 1900:
    case 1910:
    case 2200:
    case 2210:
    case 2800:
    case 3000:
    case 4000:
      return false;
    default:
      return code >= 840;
  }
}
bool takes_text(int code) {
  return code == 1170 || code == 1180;
}

void check_sum(std::string_view summed, const char* p, const char* end, std::uint64_t line, Warnings& warnings) {
  unsigned char sum = 0;
  for (const char c : summed) sum = static_cast<unsigned char>(sum ^ static_cast<unsigned char>(c));
  p = skip_blanks(p, end);
  unsigned given = 0;
  const auto [rest, problem] = std::from_chars(p, end, given);
  if (problem == std::errc() && given == sum) return;
  if (warnings.count("checksum", line)) {
    const std::string text = quoted_text({p, static_cast<std::size_t>(end - p)});
    warnings.describe("checksum is " + text + "; wanted " + std::to_string(sum) + "; line used all the same");
  }
}

}  // namespace

int gcode_code(double value) {
  if (!(value >= 0 && value < 10000)) return -1;
  const int code = static_cast<int>(value * 10 + 0.5);
  return code / 10.0 == value ? code : -1;
}

bool split_gcode_line(const Line& line, std::vector<GcodeWord>& words, Warnings& warnings) {
  words.clear();
  const char* p = line.text.data();
  const char* const end = p + line.text.size();
  p = skip_blanks(p, end);
  const char* const first = p;
  if (p == end || *p == '%') return true;
  if (*p == '/') ++p;
  bool swallowing = false;  // words belong to a command that is not ours
  bool homing = false;      // G28 takes letters without numbers
  bool talking = false;     // M117: the rest is a message
  for (p = skip_blanks(p, end); p != end; p = skip_blanks(p, end)) {
    const char c = *p;
    if (c == ';') return true;
    if (c == '*') {
      check_sum({first, static_cast<std::size_t>(p - first)}, p + 1, end, line.number, warnings);
      return true;
    }
    if (talking) {
      ++p;
      continue;
    }
    if (c == '(') {
      while (p != end && *p != ')') ++p;
      if (p != end) ++p;
      continue;
    }
    if (!is_letter(c)) {
      if (swallowing) {
        ++p;
        continue;
      }
      if (warnings.count("not a word", line.number)) {
        const std::string text = quoted_text({p, static_cast<std::size_t>(end - p)});
        warnings.describe("word is " + text + "; wanted a letter and a number; line skipped");
      }
      return false;
    }

    const char* const letter = p;
    GcodeWord word{.letter = upper(c)};
    ++p;
    while (p != end && (*p == ' ' || *p == '\t')) ++p;
    const char* const number = p;
    const bool command = word.letter == 'G' || word.letter == 'M';
    if (!read_value(c, p, end, word.value)) {
      if (word.letter == 'F' && !swallowing && is_not_finite(p, end)) {
        word.bad_feed = true;
        while (p != end && !is_blank(*p)) ++p;
      } else if (!command && (swallowing || homing)) {
        word.bare = true;
        p = letter + 1;
      } else {
        if (warnings.count("not a number", line.number)) {
          const std::string text = quoted_text({p, static_cast<std::size_t>(end - p)});
          warnings.describe(std::string(1, word.letter) + " is " + text + "; wanted a number; line skipped");
        }
        return false;
      }
    }
    word.text = {number, static_cast<std::size_t>(p - number)};
    if (command) {
      const int code = gcode_code(word.value);
      homing = word.letter == 'G' && code == 280;
      swallowing = word.letter == 'G' ? takes_words_g(code) : takes_words_m(code);
      talking = word.letter == 'M' && takes_text(code);
    } else if (swallowing) {
      continue;
    }
    words.push_back(word);
  }
  return true;
}

}  // namespace solgel::io
