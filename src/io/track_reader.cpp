// Which format a file is of. Markup is SVG if it names it. Else each line of the head votes: two numbers for theta-rho,
// a row of words for G-code; comments abstain. The extension decides a draw, and a head that holds nothing but
// comments.
#include "io/track_reader.h"

#include <string>

#include "core/number.h"
#include "io/gcode.h"
#include "io/svg.h"
#include "io/theta_rho.h"
#include "io/track_text.h"

namespace solgel::io {
namespace {

constexpr std::size_t kMostControls = 64;  // one control byte in so many makes a file binary

enum class Vote { none, gcode, theta_rho };

tl::unexpected<Error> no_track(std::string_view why) {
  return fail(
      {.found = "is no track, " + std::string(why), .allowed = "wanted G-code, theta-rho (.thr) or SVG", .remedy = {}});
}

bool is_binary(std::span<const char> head) {
  std::size_t controls = 0;
  for (const char c : head) {
    if (c == '\0') return true;
    if ((c > 0 && c < '\t') || (c > '\r' && c < ' ')) ++controls;
  }
  return controls * kMostControls > head.size();
}

std::string_view trimmed(std::string_view line) {
  while (!line.empty() && is_blank(line.front())) line.remove_prefix(1);
  while (!line.empty() && is_blank(line.back())) line.remove_suffix(1);
  return line;
}

bool is_letter(char c) {
  return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
}

bool is_theta_rho(std::string_view line) {
  const char* p = line.data();
  const char* const end = p + line.size();
  double value = 0;
  if (!parse_number(p, end, value, true) || p == end || !is_blank(*p)) return false;
  while (p != end && is_blank(*p)) ++p;
  if (!parse_number(p, end, value, true)) return false;
  return p == end || is_blank(*p);
}

bool is_gcode(std::string_view line) {
  const char* p = line.data();
  const char* const end = p + line.size();
  if (*p == '$') return true;
  if (*p == '/') ++p;
  int words = 0;
  while (true) {
    while (p != end && is_blank(*p)) ++p;
    if (p == end || *p == ';' || *p == '(' || *p == '*') return words > 0;
    if (!is_letter(*p)) return false;
    ++p;
    while (p != end && is_blank(*p)) ++p;
    double value = 0;
    if (!parse_number(p, end, value, false)) return false;
    ++words;
  }
}

Vote vote(std::string_view line) {
  line = trimmed(line);
  if (line.empty() || line[0] == '#' || line[0] == ';' || line[0] == '(' || line[0] == '%') return Vote::none;
  if (is_theta_rho(line)) return Vote::theta_rho;
  return is_gcode(line) ? Vote::gcode : Vote::none;
}

// Lower-case extension without its dot, empty when there is none.
std::string extension_of(std::string_view file_name) {
  const std::size_t dot = file_name.find_last_of("./\\");
  if (dot == std::string_view::npos || file_name[dot] != '.') return {};
  std::string extension(file_name.substr(dot + 1));
  for (char& c : extension) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return extension;
}

bool is_gcode_extension(std::string_view extension) {
  for (const std::string_view known : {"gcode", "gc", "gco", "g", "nc", "ngc", "cnc", "tap"}) {
    if (extension == known) return true;
  }
  return false;
}

}  // namespace

Result<TrackFormat> detect_track(std::span<const char> head, std::string_view file_name) {
  if (head.empty()) return no_track("it is empty");
  if (is_binary(head)) return no_track("it is binary");
  std::string_view text(head.data(), head.size());
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  const std::string extension = extension_of(file_name);

  const std::string_view begin = trimmed(text);
  if (begin.starts_with('<')) {
    if (extension == "svg" || begin.find("<svg") != begin.npos || begin.find(":svg") != begin.npos) {
      return TrackFormat::svg;
    }
    return no_track("it is markup but not SVG");
  }

  std::size_t gcode = 0;
  std::size_t theta_rho = 0;
  while (!text.empty()) {
    const std::size_t stop = text.find_first_of("\r\n");
    const Vote line = vote(text.substr(0, stop));
    gcode += line == Vote::gcode ? 1 : 0;
    theta_rho += line == Vote::theta_rho ? 1 : 0;
    text = stop == text.npos ? std::string_view() : text.substr(stop + 1);
  }
  if (gcode != theta_rho) return gcode > theta_rho ? TrackFormat::gcode : TrackFormat::theta_rho;
  if (extension == "thr") return TrackFormat::theta_rho;
  if (is_gcode_extension(extension) || gcode > 0) return TrackFormat::gcode;
  return no_track("no line of it is G-code or theta-rho");
}

std::unique_ptr<TrackReader> make_track_reader(TrackFormat format, const TrackOptions& options) {
  switch (format) {
    case TrackFormat::theta_rho:
      return make_theta_rho_reader(options);
    case TrackFormat::svg:
      return make_svg_reader();
    case TrackFormat::gcode:
      break;
  }
  return make_gcode_reader();
}

}  // namespace solgel::io
