// A height map that is read and written is the same, bit for bit, in every format and sample type.
#include <limits>

#include "io/map_files.h"

using namespace solgel;
using namespace solgel::test;
using io::MapFormat;
using io::Sample;

namespace {

struct Kind {
  MapFormat format;
  const char* name;
  std::vector<Sample> samples;
};
const std::vector<Kind> kKinds{
    {MapFormat::png, "a.png", {Sample::u8, Sample::u16}},
    {MapFormat::tiff,
     "a.tif",
     {Sample::u8, Sample::u16, Sample::i16, Sample::u32, Sample::i32, Sample::f16, Sample::f32, Sample::f64}},
    {MapFormat::exr, "a.exr", {Sample::f16, Sample::f32}},
    {MapFormat::raw,
     "a.raw",
     {Sample::u8, Sample::u16, Sample::i16, Sample::u32, Sample::i32, Sample::f16, Sample::f32, Sample::f64}},
    {MapFormat::asc, "a.asc", {Sample::i32, Sample::f32, Sample::f64}},
    {MapFormat::npy,
     "a.npy",
     {Sample::u8, Sample::u16, Sample::i16, Sample::u32, Sample::i32, Sample::f16, Sample::f32, Sample::f64}},
    {MapFormat::pgm, "a.pgm", {Sample::u8, Sample::u16}}};

io::MapReadOptions options_for(const io::HeightMap& map) {
  io::MapReadOptions options;
  if (map.format != MapFormat::raw) return options;
  options.raw = map.raw;
  options.raw->nx = map.value.nx();
  options.raw->ny = map.value.ny();
  options.raw->sample = map.sample;
  return options;
}

}  // namespace

TEST_CASE("every format returns every bit of every sample type it has, at any size") {
  for (const Kind& kind : kKinds) {
    for (const Sample sample : kind.samples) {
      for (const auto& [nx, ny] : {std::pair(3, 3), std::pair(5, 7), std::pair(257, 130)}) {
        CAPTURE(kind.name);
        CAPTURE(io::sample_name(sample));
        const io::HeightMap map = made_up(kind.format, sample, nx, ny);
        const io::Bytes bytes = written(map);
        const io::HeightMap back = read_back(bytes, kind.name, options_for(map));
        CHECK(back.format == kind.format);
        CHECK(back.sample == sample);
        CHECK(same_cells(map, back));
        CHECK(written(back) == bytes);
      }
    }
  }
}

TEST_CASE("both byte orders and both first rows return the same cells") {
  for (const bool big : {false, true}) {
    for (const bool south : {false, true}) {
      io::HeightMap map = made_up(MapFormat::raw, Sample::i16, 5, 4);
      map.raw.big_endian = big;
      map.raw.south_first = south;
      const io::Bytes bytes = written(map);
      CHECK(same_cells(map, read_back(bytes, "a.raw", options_for(map))));
      // The first sample of the file is the west end of its first row.
      const int first = static_cast<int>(map.value(0, south ? 0 : 3));
      const int low = std::to_integer<int>(bytes[big ? 1 : 0]), high = std::to_integer<int>(bytes[big ? 0 : 1]);
      CHECK(static_cast<std::int16_t>(low | high << 8) == first);
      map.format = MapFormat::npy;  // the layout of RAW turns no other format
      CHECK(same_cells(map, read_back(written(map), "a.npy")));
    }
    for (const Sample sample : {Sample::u16, Sample::i32, Sample::f16, Sample::f32, Sample::f64}) {
      io::HeightMap map = made_up(MapFormat::npy, sample, 5, 4);
      map.raw.big_endian = big;
      const io::HeightMap back = read_back(written(map), "a.npy");
      CHECK(same_cells(map, back));
      CHECK(back.raw.big_endian == big);
      map.format = MapFormat::tiff;
      map.tiff.big_endian = big;
      const io::HeightMap tiff = read_back(written(map), "a.tif");
      CHECK(same_cells(map, tiff));
      CHECK(tiff.tiff.big_endian == big);
    }
  }
}

TEST_CASE("the bytes say the format, and only without them the name") {
  for (const Kind& kind : kKinds) {
    if (kind.format == MapFormat::raw) continue;
    const io::Bytes bytes = written(made_up(kind.format, kind.samples.front(), 4, 3));
    CHECK(*io::detect_map_format(bytes, "misnamed.dat") == kind.format);
    CHECK(*io::map_format_of_name(kind.name) == kind.format);
  }
  CHECK(*io::map_format_of_name("land.R16") == MapFormat::raw);
  CHECK(*io::map_format_of_name("dir.png/land.tiff") == MapFormat::tiff);
  CHECK(
      io::map_format_of_name("land.bmp").error().message() ==
      "the extension 'bmp' is no height map's; allowed png, tif, exr, raw, r16, r32, asc, npy and pgm; convert it, or "
      "say the layout of raw samples");
  CHECK(
      io::map_format_of_name("dir.png/land").error().message() ==
      "the name has no extension that says the format; allowed png, tif, exr, raw, r16, r32, asc, npy and pgm; convert "
      "it, or say the layout of raw samples");
}

TEST_CASE("values become the nearest sample, ties to even; what is out of range saturates and is counted") {
  io::HeightMap map = made_up(MapFormat::raw, Sample::u8, 3, 3);
  const double values[9] = {0.5, 1.5, 2.5, -0.5, -0.51, 255.49, 255.5, 300, 7.4999};
  std::copy(std::begin(values), std::end(values), map.value.cells().begin());
  io::MapWriteCounts counts;
  REQUIRE(io::encode_height_map(map, {}, counts).has_value());
  CHECK(counts.saturated == 2);
  const io::HeightMap back = read_back(written(map), "a.raw", options_for(map));
  const double expected[9] = {0, 2, 2, 0, 0, 255, 255, 255, 7};
  CHECK(std::equal(std::begin(expected), std::end(expected), back.value.cells().begin()));

  map.sample = Sample::f16;  // 11 bits: 2049 lies between 2048 and 2050, 2051 between 2050 and 2052
  const double wide[9] = {2049, 2051, 65504, 65519, -1e6, 0x1p-25, 0x1.8p-24, 0x1p-14, -0x1.ffcp-15};
  std::copy(std::begin(wide), std::end(wide), map.value.cells().begin());
  const io::HeightMap half = read_back(written(map), "a.raw", options_for(map));
  const double nearest[9] = {2048, 2052, 65504, 65504, -65504, 0, 0x1p-23, 0x1p-14, -0x1p-14 + 0x1p-24};
  for (std::size_t k = 0; k < 8; ++k) CHECK(half.value.cells()[k] == nearest[k]);
  CHECK(std::fabs(half.value.cells()[8] + 0x1.ffcp-15) <= 0x1p-25);  // half of the subnormal spacing
}

TEST_CASE("a cell never becomes nodata by rounding") {
  io::HeightMap map = made_up(MapFormat::tiff, Sample::u16, 3, 3);
  map.nodata = 65535;
  map.nodata_text = "65535";
  const double values[9] = {65535, 65534.6, 1e9, 65534.4, 3, 4, 5, 6, 7};
  std::copy(std::begin(values), std::end(values), map.value.cells().begin());
  const io::HeightMap back = read_back(written(map), "a.tif");
  const double expected[9] = {65535, 65534, 65534, 65534, 3, 4, 5, 6, 7};
  CHECK(std::equal(std::begin(expected), std::end(expected), back.value.cells().begin()));
  CHECK(back.nodata == 65535.0);
  for (const double low : {0.0, 0.4, -5.0}) {
    map.nodata = 0;
    map.nodata_text = "0";
    map.value(1, 1) = low;
    CHECK(read_back(written(map), "a.tif").value(1, 1) == (low == 0 ? 0.0 : 1.0));
  }
  map.sample = Sample::f32;
  map.nodata = 1;
  map.nodata_text = "1";
  map.value(1, 1) = 1 + 1e-9;
  CHECK(read_back(written(map), "a.tif").value(1, 1) == 1 + 0x1p-23);
  map.value(1, 1) = 1 - 1e-9;
  CHECK(read_back(written(map), "a.tif").value(1, 1) == 1 - 0x1p-24);
}

TEST_CASE("missing cells keep their value, nan among them; what cannot be told apart is refused") {
  for (const MapFormat format : {MapFormat::tiff, MapFormat::asc}) {
    io::HeightMap map = made_up(format, Sample::f32, 5, 4);
    map.nodata = std::numeric_limits<double>::quiet_NaN();
    map.nodata_text = "nan";
    map.value(2, 2) = *map.nodata;
    const io::HeightMap back = read_back(written(map), "a.tif");
    CHECK(back.is_missing(back.value(2, 2)));
    CHECK(back.nodata_text == "nan");
    CHECK(std::isfinite(back.value(1, 2)));
  }
  io::HeightMap map = made_up(MapFormat::png, Sample::u16, 3, 3);
  map.nodata = -9999;
  map.value(1, 1) = -9999;
  io::MapWriteCounts counts;
  CHECK(io::encode_height_map(map, {}, counts).error().message() ==
        "nodata is -9999; allowed what a sample of type u16 can be; choose another nodata value or sample type");
  map.value(1, 1) = std::numeric_limits<double>::infinity();
  CHECK(
      io::encode_height_map(map, {}, counts).error().message() ==
      "row 2, column 2 is inf; allowed finite values and the declared nodata value (); fill the cell or declare it as "
      "nodata");
  map.sample = Sample::f32;
  CHECK(io::encode_height_map(map, {}, counts).error().message() ==
        "PNG has no samples of type f32; allowed u8 u16; choose one of them or another format");
  io::HeightMap floats = made_up(MapFormat::exr, Sample::f32, 3, 3);
  floats.nodata = -9999;
  floats.value(1, 1) = -9999;
  const io::HeightMap back = read_back(written(floats), "a.exr", {.nodata = -9999.0});
  CHECK(back.is_missing(back.value(1, 1)));
}

TEST_CASE("metadata travels where the format has a place") {
  const io::Metadata metadata{{"seed", "10"}, {"note", "two\nlines"}};
  for (const MapFormat format : {MapFormat::png, MapFormat::tiff, MapFormat::exr, MapFormat::pgm}) {
    const io::HeightMap map = made_up(format, format == MapFormat::exr ? Sample::f32 : Sample::u16, 5, 4);
    const io::Bytes bytes = written(map, metadata);
    CHECK(text_of(bytes).find("seed") != std::string::npos);
    CHECK(same_cells(map, read_back(bytes, "a.x")));
  }
}
