#include <cmath>
#include <cstdio>

#include <doctest/doctest.h>

#include "io/read_track.h"

using namespace solgel;
using sand::MoveKind;
using test::read_track;
using test::Reading;

namespace {

constexpr io::TrackFormat kSvg = io::TrackFormat::svg;
constexpr double kRounding = 1e-12;  // a few products of matrices on numbers up to 100
// Radius error of a cubic over 45 degrees: 4.2e-6, from the standard handle 4/3 tan(angle / 4).
constexpr double kArcError = 4.3e-6;

Reading read(std::string_view text) {
  return read_track(kSvg, text);
}

double rounded(double v) {
  return std::round(v * 1e9) / 1e9 + 0.0;
}  // no -0

std::string ends(const Reading& r) {
  std::string text;
  for (const sand::Move& m : r.moves) {
    char one[64];
    std::snprintf(one, sizeof one, "%s%.5g,%.5g", text.empty() ? "" : " ", rounded(m.to.x), rounded(m.to.y));
    text += one;
  }
  return text;
}

// Reads elements in a drawing 100 units high, so that y' = 100 - y.
Reading draw(const std::string& elements) {
  return read("<svg viewBox='0 0 100 100'>" + elements + "</svg>");
}
std::string ends(const std::string& elements) {
  return ends(draw(elements));
}
Reading path(const std::string& d) {
  return draw("<path d='" + d + "'/>");
}
std::string path_ends(const std::string& d) {
  return ends(path(d));
}

Vec2 bezier(Vec2 from, const sand::Move& m, double t) {
  const double s = 1 - t;
  return s * s * s * from + 3 * s * s * t * m.c1 + 3 * s * t * t * m.c2 + t * t * t * m.to;
}

// Largest relative error of the distance from the centre over all cubics.
double worst_radius(const Reading& r, Vec2 centre, double rx, double ry) {
  double worst = 0;
  for (std::size_t i = 1; i < r.moves.size(); ++i) {
    if (r.moves[i].kind != MoveKind::cubic) continue;
    for (double t = 0; t <= 1; t += 1.0 / 64) {
      const Vec2 p = bezier(r.moves[i - 1].to, r.moves[i], t) - centre;
      worst = std::max(worst, std::fabs(length(Vec2{p.x / rx, p.y / ry}) - 1));
    }
  }
  return worst;
}

}  // namespace

TEST_CASE("path commands, absolute and relative, end where they say") {
  CHECK(path_ends("M1 2L3 4H5V6") == "1,98 3,96 5,96 5,94");
  CHECK(path_ends("m1 2l3 4h5v6") == "1,98 4,94 9,94 9,88");
  CHECK(path_ends("M1 2 3 4 5 6") == "1,98 3,96 5,94");
  CHECK(path_ends("m1 2 3 4 5 6") == "1,98 4,94 9,88");
  CHECK(path_ends("M0 0C1 1 2 2 3 3s1 1 2 2S6 6 7 7") == "0,100 3,97 5,95 7,93");
  CHECK(path_ends("M0 0Q1 1 2 2t1 1T5 5q1 1 2 0") == "0,100 2,98 3,97 5,95 7,95");
  CHECK(path_ends("M10 10a5 5 0 01 10 0A5 5 0 1 0 10 10").ends_with(" 10,90"));
}

TEST_CASE("numbers need no separators") {
  CHECK(path_ends("M1-2L.5.5L+3e0-4") == "1,102 0.5,99.5 3,104");
  CHECK(path_ends("M 1 , 2\n\tL3,4-5 6") == "1,98 3,96 -5,94");
  CHECK(path_ends("M0 0a5 5 0 0110 0").ends_with(" 10,100"));
  CHECK(path_ends("M0 0a5,5,0,0,1,10,0").ends_with(" 10,100"));
  CHECK(path_ends("M0 0a5 5 0 01.5.5").ends_with(" 0.5,99.5"));
}

TEST_CASE("closing returns to the start of the subpath, where the next one begins") {
  CHECK(path_ends("M1 1h2v2zh5") == "1,99 3,99 3,97 1,99 6,99");
  CHECK(path_ends("M1 1h2v2zm1 1h1") == "1,99 3,99 3,97 1,99 2,98 3,98");
  CHECK(path_ends("M1 1M2 2L3 3M4 4") == "2,98 3,97");  // a moveto alone draws nothing
  CHECK(path_ends("M1 1h2H1z") == "1,99 3,99 1,99");    // already there
}

TEST_CASE("S and T reflect the last handle, or stand on the point after another command") {
  const Reading c = path("M0 0C0 10 10 20 20 20S40 30 40 40");
  CHECK(distance(c.moves[2].c1, {30, 80}) < kRounding);
  CHECK(distance(path("M0 0L20 20S40 30 40 40").moves[2].c1, {20, 80}) < kRounding);
  CHECK(distance(path("M0 0Q10 10 20 20S40 30 40 40").moves[2].c1, {20, 80}) < kRounding);
  // T after Q: the handle is (30, 20), so c1 = p + 2/3 (q - p).
  const Reading q = path("M0 0Q10 0 20 10T40 40");
  CHECK(distance(q.moves[2].c1, {20 + 20.0 / 3, 100 - (10 + 20.0 / 3)}) < kRounding);
  CHECK(distance(path("M0 0L20 10T40 40").moves[2].c1, {20, 90}) < kRounding);
}

TEST_CASE("a quadratic raised to a cubic is the same curve") {
  const Reading r = path("M0 0Q30 60 90 0");
  for (double t = 0; t <= 1; t += 0.125) {
    const double s = 1 - t;
    const Vec2 exact = 2 * s * t * Vec2{30, 60} + t * t * Vec2{90, 0};
    CHECK(distance(bezier({0, 100}, r.moves[1], t), {exact.x, 100 - exact.y}) < kRounding);
  }
}

TEST_CASE("arcs lie on their circle, in cubics of at most 45 degrees") {
  const Reading small = path("M50 40A10 10 0 0 1 60 50");
  CHECK(small.moves.size() == 3);
  CHECK(worst_radius(small, {50, 50}, 10, 10) < kArcError);
  const Reading large = path("M50 40A10 10 0 1 1 40 50");  // clockwise, 270 degrees
  CHECK(large.moves.size() == 7);
  CHECK(worst_radius(large, {50, 50}, 10, 10) < kArcError);
  CHECK(worst_radius(path("M50 40A10 10 0 1 0 60 50"), {50, 50}, 10, 10) < kArcError);
  CHECK(worst_radius(path("M50 40A10 10 0 0 0 60 50"), {60, 60}, 10, 10) < kArcError);
  // Radii too small for the chord grow: half a circle of radius 20.
  CHECK(worst_radius(path("M30 50A1 1 0 0 1 70 50"), {50, 50}, 20, 20) < kArcError);
  CHECK(path_ends("M1 1A0 5 0 0 1 9 9") == "1,99 9,91");
  CHECK(path_ends("M1 1A5 5 0 0 1 1 1L2 2") == "1,99 2,98");
}

TEST_CASE("an arc with a turned axis lies on its ellipse") {
  // The ellipse 20 by 10 turned by 30 degrees about (50, 50), from its vertex to the opposite one.
  const double c = 20 * std::cos(kPi / 6);
  char d[128];
  std::snprintf(d, sizeof d, "M%.17g 60A20 10 30 0 1 %.17g 40", 50 + c, 50 - c);
  const Reading r = path(d);
  double worst = 0;
  for (std::size_t i = 1; i < r.moves.size(); ++i) {
    for (double t = 0; t <= 1; t += 0.0625) {
      const Vec2 p = bezier(r.moves[i - 1].to, r.moves[i], t) - Vec2{50, 50};
      const double u = p.x * std::cos(kPi / 6) - p.y * std::sin(kPi / 6);  // y grows upwards: turned by -30
      const double v = p.x * std::sin(kPi / 6) + p.y * std::cos(kPi / 6);
      worst = std::max(worst, std::fabs(length(Vec2{u / 20, v / 10}) - 1));
    }
  }
  CHECK(worst < kArcError);
}

TEST_CASE("basic shapes") {
  CHECK(ends("<line x1='1' y1='2' x2='3' y2='4'/>") == "1,98 3,96");
  CHECK(ends("<polyline points='1,2 3,4,5 6'/>") == "1,98 3,96 5,94");
  CHECK(ends("<polygon points='1,2 3,4 5,6'/>") == "1,98 3,96 5,94 1,98");
  CHECK(ends("<rect x='1' y='2' width='10' height='20'/>") == "1,98 11,98 11,78 1,78 1,98");
  CHECK(ends("<line x2='10%' y2='50%'/>") == "0,100 10,50");
  const Reading circle = draw("<circle cx='50' cy='40' r='10'/>");
  CHECK(circle.moves.size() == 9);
  CHECK(worst_radius(circle, {50, 60}, 10, 10) < kArcError);
  CHECK(distance(circle.moves[0].to, circle.moves[8].to) < kRounding);
  CHECK(worst_radius(draw("<ellipse cx='50' cy='40' rx='20' ry='10'/>"), {50, 60}, 20, 10) < kArcError);
  const Reading round = draw("<rect x='10' y='10' width='40' height='20' rx='30' ry='5'/>");  // rx clamped to 20
  CHECK(distance(round.moves[0].to, {30, 90}) < kRounding);
  CHECK(distance(round.moves.back().to, {30, 90}) < kRounding);
  CHECK(ends("<rect width='4' height='4' rx='1'/>").find("4,99") != std::string::npos);
  CHECK(ends("<circle r='0'/><line x2='1'/>") == "0,100 1,100");
  CHECK(draw("<circle r='-1'/><line x2='1'/>").warning("negative size") ==
        "1: <circle> has a negative size; allowed 0 or more; not drawn");
}

TEST_CASE("transforms nest, and may stand behind the path data") {
  const std::string line = "<path d='M0 0L10 0' ";
  CHECK(ends(line + "transform='translate(5 6)'/>") == "5,94 15,94");
  CHECK(ends(line + "transform='translate(5)scale(2,3)'/>") == "5,100 25,100");
  CHECK(ends(line + "transform='rotate(90)'/>") == "0,100 0,90");
  CHECK(ends(line + "transform='rotate(90, 10 0)'/>") == "10,110 10,100");
  CHECK(ends(line + "transform='matrix(1 2 3 4 5 6)'/>") == "5,94 15,74");
  CHECK(ends("<path d='M0 10L10 0' transform='skewX(45)'/>") == "10,90 10,100");
  CHECK(ends("<path d='M10 0L0 10' transform=' skewY(45) '/>") == "10,90 0,90");
  CHECK(ends("<g transform='translate(1,2)'><g transform='scale(2)'>" + line + "/></g></g>" + line + "/>") ==
        "1,98 21,98 0,100 10,100");
  CHECK(draw(line + "transform='turn(3)'/>").warning("transform") ==
        "1: transform is 'turn(3)'; wanted matrix, translate, scale, rotate, skewX or skewY; left out");
}

TEST_CASE("a physical size makes millimetres, any other a drawing to be fitted") {
  const auto one = [](const std::string& attributes) {
    return read("<svg " + attributes + "><path d='M0 0L96 96'/></svg>");
  };
  const Reading mm = one("width='100mm' height='50mm' viewBox='0 0 200 100'");
  CHECK(mm.frame == sand::Frame::machine);
  CHECK(mm.start == sand::Start::first_point);
  CHECK(ends(mm) == "0,50 48,2");
  CHECK(ends(one("width='10cm' viewBox='0 0 200 100'")) == "0,50 48,2");
  CHECK(ends(one("width='2in' height='2in'")) == "0,50.8 25.4,25.4");
  CHECK(ends(one("width='144pt' height='144pt'")) == "0,50.8 25.4,25.4");
  CHECK(ends(one("width='12pc' height='12pc'")) == "0,50.8 25.4,25.4");
  CHECK(ends(one("width='400q' height='400Q'")) == "0,100 25.4,74.6");
  CHECK(one("width='192px' height='192'").frame == sand::Frame::drawing);
  CHECK(ends(one("width='192' height='192px'")) == "0,192 96,96");
  CHECK(one("width='100%' viewBox='0 0 9 9'").frame == sand::Frame::drawing);
  CHECK(ends(one("")) == "0,0 96,-96");
}

TEST_CASE("the view box keeps its proportions unless told otherwise") {
  const auto one = [](const std::string& attributes) {
    return ends(
        read("<svg width='200' height='100' viewBox='10 10 10 10' " + attributes + "><path d='M10 10L20 20'/></svg>"));
  };
  CHECK(one("") == "50,100 150,0");
  CHECK(one("preserveAspectRatio='xMinYMid'") == "0,100 100,0");
  CHECK(one("preserveAspectRatio='xMaxYMin meet'") == "100,100 200,0");
  CHECK(one("preserveAspectRatio='none'") == "0,100 200,0");
  CHECK(one("preserveAspectRatio='xMidYMin slice'") == "0,100 200,-100");
  CHECK(ends("<svg x='10' y='20' width='10' height='10' viewBox='0 0 1 1'><path d='M0 0L1 1'/></svg>") ==
        "10,80 20,70");
}

TEST_CASE("what is defined or hidden is not drawn; what cannot be drawn is reported") {
  const std::string p = "<path d='M9 9L8 8'/>";
  for (const char* name : {"defs", "symbol", "clipPath", "mask", "pattern", "marker", "metadata", "unknown"}) {
    CHECK(ends("<" + std::string(name) + "><g>" + p + "</g></" + name + "><line x2='1'/>") == "0,100 1,100");
  }
  CHECK(ends("<g display='none'>" + p + "</g><g style='fill:red; display : none'>" + p + "</g><line x2='1'/>") ==
        "0,100 1,100");
  CHECK(ends("<path d='M9 9L8 8' style='display:none'/><line x2='1' display='inline'/>") == "0,100 1,100");
  const Reading r = draw("<use/><text>a<tspan>b</tspan></text>\n<use/><image/><line x2='1'/>");
  CHECK(r.warning("undrawn <use>") == "1: <use> is not drawn; convert it to a path x2");
  CHECK(r.warning("undrawn <text>") == "1: <text> is not drawn; convert it to a path");
  CHECK(r.warning("undrawn <image>") == "2: <image> is not drawn; convert it to a path");
  CHECK(r.moves.size() == 2);
}

TEST_CASE("markup: comments, CDATA, instructions, document type, entities, prefixes") {
  const Reading r = read(
      "\xEF\xBB\xBF<?xml version='1.0'?>\n<!DOCTYPE svg [<!ENTITY a \"<path d='M5 5L6 6'/>\">]>\n<!-- <path d='M1 1L2 "
      "2'/> - -- -->"
      "<svg:svg viewBox='0 0 100 100'><![CDATA[<path d='M1 1L2 2'/>]] >]]><svg:path\n d = \"M1&#32;2&#x4C;3,4\"  "
      "id='&lt;&amp;&quot;&apos;&gt;'\n/>\n"
      "<path d='M5 5L6 6'></path></svg:svg>");
  CHECK(ends(r) == "1,98 3,96 5,95 6,94");
  CHECK(r.warnings.empty());
  CHECK(r.moves[0].line == 4);
  CHECK(r.moves[2].line == 6);
  CHECK(draw("<path d='M1 1L2 &foo;2'/>").warning("entity") ==
        "1: entity is 'foo'; known are lt, gt, amp, quot, apos; left out");
  CHECK(draw("<path xmlns='&ns;' d='M1 1L2 2'/>").warnings.empty());  // what is not read is not missed
  CHECK(ends(read("<ns0:svg viewBox='0 0 9 9'><ns0:g><ns0:line x2='1'/></ns0:g><other:line x2='7'/></ns0:svg>")) ==
        "0,9 1,9");
  CHECK(
      ends(read("<!DOCTYPE svg [<!-- don't ]> -->\n<!ENTITY a '<!--'>]><svg viewBox='0 0 9 9'><line x2='1'/></svg>")) ==
      "0,9 1,9");
}

TEST_CASE("broken path data is drawn up to the error") {
  const auto broken = [](const std::string& d, const std::string& at, const std::string& drawn) {
    const Reading r = path(d + "' id='x'/><path d='M7 7L8 8");
    CHECK_MESSAGE(ends(r) == (drawn.empty() ? "" : drawn + " ") + "7,93 8,92", d);
    CHECK(r.warning("path data") == "1: path data " + at + "; drawn up to there");
  };
  broken("M1 1L2 2 bogus", "breaks at 'b'", "1,99 2,98");
  broken("M1 1L2 2 L3", "ends too early", "1,99 2,98");
  broken("L1 1", "breaks at 'L'", "");
  broken("M1 1,,L2 2", "breaks at ','", "");
  broken("M1 1L2 2,", "ends too early", "1,99 2,98");
  broken("M1 1L2 2z5", "breaks at '5'", "1,99 2,98 1,99");
  broken("M1 1LL2 2", "breaks at 'L'", "");
  broken("M1 1L2 2L1e999 3", "breaks at '1e999'", "1,99 2,98");
  broken("M1 1L2 2A1 1 0 2 0 3 3", "breaks at '2'", "1,99 2,98");
  broken("M1 1L2 2L- 3", "breaks at '-'", "1,99 2,98");
  CHECK(draw("<polyline points='1 2 3 4 5'/>").warning("path data") ==
        "1: list of points ends too early; drawn up to there");
}

TEST_CASE("broken markup is drawn up to the error") {
  const std::string good = "<svg><path d='M1 1L2 2'/>";
  CHECK(read(good + "<path d=M1/>").warning("markup") == "1: markup has value without quotes; drawn up to there");
  CHECK(read(good + "< path/>").warning("markup") == "1: markup has '<' without a name; drawn up to there");
  CHECK(read(good + "<path d='M1").warning("markup") == "1: file ends inside an element; drawn up to there");
  CHECK(read(good + "<path d/></svg>").moves.size() == 2);
  // A file cut off inside its path: whole strokes are kept, the number it breaks off in is not.
  CHECK(ends(read("<svg viewBox='0 0 100 100'><path transform='scale(2)' d='M1 1L2 2L3 3L4 4 L5 12")) ==
        "2,98 4,96 6,94 8,92");
  CHECK(ends(read("<svg viewBox='0 0 100 100'><path d='M1 1L2 2' id=3/>")) == "1,99 2,98");
}

TEST_CASE("a drawing without a stroke is an error") {
  const std::string error =
      "no move; wanted at least one path, line, polyline, polygon, circle, ellipse or rect; convert texts, clones and "
      "pictures "
      "to paths";
  CHECK(read("<svg><text>a</text></svg>").error == error);
  CHECK(read("").error == error);
}

TEST_CASE("bounds: nesting, attributes, far points") {
  std::string deep = "<svg>";
  for (int i = 0; i < 300; ++i) deep += "<g>";
  deep += "<line x2='1'/>";
  for (int i = 0; i < 300; ++i) deep += "</g>";
  const Reading r = read(deep + "<line x2='2'/></svg>");
  CHECK(ends(r) == "0,0 2,0");
  CHECK(r.warning("depth").starts_with("1: elements are nested deeper than 256; left out"));
  const std::string long_one = "<line x2='1' transform='" + std::string(70000, ' ') + "scale(2)'/>";
  for (const std::size_t piece : {std::size_t{1}, std::size_t{1 << 20}}) {
    const Reading l = read_track(kSvg, "<svg>" + long_one + "</svg>", piece);
    CHECK(ends(l) == "0,0 1,0");
    CHECK(l.warning("long attribute") == "1: transform is longer than 64 KiB; left out");
  }
  const Reading far = draw("<path d='M1e300 0L0 -1e300' transform='scale(1e200)'/>");
  CHECK(far.moves[0].to.x == 1e9);
  CHECK(far.warning("far").find("allowed -1e9 to 1e9; clamped") != std::string::npos);
}

TEST_CASE("a path of any length streams; its transform must then stand in front") {
  std::string d = "M0 0";
  for (int i = 0; i < 270000; ++i) d += "L1 1";
  const Reading front = draw("<path transform='scale(2)' d='" + d + "'/>");
  CHECK(front.moves.size() == 270001);
  CHECK(front.moves.back().to == Vec2{2, 98});
  CHECK(front.warnings.empty());
  const Reading late = draw("<path d='" + d + "' transform='scale(2)'/>");
  CHECK(late.moves.back().to == Vec2{1, 99});
  CHECK(late.warning("late transform") ==
        "1: transform or display stands behind more than 262144 strokes of its path; put it before d; not applied");
}

TEST_CASE("SVG moves do not depend on how the file is cut") {
  const std::string text =
      "\xEF\xBB\xBF<?xml version='1.0'?>\r\n<!-- -> -- --><svg width='10cm' viewBox='0 0 50 50'>\r<g "
      "transform='rotate(3)'>"
      "<path d='M1 2.5.5\r\nh3a3 2 1 0 1 4-4&#32;1 bogus'\n/><text>&amp;</text><![CDATA[ ]]]]><circle\nr='3pt'/></g>"
      "<polygon points='1,2 3,4\n5,6'/></svg>";
  const Reading whole = read(text);
  CHECK(whole.moves.size() > 10);
  for (std::size_t piece = 1; piece < 40; ++piece) CHECK(test::same_moves(whole, read_track(kSvg, text, piece)));
}
