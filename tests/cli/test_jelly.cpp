// `solgel jelly` as a user runs it: the same bits however it is run, every output, and bad input that touches no file.

#include <algorithm>
#include <chrono>
#include <csignal>
#include <thread>

#include <doctest/doctest.h>

#include "command.h"

using namespace solgel::test;
using doctest::Approx;

namespace {

const std::string kOld = "the old file\n";
const std::vector<std::pair<std::string, std::string>> kOutputs = {
    {"-o", "old.png"},         {"--video", "old.mp4"},   {"--metrics", "old.csv"},    {"--geometry", "old.glb"},
    {"--geometry", "old.vtu"}, {"--report", "old.json"}, {"--checkpoint", "old.ckpt"}};

Words jelly(Words words) {
  words.insert(words.begin(), "jelly");
  return words;
}

// Runs on a folder full of old outputs; all of them, and nothing else, must be there afterwards.
void refuses(const Folder& folder, const Words& given, const std::string& message) {
  CAPTURE(message);
  Words words = given;
  for (const auto& [flag, name] : kOutputs) {
    folder.write(name, kOld);
    words.insert(words.end(), {flag, name});
  }
  const std::vector<std::string> before = folder.names();
  const Ended ended = folder.solgel(jelly(words));
  CHECK(ended.code == 2);
  CHECK(ended.err == message + "\n");
  CHECK(ended.out.empty());
  CHECK(folder.names() == before);
  for (const auto& output : kOutputs) CHECK_MESSAGE(folder.read(output.second) == kOld, output.second);
}

// A tetrahedron of 2 cm as Gmsh has it.
const char* kTetrahedron =
    "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$Nodes\n4\n1 0 0 0\n2 20 0 0\n3 0 20 0\n4 0 0 20\n$EndNodes\n"
    "$Elements\n1\n1 4 0 1 2 3 4\n$EndElements\n";
// The same as four triangles, one of them looking inwards.
const char* kSurface = "v 0 0 0\nv 20 0 0\nv 0 20 0\nv 0 0 20\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 4 3\n";

}  // namespace

TEST_CASE("a surface moves to the bits that the C API and the page come to, whichever file it comes from") {
  Folder folder;
  const std::string meshes = SOLGEL_API_TRACKS "/../meshes/";
  const std::string wanted = output_of("cat " + meshes + "positions.txt").substr(0, 64);
  for (const char* name : {"pebble.obj", "pebble.ply", "pebble.stl"}) {
    const Ended ended = folder.solgel(jelly(
        {"--mesh", meshes + name, "--body-size", "0.1", "--cells", "10", "--seconds", "0.2", "--quiet", "--json"}));
    CHECK(value_of(ended.out, "sha256_positions") == wanted);
  }
}

TEST_CASE("the drop ends with the published bits, with either solver, threads, slices and vectors") {
  Folder folder;
  const std::vector<std::pair<Words, Words>> ways = {{{}, {}},
                                                     {{"--scheme", "reference"}, {}},
                                                     {{"--threads", "1"}, {}},
                                                     {{}, {"SOLGEL_NO_AVX512=1"}},
                                                     {{}, {"SOLGEL_NO_AVX2=1"}}};
  for (const auto& [words, environment] : ways) {
    Words all = jelly({"--seconds", "2", "--json", "--quiet"});
    all.insert(all.end(), words.begin(), words.end());
    const Ended ended = folder.solgel(all, "", environment);
    REQUIRE(ended.code == 0);
    CHECK(ended.err.empty());
    CHECK(value_of(ended.out, "sha256_positions") ==
          "dc4a3a2bb19361d1822b4609e4e1bc484cedf47fddfa72063a3c55c7a60e1fbf");
    CHECK(value_of(ended.out, "state_hash") == "f86985d4fb6ac80a");
    CHECK(value_of(ended.out, "sleep_step") == "356");
    CHECK(number_of(ended.out, "volume_ratio") == Approx(.9703669).epsilon(1e-6));
    CHECK(value_of(ended.out, "nodes") == "762");
    CHECK(value_of(ended.out, "elements") == "3240");
  }
  CHECK(folder.names().empty());
}

TEST_CASE("every output of a short drop is there and holds what it should") {
  Folder folder;
  const Ended ended = folder.solgel(
      jelly({"--seconds",  "0.1",     "-o",         "a.png",      "--video",    "a.mp4",   "--metrics",  "a.csv",
             "--geometry", "a.glb",   "--geometry", "a-%03d.ply", "--geometry", "a.pvd",   "--geometry", "end.obj",
             "--geometry", "end.stl", "--geometry", "end.msh",    "--geometry", "end.vtk", "--report",   "a.json",
             "--size",     "64x48",   "--samples",  "2",          "--depth",    "0",       "--fps",      "20"}));
  CAPTURE(ended.err);
  REQUIRE(ended.code == 0);
  CHECK(folder.names() == std::vector<std::string>{"a-000.ply", "a-0000.vtu", "a-0001.vtu", "a-0002.vtu", "a-001.ply",
                                                   "a-002.ply", "a.csv", "a.glb", "a.json", "a.mp4", "a.png", "a.pvd",
                                                   "end.msh", "end.obj", "end.stl", "end.vtk"});
  const std::string csv = folder.read("a.csv");
  CHECK(std::count(csv.begin(), csv.end(), '\n') == 26);  // a head, the start and 24 steps
  CHECK(csv.rfind("step,seconds,mass_kg,volume_ratio,", 0) == 0);
  CHECK(csv.find("\n1,0.004166666666666667,0.12529682810044418,") != std::string::npos);
  CHECK(folder.read("a.pvd").find("a-0002.vtu") != std::string::npos);
  CHECK(folder.read("a.glb").rfind("glTF", 0) == 0);
  CHECK(value_of(folder.read("a.json"), "model") == "jelly");
  CHECK(folder.read("a.json").find("\"power_received_m2\"") != std::string::npos);
}

TEST_CASE("the views of one moment are different pictures of the asked size") {
  Folder folder;
  std::vector<std::string> seen;
  for (const char* view : {"picture", "wireframe", "shadow", "caustics"}) {
    const Ended ended = folder.solgel(
        jelly({"--seconds", "0", "--view", view, "-o", "v.png", "--size", "96x96", "--samples", "2", "--depth", "0"}));
    REQUIRE(ended.code == 0);
    seen.push_back(folder.read("v.png"));
  }
  for (std::size_t a = 0; a < seen.size(); ++a) {
    CHECK(seen[a].rfind("\x89PNG", 0) == 0);
    for (std::size_t b = 0; b < a; ++b) CHECK(seen[a] != seen[b]);
  }
}

TEST_CASE("a scene's events happen at their times") {
  Folder folder;
  folder.write("path.csv", "# time, x, y, z\n0.05, 0, 0.05, 0\n0.3, 0.03, 0.09, 0.02\n");
  folder.write("scene.toml",
               "[body]\nvelocity = [0, -0.5, 0]\n[jelly]\nshear = 700\n[[event]]\ntime = 0.05\ndo = \"grab\"\n"
               "at = [0, 0.06, 0]\npath = \"path.csv\"\n[[event]]\ntime = 0.4\ndo = \"release\"\n"
               "[[collider]]\nkind = \"sphere\"\ncentre = [0.03, 0, 0]\nradius = 0.01\n");
  Words words = jelly({"scene.toml", "--seconds", "0.4", "--json", "--quiet"});
  const Ended held = folder.solgel(words);
  REQUIRE(held.code == 0);
  CHECK(value_of(held.out, "shear") == "700");
  const Ended dropped = folder.solgel(jelly({"--seconds", "0.4", "--json", "--quiet", "--shear", "700"}));
  CHECK(value_of(held.out, "state_hash") != value_of(dropped.out, "state_hash"));
  words.insert(words.end(), {"--scheme", "reference"});
  CHECK(value_of(folder.solgel(words).out, "state_hash") == value_of(held.out, "state_hash"));
  const Ended nudged =
      folder.solgel(jelly({"--seconds", "0.4", "--json", "--quiet", "--nudge", "0.1", "--shear", "700"}));
  CHECK(value_of(nudged.out, "state_hash") != value_of(dropped.out, "state_hash"));
}

TEST_CASE("meshes become bodies: tetrahedra as they are, triangles in a lattice") {
  Folder folder;
  folder.write("t.msh", kTetrahedron);
  folder.write("t.obj", kSurface);
  const Ended solid =
      folder.solgel(jelly({"--mesh", "t.msh", "--unit", "0.001", "--seconds", "0.2", "--json", "--quiet"}));
  REQUIRE(solid.code == 0);
  CHECK(number_of(solid.out, "mass_kg") == Approx(1050 * 8e-6 / 6));
  CHECK(value_of(solid.out, "body") == "t");
  const Ended lattice =
      folder.solgel(jelly({"--mesh", "t.obj", "--body-size", "0.02", "--cells", "8", "--seconds", "0.2", "--json"}));
  REQUIRE(lattice.code == 0);
  CHECK(number_of(lattice.out, "mass_kg") == Approx(1050 * 8e-6 / 6).epsilon(0.15));
  CHECK(lattice.err.rfind("t.obj: 1 faces looked inwards and were turned\n", 0) == 0);
}

TEST_CASE("a stiff body is warned of, and the preset cures it") {
  Folder folder;
  const Ended stiff = folder.solgel(jelly({"--seconds", "0.01", "--shear", "6000"}));
  CHECK(stiff.code == 0);
  CHECK(stiff.err.find("above 0.021 rounding keeps a resting body awake; take more substeps") != std::string::npos);
  CHECK(folder.solgel(jelly({"--seconds", "0.01", "--shear", "6000", "--preset", "substeps"})).err.find("noise") ==
        std::string::npos);
}

TEST_CASE("a body that blows up ends the run, and leaves old files alone") {
  Folder folder;
  folder.write("fast.toml", "[body]\nvelocity = [0, 900, 0]\n");
  folder.write("a.csv", kOld);
  const Ended ended = folder.solgel(jelly({"fast.toml", "--metrics", "a.csv", "--quiet"}));
  CHECK(ended.code == 1);
  CHECK(
      ended.err ==
      "jelly: the body blew up at step 1; positions within 3 m of the origin; take a smaller step or more substeps, or "
      "move it less violently\n");
  CHECK(folder.read("a.csv") == kOld);
  CHECK(folder.names() == std::vector<std::string>{"a.csv", "fast.toml"});
}

TEST_CASE("a killed run, resumed, ends with the bits of one that was left alone") {
  Folder folder;
  folder.write(
      "scene.toml",
      "[[event]]\ntime = 0.1\ndo = \"grab\"\nat = [0, 0.06, 0]\npath = [[0.1, 0, 0.05, 0], [9, 0.1, 0.1, 0]]\n");
  const Words run = {"scene.toml", "--seconds", "9", "--quiet"};
  const auto with = [&](Words more) {
    more.insert(more.begin(), run.begin(), run.end());
    return jelly(more);
  };
  const std::string alone = value_of(folder.solgel(with({"--json"})).out, "state_hash");
  REQUIRE(alone.size() == 16);
  for (const int signal : {SIGKILL, SIGINT}) {
    folder.remove("run.ckpt");
    const pid_t process = folder.start(with({"--checkpoint", "run.ckpt", "--checkpoint-every", "0"}));
    for (int k = 0; k < 15000 && !folder.has("run.ckpt"); ++k) {
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    kill(process, signal);
    const Ended ended = folder.wait(process);
    if (signal == SIGINT && ended.code != 0)
      CHECK(ended.err.find("; go on with --resume run.ckpt\n") != std::string::npos);
    const Ended resumed = folder.solgel(with({"--resume", "run.ckpt", "--json"}));
    CHECK(resumed.code == 0);
    CHECK(value_of(resumed.out, "state_hash") == alone);
  }
  refuses(folder, {"--seconds", "1", "--resume", "run.ckpt"},
          "run.ckpt: the checkpoint is of another run; wanted one of the same body, parameters and events; resume with "
          "what it was made with, or start again without --resume");
}

TEST_CASE("bad words and scenes are refused by file and line") {
  Folder folder;
  refuses(folder, {"--flavour", "liquorice"},
          "jelly: flavour is 'liquorice'; allowed berry, mint, honey, all; change --flavour");
  refuses(folder, {"--shear", "0"}, "jelly: shear is 0; allowed 1 to 1000000000 Pa; change --shear");
  refuses(folder, {"--shaer", "600"}, "jelly: no parameter 'shaer'; nearest is 'shear' (Pa, 1 to 1000000000)");
  refuses(folder, {"--cells", "8"},
          "jelly: unit, size, height, passes or cells without a mesh; they say how a mesh becomes a body; give "
          "--mesh, or leave them out");
  refuses(folder, {"nothing.toml"}, "nothing.toml: cannot be read (No such file or directory)");
  const std::vector<std::pair<std::string, std::string>> scenes = {
      {"[jelly]\nshear = -1\n", "s.toml:2: shear is -1; allowed 1 to 1000000000 Pa; change this line"},
      {"[body]\ncells = 1\n", "s.toml:2: cells is 1; allowed 2 to 128; change this line"},
      {"[bodies]\n",
       "s.toml:1: 'bodies'; allowed [body], [jelly], [look], [light], [[collider]], [[event]]; change this "
       "line"},
      {"[[event]]\ntime = 1\ndo = \"sing\"\n",
       "s.toml:1: an event does 'sing'; allowed nudge, grab, release, reset; change this line"},
      {"[[event]]\ndo = \"grab\"\n", "s.toml:1: a grab without a place; wanted at = [x, y, z]; change this line"},
      {"[[event]]\ndo = \"grab\"\nat = [0, 0]\n",
       "s.toml:3: at is no point; wanted [x, y, z], each within 1000 m; change this line"},
      {"[[event]]\ndo = \"grab\"\nat = [0, 0, 0]\npath = [[1, 0, 0, 0], [1, 0, 0, 0]]\n",
       "s.toml:4: time 1; times from 0 to 86400 s that ascend; change this line"},
      {"[[collider]]\nkind = \"sphere\"\n",
       "s.toml:1: the sphere has no radius; wanted radius = ...; change this line"}};
  for (const auto& [text, message] : scenes) {
    folder.write("s.toml", text);
    refuses(folder, {"s.toml"}, message);
  }
}

TEST_CASE("bad meshes are refused by the name of what offends") {
  Folder folder;
  const auto with = [&](const std::string& name, const std::string& text, const std::string& message) {
    folder.write(name, text);
    refuses(folder, {"--mesh", name, "--unit", "0.001"}, message);
    folder.remove(name);
  };
  std::string flat = kTetrahedron;
  flat.replace(flat.find("4 0 0 20"), 8, "4 5 5 00");
  with("flat.msh", flat,
       "flat.msh: element 1 has a volume of 0 m^3; at least 1.6666666666666667e-19 m^3; remesh the body, "
       "or check its unit of length");
  with("open.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n",
       "open.obj: face 1 has a side that no other shares; a closed surface; fill the hole");
  const std::string whole = kSurface;
  folder.write("index.obj", whole + "f 1 2 9\n");
  Ended ended = folder.solgel(jelly({"--mesh", "index.obj"}));
  CHECK(ended.code == 2);
  CHECK(ended.err.rfind("index.obj:9: ", 0) == 0);
  folder.write("nan.obj", "v 0 0 nan\n" + whole);
  ended = folder.solgel(jelly({"--mesh", "nan.obj"}));
  CHECK(ended.code == 2);
  CHECK(ended.err.rfind("nan.obj:1: ", 0) == 0);
  folder.write("short.stl", std::string(80, ' ') + std::string("\xff\xff\xff\x7f", 4));
  ended = folder.solgel(jelly({"--mesh", "short.stl"}));
  CHECK(ended.code == 2);
  CHECK(ended.err.rfind("short.stl: ", 0) == 0);
  // Every format, cut short or promising more than there is: a message with the file's name, and no output.
  const std::string glb_head("glTF\x02\0\0\0\xff\xff\xff\x7f\x10\0\0\0JSON{}              ", 36);
  const std::vector<std::pair<std::string, std::string>> broken = {
      {"a.ply",
       "ply\nformat ascii 1.0\nelement vertex 4000000000\nproperty float x\nproperty float y\nproperty float z\n"
       "element face 1\nproperty list uchar int vertex_indices\nend_header\n0 0 0\n"},
      {"b.ply", "ply\nformat ascii 1.0\nelement vertex 1\n"},
      {"a.glb", glb_head},
      {"b.glb", glb_head.substr(0, 11)},
      {"a.vtk", "# vtk DataFile Version 3.0\nx\nASCII\nDATASET UNSTRUCTURED_GRID\nPOINTS 99999999999 float\n0 0 0\n"},
      {"b.vtk",
       "# vtk DataFile Version 3.0\nx\nASCII\nDATASET UNSTRUCTURED_GRID\nPOINTS 4 float\n0 0 0 1 0 0 0 1 0 0 0 1\n"
       "CELLS 1 5\n4 0 1 2 7\nCELL_TYPES 1\n10\n"},
      {"a.msh", "$MeshFormat\n4.1 0 8\n$EndMeshFormat\n$Nodes\n1 4000000000 1 4000000000\n"},
      {"b.msh", std::string(kTetrahedron).substr(0, 60)},
      {"a.vtu", "<VTKFile type=\"UnstructuredGrid\"><UnstructuredGrid><Piece NumberOfPoints=\"4\""}};
  for (const auto& [name, bytes] : broken) {
    CAPTURE(name);
    folder.write(name, bytes);
    folder.write("old.png", kOld);
    const std::vector<std::string> before = folder.names();
    const Ended refused = folder.solgel(jelly({"--mesh", name, "-o", "old.png", "--metrics", "new.csv"}));
    CHECK(refused.code == 2);
    CHECK(refused.err.rfind(name + ":", 0) == 0);
    CHECK(std::count(refused.err.begin(), refused.err.end(), '\n') == 1);
    CHECK(folder.names() == before);
    CHECK(folder.read("old.png") == kOld);
  }
  folder.write("long.obj", whole);
  refuses(
      folder, {"--mesh", "long.obj", "--unit", "1"},
      "long.obj: the body is 20 m long; 0.000001 to 2 m; say what a length of 1 is worth, or how long the body is to "
      "be");
}

TEST_CASE("the studio wants a folder with a page, and a port in range") {
  Folder folder;
  const Ended none = folder.solgel({"studio", "--folder", "nowhere", "--port", "0"});
  CHECK(none.code == 2);
  CHECK(none.err ==
        "nowhere: there is no page; wanted a folder with index.html; ./solgel studio in the source tree builds and "
        "serves it\n");
  CHECK(folder.solgel({"studio", "--port", "70000"}).code == 2);
}
