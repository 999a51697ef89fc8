// Files that are no height maps end in one line that says what was found, what is allowed and what to do.
#include <ImfChannelList.h>
#include <ImfFrameBuffer.h>
#include <ImfHeader.h>
#include <ImfOutputFile.h>
#include <png.h>

#include "io/exr_memory.h"
#include "io/map_files.h"

using namespace solgel;
using namespace solgel::test;
using io::MapFormat;
using io::Sample;

namespace {

const std::string kCutOff = "; it is cut off or damaged: copy it again";

io::Bytes png_of(int colour, int depth, bool transparent, int nx = 4, int ny = 3) {
  io::Bytes out;
  png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, nullptr, nullptr, nullptr);
  png_infop info = png_create_info_struct(png);
  png_set_write_fn(
      png, &out,
      [](png_structp p, png_bytep data, png_size_t size) {
        io::append(*static_cast<io::Bytes*>(png_get_io_ptr(p)), data, size);
      },
      [](png_structp) {});
  png_set_IHDR(png, info, static_cast<png_uint_32>(nx), static_cast<png_uint_32>(ny), depth, colour, 0, 0, 0);
  const png_color palette[4] = {};
  if (colour == PNG_COLOR_TYPE_PALETTE) png_set_PLTE(png, info, palette, 4);
  const png_color_16 value{};
  if (transparent) png_set_tRNS(png, info, nullptr, 0, &value);
  png_write_info(png, info);
  const std::vector<png_byte> row(static_cast<std::size_t>(8 * nx));
  for (int k = 0; k < ny; ++k) png_write_row(png, row.data());
  png_write_end(png, info);
  png_destroy_write_struct(&png, &info);
  return out;
}

io::Bytes exr_of(const std::vector<std::string>& channels, Imf::PixelType type) {
  io::Bytes out;
  Imf::Header header(4, 3);
  Imf::FrameBuffer frame;
  std::vector<float> cells(12 * channels.size());
  for (std::size_t c = 0; c < channels.size(); ++c) {
    header.channels().insert(channels[c], Imf::Channel(type));
    for (std::size_t k = 0; k < 12; ++k) cells[12 * c + k] = static_cast<float>(c);
    frame.insert(channels[c], Imf::Slice(type, reinterpret_cast<char*>(&cells[12 * c]), 4, 16));
  }
  io::ExrOutput stream(out);
  Imf::OutputFile file(stream, header, 0);
  file.setFrameBuffer(frame);
  file.writePixels(3);
  return out;
}

// A file with some of its bytes replaced.
io::Bytes patched(io::Bytes bytes, std::size_t at, std::initializer_list<int> values) {
  for (const int value : values) bytes[at++] = static_cast<std::byte>(value);
  return bytes;
}

io::Bytes cut(io::Bytes bytes, std::size_t size) {
  bytes.resize(size);
  return bytes;
}

}  // namespace

TEST_CASE("what is not grey says what it is") {
  const std::string rest = "; allowed grey of 8 or 16 bits without alpha; save it as 16-bit greyscale";
  CHECK(error_of(png_of(PNG_COLOR_TYPE_GRAY_ALPHA, 8, false), "a.png") ==
        "a.png: the PNG is 8-bit grey with alpha" + rest);
  CHECK(error_of(png_of(PNG_COLOR_TYPE_GRAY_ALPHA, 16, false), "a.png") ==
        "a.png: the PNG is 16-bit grey with alpha" + rest);
  CHECK(error_of(png_of(PNG_COLOR_TYPE_PALETTE, 2, false), "a.png") == "a.png: the PNG is 2-bit palette" + rest);
  CHECK(error_of(png_of(PNG_COLOR_TYPE_RGB, 8, false), "a.png") == "a.png: the PNG is 8-bit colour" + rest);
  CHECK(error_of(png_of(PNG_COLOR_TYPE_RGB_ALPHA, 8, false), "a.png") ==
        "a.png: the PNG is 8-bit colour with alpha" + rest);
  CHECK(error_of(png_of(PNG_COLOR_TYPE_GRAY, 8, true), "a.png") ==
        "a.png: the PNG is 8-bit grey with a transparent value" + rest);
  CHECK(error_of(exr_of({"R", "G", "B"}, Imf::FLOAT), "a.exr") ==
        "a.exr: the channels R, G and B differ; allowed one channel, or three that are equal; save heights as a single "
        "channel");
  CHECK(error_of(exr_of({"Y", "Z"}, Imf::FLOAT), "a.exr") ==
        "a.exr: the file has the channels Y, Z; allowed one, or R, G and B that are equal; save heights as a single "
        "channel");
  CHECK(error_of(exr_of({"Y"}, Imf::UINT), "a.exr") ==
        "a.exr: the channel Y has 32-bit integers; allowed 16 and 32-bit floating point; save it as float");
}

TEST_CASE("sizes that are none are refused before memory is taken") {
  const io::Bytes png = png_of(PNG_COLOR_TYPE_GRAY, 8, false);
  const std::string small = "; allowed 3 x 3 cells and more; take a larger map";
  const std::string huge =
      "the map has 100000 x 100000 cells; allowed 268435456 cells in all; crop it or make it coarser";
  CHECK(error_of(patched(png, 16, {0, 0, 0, 0, 0, 0, 0, 0}), "a.png") == "a.png: the map has 0 x 0 cells" + small);
  CHECK(error_of(png_of(PNG_COLOR_TYPE_GRAY, 8, false, 2, 1), "a.png") == "a.png: the map has 2 x 1 cells" + small);
  CHECK(error_of(patched(png, 16, {0, 1, 134, 160, 0, 1, 134, 160}), "a.png") == "a.png: " + huge);
  CHECK(error_of(bytes_of("P5 2 1 255\nab"), "a.pgm") == "a.pgm: the map has 2 x 1 cells" + small);
  CHECK(error_of(bytes_of("P5 100000 100000 255\n"), "a.pgm") == "a.pgm: " + huge);
  CHECK(error_of(bytes_of("P5 10000 10000 255\nabc"), "a.pgm") ==
        "a.pgm: the header promises 10000 x 10000 cells; a file of 22 bytes cannot hold them" + kCutOff);
  CHECK(error_of(bytes_of("ncols 0\nnrows 0\n"), "a.asc") == "a.asc: the map has 0 x 0 cells" + small);
  CHECK(error_of(bytes_of("ncols 100000\nnrows 100000\n"), "a.asc") == "a.asc: " + huge);
  CHECK(error_of(bytes_of("ncols 5000\nnrows 5000\n1 2 3"), "a.asc") ==
        "a.asc: the header promises 5000 x 5000 cells; a file of 27 bytes cannot hold them" + kCutOff);
  const io::HeightMap map = made_up(MapFormat::tiff, Sample::u8, 4, 3);
  CHECK(error_of(written(map), "a.tif", {.most_cells = 11}) ==
        "a.tif: the map has 4 x 3 cells; allowed 11 cells in all; crop it or make it coarser");
}

TEST_CASE("TIFF and OpenEXR headers are held against the file too") {
  const io::Bytes tiff = written(made_up(MapFormat::tiff, Sample::u8, 300, 300));
  const auto entry = [&tiff](int tag) {  // of one 16-bit number, which may become 32-bit in place
    const char bytes[] = {static_cast<char>(tag), 1, 3, 0, 1, 0, 0, 0};
    const std::size_t at = text_of(tiff).find(std::string(bytes, sizeof bytes));
    REQUIRE(at != std::string::npos);
    return at + 2;
  };
  const auto sized = [&](int a, int b, int c) {
    const io::Bytes wide = patched(tiff, entry(0), {4, 0, 1, 0, 0, 0, a, b, c, 0});
    return patched(wide, entry(1), {4, 0, 1, 0, 0, 0, a, b, c, 0});
  };
  CHECK(error_of(sized(160, 134, 1), "a.tif") ==
        "a.tif: the map has 100000 x 100000 cells; allowed 268435456 cells in all; crop it or make it coarser");
  CHECK(error_of(sized(128, 62, 0), "a.tif")
            .starts_with("a.tif: the header promises 16000 x 16000 cells; a file of 9"));  // 90 kB, deflated noise
  const io::Bytes exr = written(made_up(MapFormat::exr, Sample::f32, 5, 4));
  const std::size_t window = text_of(exr).find(std::string("dataWindow\0box2i", 16)) + 21;
  CHECK(error_of(patched(exr, window + 8, {159, 134, 1, 0, 159, 134, 1, 0}), "a.exr") ==
        "a.exr: the map has 100000 x 100000 cells; allowed 268435456 cells in all; crop it or make it coarser");
  CHECK(error_of(patched(exr, window + 8, {127, 62, 0, 0, 127, 62, 0, 0}), "a.exr")
            .starts_with("a.exr: the header promises 16000 x 16000 cells; a file of "));
  CHECK(error_of(patched(exr, window + 8, {1, 0, 0, 0, 0, 0, 0, 0}), "a.exr") ==
        "a.exr: the map has 2 x 1 cells; allowed 3 x 3 cells and more; take a larger map");
}

TEST_CASE("a file that is cut off anywhere is an error, in every format") {
  for (const MapFormat format : {MapFormat::png, MapFormat::tiff, MapFormat::exr, MapFormat::npy, MapFormat::pgm}) {
    const io::HeightMap map = made_up(format, format == MapFormat::exr ? Sample::f32 : Sample::u16, 17, 9);
    const io::Bytes bytes = written(map);
    for (std::size_t size = 0; size < bytes.size(); ++size) {
      const std::string error = error_of(cut(bytes, size), "a");
      CHECK_MESSAGE(!error.empty(), static_cast<int>(format), " at ", size);
    }
  }
  CHECK(error_of({}, "a.png") == "a.png: the file is empty");
  CHECK(error_of(bytes_of("\xff\xd8\xff\xe0 JFIF and more"), "a.png") ==
        "a.png: not a whole PNG: not a PNG file" + kCutOff);
  CHECK(error_of(cut(png_of(PNG_COLOR_TYPE_GRAY, 8, false), 50), "a.png") ==
        "a.png: not a whole PNG: the file ends too early" + kCutOff);
  CHECK(error_of(bytes_of("II*"), "a.tif") == "a.tif: not a whole TIFF: Cannot read TIFF header" + kCutOff);
  CHECK(error_of(bytes_of("v/1\1"), "a.exr") == "a.exr: not a whole OpenEXR file: the file ends too early" + kCutOff);
  CHECK(error_of(bytes_of("ncols 3\nnrows 3 cellsize 1\n1 2 3\n4 5 6\n7"), "a.asc").empty() == false);
}

TEST_CASE("sizes inside a file are held against it before a library trusts them") {
  io::Bytes png = png_of(PNG_COLOR_TYPE_GRAY, 8, false);
  CHECK(error_of(patched(png, 33, {0x76, 0, 0, 12, 'z', 'T', 'X', 't'}), "a.png") ==
        "a.png: not a whole PNG: the file ends too early" + kCutOff);
  const io::Bytes exr = written(made_up(MapFormat::exr, Sample::f32, 5, 4));
  const std::size_t list = text_of(exr).find(std::string("chlist\0", 7)) + 7;
  CHECK(error_of(patched(exr, list, {0xff, 0xff, 0xff, 0x7f}), "a.exr") ==
        "a.exr: not a whole OpenEXR file: an attribute is longer than the file" + kCutOff);
  CHECK(error_of(patched(exr, list, {0x12}), "a.exr") ==
        "a.exr: not a whole OpenEXR file: an attribute has not the size of its type" + kCutOff);
}

TEST_CASE("RAW of another size says what fits") {
  io::MapReadOptions options;
  CHECK(error_of(bytes_of("abcdefghi"), "a.r16") ==
        "a.r16: raw samples have no header; say their size, type, byte order and first row, or a preset");
  options.raw = io::RawLayout{.nx = 5, .ny = 5, .sample = Sample::u16};
  CHECK(
      error_of(io::Bytes(64), "a.r16", options) ==
      "a.r16: the file has 64 bytes; a map of 5 x 5 cells of type u16 has 50; what fits: 8 x 8 at 8 bits, 4 x 4 at 32 "
      "bits");
  options.raw->nx = 4;
  CHECK(
      error_of(io::Bytes(72), "a.r16", options) ==
      "a.r16: the file has 72 bytes; a map of 4 x 5 cells of type u16 has 40; what fits: 6 x 6 at 16 bits, 3 x 3 at 64 "
      "bits, 4 x 9 of type u16");
  options.raw = io::RawLayout{.sample = Sample::u16};
  CHECK(error_of(io::Bytes(70), "a.r16", options) ==
        "a.r16: the file has 70 bytes; no square of type u16 has so many; say the width and height");
  options.raw->nx = 7;
  CHECK(error_of(io::Bytes(70), "a.r16", options) ==
        "a.r16: the map is 7 x 0 cells; allowed 3 x 3 cells and more, or neither width nor height");
}

TEST_CASE("values that are none and maps without any name their place") {
  const io::HeightMap map = made_up(MapFormat::npy, Sample::f32, 3, 4);
  const io::Bytes npy = written(map);
  const std::size_t at = npy.size() - 4 * 12 + 4 * (3 * 1 + 2);  // second row, third column
  CHECK(error_of(patched(npy, at, {0, 0, 0xc0, 0x7f}), "a.npy") ==
        "a.npy: row 2, column 3 is nan; allowed finite values and the declared nodata value, of which there is none; "
        "fill the cell or declare it as nodata");
  CHECK(error_of(patched(npy, at, {0, 0, 0x80, 0xff}), "a.npy", {.nodata = -9999.0}) ==
        "a.npy: row 2, column 3 is -inf; allowed finite values and the declared nodata value (-9999); fill the cell or "
        "declare it as nodata");
  CHECK(
      error_of(bytes_of("ncols 3\nnrows 3\nnodata_value -1\ncellsize 1\n-1 -1 -1 -1 -1 -1 -1 -1 -1"), "a.asc") ==
      "a.asc: all cells are missing (nodata is -1); allowed maps with at least one value; check the map or its nodata "
      "value");
}

TEST_CASE("text says the line") {
  CHECK(error_of(bytes_of("ncols 3\nnrows 3 cellsize 1\n1 2 3\n4 x 6\n7 8 9"), "a.asc") ==
        "a.asc:4: 'x' is no number; allowed 3 numbers in each of 3 rows");
  CHECK(error_of(bytes_of("ncols 3\nnrows 3 cellsize 1\n1 2 3\n40 50 60\n7 "), "a.asc") ==
        "a.asc:5: the file ends in row 3; allowed 3 numbers in each of 3 rows; it is cut off: copy it again");
  CHECK(error_of(bytes_of("ncols 3\nnrows 3 cellsize 1\n1 2 3\n4 5 6\n7 8 9 10"), "a.asc") ==
        "a.asc:5: more values than ncols x nrows: '10'");
  CHECK(error_of(bytes_of("ncols 3\nnrows x\n1 2 3"), "a.asc") == "a.asc: nrows is 'x'; allowed whole numbers from 3");
  CHECK(error_of(bytes_of("ncols 3\n1 2 3"), "a.asc") == "a.asc: nrows is missing; allowed whole numbers from 3");
  CHECK(error_of(bytes_of("ncols 3\nnrows 3\ncellsize -1\n1 2 3"), "a.asc") ==
        "a.asc: the cell size is '-1'; allowed numbers above 0");
  CHECK(error_of(bytes_of("ncols 3\nnrows 3\n1 2 3 4 5 6 7 8 9"), "a.asc") ==
        "a.asc: cellsize is missing; allowed numbers above 0");
  CHECK(error_of(bytes_of("ncols 3\nnrows 3\nxllcorner 1\nyllcenter 1\n1 2 3"), "a.asc") ==
        "a.asc: the header mixes xllcorner and yllcenter, or the other way round; allowed both corner or both center");
  CHECK(error_of(bytes_of(std::string("ncols 3\nnodata_value 1\0\n1 2 3", 29)), "a.asc") ==
        "a.asc:2: 'nodata_value' is no keyword of the header, or its value is no short word; allowed ncols, nrows, "
        "xllcorner, xllcenter, yllcorner, yllcenter, cellsize, dx, dy and nodata_value");
  CHECK(error_of(bytes_of("ncols 3\nrows 3\n1 2 3"), "a.asc") ==
        "a.asc:2: 'rows' is no keyword of the header, or its value is no short word; allowed ncols, nrows, xllcorner, "
        "xllcenter, yllcorner, yllcenter, cellsize, dx, dy and nodata_value");
  CHECK(error_of(bytes_of("P2 3 3 70000 1 2 3"), "a.pgm") == "a.pgm:1: the maximum is 70000; allowed 1 to 65535");
  CHECK(error_of(bytes_of("P2\n3 3 15\n0 1 2 3 4 5 6 7 16\n"), "a.pgm") ==
        "a.pgm: row 3, column 3 is 16; allowed 0 to 15, the maximum of the header; correct the header");
  CHECK(error_of(bytes_of("P2\n3 3 15\n0 1 2 3 4 5 6 7 8 9\n"), "a.pgm") ==
        "a.pgm:3: not a whole PGM: more values than the header says" + kCutOff);
}

TEST_CASE("arrays that are no maps are refused by name") {
  const auto npy = [](const std::string& dictionary) {
    return bytes_of(std::string("\x93NUMPY\1") + '\0' + static_cast<char>(dictionary.size()) + '\0' + dictionary);
  };
  CHECK(error_of(npy("{'descr': '<c8', 'fortran_order': False, 'shape': (3, 3)}"), "a.npy") ==
        "a.npy: the type of the array is '<c8'; allowed u1, u2, i2, u4, i4, f2, f4 and f8; convert it with "
        "a.astype(numpy.float32)");
  CHECK(error_of(npy("{'descr': '<f4', 'fortran_order': False, 'shape': (3, 3, 3)}"), "a.npy") ==
        "a.npy: the array has 3 axes; allowed 2: rows and columns; save one layer, a[..., 0]");
  CHECK(error_of(npy("{'descr': [('x', '<f4')], 'fortran_order': False, 'shape': (3, 3)}"), "a.npy") ==
        "a.npy: the type of the array is structured or missing; allowed u1, u2, i2, u4, i4, f2, f4 and f8; convert it "
        "with a.astype(numpy.float32)");
  CHECK(error_of(npy("{'descr': '<f8', 'fortran_order': False, 'shape': (3, 3)}"), "a.npy") ==
        "a.npy: the header promises 3 x 3 cells; a file of 67 bytes cannot hold them" + kCutOff);
}
