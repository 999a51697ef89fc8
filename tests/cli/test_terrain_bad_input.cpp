// Bad input of `solgel terrain` ends with exit code 2 and one message, and touches no file.

#include <png.h>

#include "terrain_maps.h"

using namespace solgel;
using namespace solgel::test;
using io::MapFormat;
using io::Sample;

namespace {

const std::string kOld = "the old file\n";
const std::vector<std::pair<std::string, std::string>> kOutputs = {
    {"-o", "old.tif"},     {"--map", "flow=old.npy"}, {"--picture", "old.png"},    {"--video", "old.mp4"},
    {"--mesh", "old.stl"}, {"--report", "old.json"},  {"--checkpoint", "old.ckpt"}};

struct Case {
  Words words;
  std::string message;
};

// Runs on a folder full of old outputs; all of them, and nothing else, must be there afterwards.
void refuses(const Folder& folder, const Case& c, bool with_outputs = true) {
  CAPTURE(c.message);
  Words words = c.words;
  for (const auto& [flag, name] : kOutputs) {
    folder.write(name.substr(name.find('=') + 1), kOld);
    if (with_outputs) words.insert(words.end(), {flag, name});
  }
  const std::vector<std::string> before = folder.names();
  const Ended ended = folder.solgel(terrain(words));
  CHECK(ended.code == 2);
  CHECK(ended.err == c.message + "\n");
  CHECK(ended.out == "");
  CHECK(folder.names() == before);
  for (const auto& output : kOutputs)
    CHECK_MESSAGE(folder.read(output.second.substr(output.second.find('=') + 1)) == kOld, output.second);
}

// A PNG of 4 x 3 pixels of any kind.
std::string png_of(int colour, int depth) {
  io::Bytes out;
  png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, nullptr, nullptr, nullptr);
  png_infop info = png_create_info_struct(png);
  png_set_write_fn(
      png, &out,
      [](png_structp p, png_bytep data, png_size_t size) {
        io::append(*static_cast<io::Bytes*>(png_get_io_ptr(p)), data, size);
      },
      [](png_structp) {});
  png_set_IHDR(png, info, 4, 3, depth, colour, 0, 0, 0);
  const png_color palette[4] = {};
  if (colour == PNG_COLOR_TYPE_PALETTE) png_set_PLTE(png, info, palette, 4);
  png_write_info(png, info);
  const std::vector<png_byte> row(32);
  for (int k = 0; k < 3; ++k) png_write_row(png, row.data());
  png_write_end(png, info);
  png_destroy_write_struct(&png, &info);
  return text_of(out);
}

// The NPY file of a map in which one sample became another.
std::string npy_with(double v) {
  io::HeightMap map = ridge(MapFormat::npy, Sample::f32);
  const float sample = static_cast<float>(v);
  std::string bytes = file_of(map);
  std::memcpy(bytes.data() + bytes.size() - 4, &sample, 4);
  return bytes;
}

// Files that the cases name.
void write_inputs(const Folder& folder) {
  const std::string png = file_of(ridge(MapFormat::png, Sample::u16)),
                    tiff = file_of(ridge(MapFormat::tiff, Sample::f32)),
                    npy = file_of(ridge(MapFormat::npy, Sample::f32)),
                    raw = file_of(ridge(MapFormat::raw, Sample::u16));
  folder.write("ok.png", png);
  folder.write("cut.png", png.substr(0, png.size() / 2));
  folder.write("cut.tif", tiff.substr(0, tiff.size() / 2));
  folder.write("cut.npy", npy.substr(0, npy.size() - 5));
  folder.write("ok.raw", raw);
  folder.write("ok.r16", raw);
  folder.write("alpha.png", png_of(PNG_COLOR_TYPE_GRAY_ALPHA, 8));
  folder.write("palette.png", png_of(PNG_COLOR_TYPE_PALETTE, 2));
  folder.write("colour.png", png_of(PNG_COLOR_TYPE_RGB, 8));
  folder.write("nan.npy", npy_with(std::nan("")));
  folder.write("empty.png", "");
  folder.write("none.asc", "ncols 3\nnrows 3\nnodata_value -1\ncellsize 1\n-1 -1 -1 -1 -1 -1 -1 -1 -1\n");
  folder.write("zero.pgm", "P5 0 0 255\n");
  folder.write("small.pgm", "P5 2 1 255\nab");
  folder.write("huge.pgm", "P5 100000 100000 255\nabc");
  folder.write("prose.txt", "Dear reader,\nthis is a letter and not a map.\n");
  folder.write("small.png", file_of(ridge(MapFormat::png, Sample::u16, 9, 7)));
  io::HeightMap mask = ridge(MapFormat::npy, Sample::f32);
  for (double& v : mask.value.cells()) v = 0.5;
  mask.value(3, 3) = 1.5;
  folder.write("bright.npy", file_of(mask));
  mask.value(3, 3) = 1;
  folder.write("mask.npy", file_of(mask));
  folder.write("level.npy", npy_with(1e31));
  folder.write("unknown.toml", "rain = 2\nrian = 3\n");
  folder.write("range.toml", "[terrain]\nrain = 900\n");
  folder.write("group.toml", "[sand]\nrain = 1\n");
  folder.write("damaged.ckpt", "SOLGELC1 and then something else, which is long enough for a header\n");
}

}  // namespace

TEST_CASE("a file that is no height map is refused") {
  Folder folder;
  write_inputs(folder);
  const std::string cut = "; it is cut off or damaged: copy it again",
                    grey = "; allowed grey of 8 or 16 bits without alpha; save it as 16-bit greyscale",
                    formats =
                        "; allowed png, tif, exr, raw, r16, r32, asc, npy and pgm; convert it, or say the layout "
                        "of raw samples";
  const Case cases[] = {
      {{"missing.png"}, "missing.png: cannot be read (No such file or directory)"},
      {{"."}, ".: cannot be read (Is a directory)"},
      {{"empty.png"}, "empty.png: the file is empty"},
      {{"-"}, "stdin: the file is empty"},
      {{"prose.txt"}, "prose.txt: the extension 'txt' is no height map's" + formats},
      {{"cut.png"}, "cut.png: not a whole PNG: the file ends too early" + cut},
      {{"cut.tif"}, "cut.tif: not a whole TIFF: map: Can not read TIFF directory count" + cut},
      {{"cut.npy"}, "cut.npy: the header promises 24 x 18 cells; a file of 1851 bytes cannot hold them" + cut},
      {{"alpha.png"}, "alpha.png: the PNG is 8-bit grey with alpha" + grey},
      {{"palette.png"}, "palette.png: the PNG is 2-bit palette" + grey},
      {{"colour.png"}, "colour.png: the PNG is 8-bit colour" + grey},
      {{"nan.npy"},
       "nan.npy: row 18, column 24 is nan; allowed finite values and the declared nodata value, of which there is "
       "none; fill the cell or declare it as nodata"},
      {{"none.asc"},
       "none.asc: all cells are missing (nodata is -1); allowed maps with at least one value; check the map or its "
       "nodata value"},
      {{"level.npy"},
       "level.npy: height is 9.999999848243207e+30 at cell 23, 0 (column from the west, row from the south); allowed "
       "-1e30 to 1e30; declare missing cells as such"},
  };
  for (const Case& c : cases) refuses(folder, c);
}

TEST_CASE("a map of no size, or of more cells than memory is taken for, is refused") {
  Folder folder;
  write_inputs(folder);
  const Case cases[] = {
      {{"zero.pgm"}, "zero.pgm: the map has 0 x 0 cells; allowed 3 x 3 cells and more; take a larger map"},
      {{"small.pgm"}, "small.pgm: the map has 2 x 1 cells; allowed 3 x 3 cells and more; take a larger map"},
      {{"huge.pgm"},
       "huge.pgm: the map has 100000 x 100000 cells; allowed 268435456 cells in all; crop it or make it coarser"},
      {{"--generate", "island", "--cells", "2x1"},
       "terrain: cells is '2x1'; allowed WIDTHxHEIGHT, each 3 to 16384; change --cells"},
      {{"--generate", "island", "--cells", "100000x100000"},
       "terrain: cells is '100000x100000'; allowed WIDTHxHEIGHT, each 3 to 16384; change --cells"},
  };
  for (const Case& c : cases) refuses(folder, c);
}

TEST_CASE("RAW samples need a layout that fits them") {
  Folder folder;
  write_inputs(folder);
  const Case cases[] = {
      {{"ok.raw"},
       "ok.raw: raw samples have no header; wanted --raw-preset, or --raw-type and what else differs from u16, little, "
       "north, a square; say what wrote the file"},
      {{"ok.r16"}, "ok.r16: the file has 864 bytes; no square of type u16 has so many; say the width and height"},
      {{"ok.raw", "--raw-size", "24x17"},
       "ok.raw: the file has 864 bytes; a map of 24 x 17 cells of type u16 has 816; what fits: 24 x 18 of type u16"},
      {{"ok.raw", "--raw-size", "0x0"},
       "terrain: raw-size is '0x0'; allowed WIDTHxHEIGHT, each 3 to 1048576; change --raw-size"},
      {{"ok.raw", "--raw-size", "24"},
       "terrain: raw-size is '24'; allowed WIDTHxHEIGHT, each 3 to 1048576; change --raw-size"},
      {{"ok.raw", "--raw-type", "u12"},
       "terrain: raw-type is 'u12'; allowed u8, u16, i16, u32, i32, f16, f32, f64; change --raw-type"},
      {{"ok.raw", "--raw-order", "middle"}, "terrain: raw-order is 'middle'; allowed little, big; change --raw-order"},
      {{"ok.raw", "--raw-first", "east"}, "terrain: raw-first is 'east'; allowed north, south; change --raw-first"},
      {{"ok.raw", "--raw-preset", "amiga"},
       "terrain: raw-preset is 'amiga'; allowed r16, r16-big, r32, unity, unity-mac, unreal, godot; change "
       "--raw-preset"},
      {{"ok.png", "--raw-type", "u8"},
       "terrain: --raw-... without a RAW file; it says the layout of .raw, .r8, .r16 and .r32; leave it out"},
      {{"ok.png", "--nodata", "none"}, "terrain: nodata is 'none'; wanted a number; change --nodata"},
  };
  for (const Case& c : cases) refuses(folder, c);
}

TEST_CASE("a mask has the size of the map and is 0 to 1") {
  Folder folder;
  write_inputs(folder);
  const Case cases[] = {
      {{"ok.png", "--hardness", "small.png"}, "small.png: the mask has 9 x 7 cells; wanted those of the map, 24 x 18"},
      {{"ok.png", "--rainfall", "bright.npy"}, "bright.npy: the mask is 1.5; allowed 0 to 1"},
      {{"ok.png", "--protection", "missing.png"}, "missing.png: cannot be read (No such file or directory)"},
      {{"ok.png", "--strength", "2"}, "terrain: strength is '2'; allowed 0 to 1; change --strength"},
      {{"ok.png", "--feather", "-1"}, "terrain: feather is '-1'; allowed 0 to 4096; change --feather"},
  };
  for (const Case& c : cases) refuses(folder, c);
  const std::string text =
      "the text scheme knows no missing cells, masks, maps, borders, radius, depressions or talus; take the fast or "
      "the reference scheme";
  refuses(folder, {{"ok.png", "--scheme", "text", "--rainfall", "mask.npy", "-o", "old.tif"}, "ok.png: " + text},
          false);
  refuses(folder, {{"--generate", "island", "--scheme", "text", "--map", "flow=old.npy"}, "terrain: " + text}, false);
  refuses(folder,
          {{"ok.png", "--talus", "30", "--protection", "mask.npy", "-o", "old.tif"},
           "ok.png: talus with a protection mask; thermal erosion slides all ground; leave one of them out, or "
           "run them one after the other"},
          false);
}

TEST_CASE("one map, from a file or from a formula") {
  Folder folder;
  write_inputs(folder);
  const std::string hint =
      "; wanted a file, or --generate KIND; for example: solgel terrain --generate island --perspective island.png";
  const Case cases[] = {
      {{}, "terrain: no height map" + hint},
      {{"ok.png", "--generate", "island"}, "terrain: both a file and --generate" + hint},
      {{"ok.png", "small.png"}, "terrain: a second map, small.png; allowed one; run it for each"},
  };
  for (const Case& c : cases) refuses(folder, c);
  const Ended unknown = folder.solgel(terrain({"--generate", "isle"}));
  CHECK(unknown.code == 2);
  CHECK(unknown.err.find("terrain: no kind of land 'isle'; ") == 0);
  CHECK(unknown.err.find("nearest is 'island'\n") != std::string::npos);
}

#ifdef SOLGEL_QUICK_BUILD  // a process a case: too long under sanitizers
TEST_CASE("a parameter of terrain that is unknown or out of range is refused") {
  Folder folder;
  write_inputs(folder);
  const std::string seeds = "; allowed whole numbers 0 to 18446744073709551615; change --seed";
  const Case cases[] = {
      {{"ok.png", "--rian", "3"}, "terrain: no parameter 'rian'; nearest is 'rain' (droplets/cell, 0 to 100)"},
      {{"ok.png", "--talus=90"}, "terrain: talus is 90; allowed 0 to 60 deg; change --talus"},
      {{"ok.png", "--rain", "nan"}, "terrain: rain is nan; allowed 0 to 100 droplets/cell; change --rain"},
      {{"ok.png", "--rain", "much"}, "terrain: rain is 'much'; wanted a number; change --rain"},
      {{"ok.png", "--radius", "8", "--unit", "100"},
       "ok.png: radius reaches 800 cells; allowed 16 cells; lower the radius to 0.1 units or the resolution"},
      {{"ok.png", "--seed", "-1"}, "terrain: seed is '-1'" + seeds},
      {{"ok.png", "--seed", "ten"}, "terrain: seed is 'ten'" + seeds},
      {{"ok.png", "--seed", "18446744073709551616"}, "terrain: seed is '18446744073709551616'" + seeds},
      {{"ok.png", "--scheme", "slow"}, "terrain: scheme is 'slow'; allowed fast, reference, text; change --scheme"},
      {{"ok.png", "--border", "none"}, "terrain: border is 'none'; allowed open, walled, periodic; change --border"},
      {{"ok.png", "--depressions", "dig"},
       "terrain: depressions is 'dig'; allowed keep, fill, breach; change --depressions"},
      {{"ok.png", "--preset", "book"}, "terrain: preset is 'book'; allowed text; change --preset"},
      {{"ok.png", "--cell", "5"},
       "terrain: --cell without --height-unit; allowed both or none; a slope needs the length of a cell and what a "
       "height of 1 is worth"},
      {{"ok.png", "--height-unit", "5"},
       "terrain: --height-unit without --cell; allowed both or none; a slope needs the length of a cell and what a "
       "height of 1 is worth"},
      {{"ok.png", "--cell", "-5"}, "terrain: cell is '-5'; allowed 0 to 1000000; change --cell"},
      {{"ok.png", "--fps", "0"}, "terrain: fps is '0'; allowed 1 to 240; change --fps"},
      {{"ok.png", "--size", "20x"},
       "terrain: size is '20x'; wanted WIDTHxHEIGHT, each 16 to 16384; for example --size 1920x1080"},
      {{"ok.png", "--video-view", "side"},
       "terrain: video-view is 'side'; allowed map, perspective; change --video-view"},
      {{"ok.png", "--params", "unknown.toml"},
       "unknown.toml:2: no parameter 'rian'; nearest is 'rain' (droplets/cell, 0 to 100)"},
      {{"ok.png", "--params", "range.toml"},
       "range.toml:2: rain is 900; allowed 0 to 100 droplets/cell; change this line"},
      {{"ok.png", "--params", "group.toml"}, "group.toml:1: group [sand]; allowed [terrain] and [land] and [look]"},
  };
  for (const Case& c : cases) refuses(folder, c);
}
#endif

#ifdef SOLGEL_QUICK_BUILD  // a process a case: too long under sanitizers
TEST_CASE("an output of terrain that cannot be written is refused before the run") {
  Folder folder;
  write_inputs(folder);
  const std::string maps =
                        " has an unknown extension; allowed .png, .tif, .exr, .raw, .r8, .r16, .r32, .asc, .npy, .pgm",
                    names =
                        "; allowed NAME=FILE, NAME one of change, erosion, deposition, flow, velocity, moisture; "
                        "change --map";
  const Case cases[] = {
      {{"ok.png", "-o", "old.jpg"}, "terrain: --output old.jpg" + maps},
      {{"ok.png", "--map", "flow=old.jpg"}, "terrain: --map flow=old.jpg" + maps},
      {{"ok.png", "--map", "flow="}, "terrain: --map flow=" + maps},
      {{"ok.png", "--map", "flow"}, "terrain: map is 'flow'" + names},
      {{"ok.png", "--map", "flwo=old.npy"}, "terrain: map is 'flwo=old.npy'" + names},
      {{"ok.png", "--picture", "old.jpg"}, "terrain: --picture old.jpg has an unknown extension; allowed .png"},
      {{"ok.png", "--perspective", "old.jpg"}, "terrain: --perspective old.jpg has an unknown extension; allowed .png"},
      {{"ok.png", "--before-after", "old.jpg"},
       "terrain: --before-after old.jpg has an unknown extension; allowed .png"},
      {{"ok.png", "--video", "old.avi"},
       "terrain: --video old.avi has an unknown extension; allowed .mp4, .m4v, .mov, .webm, .gif"},
      {{"ok.png", "--mesh", "old.3ds"},
       "terrain: --mesh old.3ds has an unknown extension; allowed .stl, .obj, .glb, .ply"},
      {{"ok.png", "-o", "no/a.tif"}, "no/a.tif: there is no folder no; make it first"},
      {{"ok.png", "--map", "flow=no/a.npy"}, "no/a.npy: there is no folder no; make it first"},
      {{"ok.png", "--report", "."}, ".: is a folder; wanted the name of a file"},
      {{"ok.png", "--picture", "old.png", "--before-after", "./old.png"},
       "terrain: two outputs are named old.png; give each its own name"},
      {{"ok.png", "-o", "old.npy", "--map", "flow=old.npy"},
       "terrain: two outputs are named old.npy; give each its own name"},
      {{"ok.png", "-o", "-", "--json"}, "terrain: two outputs go to standard output; give one a name"},
      {{"ok.png", "-o", "old.png", "--sample", "f32"},
       "old.png: samples of type f32; allowed u8, u16; change --sample, or take another format"},
      {{"ok.png", "-o", "old.tif", "--sample", "u12"},
       "terrain: sample is 'u12'; allowed u8, u16, i16, u32, i32, f16, f32, f64; change --sample"},
  };
  for (const Case& c : cases) refuses(folder, c, false);
}
#endif

TEST_CASE("a damaged checkpoint of terrain is refused") {
  Folder folder;
  write_inputs(folder);
  refuses(folder, {{"ok.png", "--resume", "damaged.ckpt"},
                   "damaged.ckpt: is no whole checkpoint; wanted a file written by --checkpoint; start again without "
                   "--resume"});
}

TEST_CASE("words that the parser cannot take end with exit code 2") {
  Folder folder;
  write_inputs(folder);
  for (const Words& words : {Words{"ok.png", "--threads", "two"}, Words{"ok.png", "--droplets"}}) {
    const Ended ended = folder.solgel(terrain(words));
    CHECK(ended.code == 2);
    CHECK(ended.err.find(words[1]) != std::string::npos);
  }
}
