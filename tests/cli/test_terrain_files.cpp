// What `solgel terrain` reads and writes: formats and depths kept, maps and report that agree, pictures, video, meshes.

#include <algorithm>

#include "terrain_maps.h"

using namespace solgel;
using namespace solgel::test;
using doctest::Approx;
using io::MapFormat;
using io::Sample;

namespace {

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}
bool begins(const std::string& bytes, const std::string& with) {
  return bytes.compare(0, with.size(), with) == 0;
}
const std::string kPng = "\x89PNG\r\n\x1a\n";

// Runs and must end well.
Ended done(const Folder& folder, const Words& words, const std::string& input = "") {
  const Ended ended = folder.solgel(words, input);
  CHECK(ended.err == "");
  REQUIRE(ended.code == 0);
  return ended;
}

struct Form {
  std::string name;
  MapFormat format;
  Sample sample;
};
const Form kForms[] = {
    {"png", MapFormat::png, Sample::u8},   {"png", MapFormat::png, Sample::u16},  {"tif", MapFormat::tiff, Sample::u8},
    {"tif", MapFormat::tiff, Sample::u16}, {"tif", MapFormat::tiff, Sample::i16}, {"tif", MapFormat::tiff, Sample::u32},
    {"tif", MapFormat::tiff, Sample::i32}, {"tif", MapFormat::tiff, Sample::f16}, {"tif", MapFormat::tiff, Sample::f32},
    {"tif", MapFormat::tiff, Sample::f64}, {"exr", MapFormat::exr, Sample::f16},  {"exr", MapFormat::exr, Sample::f32},
    {"asc", MapFormat::asc, Sample::i32},  {"asc", MapFormat::asc, Sample::f32},  {"asc", MapFormat::asc, Sample::f64},
    {"npy", MapFormat::npy, Sample::u16},  {"npy", MapFormat::npy, Sample::f64},  {"pgm", MapFormat::pgm, Sample::u8},
    {"pgm", MapFormat::pgm, Sample::u16}};

io::HeightMap map_of(const Form& form) {
  io::HeightMap map = ridge(form.format, form.sample);
  const bool has_fraction = form.format == MapFormat::asc && form.sample != Sample::i32;
  if (has_fraction || form.sample == Sample::f64) map.value(2, 2) += form.sample == Sample::f64 ? 0.123456789 : 0.5;
  if (form.format == MapFormat::asc) map.asc.cell = "30";
  return map;
}

// The program that other people's eyes are in a test; a message when it is not installed.
bool is_installed(const std::string& program) {
  const bool is = !output_of("command -v " + program).empty();
  if (!is) MESSAGE("skipped: there is no " << program);
  return is;
}

}  // namespace

TEST_CASE("without rain every format gives back its samples, bit for bit, through files and pipes") {
  Folder folder;
  for (const Form& form : kForms) {
    const std::string in = "in." + form.name, out = "out." + form.name;
    CAPTURE(in);
    CAPTURE(io::sample_name(form.sample));
    const io::HeightMap map = map_of(form);
    folder.write(in, file_of(map));
    REQUIRE(folder.solgel(terrain({in, "--droplets", "0", "-o", out})).code == 0);
    const io::HeightMap back = map_in(folder, out);
    CHECK(back.format == form.format);
    CHECK(back.sample == form.sample);
    CHECK(same_cells(map, back));
    if (form.sample != Sample::u16 && form.sample != Sample::f32) continue;
    const Ended piped = folder.solgel(terrain({"-", "--droplets", "0", "-o", "-"}), file_of(map));
    CHECK(piped.code == 0);
    CHECK(same_cells(map, read_back(bytes_of(piped.out), out)));
  }
}

#ifdef SOLGEL_QUICK_BUILD  // a process a case: too long under sanitizers
TEST_CASE("an eroded map keeps the format and the depth of its input") {
  const Form forms[] = {{"png", MapFormat::png, Sample::u16}, {"tif", MapFormat::tiff, Sample::f16},
                        {"exr", MapFormat::exr, Sample::f16}, {"asc", MapFormat::asc, Sample::f32},
                        {"npy", MapFormat::npy, Sample::f64}, {"pgm", MapFormat::pgm, Sample::u16}};
  Folder folder;
  for (const Form& form : forms) {
    const std::string in = "in." + form.name, out = "out." + form.name;
    CAPTURE(in);
    CAPTURE(io::sample_name(form.sample));
    folder.write(in, file_of(map_of(form)));
    REQUIRE(folder.solgel(terrain({in, "--droplets", "500", "-o", out})).code == 0);
    const io::HeightMap back = map_in(folder, out);
    CHECK(back.format == form.format);
    CHECK(back.sample == form.sample);
    CHECK(!same_cells(map_of(form), back));
  }
}
#endif

TEST_CASE("a GeoTIFF keeps its coordinates, its nodata and its missing cells") {
  Folder folder;
  const io::HeightMap map = utm_ridge();
  folder.write("in.tif", file_of(map));
  const Ended ended = done(folder, terrain({"in.tif", "--droplets", "500", "-o", "out.tif", "--map", "erosion=e.tif",
                                            "--map", "change=c.asc", "--json"}));
  const io::HeightMap back = map_in(folder, "out.tif"), eroded = map_in(folder, "e.tif");
  CHECK(back.sample == Sample::i16);
  CHECK(back.crs == "EPSG:32633 WGS 84 / UTM zone 33N");
  CHECK(back.cell_x == 25);
  CHECK(back.nodata == -32768.0);
  for (int j = 0; j < kRows; ++j) {
    for (int i = 0; i < kColumns; ++i) CHECK(back.is_missing(back.value(i, j)) == map.is_missing(map.value(i, j)));
  }
  CHECK(eroded.crs == back.crs);
  CHECK(eroded.is_missing(eroded.value(4, 4)));
  CHECK(sum_of(eroded) == Approx(number_of(ended.out, "eroded")).epsilon(1e-6));  // 400 floats of 2^-24 each
  if (is_installed("tiffinfo")) {
    const std::string tags = output_of("tiffinfo '" + folder.path("out.tif") + "' 2>/dev/null");
    CHECK(has(tags, "Bits/Sample: 16"));
    CHECK(has(tags, "Sample Format: signed integer"));
    CHECK(has(tags, "GDAL NoDataValue: -32768"));
    CHECK(has(tags, "Software: solgel "));
  }
  if (is_installed("listgeo")) {
    const std::string geo = output_of("listgeo '" + folder.path("out.tif") + "' 2>/dev/null");
    CHECK(has(geo, "PCS = 32633 (WGS 84 / UTM zone 33N)"));
    CHECK(has(geo, "Upper Left    (  500000.000, 5400000.000)"));
  }
}

TEST_CASE("an Esri grid has the corner of the GeoTIFF that it was made from, and gives it back") {
  Folder folder;
  folder.write("in.tif", file_of(utm_ridge()));
  done(folder, terrain({"in.tif", "--droplets", "0", "-o", "out.asc"}));
  CHECK(begins(folder.read("out.asc"),
               "ncols 24\nnrows 18\nxllcorner 500000\nyllcorner 5399550\ncellsize 25\nNODATA_value -32768\n"));
  CHECK(same_cells(utm_ridge(), map_in(folder, "out.asc")));
  CHECK(folder.solgel(terrain({"out.asc", "--droplets", "0", "-o", "out.tif"})).code == 0);
  CHECK(map_in(folder, "out.tif").geo.pixel_scale == utm_ridge().geo.pixel_scale);
  CHECK(map_in(folder, "out.tif").geo.tiepoints == utm_ridge().geo.tiepoints);
  done(folder, small_land({"--cell", "10", "--height-unit", "100", "-o", "land.asc"}));
  CHECK(has(folder.read("land.asc"), "\ncellsize 10\n"));
}

TEST_CASE("a value of nodata that maps or other depths cannot hold becomes one that they can") {
  Folder folder;
  io::HeightMap map = utm_ridge();
  map.nodata = 0;  // which most of a map of erosion is
  map.nodata_text = "0";
  map.value(4, 4) = map.value(5, 4) = 0;
  folder.write("zero.tif", file_of(map));
  const Ended ended =
      done(folder, terrain({"zero.tif", "--droplets", "20", "-o", "out.tif", "--map", "erosion=e.tif", "--json"}));
  const io::HeightMap eroded = map_in(folder, "e.tif");
  CHECK(std::count_if(eroded.value.cells().begin(), eroded.value.cells().end(),
                      [&](double v) { return eroded.is_missing(v); }) == 2);
  CHECK(sum_of(eroded) == Approx(number_of(ended.out, "eroded")).epsilon(1e-6));
  CHECK(map_in(folder, "out.tif").nodata == 0.0);

  map.sample = Sample::f64;
  map.nodata = -1.7976931348623157e308;
  map.nodata_text = "-1.7976931348623157e+308";
  map.value(4, 4) = map.value(5, 4) = *map.nodata;
  folder.write("far.tif", file_of(map));
  const Ended moved = folder.solgel({"terrain", "far.tif", "--droplets", "20", "-o", "out.tif", "--sample", "f32",
                                     "--map", "flow=f.tif", "--map", "moisture=m.png"});
  REQUIRE(moved.code == 0);
  CHECK(begins(moved.err, "out.tif: missing cells became -3.4028234663852886e+38, for f32 cannot hold their value\n"));
  CHECK(map_in(folder, "out.tif").is_missing(map_in(folder, "out.tif").value(5, 4)));
  io::HeightMap low = utm_ridge();
  low.value(7, 7) = 0;
  folder.write("low.tif", file_of(low));  // in 16 bits without sign 0 is ground
  CHECK(folder.solgel(terrain({"low.tif", "--droplets", "0", "-o", "out.tif", "--sample", "u16"})).code == 0);
  CHECK(map_in(folder, "out.tif").nodata == 65535.0);
  CHECK(map_in(folder, "out.tif").value(7, 7) == 0);
  CHECK(map_in(folder, "f.tif").is_missing(map_in(folder, "f.tif").value(5, 4)));

  const Ended as_picture = folder.solgel({"terrain", "far.tif", "--droplets", "20", "-o", "out.png"});
  REQUIRE(as_picture.code == 0);
  CHECK(begins(as_picture.err, "out.png: missing cells became 0, for u16 cannot hold their value\n"));
  const io::HeightMap counts = map_in(folder, "out.png");
  CHECK(std::count(counts.value.cells().begin(), counts.value.cells().end(), 0.0) == 2);
  CHECK(*std::max_element(counts.value.cells().begin(), counts.value.cells().end()) == 65535);
}

TEST_CASE("RAW is read and written as it was said, by a preset or by its name") {
  Folder folder;
  io::HeightMap map = ridge(MapFormat::raw, Sample::u16, 18, 18);
  map.raw = *io::raw_preset("unity-mac");
  const std::string bytes = file_of(map);
  folder.write("in.raw", bytes);
  done(folder, terrain({"in.raw", "--raw-preset", "unity-mac", "--droplets", "0", "-o", "out.raw"}));
  CHECK(folder.read("out.raw") == bytes);
  folder.write("in.dat", bytes);  // a name that says nothing
  done(folder, terrain({"in.dat", "--raw-preset", "unity-mac", "--droplets", "0", "-o", "out.raw"}));
  CHECK(folder.read("out.raw") == bytes);
  CHECK(done(folder, terrain({"-", "--raw-preset", "unity-mac", "--droplets", "0", "-o", "-"}), bytes).out == bytes);
  done(folder, terrain({"in.raw", "--raw-preset", "unity-mac", "--droplets", "0", "-o", "out.png"}));
  CHECK(same_cells(map, map_in(folder, "out.png")));
  done(folder, terrain({"out.png", "--raw-preset", "unity-mac", "--droplets", "0", "-o", "out.raw"}));
  CHECK(folder.read("out.raw") == bytes);
  done(folder, terrain({"out.png", "--droplets", "0", "-o", "out.r16"}));  // little-endian, north first
  done(folder, terrain({"out.r16", "--droplets", "0", "-o", "back.png"}));
  CHECK(same_cells(map, map_in(folder, "back.png")));
  done(folder, small_land({"-o", "land.r16", "--map", "flow=flow.r32"}));
  CHECK(folder.read("land.r16").size() == 64 * 48 * 2);
  CHECK(folder.read("flow.r32").size() == 64 * 48 * 4);
}

TEST_CASE("the sums of the files are those of the report") {
  Folder folder;
  done(folder, terrain({"--generate", "fractal", "--cells", "64x48", "--droplets", "0", "-o", "before.npy"}));
  const Ended ended = done(folder, small_land({"-o", "after.npy", "--map", "erosion=e.npy", "--map", "deposition=d.npy",
                                               "--map", "change=c.npy", "--json"}));
  const double cells = 64 * 48, rounding = cells * 0x1p-24;  // heights below 2 in 24 bits
  const double before = sum_of(map_in(folder, "before.npy")), after = sum_of(map_in(folder, "after.npy"));
  CHECK(std::abs(before - number_of(ended.out, "height_sum_before")) < rounding);
  CHECK(std::abs(after - number_of(ended.out, "height_sum_after")) < rounding);
  CHECK(sum_of(map_in(folder, "e.npy")) == Approx(number_of(ended.out, "eroded")).epsilon(1e-6));
  CHECK(sum_of(map_in(folder, "d.npy")) == Approx(number_of(ended.out, "deposited")).epsilon(1e-6));
  CHECK(std::abs(sum_of(map_in(folder, "c.npy")) - (after - before)) < 2 * rounding);
  CHECK(number_of(ended.out, "balance_relative_error") == 0);
}

TEST_CASE("every map is written as floating point and as counts, and the counts say their scale") {
  Folder folder;
  Words words = small_land({});
  const Words names{"change", "erosion", "deposition", "flow", "velocity", "moisture"};
  for (const std::string& name : names)
    words.insert(words.end(), {"--map", name + "=" + name + ".npy", "--map", name + "=" + name + ".png"});
  done(folder, words);
  for (const std::string& name : names) {
    CAPTURE(name);
    const io::HeightMap values = map_in(folder, name + ".npy"), counts = map_in(folder, name + ".png");
    CHECK(values.sample == Sample::f32);
    CHECK(counts.sample == Sample::u16);
    double most = 0;
    for (const double v : values.value.cells()) most = std::max(most, std::abs(v));
    CHECK(most > 0);
    for (std::size_t k = 0; k < values.value.cells().size(); ++k) {
      const double v = values.value.cells()[k] / most;
      const double count = name == "change" ? 32768 + 32767 * v
                           : name == "flow" ? 65535 * std::log1p(v * most) / std::log1p(most)
                                            : 65535 * v;
      CHECK(std::abs(counts.value.cells()[k] - count) < 0.51);
    }
    CHECK(has(folder.read(name + ".png"), name));
    CHECK(has(folder.read(name + ".png"), "v / most") == (name != "flow"));
  }
}

TEST_CASE("a map asked for before the input does not swallow it") {
  Folder folder;
  folder.write("in.png", file_of(ridge(MapFormat::png, Sample::u16)));
  done(folder, terrain({"--droplets", "10", "--map", "flow=f.npy", "--map", "change=c.npy", "in.png"}));
  CHECK(folder.has("f.npy"));
  CHECK(folder.has("c.npy"));
}

TEST_CASE("heights of floating point fill the range of integers, except metres that the file can tell") {
  Folder folder;
  done(folder, small_land({"-o", "land.npy"}));
  done(folder, small_land({"-o", "land.png"}));
  const io::HeightMap values = map_in(folder, "land.npy"), counts = map_in(folder, "land.png");
  const auto [low, high] = std::minmax_element(values.value.cells().begin(), values.value.cells().end());
  for (std::size_t k = 0; k < counts.value.cells().size(); ++k) {
    const double share = (values.value.cells()[k] - *low) / (*high - *low);
    CHECK(std::abs(counts.value.cells()[k] - 65535 * share) < 0.52);  // half a count and the rounding to float
  }
  CHECK(has(folder.read("land.png"), "height_per_count"));
  const Ended noted = folder.solgel({"terrain", "land.npy", "--droplets", "0", "-o", "land.r16"});
  CHECK(begins(noted.err, "land.r16: heights "));
  CHECK(has(noted.err, " fill 0 to 65535\n"));
  io::HeightMap metres = utm_ridge();
  metres.sample = Sample::f32;
  folder.write("metres.tif", file_of(metres));
  done(folder, terrain({"metres.tif", "--droplets", "0", "-o", "out.tif", "--sample", "i16"}));
  CHECK(same_cells(metres, map_in(folder, "out.tif")));
}

TEST_CASE("heights that a depth cannot hold are counted in a warning and in the report") {
  Folder folder;
  folder.write("in.png", file_of(ridge(MapFormat::png, Sample::u16)));
  const Ended ended =
      folder.solgel({"terrain", "in.png", "--droplets", "0", "-o", "out.png", "--sample", "u8", "--json"});
  CHECK(ended.code == 0);
  const io::HeightMap map = ridge(MapFormat::png, Sample::u16);
  const auto over = std::count_if(map.value.cells().begin(), map.value.cells().end(), [](double v) { return v > 255; });
  const std::string message = std::to_string(over) + " heights exceed what u8 holds; they became its lowest or highest";
  CHECK(begins(ended.err, "out.png: " + message + "\n"));
  CHECK(has(ended.out, message));
}

TEST_CASE("meshes of every kind are what their names say, with lengths in metres") {
  Folder folder;
  done(folder, small_land({"--cell", "10", "--height-unit", "100", "--mesh", "m.stl"}));
  for (const char* name : {"m.obj", "m.ply", "m.glb"}) done(folder, small_land({"--mesh", name}));
  CHECK(folder.read("m.stl").size() > 84 + 2 * 63 * 47 * 50);
  CHECK(begins(folder.read("m.glb"), std::string("glTF\2\0\0\0", 8)));
  CHECK(begins(folder.read("m.ply"), "ply\n"));
  CHECK(has(folder.read("m.obj"), "\nv "));
}

TEST_CASE("pictures have their size and say what made them") {
  Folder folder;
  done(folder,
       small_land({"--picture", "p.png", "--perspective", "q.png", "--before-after", "b.png", "--size", "160x120"}));
  for (const char* name : {"p.png", "q.png"}) {
    const std::string png = folder.read(name);
    REQUIRE(begins(png, kPng));
    CHECK(png.substr(16, 8) == std::string("\0\0\0\xa0\0\0\0\x78", 8));  // of the IHDR chunk
    CHECK(has(png, std::string("Software\0solgel ", 16)));
    CHECK(has(png, std::string("droplets\0002000", 13)));
    CHECK(has(png, std::string("generate\0fractal", 16)));
  }
  CHECK(folder.read("b.png").substr(16, 8) == folder.read("p.png").substr(16, 8));
  CHECK(folder.read("p.png") != folder.read("q.png"));
}

TEST_CASE("nothing is on standard output but what was asked for") {
  Folder folder;
  Words loud = small_land({"-o", "a.tif"});
  loud.erase(loud.begin() + 1);  // --quiet
  const Ended ended = folder.solgel(loud);
  CHECK(ended.out == "");
  CHECK(begins(ended.err, "2000 droplets, "));
  CHECK(done(folder, small_land({"-o", "a.tif"})).out == "");
  CHECK(begins(done(folder, small_land({"--report", "-"})).out, "{"));
  CHECK(begins(done(folder, small_land({"-o", "-"})).out, "II*"));
  CHECK(begins(done(folder, small_land({"--picture", "-", "--size", "64x64"})).out, kPng));
}

#ifdef SOLGEL_QUICK_BUILD
TEST_CASE("a video of the erosion has the size and the length that were asked for") {
  Folder folder;
  for (const char* view : {"map", "perspective"}) {
    CAPTURE(view);
    const Ended ended = done(folder, small_land({"--video", "v.mp4", "--video-view", view, "--seconds", "1", "--fps",
                                                 "4", "--size", "161x120", "--json"}));
    const std::string probed = output_of(
        "ffprobe -v error -count_frames -select_streams v:0 -show_entries "
        "stream=nb_read_frames,width,height -of default=nw=1 '" +
        folder.path("v.mp4") + "'");
    CHECK(probed == "width=160\nheight=120\nnb_read_frames=9\n");  // 1 s, and the rest of 1.5 s shares a frame with it
    CHECK(value_of(ended.out, "state_hash") == value_of(done(folder, small_land({"--json"})).out, "state_hash"));
    CHECK(has(output_of("ffprobe -v error -show_entries format_tags '" + folder.path("v.mp4") + "'"), "droplets"));
  }
}
#endif
