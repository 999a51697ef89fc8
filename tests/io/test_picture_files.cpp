// Pictures and reliefs survive the way into their files and out again through other people's readers.
#include <cstring>
#include <filesystem>
#include <fstream>
#include <memory>

#include <ImfChannelList.h>
#include <ImfFrameBuffer.h>
#include <ImfHeader.h>
#include <ImfInputFile.h>
#include <ImfStringAttribute.h>
#include <doctest/doctest.h>
#include <png.h>
#include <tiffio.h>
#include <unistd.h>

#include "core/random.h"
#include "io/exr.h"
#include "io/npy.h"
#include "io/output_file.h"
#include "io/png.h"
#include "io/tiff.h"

using namespace solgel;
using doctest::Approx;

namespace {

Grid<float> relief() {
  Grid<float> h(23, 17);
  std::uint64_t k = 0;
  for (float& v : h.cells()) v = static_cast<float>(3.3 * random_unit({.seed = 2, .stream = 9}, k++));
  return h;
}

const io::Metadata kMetadata{{"title", "flower.thr"}, {"sand.cell", "0.5"}, {"note", "caf\xc3\xa9"}};

// A file that is gone at the end.
struct Scratch {
  std::string path;
  Scratch(const std::string& name, const io::Bytes& bytes)
      : path((std::filesystem::temp_directory_path() / ("solgel-" + std::to_string(getpid()) + name)).string()) {
    REQUIRE(io::write_file_atomically(path, bytes).has_value());
  }
  ~Scratch() { std::filesystem::remove(path); }
};

struct PngReader {
  png_structp png = png_create_read_struct(PNG_LIBPNG_VER_STRING, nullptr, nullptr, nullptr);
  png_infop info = png_create_info_struct(png);
  const io::Bytes& bytes;
  std::size_t at = 0;
  explicit PngReader(const io::Bytes& from) : bytes(from) {
    png_set_read_fn(png, this, [](png_structp p, png_bytep to, png_size_t size) {
      PngReader& self = *static_cast<PngReader*>(png_get_io_ptr(p));
      if (self.at + size > self.bytes.size()) png_error(p, "past the end");
      std::memcpy(to, self.bytes.data() + self.at, size);
      self.at += size;
    });
    png_read_png(png, info, PNG_TRANSFORM_SWAP_ENDIAN, nullptr);
  }
  PngReader(const PngReader&) = delete;
  PngReader& operator=(const PngReader&) = delete;
  ~PngReader() { png_destroy_read_struct(&png, &info, nullptr); }
  std::string text(const std::string& key) {
    png_textp texts = nullptr;
    int count = 0;
    png_get_text(png, info, &texts, &count);
    for (int k = 0; k < count; ++k) {
      if (key == texts[k].key) return texts[k].text;
    }
    return "(none)";
  }
};

}  // namespace

TEST_CASE("an 8-bit PNG returns its pixels, its colour space and its metadata") {
  std::vector<std::uint8_t> rgb(3 * 40 * 30);
  for (std::size_t k = 0; k < rgb.size(); ++k)
    rgb[k] = static_cast<std::uint8_t>(random_bits({.seed = 1, .stream = 1}, k));
  const Result<io::Bytes> bytes = io::encode_png(io::RgbView{40, 30, rgb}, kMetadata);
  REQUIRE(bytes.has_value());
  PngReader reader(*bytes);
  CHECK(png_get_image_width(reader.png, reader.info) == 40);
  CHECK(png_get_valid(reader.png, reader.info, PNG_INFO_sRGB) != 0);
  png_bytepp rows = png_get_rows(reader.png, reader.info);
  for (std::size_t j = 0; j < 30; ++j) CHECK(std::memcmp(rows[j], &rgb[120 * j], 120) == 0);
  for (const io::TextEntry& entry : kMetadata) CHECK(reader.text(entry.key) == entry.value);
  CHECK_FALSE(io::encode_png(io::RgbView{41, 30, rgb}, {}).has_value());
}

TEST_CASE("a 16-bit PNG returns heights within half a count, north on top") {
  const Grid<float> h = relief();
  const Result<io::Bytes> bytes = io::encode_png(io::ReliefView{&h, 0.5}, kMetadata);
  REQUIRE(bytes.has_value());
  PngReader reader(*bytes);
  CHECK(png_get_bit_depth(reader.png, reader.info) == 16);
  CHECK(png_get_pixels_per_meter(reader.png, reader.info) == 2000);
  const double mm = std::stod(reader.text("mm_per_count"));
  png_bytepp rows = png_get_rows(reader.png, reader.info);
  for (int j = 0; j < h.ny(); ++j) {
    for (int i = 0; i < h.nx(); ++i) {
      std::uint16_t count = 0;
      std::memcpy(&count, rows[h.ny() - 1 - j] + 2 * i, 2);
      CHECK(std::abs(count * mm - static_cast<double>(h(i, j))) <= 0.5001 * mm);
    }
  }
}

TEST_CASE("TIFF keeps every bit of the heights, the resolution and the metadata") {
  const Grid<float> h = relief();
  const Result<io::Bytes> bytes = io::encode_tiff({&h, 0.5}, kMetadata);
  REQUIRE(bytes.has_value());
  const Scratch file(".tif", *bytes);
  TIFF* tiff = TIFFOpen(file.path.c_str(), "r");
  REQUIRE(tiff != nullptr);
  float resolution = 0;
  char* description = nullptr;
  CHECK(TIFFGetField(tiff, TIFFTAG_XRESOLUTION, &resolution) == 1);
  CHECK(resolution == 20);  // cells per centimetre
  CHECK(TIFFGetField(tiff, TIFFTAG_IMAGEDESCRIPTION, &description) == 1);
  CHECK(std::string(description).find("sand.cell: 0.5\n") != std::string::npos);
  std::vector<float> line(23);
  for (int row = 0; row < h.ny(); ++row) {
    REQUIRE(TIFFReadScanline(tiff, line.data(), static_cast<std::uint32_t>(row)) == 1);
    CHECK(std::memcmp(line.data(), h.row(h.ny() - 1 - row).data(), 23 * sizeof(float)) == 0);
  }
  TIFFClose(tiff);
}

TEST_CASE("EXR keeps every bit of the heights and the metadata") {
  const Grid<float> h = relief();
  const Result<io::Bytes> bytes = io::encode_exr({&h, 0.5}, kMetadata);
  REQUIRE(bytes.has_value());
  const Scratch file(".exr", *bytes);
  Imf::InputFile in(file.path.c_str());
  REQUIRE(in.header().channels().findChannel("Y") != nullptr);
  CHECK(in.header().channels().findChannel("Y")->type == Imf::FLOAT);
  CHECK(in.header().typedAttribute<Imf::StringAttribute>("solgel.title").value() == "flower.thr");
  Grid<float> back(23, 17);
  Imf::FrameBuffer frame;
  frame.insert("Y", Imf::Slice(Imf::FLOAT, reinterpret_cast<char*>(back.cells().data()), 4, 4 * 23));
  in.setFrameBuffer(frame);
  in.readPixels(0, 16);
  for (int j = 0; j < 17; ++j) CHECK(std::memcmp(back.row(j).data(), h.row(16 - j).data(), 23 * sizeof(float)) == 0);
}

TEST_CASE("NPY is a header padded to 64 bytes and the grid as it is, south first") {
  const Grid<float> h = relief();
  const Result<io::Bytes> bytes = io::encode_npy({&h, 0.5});
  REQUIRE(bytes.has_value());
  const char* data = reinterpret_cast<const char*>(bytes->data());
  CHECK(std::memcmp(data, "\x93NUMPY\x01\x00", 8) == 0);
  const std::size_t length = static_cast<unsigned char>(data[8]) + 256u * static_cast<unsigned char>(data[9]);
  CHECK((10 + length) % 64 == 0);
  const std::string header(data + 10, length);
  CHECK(header.find("'shape': (17, 23)") != std::string::npos);
  CHECK(header.back() == '\n');
  CHECK(bytes->size() == 10 + length + 4 * 23 * 17);
  CHECK(std::memcmp(data + 10 + length, h.cells().data(), 4 * 23 * 17) == 0);  // this machine is little-endian
}

TEST_CASE("an empty relief is refused by every writer") {
  const Grid<float> none;
  CHECK_FALSE(io::encode_png(io::ReliefView{&none, 1}, {}).has_value());
  CHECK_FALSE(io::encode_tiff({&none, 1}, {}).has_value());
  CHECK_FALSE(io::encode_exr({&none, 1}, {}).has_value());
  CHECK_FALSE(io::encode_npy({&none, 1}).has_value());
}
