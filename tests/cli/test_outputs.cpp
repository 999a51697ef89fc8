// What the command writes: pictures, videos, reliefs, reports, tracks, batches and playlists.

#include <cstdlib>
#include <sstream>

#include <doctest/doctest.h>

#include "command.h"

using namespace solgel::test;
using doctest::Approx;

namespace {

// Three tracks of different formats.
const Words kTracks = {"zigzag.gcode", "spiral.thr", "figure.svg"};

void write_tracks(const Folder& folder) {
  folder.write("zigzag.gcode", "G1 X10 Y5 F1000\nG1 X50 Y12\nG1 X12 Y20\nG2 X48 Y30 I18 J5\nG1 X30 Y38\n");
  folder.write("spiral.thr", "0 0.2\n20 1\n-6 0.5\n");
  folder.write("figure.svg",
               "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 30 20\">"
               "<path d=\"M2 2 C 8 18 14 18 20 4 S 26 2 28 16 L 4 18 Z\"/></svg>\n");
}

Words drawing(const Words& tracks, const Words& more) {
  Words words{"sand"};
  words.insert(words.end(), tracks.begin(), tracks.end());
  words.insert(words.end(), {"--quiet", "--threads", "2"});
  words.insert(words.end(), more.begin(), more.end());
  return on_a_tiny_table(words);
}

bool begins(const std::string& bytes, const std::string& with) {
  return bytes.compare(0, with.size(), with) == 0;
}

const std::string kPng = "\x89PNG\r\n\x1a\n";

// A PNG without what comes before its picture, the title among it.
std::string pixels(const std::string& png) {
  const std::size_t at = png.find("IDAT");
  REQUIRE(at != std::string::npos);
  return png.substr(at);
}

}  // namespace

TEST_CASE("the tracks of a batch are the drawings that each gives alone") {
  Folder folder;
  write_tracks(folder);
  const Ended batch = folder.solgel(drawing(kTracks, {"--json", "-o", "pictures", "--size", "96x64"}));
  REQUIRE(batch.code == 0);
  for (int k = 0; k < 3; ++k) {
    const Words one{kTracks[static_cast<std::size_t>(k)]};
    const Ended alone = folder.solgel(drawing(one, {"--json", "-o", "one.png", "--size", "96x64"}));
    REQUIRE(alone.code == 0);
    CHECK(value_of(batch.out, "state_hash", k) == value_of(alone.out, "state_hash"));
    const std::string stem = one.front().substr(0, one.front().find('.'));
    CHECK(begins(folder.read("pictures/" + stem + ".png"), kPng));
    CHECK(pixels(folder.read("pictures/" + stem + ".png")) == pixels(folder.read("one.png")));
  }
  CHECK(begins(folder.read("pictures/contact-sheet.png"), kPng));
}

TEST_CASE("a playlist leaves the sand that the C API leaves where a track goes on over the last one's") {
  const Folder folder;
  const Ended playlist =
      folder.solgel({"sand", "--playlist", SOLGEL_API_TRACKS "/shell.thr", SOLGEL_API_TRACKS "/leaf.svg", "--width",
                     "120", "--height", "120", "--json", "--quiet"});
  CHECK(value_of(playlist.out, "state_hash") + "\n" == output_of("cat " SOLGEL_API_TRACKS "/kept.txt"));
}

TEST_CASE("a playlist draws on the same sand and loses none of it") {
  Folder folder;
  write_tracks(folder);
  const Ended batch = folder.solgel(drawing(kTracks, {"--json"}));
  const Ended playlist = folder.solgel(drawing(kTracks, {"--json", "--playlist"}));
  REQUIRE(playlist.code == 0);
  for (int k = 0; k < 3; ++k) CHECK(value_of(playlist.out, "state_hash") != value_of(batch.out, "state_hash", k));
  CHECK(value_of(playlist.out, "volume_relative_drift") == "0");
  CHECK(number_of(playlist.out, "volume_mm3") == 76 * 56);  // (60 + 2 r) (40 + 2 r) depth
  double together = 0;
  for (int k = 0; k < 3; ++k) together += number_of(batch.out, "path_mm", k);
  CHECK(number_of(playlist.out, "path_mm") > together);           // the ways between the tracks are drawn too
  CHECK(number_of(playlist.out, "path_mm") < together + 3 * 73);  // each at most the table's diagonal
}

TEST_CASE("a video has the frames that its length asks for, and a rest at the end") {
  Folder folder;
  write_tracks(folder);
  const Ended ended = folder.solgel(
      drawing({"zigzag.gcode"}, {"--video", "v.mp4", "--seconds", "2", "--fps", "10", "--size", "96x64", "--json"}));
  REQUIRE(ended.code == 0);
  const std::string probed = output_of(
      "ffprobe -v error -count_frames -select_streams v:0 -show_entries "
      "stream=nb_read_frames,width,height,r_frame_rate -of default=nw=1 '" +
      folder.path("v.mp4") + "'");
  CAPTURE(probed);
  CHECK(probed.find("width=96\n") != std::string::npos);
  CHECK(probed.find("height=64\n") != std::string::npos);
  CHECK(probed.find("r_frame_rate=10/1\n") != std::string::npos);
  CHECK(probed.find("nb_read_frames=35\n") != std::string::npos);  // 2 s and the 1.5 s of rest, at 10 a second
  const Ended plain = folder.solgel(drawing({"zigzag.gcode"}, {"--json"}));
  CHECK(value_of(plain.out, "state_hash") == value_of(ended.out, "state_hash"));  // frames change nothing
}

TEST_CASE("every kind of relief is written, and as what its name says") {
  Folder folder;
  write_tracks(folder);
  const Ended ended =
      folder.solgel(drawing({"zigzag.gcode"}, {"--relief", "r.png", "--relief", "r.tif", "--relief", "r.exr",
                                               "--relief", "r.npy", "--relief", "r.stl", "--report", "r.json"}));
  REQUIRE(ended.code == 0);
  CHECK(ended.out == "");
  CHECK(begins(folder.read("r.png"), kPng));
  CHECK(begins(folder.read("r.tif"), "II*"));
  CHECK(begins(folder.read("r.exr"), "\x76\x2f\x31\x01"));
  const std::string npy = folder.read("r.npy");
  CHECK(begins(npy, "\x93NUMPY"));
  CHECK(npy.find("(56, 76)") != std::string::npos);
  CHECK(npy.size() > 56 * 76 * 4);
  CHECK(folder.read("r.stl").size() > 84 + 2 * 75 * 55 * 50);  // binary: a header, 50 bytes a triangle
  CHECK(value_of(folder.read("r.json"), "model") == "sand");
}

TEST_CASE("the picture has the size that was asked for, from above and in perspective") {
  Folder folder;
  write_tracks(folder);
  for (const char* view : {"top", "perspective"}) {
    CAPTURE(view);
    REQUIRE(folder.solgel(drawing({"spiral.thr"}, {"-o", "p.png", "--view", view, "--size", "160x90"})).code == 0);
    const std::string png = folder.read("p.png");
    REQUIRE(png.size() > 33);
    CHECK(png.substr(16, 8) == std::string("\0\0\0\xa0\0\0\0\x5a", 8));  // of the IHDR chunk
  }
}

TEST_CASE("a track converted to theta-rho and on to SVG is the same length when it is drawn") {
  Folder folder;
  // On a round table, for theta-rho knows nothing outside its disc; the way begins where the ball stands on its rim.
  folder.write("a.gcode",
               "G1 X5.8579 Y5.8579 F1000\nG1 X10 Y20\nG1 X30 Y10\nG3 X30 Y30 I0 J10\nG1 X12 Y26\nG2 X20 Y10 R14\n");
  const auto length = [&](const Words& words) {
    const Ended ended = folder.solgel(drawing(words, {"--json", "--diameter", "40"}));
    REQUIRE(ended.code == 0);
    return number_of(ended.out, "path_mm");
  };
  REQUIRE(folder.solgel(drawing({"a.gcode"}, {"--diameter", "40", "--track", "a.thr"})).code == 0);
  REQUIRE(folder.solgel(drawing({"a.thr"}, {"--diameter", "40", "--track", "a.svg"})).code == 0);
  REQUIRE(folder.solgel(drawing({"a.svg"}, {"--diameter", "40", "--track", "b.gcode"})).code == 0);
  const double gcode = length({"a.gcode"});
  CHECK(length({"a.thr"}) == Approx(gcode).epsilon(0.005));
  CHECK(length({"a.svg"}) == Approx(gcode).epsilon(0.005));
  CHECK(length({"b.gcode"}) == Approx(gcode).epsilon(0.005));
}

TEST_CASE("tracks are converted to the bytes that the C API and the page write") {
  Folder folder;
  std::istringstream golden(output_of("cat " SOLGEL_API_TRACKS "/written.txt"));
  std::string name, format, wanted;
  int count = 0;
  while (golden >> name >> format >> wanted) {
    ++count;
    CAPTURE(name);
    CAPTURE(format);
    const std::string out = "out." + format;
    REQUIRE(folder
                .solgel({"sand", SOLGEL_API_TRACKS "/" + name, "--width", "120", "--height", "120", "--quiet",
                         "--track", out})
                .code == 0);
    CHECK(output_of("sha256sum <" + folder.path(out)).substr(0, 64) == wanted);
  }
  CHECK(count == 9);
}

TEST_CASE("nothing is on standard output but what was asked for, and --quiet says nothing") {
  Folder folder;
  write_tracks(folder);
  const Ended loud = folder.solgel(on_a_tiny_table({"sand", "zigzag.gcode", "-o", "p.png", "--size", "64x64"}));
  CHECK(loud.out == "");
  CHECK(loud.err.find("the table takes 0:00:") != std::string::npos);
  const Ended quiet = folder.solgel(drawing({"zigzag.gcode"}, {}));
  CHECK(quiet.out == "");
  CHECK(quiet.err == "");
  const Ended report = folder.solgel(drawing({"zigzag.gcode"}, {"--report", "-"}));
  CHECK(begins(report.out, "{"));
}
