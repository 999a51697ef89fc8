// OpenEXR: one part of scan lines or tiles with one channel of heights, 16 or 32-bit floating point. The data window is
// the map; its first row is the north edge.
//
// The library takes the file's word for the size of an attribute and of a tile. `check_attributes` walks over the
// header first (the layout is in OpenEXR's "File Layout" page) and refuses what the file cannot hold.
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
  const std::size_t end = text.substr(at, 256).find('\0');
  return end == text.npos ? text.npos : at + end + 1;
}

Status check_attributes(const MapSource& source) {
  const std::string_view text = source.text();
  double word[1] = {};
  if (text.size() < 8) return fail(damaged("the file ends too early"));
  decode_samples(Sample::u32, false, source.bytes.data() + 4, word);
  const auto version = static_cast<int>(static_cast<std::uint32_t>(word[0]) & 0x7fffffffu);
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
    decode_samples(Sample::i32, false, source.bytes.data() + size, word);
    if (word[0] < 0 || word[0] > static_cast<double>(text.size() - size - 4))
      return fail(damaged("an attribute is longer than the file"));
    at = size + 4 + static_cast<std::size_t>(word[0]);
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
  int version = std::to_integer<int>(source.bytes[4]) | std::to_integer<int>(source.bytes[5]) << 8;
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
