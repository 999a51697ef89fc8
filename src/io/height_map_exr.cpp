// OpenEXR: one part of scan lines or tiles with one channel of heights, 16 or 32-bit floating point. The data window is
// the map; its first row is the north edge.
//
// The library takes the file's word for the sizes of attributes, tiles and strings, and does not hold the sizes of
// attributes against their types. `check_attributes` walks over the header first (its layout is in "OpenEXR File
// Layout") and refuses what the file cannot hold.
#include <algorithm>
#include <bit>
#include <exception>

#include <ImfChannelList.h>
#include <ImfFrameBuffer.h>
#include <ImfHeader.h>
#include <ImfInputFile.h>
#include <ImfOutputFile.h>
#include <ImfStandardAttributes.h>
#include <ImfStringAttribute.h>
#include <ImfTileDescription.h>
#include <ImfVersion.h>

#include "io/exr_memory.h"
#include "io/height_map_format.h"

namespace solgel::io {
namespace {

constexpr std::size_t kLongestName = 200;
// Deflate's is 1032; run lengths, wavelets and cosines of level ground do better, but not in a map that is one.
constexpr double kMostRatio = 4096;
constexpr std::int64_t kMostTileSide = 1 << 13, kMostWidth = 1 << 18;
constexpr int kBand = 256;  // rows read at a time; no compression has larger blocks

Error damaged(std::string_view message) {
  return {.found = "not a whole OpenEXR file: " + std::string(message),
          .remedy = "it is cut off or damaged: copy it again"};
}

// A name and the byte behind it; npos when it does not end.
std::size_t behind_name(std::string_view text, std::size_t at) {
  if (at >= text.size()) return text.npos;
  const std::size_t end = text.substr(at, 256).find('\0');
  return end == text.npos ? text.npos : at + end + 1;
}

double word_at(std::string_view text, std::size_t at) {
  double word[1] = {};
  decode_samples(Sample::i32, false, reinterpret_cast<const std::byte*>(text.data()) + at, word);
  return word[0];
}

// Channels: names with 16 bytes behind each, then an empty name.
bool is_channel_list(std::string_view content) {
  std::size_t at = 0;
  while (at < content.size() && content[at] != '\0') {
    const std::size_t next = behind_name(content, at);
    if (next == content.npos || next + 16 > content.size()) return false;
    at = next + 16;
  }
  return at + 1 == content.size();
}

// Strings with their lengths in front.
bool is_string_vector(std::string_view content) {
  std::size_t at = 0;
  while (content.size() - at >= 4) {
    const double length = word_at(content, at);
    if (length < 0 || length > static_cast<double>(content.size() - at - 4)) return false;
    at += 4 + static_cast<std::size_t>(length);
  }
  return at == content.size();
}

// Whether an attribute ends where its size says, so that the library reads the next one where we do.
bool is_as_long_as_it_says(std::string_view type, std::string_view content) {
  constexpr std::pair<std::string_view, std::size_t> kSizes[] = {{"box2f", 16},
                                                                 {"box2i", 16},
                                                                 {"chromaticities", 32},
                                                                 {"compression", 1},
                                                                 {"deepImageState", 1},
                                                                 {"double", 8},
                                                                 {"envmap", 1},
                                                                 {"float", 4},
                                                                 {"int", 4},
                                                                 {"keycode", 28},
                                                                 {"lineOrder", 1},
                                                                 {"m33d", 72},
                                                                 {"m33f", 36},
                                                                 {"m44d", 128},
                                                                 {"m44f", 64},
                                                                 {"rational", 8},
                                                                 {"tiledesc", 9},
                                                                 {"timecode", 8},
                                                                 {"v2d", 16},
                                                                 {"v2f", 8},
                                                                 {"v2i", 8},
                                                                 {"v3d", 24},
                                                                 {"v3f", 12},
                                                                 {"v3i", 12}};
  for (const auto& [name, size] : kSizes) {
    if (type == name) return content.size() == size;
  }
  if (type == "chlist") return is_channel_list(content);
  if (type == "stringvector") return is_string_vector(content);
  if (type == "floatvector") return content.size() % 4 == 0;
  if (type != "preview") return type != "idmanifest";
  if (content.size() < 8) return false;
  const double width = word_at(content, 0), height = word_at(content, 4);
  return width >= 0 && height >= 0 && 8 + 4 * width * height == static_cast<double>(content.size());
}

int version_of(const MapSource& source) {
  return static_cast<int>(word_at(source.text(), 4));
}

Status check_attributes(const MapSource& source) {
  const std::string_view text = source.text();
  if (text.size() < 8) return fail(damaged("the file ends too early"));
  const int version = version_of(source);
  if (Imf::getVersion(version) != 2 || Imf::isMultiPart(version) || Imf::isNonImage(version)) {
    return fail({.found = "the OpenEXR file has several parts, deep data or an unknown version",
                 .allowed = "allowed one part of scan lines or tiles",
                 .remedy = "save it as a single-part image"});
  }
  std::size_t at = 8;
  while (at < text.size() && text[at] != '\0') {
    const std::size_t type = behind_name(text, at);
    const std::size_t size = type == text.npos ? text.npos : behind_name(text, type);
    if (size == text.npos || size + 4 > text.size()) return fail(damaged("its header does not end"));
    const double length = word_at(text, size);
    if (length < 0 || length > static_cast<double>(text.size() - size - 4))
      return fail(damaged("an attribute is longer than the file"));
    const std::string_view content = text.substr(size + 4, static_cast<std::size_t>(length));
    if (!is_as_long_as_it_says(text.substr(type, size - type - 1), content))
      return fail(damaged("an attribute has not the size of its type"));
    at = size + 4 + content.size();
  }
  if (at >= text.size()) return fail(damaged("its header does not end"));
  return {};
}

// Channels to read: the only one, or red, green and blue, which must then be equal.
Result<std::vector<std::string>> channels_of(const Imf::Header& header) {
  std::vector<std::string> names;
  std::string list;
  for (auto c = header.channels().begin(); c != header.channels().end(); ++c) {
    list += (list.empty() ? "" : ", ") + std::string(c.name()).substr(0, 40);
    if (names.size() < 4) names.emplace_back(c.name());
    const Imf::Channel& channel = c.channel();
    if (channel.type == Imf::UINT) {
      return fail({.found = "the channel " + std::string(c.name()).substr(0, 40) + " has 32-bit integers",
                   .allowed = "allowed 16 and 32-bit floating point",
                   .remedy = "save it as float"});
    }
    if (channel.xSampling != 1 || channel.ySampling != 1)
      return fail({.found = "a channel has fewer samples than cells", .allowed = "allowed one sample a cell"});
  }
  const bool is_grey = names == std::vector<std::string>{"B", "G", "R"};
  if (names.size() == 1 || is_grey) return names;
  return fail({.found = names.empty() ? "the file has no channel" : "the file has the channels " + list.substr(0, 200),
               .allowed = "allowed one, or R, G and B that are equal",
               .remedy = "save heights as a single channel"});
}

Status check_tiles(const Imf::Header& header) {
  if (!header.hasTileDescription()) return {};
  const Imf::TileDescription& tile = header.tileDescription();
  const std::int64_t x = tile.xSize, y = tile.ySize;
  if (x >= 1 && y >= 1 && x <= kMostTileSide && y <= kMostTileSide) return {};
  return fail({.found = "the tiles are " + std::to_string(x) + " x " + std::to_string(y) + " cells",
               .allowed = "allowed 1 x 1 to 8192 x 8192"});
}

Status check_header(const MapSource& source, const Imf::Header& header, std::size_t channels, int bytes) {
  const Status tiles = check_tiles(header);
  if (!tiles) return tiles;
  const Imath::Box2i& window = header.dataWindow();
  const std::int64_t nx = std::int64_t{window.max.x} - window.min.x + 1,
                     ny = std::int64_t{window.max.y} - window.min.y + 1;
  const double size = static_cast<double>(nx) * static_cast<double>(ny) * bytes * static_cast<double>(channels);
  const Status good = check_promise(source, nx, ny, size / kMostRatio);
  if (!good || nx <= kMostWidth) return good;
  return fail({.found = "the map has " + std::to_string(nx) + " columns", .allowed = "allowed 262144 in OpenEXR"});
}

// Rows from `first` on, of all channels one after another, into `samples`.
void read_band(Imf::InputFile& file, const std::vector<std::string>& channels, Sample sample, int first, int rows,
               Bytes& samples) {
  const Imath::Box2i& window = file.header().dataWindow();
  const auto nx = static_cast<std::size_t>(window.max.x - window.min.x + 1);
  const std::size_t bytes = static_cast<std::size_t>(sample_bytes(sample));
  Imf::FrameBuffer frame;
  for (std::size_t c = 0; c < channels.size(); ++c) {
    const Imath::V2i origin(window.min.x, window.min.y + first);
    frame.insert(channels[c], Imf::Slice::Make(sample == Sample::f16 ? Imf::HALF : Imf::FLOAT,
                                               samples.data() + c * nx * bytes * kBand, origin,
                                               static_cast<std::int64_t>(nx), std::int64_t{rows}, bytes, nx * bytes));
  }
  file.setFrameBuffer(frame);
  file.readPixels(window.min.y + first, window.min.y + first + rows - 1);
}

Status read_rows(Imf::InputFile& file, const std::vector<std::string>& channels, HeightMap& map) {
  const std::size_t stride =
      static_cast<std::size_t>(map.value.nx()) * static_cast<std::size_t>(sample_bytes(map.sample));
  Bytes samples(stride * kBand * channels.size());
  for (int first = 0; first < map.value.ny(); first += kBand) {
    const int rows = std::min(kBand, map.value.ny() - first);
    read_band(file, channels, map.sample, first, rows, samples);
    for (std::size_t c = 1; c < channels.size(); ++c) {
      if (std::memcmp(samples.data(), samples.data() + c * stride * kBand, stride * static_cast<std::size_t>(rows)) ==
          0)
        continue;
      return fail({.found = "the channels R, G and B differ",
                   .allowed = "allowed one channel, or three that are equal",
                   .remedy = "save heights as a single channel"});
    }
    for (int k = 0; k < rows; ++k)
      decode_samples(map.sample, std::endian::native == std::endian::big,
                     samples.data() + stride * static_cast<std::size_t>(k), map.value.row(grid_row(map, first + k)));
  }
  return {};
}

// Throws what OpenEXR throws.
Result<HeightMap> read(const MapSource& source) {
  ExrInput stream(source.bytes);
  Imf::Header header;
  int version = version_of(source);
  stream.seekg(8);
  header.readFrom(stream, version);
  const Result<std::vector<std::string>> channels = channels_of(header);
  if (!channels) return fail(channels.error());
  HeightMap map;
  map.format = MapFormat::exr;
  map.sample = Sample::f16;
  for (const std::string& name : *channels) {
    if (header.channels()[name].type == Imf::FLOAT) map.sample = Sample::f32;
  }
  const Status good = check_header(source, header, channels->size(), sample_bytes(map.sample));
  if (!good) return fail(good.error());
  if (channels->size() == 1) map.exr_channel = channels->front();
  if (channels->size() == 3)
    source.warnings.add("channels", 0, "R, G and B are equal; the map is written with the single channel Y");
  stream.seekg(0);
  Imf::InputFile file(stream, 0);  // no threads of its own
  const Imath::Box2i& window = header.dataWindow();
  map.value = Grid<double>(window.max.x - window.min.x + 1, window.max.y - window.min.y + 1);
  const Status rows = read_rows(file, *channels, map);
  if (!rows) return fail(rows.error());
  return map;
}

}  // namespace

Result<HeightMap> read_exr_map(const MapSource& source) {
  const Status good = check_attributes(source);
  if (!good) return fail(good.error());
  try {  // OpenEXR throws; nothing leaves this function
    return read(source);
  } catch (const std::exception& e) {
    return fail(damaged(e.what()));
  }
}

Result<Bytes> encode_exr_map(const HeightMap& map, Entries metadata, MapWriteCounts& counts) {
  const int nx = map.value.nx(), ny = map.value.ny();
  const Imf::PixelType type = map.sample == Sample::f16 ? Imf::HALF : Imf::FLOAT;
  Bytes samples, bytes;
  append_samples(samples, map, std::endian::native == std::endian::big, counts);
  try {
    Imf::Header header(nx, ny);
    header.compression() = Imf::ZIP_COMPRESSION;
    header.channels().insert(map.exr_channel, Imf::Channel(type));
    if (!metadata.empty()) Imf::addComments(header, metadata_text(metadata));
    for (const TextEntry& entry : metadata)
      header.insert("solgel." + entry.key.substr(0, kLongestName), Imf::StringAttribute(entry.value));
    ExrOutput stream(bytes);
    Imf::OutputFile file(stream, header, 0);
    const auto size = static_cast<std::size_t>(sample_bytes(map.sample));
    Imf::FrameBuffer frame;
    frame.insert(map.exr_channel,
                 Imf::Slice(type, reinterpret_cast<char*>(samples.data()), size, size * static_cast<std::size_t>(nx)));
    file.setFrameBuffer(frame);
    file.writePixels(ny);
  } catch (const std::exception& e) {
    return fail({.found = std::string("OpenEXR: ") + e.what()});
  }
  return bytes;
}

}  // namespace solgel::io
