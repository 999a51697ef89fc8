// What each format keeps beside the cells, and what its files may look like.
#include <ImfChannelList.h>
#include <ImfCompression.h>
#include <ImfFrameBuffer.h>
#include <ImfHeader.h>
#include <ImfOutputFile.h>
#include <ImfTileDescription.h>
#include <ImfTiledOutputFile.h>
#include <png.h>

#include "io/exr_memory.h"
#include "io/map_files.h"

using namespace solgel;
using namespace solgel::test;
using doctest::Approx;
using io::MapFormat;
using io::Sample;

namespace {

const char kGrid[] =
    "NCOLS 4\r\nNROWS 3\r\nXLLCENTER 500000.50\r\nYLLCENTER 5.1e6\r\nCELLSIZE 30.0\r\nNODATA_value -9999.0\r\n"
    "1.5 2 3 4\r\n5 -9999 7 8\r\n9 10 11 1e3\r\n";

io::Bytes grey_png(int depth, int interlace, int nx, int ny) {
  io::Bytes out;
  png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, nullptr, nullptr, nullptr);
  png_infop info = png_create_info_struct(png);
  png_set_write_fn(
      png, &out,
      [](png_structp p, png_bytep data, png_size_t size) {
        io::append(*static_cast<io::Bytes*>(png_get_io_ptr(p)), data, size);
      },
      [](png_structp) {});
  png_set_IHDR(png, info, static_cast<png_uint_32>(nx), static_cast<png_uint_32>(ny), depth, PNG_COLOR_TYPE_GRAY,
               interlace, 0, 0);
  png_set_gAMA_fixed(png, info, 45455);
  png_color_8 bits{};
  bits.gray = 1;
  png_set_sBIT(png, info, &bits);
  png_write_info(png, info);
  std::vector<std::vector<png_byte>> rows;
  std::vector<png_bytep> pointers;
  for (int k = 0; k < ny; ++k) rows.emplace_back(static_cast<std::size_t>(2 * nx), static_cast<png_byte>(16 * k + 1));
  for (auto& row : rows) pointers.push_back(row.data());
  png_write_image(png, pointers.data());
  png_write_end(png, info);
  png_destroy_write_struct(&png, &info);
  return out;
}

io::Bytes exr_of(const io::HeightMap& map, const std::string& layout, Imf::Compression compression) {
  io::Bytes samples, out;
  io::HeightMap raw = map;
  raw.format = MapFormat::raw;
  samples = written(raw);
  Imf::Header header(100, 100);
  header.dataWindow() = Imath::Box2i({-2, 31}, {map.value.nx() - 3, map.value.ny() + 30});
  header.compression() = compression;
  header.channels().insert("height", Imf::Channel(Imf::HALF));
  const std::size_t stride = 2 * static_cast<std::size_t>(map.value.nx());
  Imf::FrameBuffer frame;
  frame.insert("height", Imf::Slice::Make(Imf::HALF, samples.data(), header.dataWindow(), 2, stride));
  io::ExrOutput stream(out);
  if (layout == "lines") {
    Imf::OutputFile file(stream, header, 0);
    file.setFrameBuffer(frame);
    file.writePixels(map.value.ny());
    return out;
  }
  header.setTileDescription({4, 4, layout == "levels" ? Imf::MIPMAP_LEVELS : Imf::ONE_LEVEL});
  Imf::TiledOutputFile file(stream, header, 0);
  file.setFrameBuffer(frame);
  for (int level = 0; level < file.numLevels(); ++level)
    file.writeTiles(0, file.numXTiles(level) - 1, 0, file.numYTiles(level) - 1, level);
  return out;
}

}  // namespace

TEST_CASE("an Esri grid keeps the words of its header; its first row is the north edge") {
  const io::HeightMap map = read_back(bytes_of(kGrid), "a.asc");
  CHECK(map.sample == Sample::f32);
  CHECK(map.value(0, 2) == 1.5);
  CHECK(map.value(3, 0) == 1000);
  CHECK(map.nodata == -9999.0);
  CHECK(map.is_missing(map.value(1, 1)));
  CHECK(map.cell_x == 30);
  CHECK(text_of(written(map)) ==
        "ncols 4\nnrows 3\nxllcenter 500000.50\nyllcenter 5.1e6\ncellsize 30.0\nNODATA_value -9999.0\n"
        "1.5 2.0 3.0 4.0\n5.0 -9999.0 7.0 8.0\n9.0 10.0 11.0 1000.0\n");
  CHECK(warning_of(bytes_of(kGrid), "a.asc") == "a cell is 30 of an unnamed unit; it and heights are taken as metres");
}

TEST_CASE("the sample type of an Esri grid is the smallest that its words need") {
  const std::string head = "ncols 3\nnrows 3\ncellsize 10\n";
  CHECK(read_back(bytes_of(head + "1 2 3 4 5 6 7 8 -2147483648"), "a.asc").sample == Sample::i32);
  CHECK(read_back(bytes_of(head + "1 2 3 4 5 6 7 8 2147483648"), "a.asc").sample == Sample::f32);
  CHECK(read_back(bytes_of(head + "1 2 3 4 5 6 7 8 2147483649"), "a.asc").sample == Sample::f64);
  CHECK(read_back(bytes_of(head + "1 2 3 4 5 6 7 8 0.1"), "a.asc").sample == Sample::f32);
  CHECK(read_back(bytes_of(head + "1 2 3 4 5 6 7 8 1234.56789"), "a.asc").sample == Sample::f64);
  const io::HeightMap map = read_back(bytes_of("dy 20\nnrows 3\ndx 10\nncols 3\n1 2 3 4 5 6 7 8 9"), "a.asc");
  CHECK(map.cell_x == 10);
  CHECK(map.cell_y == 20);
  CHECK(text_of(written(map)) == "ncols 3\nnrows 3\ndx 10\ndy 20\n1 2 3\n4 5 6\n7 8 9\n");
}

TEST_CASE("a nodata value of -0 does not change the sign of a missing 0") {
  const io::HeightMap map =
      read_back(bytes_of("ncols 3\nnrows 3\ncellsize 1\nnodata_value -0000\n0 -0 3 4 5 6 7 8 9.5"), "a.asc");
  CHECK(map.is_missing(map.value(0, 2)));
  CHECK(same_cells(map, read_back(written(map), "a.asc")));
}

TEST_CASE("a grid in degrees leaves its cell open") {
  const io::Bytes bytes =
      bytes_of("ncols 3\nnrows 3\nxllcorner 10\nyllcorner 45\ncellsize 0.000833\n1 2 3 4 5 6 7 8 9");
  CHECK(warning_of(bytes, "a.asc") ==
        "a cell is 0.000833 of an unnamed unit, by the corner degrees; not used; say the cell in metres");
  CHECK(read_back(bytes, "a.asc").cell_x == 0);
}

TEST_CASE("PGM: text and binary, comments, any maximum") {
  const io::HeightMap map = read_back(bytes_of("P2 # kind\n3 3\n# more\n15\n0 1 2\n3 4 5\n6 7 15\n"), "a.pgm");
  CHECK(map.sample == Sample::u8);
  CHECK(map.value(0, 2) == 0);
  CHECK(map.value(2, 0) == 15);
  CHECK(warning_of(bytes_of("P2 3 3 15 0 1 2 3 4 5 6 7 15"), "a.pgm") ==
        "the maximum is 15; values are kept and written with the maximum 255");
  CHECK(text_of(written(map)).substr(0, 11) == std::string("P5\n3 3\n255\n"));
  const std::string wide("P5\t3 3 65535\n\1\2\0\0\0\0\0\0\0\0\0\0\0\0\0\0\xff\xfe", 31);
  const io::HeightMap big = read_back(bytes_of(wide), "a.pgm");
  CHECK(big.sample == Sample::u16);
  CHECK(big.value(0, 2) == 258);
  CHECK(big.value(2, 0) == 65534);
}

TEST_CASE("NPY: versions 1 to 3, Fortran order, first row in the north") {
  io::HeightMap map = made_up(MapFormat::npy, Sample::i16, 3, 4);
  const std::string c_order = text_of(written(map));
  std::string samples = c_order.substr(c_order.size() - 24), turned;
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t k = 0; k < 4; ++k) turned += samples.substr(6 * k + 2 * i, 2);
  }
  for (const char version : {1, 2, 3}) {
    const std::string dictionary = "{\"shape\": (4L, 3L,), 'fortran_order' : True, 'descr': '<i2'}\n";
    std::string file = std::string("\x93NUMPY") + version + '\0' + static_cast<char>(dictionary.size()) + '\0';
    if (version > 1) file += std::string(2, '\0');
    CHECK(same_cells(map, read_back(bytes_of(file + dictionary + turned), "a.npy")));
  }
  const int north_west = std::to_integer<int>(written(map)[c_order.size() - 24]);
  CHECK((static_cast<int>(map.value(0, 3)) & 255) == north_west);
}

TEST_CASE("PNG: interlaced, fewer than 8 bits as they are, how to show values ignored") {
  for (const int depth : {1, 2, 4, 8, 16}) {
    for (const int interlace : {PNG_INTERLACE_NONE, PNG_INTERLACE_ADAM7}) {
      CAPTURE(depth);
      const io::HeightMap map = read_back(grey_png(depth, interlace, 11, 5), "a.png");
      CHECK(map.sample == (depth == 16 ? Sample::u16 : Sample::u8));
      const int byte = 16 * 4 + 1;  // of the last row, which is the south edge; its first sample has its high bits
      const int sample = depth == 16 ? byte * 257 : byte >> (8 - depth);
      CHECK(map.value(0, 0) == sample);
    }
  }
  CHECK(warning_of(grey_png(4, PNG_INTERLACE_NONE, 11, 5), "a.png") ==
        "the PNG has 4 bits a cell; it is written with 8");
  CHECK(warning_of(grey_png(16, PNG_INTERLACE_NONE, 11, 5), "a.png") == "");
}

TEST_CASE("OpenEXR: scan lines, tiles, levels, every lossless compression, and a data window anywhere") {
  const io::HeightMap map = made_up(MapFormat::exr, Sample::f16, 9, 7);
  for (const Imf::Compression compression : {Imf::NO_COMPRESSION, Imf::RLE_COMPRESSION, Imf::ZIPS_COMPRESSION,
                                             Imf::ZIP_COMPRESSION, Imf::PIZ_COMPRESSION, Imf::PXR24_COMPRESSION}) {
    for (const char* layout : {"lines", "tiles", "levels"}) {
      CAPTURE(layout);
      CAPTURE(static_cast<int>(compression));
      const io::HeightMap back = read_back(exr_of(map, layout, compression), "a.exr");
      CHECK(back.exr_channel == "height");
      CHECK(back.sample == Sample::f16);
      CHECK(same_cells(map, back));
    }
  }
}

TEST_CASE("a preset of a program is a RAW layout; the square comes from the size") {
  for (const std::string_view name : io::raw_preset_names()) {
    io::MapReadOptions options;
    options.raw = io::raw_preset(name);
    REQUIRE(options.raw.has_value());
    io::HeightMap map = made_up(MapFormat::raw, options.raw->sample, 7, 7);
    map.raw = *options.raw;
    CHECK(same_cells(map, read_back(written(map), "a.r16", options)));
  }
  CHECK_FALSE(io::raw_preset("nonsense").has_value());
}
