// Bad input ends with exit code 2 and one message, and touches no file; what can be repaired is a warning.

#include <doctest/doctest.h>

#include "command.h"

using namespace solgel::test;

namespace {

const std::string kOld = "the old file\n";
const Words kOutputs = {"old.png", "old.mp4", "old.tif", "old.json", "old.gcode", "old.ckpt"};

struct Case {
  Words words;
  std::string message;
};

// Files that the cases name.
void write_inputs(const Folder& folder) {
  folder.write("ok.gcode", "G1 X10 Y10 F1000\nG1 X50 Y30\n");
  folder.write("ok.thr", "0 0\n6.28 1\n");
  folder.write("binary.gcode", std::string("\x7f\x45LF\x02\x01\x01\x00\x00\x00\x00\x9c\xff\xfe\x00\x01", 16));
  folder.write("prose.txt", "Dear reader,\nthis is a letter and not a track.\n");
  folder.write("empty.gcode", "");
  folder.write("no-move.gcode", "; only a comment\nM3\nG4 P1\n");
  for (const char* feed : {"0", "-5", "1e999", "nan"})
    folder.write("feed" + std::string(feed) + ".gcode", "G1 X10 Y10\nG1 X20 F" + std::string(feed) + "\n");
  folder.write("runaway.thr", "0 0\n1e9 1\n");
  folder.write("warning.gcode", "G1 X10 Y10\nG1 Xfoo Y20\n");
  folder.write("unknown.toml", "depth = 2\nrepoze = 31\n");
  folder.write("range.toml", "depth = 2\n\nball_radius = 900\n");
  folder.write("syntax.toml", "depth = 2\ncell = = 1\n");
  folder.write("group.toml", "[colour]\nred = 1\n");
  folder.write("text.toml", "depth = \"two\"\n");
  folder.write("damaged.ckpt", "SOLGELC1 and then something else, which is long enough for a header\n");
}

// Runs on a folder full of old outputs; all of them, and nothing else, must be there afterwards.
void refuses(const Folder& folder, const Words& words, const std::string& message) {
  CAPTURE(words.front());
  CAPTURE(message);
  for (const std::string& name : kOutputs) folder.write(name, kOld);
  const std::vector<std::string> before = folder.names();
  Words all{"sand"};
  all.insert(all.end(), words.begin(), words.end());
  const Ended ended = folder.solgel(on_a_tiny_table(all));
  CHECK(ended.code == 2);
  CHECK(ended.err == message + "\n");
  CHECK(ended.out == "");
  CHECK(folder.names() == before);
  for (const std::string& name : kOutputs) CHECK_MESSAGE(folder.read(name) == kOld, name);
}

Words with_outputs(Words words) {
  for (const char* word : {"-o", "old.png", "--video", "old.mp4", "--relief", "old.tif", "--report", "old.json",
                           "--track", "old.gcode", "--checkpoint", "old.ckpt"})
    words.emplace_back(word);
  return words;
}

const std::string kWanted = "wanted G-code, theta-rho (.thr) or SVG";

}  // namespace

TEST_CASE("a file that is no track is refused") {
  Folder folder;
  write_inputs(folder);
  const std::string track = "wanted a track: .gcode, .thr or .svg";
  const Case cases[] = {
      {{"missing.gcode"},
       "missing.gcode: cannot be read (No such file or directory); " + track + "; check the name and its permissions"},
      {{"."}, ".: is a folder; " + track + "; name the files in it"},
      {{"binary.gcode"}, "binary.gcode: is no track, it is binary; " + kWanted},
      {{"empty.gcode"}, "empty.gcode: is no track, it is empty; " + kWanted},
      {{"prose.txt"}, "prose.txt: is no track, no line of it is G-code or theta-rho; " + kWanted},
      {{"no-move.gcode"},
       "no-move.gcode: no move; wanted at least one line that moves X or Y; check that this is the track that the "
       "table "
       "runs"},
  };
  for (const Case& c : cases) refuses(folder, with_outputs(c.words), c.message);
}

TEST_CASE("a feed rate that is zero, negative or not finite is refused with its line") {
  Folder folder;
  write_inputs(folder);
  for (const std::string feed : {"0", "-5", "1e999", "nan"}) {
    refuses(folder, with_outputs({"feed" + feed + ".gcode"}),
            "feed" + feed + ".gcode:2: feed rate is " + feed + "; allowed more than 0 mm/min; correct the F word");
  }
}

TEST_CASE("a track that asks for endless work is refused at once") {
  Folder folder;
  write_inputs(folder);
  refuses(folder, with_outputs({"runaway.thr"}),
          "runaway.thr:2: the track asks for more than 100000000 curve points; a four-hour drawing takes about a "
          "million; look for a runaway angle or radius on this line");
}

TEST_CASE("a parameter that is unknown or out of range is refused") {
  Folder folder;
  write_inputs(folder);
  const Case cases[] = {
      {{"ok.gcode", "--repoze", "31"}, "sand: no parameter 'repoze'; nearest is 'repose' (deg, 20 to 45)"},
      {{"ok.gcode", "--repose", "90"}, "sand: repose is 90; allowed 20 to 45 deg; change --repose"},
      {{"ok.gcode", "--depth", "deep"}, "sand: depth is 'deep'; wanted a number; change --depth"},
      {{"ok.gcode", "--params", "unknown.toml"},
       "unknown.toml:2: no parameter 'repoze'; nearest is 'repose' (deg, 20 to 45)"},
      {{"ok.gcode", "--params", "range.toml"},
       "range.toml:3: ball_radius is 900; allowed 1 to 40 mm; change this line"},
      {{"ok.gcode", "--params", "syntax.toml"},
       "syntax.toml:2: Error while parsing value: could not determine value type; wanted a TOML file of name = value "
       "lines"},
      {{"ok.gcode", "--params", "group.toml"}, "group.toml:1: group [colour]; allowed [sand] and [look]"},
      {{"ok.gcode", "--params", "text.toml"}, "text.toml:1: depth is no number; wanted name = number"},
      {{"ok.gcode", "--params", "missing.toml"},
       "missing.toml: File could not be opened for reading; wanted a TOML file of name = value lines"},
      {{"ok.gcode", "--scheme", "slow"}, "sand: scheme is 'slow'; allowed fast and reference; change --scheme"},
      {{"ok.gcode", "--fps", "0"}, "sand: fps is '0'; allowed 1 to 240; change --fps"},
      {{"ok.gcode", "--size", "20x"},
       "sand: size is '20x'; wanted WIDTHxHEIGHT, each 16 to 16384; for example --size 1920x1080"},
      {{"ok.gcode", "--size", "100000x100000"},
       "sand: size is '100000x100000'; wanted WIDTHxHEIGHT, each 16 to 16384; for example --size 1920x1080"},
  };
  for (const Case& c : cases) refuses(folder, with_outputs(c.words), c.message);
}

TEST_CASE("a generator or table that does not exist is refused, the nearest one named") {
  Folder folder;
  write_inputs(folder);
  const Case cases[] = {
      {{"--generate", "rosa"}, "sand: no generator 'rosa'; nearest is 'rose'"},
      {{"ok.gcode", "--table", "dune-weaver-xl"}, "sand: no table 'dune-weaver-xl'; nearest is 'dune-weaver'"},
      {{"ok.gcode", "--generate", "rose"}, "sand: both files and --generate; allowed one of the two"},
      {{"--quiet"},
       "sand: no track; wanted one or more files, or --generate NAME; for example: solgel sand --generate rose -o "
       "rose.png"},
  };
  for (const Case& c : cases) refuses(folder, with_outputs(c.words), c.message);
}

TEST_CASE("an output that cannot be written is refused before the run") {
  Folder folder;
  write_inputs(folder);
  const Case cases[] = {
      {{"ok.gcode", "-o", "old.jpg"}, "sand: --picture old.jpg has an unknown extension; allowed .png"},
      {{"ok.gcode", "--video", "old.avi"},
       "sand: --video old.avi has an unknown extension; allowed .mp4, .m4v, .mov, .webm, .gif"},
      {{"ok.gcode", "--relief", "old.bmp"},
       "sand: --relief old.bmp has an unknown extension; allowed .png, .tif, .tiff, .exr, .npy, .stl"},
      {{"ok.gcode", "--track", "old.txt"},
       "sand: --track old.txt has an unknown extension; allowed .gcode, .thr, .svg"},
      {{"ok.gcode", "-o", "no/a.png"}, "no/a.png: there is no folder no; make it first"},
      {{"ok.gcode", "--relief", "no/a.npy"}, "no/a.npy: there is no folder no; make it first"},
      {{"ok.gcode", "--report", "no/a.json"}, "no/a.json: there is no folder no; make it first"},
      {{"ok.gcode", "--checkpoint", "no/a"}, "no/a: there is no folder no; make it first"},
      {{"ok.gcode", "--report", "."}, ".: is a folder; wanted the name of a file"},
      {{"ok.gcode", "-o", "old.png", "--relief", "old.png"},
       "sand: two outputs are named old.png; give each its own name"},
      {{"ok.gcode", "ok.thr", "-o", "old.png"},
       "sand: -o old.png with several tracks; wanted a folder, or a pattern with {name}; for example -o pictures/ or "
       "-o '{name}.png'"},
      {{"ok.gcode", "ok.thr", "-o", "{name}.jpg"}, "sand: --picture ok.jpg has an unknown extension; allowed .png"},
      {{"ok.gcode", "ok.thr", "--relief", "no/{name}.tif"}, "no/ok.tif: there is no folder no; make it first"},
      {{"ok.gcode", "ok.thr", "-o", "new", "--contact-sheet", "a.jpg"},
       "sand: --contact-sheet a.jpg has an unknown extension; allowed .png"},
      {{"ok.gcode", "empty.gcode", "-o", "new"}, "empty.gcode: is no track, it is empty; " + kWanted},
  };
  for (const Case& c : cases) refuses(folder, c.words, c.message);
}

TEST_CASE("--strict makes a warning an error") {
  Folder folder;
  write_inputs(folder);
  refuses(folder, with_outputs({"warning.gcode", "--strict"}),
          "warning.gcode:2: X is 'foo'; wanted a number; line skipped; mend the track, or leave out --strict");
}

TEST_CASE("a checkpoint that is damaged or of another job is refused") {
  Folder folder;
  write_inputs(folder);
  const std::string damaged =
      "damaged.ckpt: is no whole checkpoint; wanted a file written by --checkpoint; start again without --resume";
  refuses(folder, with_outputs({"ok.gcode", "--resume", "damaged.ckpt"}), damaged);

  REQUIRE(folder
              .solgel(on_a_tiny_table(
                  {"sand", "--generate", "rose", "--quiet", "--checkpoint", "rose.ckpt", "--checkpoint-every", "0"}))
              .code == 0);
  const std::string whole = folder.read("rose.ckpt");
  REQUIRE(whole.size() > 100);
  refuses(folder, with_outputs({"ok.gcode", "--resume", "rose.ckpt"}),
          "rose.ckpt: the checkpoint is of another job; wanted one of the same track and parameters; resume with what "
          "it was made with, or start again without --resume");
  folder.write("damaged.ckpt", whole.substr(0, whole.size() - 7));
  refuses(folder, with_outputs({"--generate", "rose", "--resume", "damaged.ckpt"}), damaged);
  std::string flipped = whole;
  flipped[whole.size() / 2] = static_cast<char>(flipped[whole.size() / 2] ^ 1);
  folder.write("damaged.ckpt", flipped);
  refuses(folder, with_outputs({"--generate", "rose", "--resume", "damaged.ckpt"}), damaged);
}

TEST_CASE("what can be repaired is drawn, and listed in the report with its line") {
  struct Repaired {
    const char *name, *bytes;
    const char *message, *line;
    double clamped_moves;
  };
  const Repaired cases[] = {
      {"malformed.gcode", "G1 X10 Y10\nG1 Xfoo Y20\nG1 X20\n", "X is 'foo'; wanted a number; line skipped", "2", 0},
      {"outside.gcode", "G1 X10 Y10\n\nG1 X900 Y20\nG1 X950\n", "X is 900; allowed 0 to 60; clamped", "3", 2},
      {"checksum.gcode", "G1 X10 Y10\nG1 X15\nN3 G1 X20 Y20*1\n", "checksum is '1'; wanted 42; line used all the same",
       "3", 0},
      {"rho.thr", "0 0\n3 1.27\n5 .5\n", "rho is 1.27; allowed 0 to 1; clamped", "2", 0},
  };
  Folder folder;
  for (const Repaired& c : cases) {
    CAPTURE(c.name);
    folder.write(c.name, c.bytes);
    const Ended ended = folder.solgel(on_a_tiny_table({"sand", c.name, "--json"}));
    CHECK(ended.code == 0);
    CHECK(ended.err.find(std::string(c.name) + ":" + c.line + ": " + c.message) == 0);
    CHECK(value_of(ended.out, "file") == c.name);
    CHECK(value_of(ended.out, "line") == c.line);
    CHECK(ended.out.find("\"message\": \"" + std::string(c.message) + "\"") != std::string::npos);
    CHECK(number_of(ended.out, "clamped_moves") == c.clamped_moves);
    CHECK(number_of(ended.out, "steps") > 0);
  }
}
