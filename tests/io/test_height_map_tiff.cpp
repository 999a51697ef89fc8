// TIFF and GeoTIFF: layouts, tags and georeference survive, by our reader and by tiffinfo and listgeo.
#include <array>
#include <cstdio>
#include <filesystem>
#include <functional>

#include <tiffio.h>
#include <unistd.h>

#include "io/map_files.h"
#include "io/output_file.h"
#include "io/tiff_memory.h"

using namespace solgel;
using namespace solgel::test;
using doctest::Approx;
using io::MapFormat;
using io::Sample;

namespace {

// A CRS by its GeoTIFF keys: model (1 projected, 2 geographic), then key and value of shorts.
std::vector<std::uint16_t> geo_keys(std::initializer_list<std::pair<int, int>> keys) {
  std::vector<std::uint16_t> all{1, 1, 0, static_cast<std::uint16_t>(keys.size())};
  for (const auto& [key, value] : keys) {
    for (const int word : {key, 0, 1, value}) all.push_back(static_cast<std::uint16_t>(word));
  }
  return all;
}

io::HeightMap utm_map() {
  io::HeightMap map = made_up(MapFormat::tiff, Sample::i16, 257, 130);
  map.geo.pixel_scale = {25, 20, 0};
  map.geo.tiepoints = {0, 0, 0, 500000, 5400000, 0};
  map.geo.geo_keys = geo_keys({{1024, 1}, {1025, 1}, {3072, 32633}});
  map.nodata = -32768;
  map.nodata_text = "-32768";
  map.value(4, 4) = -32768;
  return map;
}

// What a program prints about a file; empty when the program is not there.
std::string told_by(const std::string& program, const io::Bytes& bytes) {
  const std::string path =
      (std::filesystem::temp_directory_path() / ("solgel-map-" + std::to_string(getpid()) + ".tif")).string();
  REQUIRE(io::write_file_atomically(path, bytes).has_value());
  std::string text;
  if (FILE* pipe = popen((program + " " + path + " 2>/dev/null").c_str(), "r")) {
    std::array<char, 4096> buffer;
    for (std::size_t n; (n = std::fread(buffer.data(), 1, buffer.size(), pipe)) > 0;) text.append(buffer.data(), n);
    pclose(pipe);
  }
  std::filesystem::remove(path);
  if (text.empty()) MESSAGE("skipped: ", program, " is not installed");
  return text;
}

bool has(const std::string& text, const std::string& part) {
  return text.empty() || text.find(part) != std::string::npos;
}

// A TIFF of one strip as `set_tags` wants it.
io::Bytes tiff_of(int directories, const std::function<void(TIFF*, int)>& set_tags) {
  io::TiffMemory memory;
  io::TiffHandle tiff = io::open_tiff(memory, "wm");
  for (int k = 0; k < directories; ++k) {
    const std::vector<std::byte> line(64);
    TIFFSetField(tiff.get(), TIFFTAG_IMAGEWIDTH, 4);
    TIFFSetField(tiff.get(), TIFFTAG_IMAGELENGTH, 3);
    TIFFSetField(tiff.get(), TIFFTAG_BITSPERSAMPLE, 8);
    TIFFSetField(tiff.get(), TIFFTAG_SAMPLESPERPIXEL, 1);
    TIFFSetField(tiff.get(), TIFFTAG_PLANARCONFIG, 1);
    TIFFSetField(tiff.get(), TIFFTAG_PHOTOMETRIC, PHOTOMETRIC_MINISBLACK);
    TIFFSetField(tiff.get(), TIFFTAG_ROWSPERSTRIP, 3);
    set_tags(tiff.get(), k);
    for (std::uint32_t row = 0; row < 3; ++row)
      REQUIRE(TIFFWriteScanline(tiff.get(), const_cast<std::byte*>(line.data()), row, 0) == 1);
    REQUIRE(TIFFWriteDirectory(tiff.get()) == 1);
  }
  tiff.reset();
  return memory.out;
}

}  // namespace

TEST_CASE("strips, tiles, compressions and predictors come back, and the cells with them") {
  for (const Sample sample : {Sample::u8, Sample::u16, Sample::i32, Sample::f32, Sample::f64, Sample::f16}) {
    for (const std::uint16_t compression : {1, 5, 8, 32773, 32946}) {
      for (const std::uint16_t predictor : {1, 2, 3}) {
        if (predictor > 1 && (compression == 1 || compression == 32773)) continue;
        if (predictor == 3 && io::is_integer(sample)) continue;
        for (const std::uint32_t tile : {0u, 16u, 64u}) {
          for (const bool big : {false, true}) {
            io::HeightMap map = made_up(MapFormat::tiff, sample, 67, 35);
            map.tiff = {.compression = compression,
                        .predictor = predictor,
                        .tile_width = tile,
                        .tile_height = tile / 2,
                        .rows_per_strip = tile == 0 ? 5u : 0u,
                        .big_tiff = big,
                        .big_endian = big != (tile == 16)};
            if (tile == 16) map.tiff.tile_height = 32;
            CAPTURE(io::sample_name(sample));
            CAPTURE(compression);
            CAPTURE(predictor);
            CAPTURE(tile);
            CAPTURE(map.tiff.big_endian);
            const io::Bytes bytes = written(map);
            const io::HeightMap back = read_back(bytes, "a.tif");
            REQUIRE(same_cells(map, back));
            CHECK(back.tiff.compression == compression);
            CHECK(back.tiff.predictor == predictor);
            CHECK(back.tiff.tile_width == tile);
            CHECK(back.tiff.tile_height == map.tiff.tile_height);
            CHECK(back.tiff.rows_per_strip == map.tiff.rows_per_strip);
            CHECK(back.tiff.big_tiff == big);
            CHECK(back.tiff.big_endian == (map.tiff.big_endian && predictor != 3));
            CHECK(written(back) == bytes);
          }
        }
      }
    }
  }
}

TEST_CASE("a big-endian TIFF with the floating-point predictor is read, and written little-endian") {
  // The predictor lays bytes out by significance, so that the strips of both byte orders are the same bytes.
  io::HeightMap map = made_up(MapFormat::tiff, Sample::f32, 9, 5);
  map.tiff.predictor = 3;
  map.tiff.rows_per_strip = 5;
  const io::Bytes little = written(map);
  io::TiffMemory from{.in = little}, to;
  std::vector<std::byte> strip(4096);
  const io::TiffHandle reader = io::open_tiff(from, "rm");
  io::TiffHandle writer = io::open_tiff(to, "wbm");
  const tmsize_t size = TIFFReadRawStrip(reader.get(), 0, strip.data(), static_cast<tmsize_t>(strip.size()));
  for (const auto& [tag, value] :
       {std::pair(TIFFTAG_IMAGEWIDTH, 9), std::pair(TIFFTAG_IMAGELENGTH, 5), std::pair(TIFFTAG_BITSPERSAMPLE, 32),
        std::pair(TIFFTAG_SAMPLESPERPIXEL, 1), std::pair(TIFFTAG_SAMPLEFORMAT, SAMPLEFORMAT_IEEEFP),
        std::pair(TIFFTAG_PHOTOMETRIC, PHOTOMETRIC_MINISBLACK), std::pair(TIFFTAG_PLANARCONFIG, 1),
        std::pair(TIFFTAG_ROWSPERSTRIP, 5), std::pair(TIFFTAG_COMPRESSION, 8), std::pair(TIFFTAG_PREDICTOR, 3)}) {
    REQUIRE(TIFFSetField(writer.get(), static_cast<std::uint32_t>(tag), value) == 1);
  }
  REQUIRE(TIFFWriteRawStrip(writer.get(), 0, strip.data(), size) == size);
  writer.reset();
  const io::HeightMap back = read_back(to.out, "a.tif");
  CHECK(back.tiff.big_endian);
  CHECK(same_cells(map, back));
  CHECK(same_cells(map, read_back(written(back), "a.tif")));
}

TEST_CASE("a georeferenced 16-bit TIFF with nodata comes out as it went in") {
  io::HeightMap map = utm_map();
  map.tiff.compression = 5;
  map.tiff.predictor = 2;
  map.tiff.tile_width = map.tiff.tile_height = 64;
  map.geo.gdal_metadata = "<GDALMetadata>\n  <Item name=\"x\">caf\xc3\xa9</Item>\n</GDALMetadata>\n";
  map.geo.geo_ascii = "somewhere|";
  const io::Bytes bytes = written(map);
  Warnings warnings;
  const Result<io::HeightMap> back = io::read_height_map(bytes, "a.tif", {}, warnings);
  REQUIRE(back.has_value());
  CHECK(warnings.empty());
  CHECK(same_cells(map, *back));
  CHECK(back->geo.pixel_scale == map.geo.pixel_scale);
  CHECK(back->geo.tiepoints == map.geo.tiepoints);
  CHECK(back->geo.geo_keys == map.geo.geo_keys);
  CHECK(back->geo.geo_ascii == map.geo.geo_ascii);
  CHECK(back->geo.gdal_metadata == map.geo.gdal_metadata);
  CHECK(back->nodata == -32768.0);
  CHECK(back->cell_x == 25);
  CHECK(back->cell_y == 20);
  CHECK(back->metres_per_value == 1);
  CHECK(back->crs == "EPSG:32633 WGS 84 / UTM zone 33N");
  CHECK(written(*back) == bytes);

  const std::string tags = told_by("tiffinfo", bytes);
  CHECK(has(tags, "Image Width: 257 Image Length: 130"));
  CHECK(has(tags, "Tile Width: 64 Tile Length: 64"));
  CHECK(has(tags, "Sample Format: signed integer"));
  CHECK(has(tags, "Compression Scheme: LZW"));
  CHECK(has(tags, "Predictor: horizontal differencing"));
  CHECK(has(tags, "Tag 33550: 25.000000,20.000000,0.000000"));
  CHECK(has(tags, "GDAL NoDataValue: -32768"));
  const std::string geo = told_by("listgeo", bytes);
  CHECK(has(geo, "PCS = 32633 (WGS 84 / UTM zone 33N)"));
  CHECK(has(geo, "Projection Linear Units: 9001/metre (1.000000m)"));
  CHECK(has(geo, "ModelPixelScaleTag (1,3):\n         25                20                0"));
  CHECK(has(geo, "Upper Left    (  500000.000, 5400000.000)"));
}

TEST_CASE("feet become metres") {
  io::HeightMap map = utm_map();
  map.geo.geo_keys = geo_keys({{1024, 1}, {1025, 1}, {3072, 2263}, {4099, 9002}});  // New York Long Island, US feet
  io::HeightMap back = read_back(written(map), "a.tif");
  CHECK(back.cell_x == Approx(25 * 1200.0 / 3937));
  CHECK(back.cell_y == Approx(20 * 1200.0 / 3937));
  CHECK(back.metres_per_value == Approx(0.3048));
  map.geo.geo_keys = geo_keys({{1024, 1}, {1025, 1}, {3072, 32633}, {4096, 6360}});  // NAVD88 height in US feet
  CHECK(read_back(written(map), "a.tif").metres_per_value == Approx(1200.0 / 3937));
  map.geo.geo_keys = geo_keys({{1024, 1}, {1025, 1}, {3072, 32767}, {3076, 9002}});  // no code, but the unit
  CHECK(read_back(written(map), "a.tif").cell_x == Approx(25 * 0.3048));
  map.geo.gdal_metadata = "<GDALMetadata><Item name=\"SCALE\" sample=\"0\" role=\"scale\">0.1</Item></GDALMetadata>";
  CHECK(read_back(written(map), "a.tif").metres_per_value == Approx(0.1));
}

TEST_CASE("a compound CRS has the unit of its horizontal part") {
  io::HeightMap map = utm_map();
  map.geo.geo_keys = geo_keys({{1024, 1}, {1025, 1}, {3072, 7405}});  // British grid and heights above Newlyn
  CHECK(read_back(written(map), "a.tif").cell_x == 25);
  map.geo.geo_keys = geo_keys({{1024, 1}, {1025, 1}, {3072, 32633}, {4099, 4444}});
  CHECK(warning_of(written(map), "a.tif") ==
        "the vertical unit EPSG:4444 is unknown; say what a value is worth; taken as 1 m");
}

TEST_CASE("degrees become metres at the latitude of the map's middle") {
  io::HeightMap map = utm_map();
  map.geo.geo_keys = geo_keys({{1024, 2}, {1025, 1}, {2048, 4326}});
  map.geo.pixel_scale = {1.0 / 1200, 1.0 / 1200, 0};
  map.geo.tiepoints = {0, 0, 0, 10, 45 + 65.0 / 1200, 0};  // 130 rows: the middle lies at 45 degrees
  const io::HeightMap back = read_back(written(map), "a.tif");
  // A degree at 45 degrees north is 111.132 km of latitude and 78.847 km of longitude on WGS 84, to the metre.
  CHECK(back.cell_y == Approx(111132.0 / 1200).epsilon(0.5 / 111132));
  CHECK(back.cell_x == Approx(78847.0 / 1200).epsilon(0.5 / 78847));
  CHECK(back.crs == "EPSG:4326 WGS 84");
  map.geo.tiepoints[4] = 95;
  Warnings warnings;
  const Result<io::HeightMap> north = io::read_height_map(written(map), "a.tif", {}, warnings);
  REQUIRE(north.has_value());
  CHECK(north->cell_x == 0);
  CHECK(warnings.list().front().message ==
        "the map's middle is at no latitude between -90 and 90 degrees; say the cell in metres");
}

TEST_CASE("a turned map has the lengths of its columns and rows, a south-up map stays so") {
  io::HeightMap map = utm_map();
  map.geo.pixel_scale.clear();
  map.geo.tiepoints.clear();
  map.geo.transformation = {3, 8, 0, 500000, 4, -6, 0, 5400000, 0, 0, 0, 0, 0, 0, 0, 1};
  io::HeightMap back = read_back(written(map), "a.tif");
  CHECK(back.cell_x == Approx(5));
  CHECK(back.cell_y == Approx(10));
  CHECK(back.geo.transformation == map.geo.transformation);
  map.geo.transformation = {5, 0, 0, 500000, 0, 7, 0, 5400000, 0, 0, 0, 0, 0, 0, 0, 1};
  const io::Bytes bytes = written(map);
  back = read_back(bytes, "a.tif");
  CHECK(same_cells(map, back));
  CHECK(written(back) == bytes);
  // Its strips are those of the mirrored map with north up.
  io::HeightMap mirrored = map;
  for (int j = 0; j < map.value.ny(); ++j)
    std::copy_n(map.value.row(map.value.ny() - 1 - j).begin(), map.value.nx(), mirrored.value.row(j).begin());
  mirrored.geo.transformation[5] = -7;
  CHECK(text_of(written(mirrored)).substr(8, 4096) == text_of(bytes).substr(8, 4096));
  back.format = MapFormat::npy;  // which has no such tags: north comes first
  CHECK(same_cells(map, read_back(written(back), "a.npy")));
}

TEST_CASE("without PROJ's database units are unknown, not metres") {
  for (const char* name : {"PROJ_LIB", "PROJ_DATA"}) setenv(name, "/nonexistent", 1);
  const io::Bytes bytes = written(utm_map());
  CHECK(warning_of(bytes, "a.tif") ==
        "the linear unit of EPSG:32633 is unknown: PROJ's database proj.db is missing; install proj-data, set PROJ_LIB "
        "or "
        "say the cell in metres");
  CHECK(read_back(bytes, "a.tif").cell_x == 0);
  for (const char* name : {"PROJ_LIB", "PROJ_DATA"}) unsetenv(name);
  CHECK(read_back(bytes, "a.tif").cell_x == 25);
}

TEST_CASE("what the tags leave open is a warning, not a guess") {
  io::HeightMap map = utm_map();
  map.geo.geo_keys = geo_keys({{1024, 1}, {1025, 1}, {3072, 1030}});
  CHECK(warning_of(written(map), "a.tif") == "the linear unit of EPSG:1030 is unknown; say the cell in metres");
  CHECK(read_back(written(map), "a.tif").cell_x == 0);
  map.geo.geo_keys = {1, 1, 0, 40, 1024};
  CHECK(warning_of(written(map), "a.tif") ==
        "the directory of keys of the coordinate system is damaged; kept, not used");
  CHECK(read_back(written(map), "a.tif").geo.geo_keys == map.geo.geo_keys);
  map.geo.geo_keys = {1, 1, 0, 1, 3072, 0, 0, 32633};  // libgeotiff would write to standard error
  CHECK(warning_of(written(map), "a.tif") ==
        "the directory of keys of the coordinate system is damaged; kept, not used");
  map.geo.geo_keys.clear();
  CHECK(warning_of(written(map), "a.tif") ==
        "a cell is 25 x 20 of an unnamed unit; it and heights are taken as metres");
  map = utm_map();
  map.sample = Sample::u16;
  map.value = Grid<double>(4, 3, 1.0);
  CHECK(warning_of(written(map), "a.tif") == "nodata is -32768, which no u16 sample can be; ignored");
  map.nodata_text = "none";
  CHECK(warning_of(written(map), "a.tif") == "nodata is 'none', no number; ignored");
}

TEST_CASE("nodata of fewer digits than a float means its nearest float") {
  io::HeightMap map = made_up(MapFormat::tiff, Sample::f32, 3, 3);
  map.nodata = io::lowest_of(Sample::f32);
  for (const char* text : {"-3.40282347e+38", "-3.4028234663852886e+38", "-3.4028235e+38"}) {
    map.nodata_text = text;
    const io::HeightMap back = read_back(written(map), "a.tif");
    CHECK(back.nodata == io::lowest_of(Sample::f32));
    CHECK(back.nodata_text == text);
    CHECK(back.is_missing(back.value(0, 0)));
  }
}

TEST_CASE("the first map is read; smaller copies and masks beside it are no second map") {
  const auto plain = [](TIFF*, int) {};
  CHECK(warning_of(tiff_of(2, plain), "a.tif") == "the TIFF has several maps; only the first is read and written");
  const auto overview = [](TIFF* tiff, int k) {
    if (k > 0) TIFFSetField(tiff, TIFFTAG_SUBFILETYPE, k == 1 ? FILETYPE_REDUCEDIMAGE : FILETYPE_MASK);
  };
  CHECK(warning_of(tiff_of(3, overview), "a.tif") == "");
  const auto white = [](TIFF* tiff, int) { TIFFSetField(tiff, TIFFTAG_PHOTOMETRIC, PHOTOMETRIC_MINISWHITE); };
  CHECK(warning_of(tiff_of(1, white), "a.tif") ==
        "the TIFF calls 0 white; values are kept as they are and 0 is written as black");
}

TEST_CASE("what is no map of heights is refused by name") {
  const auto error_with = [](const std::function<void(TIFF*)>& set_tags) {
    return error_of(tiff_of(1, [&set_tags](TIFF* tiff, int) { set_tags(tiff); }), "a.tif");
  };
  CHECK(error_with([](TIFF* t) {
          TIFFSetField(t, TIFFTAG_SAMPLESPERPIXEL, 3);
          TIFFSetField(t, TIFFTAG_PHOTOMETRIC, PHOTOMETRIC_RGB);
        }) == "a.tif: the TIFF is colour (RGB); allowed one band of heights; save it as greyscale");
  CHECK(error_with([](TIFF* t) { TIFFSetField(t, TIFFTAG_SAMPLESPERPIXEL, 2); }) ==
        "a.tif: the TIFF has 2 samples a cell; allowed one band of heights; take one with gdal_translate -b 1");
  CHECK(error_with([](TIFF* t) {
          static std::uint16_t map[256];
          TIFFSetField(t, TIFFTAG_PHOTOMETRIC, PHOTOMETRIC_PALETTE);
          TIFFSetField(t, TIFFTAG_COLORMAP, map, map, map);
        }) == "a.tif: the TIFF is a palette picture; allowed one band of heights; save it as greyscale");
  CHECK(error_with([](TIFF* t) { TIFFSetField(t, TIFFTAG_ORIENTATION, ORIENTATION_BOTLEFT); }) ==
        "a.tif: the TIFF has orientation 4; allowed 1, first row on top and first column left; turn it");
  const std::string types =
      "; allowed unsigned of 8, 16 and 32, signed of 16 and 32, floating point of 16, 32 and 64 bits; convert it with "
      "gdal_translate -ot Float32";
  CHECK(error_with([](TIFF* t) {
          TIFFSetField(t, TIFFTAG_BITSPERSAMPLE, 64);
          TIFFSetField(t, TIFFTAG_SAMPLEFORMAT, SAMPLEFORMAT_COMPLEXIEEEFP);
        }) == "a.tif: the samples are 64-bit complex numbers" + types);
  CHECK(error_with([](TIFF* t) { TIFFSetField(t, TIFFTAG_BITSPERSAMPLE, 1); }) ==
        "a.tif: the samples are 1-bit unsigned integers" + types);
  CHECK(error_with([](TIFF* t) { TIFFSetField(t, TIFFTAG_COMPRESSION, COMPRESSION_ZSTD); }) ==
        "a.tif: the TIFF has compression 50000; allowed none (1), LZW (5), deflate (8 and 32946) and PackBits (32773); "
        "convert it with gdal_translate -co COMPRESS=DEFLATE");
}
