#include <doctest/doctest.h>

#include "io/read_track.h"

using namespace solgel;
using io::TrackFormat;

namespace {

std::string detect(std::string_view text, std::string_view name = "") {
  const Result<TrackFormat> format = io::detect_track({text.data(), text.size()}, name);
  if (!format) return format.error().message();
  return *format == TrackFormat::gcode ? "gcode" : *format == TrackFormat::svg ? "svg" : "theta-rho";
}

}  // namespace

TEST_CASE("content decides the format, whatever the name") {
  CHECK(detect("G1 X5\n", "a.thr") == "gcode");
  CHECK(detect("; c\n# c\n\n%\ng0x5y6\n") == "gcode");
  CHECK(detect("$H\n") == "gcode");
  CHECK(detect("N10 M3*5\r/X5\r") == "gcode");
  CHECK(detect("# c\n0 0\n1 0.5\n", "a.gcode") == "theta-rho");
  CHECK(detect("// c\n-1e-3\t1 # d\n") == "theta-rho");
  CHECK(detect("\xEF\xBB\xBF  <?xml?>\n<!-- --><svg>", "a.gcode") == "svg");
  CHECK(detect("<svg:svg xmlns:svg=''/>") == "svg");
}

TEST_CASE("the extension decides what the content leaves open") {
  CHECK(detect("# only comments\n", "a.THR") == "theta-rho");
  CHECK(detect("; only comments\n", "dir.thr/a.gcode") == "gcode");
  CHECK(detect("0,0\n1,1\n", "a.thr") == "theta-rho");
}

TEST_CASE("what can be no track is an error") {
  const std::string wanted = "; wanted G-code, theta-rho (.thr) or SVG";
  CHECK(detect("") == "is no track, it is empty" + wanted);
  CHECK(detect(std::string_view("G1 X5\n\0", 7), "a.gcode") == "is no track, it is binary" + wanted);
  CHECK(detect("\x89PNG\r\n\x1A\n\x01\x02\x03", "a.gcode") == "is no track, it is binary" + wanted);
  CHECK(detect("<html></html>", "a.html") == "is no track, it is markup but not SVG" + wanted);
  CHECK(detect("Dear all,\nwe met at 10.\n", "a.txt") == "is no track, no line of it is G-code or theta-rho" + wanted);
}
