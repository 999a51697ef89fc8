#include "io/exr.h"

#include <cstring>
#include <exception>

#include <ImfChannelList.h>
#include <ImfFrameBuffer.h>
#include <ImfHeader.h>
#include <ImfOutputFile.h>
#include <ImfStandardAttributes.h>
#include <ImfStringAttribute.h>

#include "core/params.h"
#include "io/exr_memory.h"

namespace solgel::io {
namespace {

constexpr std::size_t kLongestName = 200;

}  // namespace

Result<Bytes> encode_exr(const ReliefView& relief, std::span<const TextEntry> metadata) {
  const Grid<float>& height = *relief.height;
  const int nx = height.nx(), ny = height.ny();
  if (nx < 1 || ny < 1) return fail({.found = "the relief is empty", .allowed = {}, .remedy = {}, .file = {}});
  Grid<float> from_north(nx, ny);
  for (int j = 0; j < ny; ++j)
    std::memcpy(from_north.row(j).data(), height.row(ny - 1 - j).data(), sizeof(float) * static_cast<std::size_t>(nx));
  Bytes bytes;
  try {  // OpenEXR throws; nothing leaves this function
    Imf::Header header(nx, ny);
    header.compression() = Imf::ZIP_COMPRESSION;
    header.channels().insert("Y", Imf::Channel(Imf::FLOAT));
    Imf::addXDensity(header, static_cast<float>(25.4 / relief.cell));
    Imf::addComments(header, metadata_text(metadata) + "unit: mm\nmm_per_pixel: " + number_text(relief.cell) + "\n");
    for (const TextEntry& entry : metadata) {
      header.insert("solgel." + entry.key.substr(0, kLongestName), Imf::StringAttribute(entry.value));
    }
    ExrOutput stream(bytes);
    Imf::OutputFile file(stream, header, 0);  // no threads of its own
    Imf::FrameBuffer frame;
    frame.insert("Y", Imf::Slice(Imf::FLOAT, reinterpret_cast<char*>(from_north.cells().data()), sizeof(float),
                                 sizeof(float) * static_cast<std::size_t>(nx)));
    file.setFrameBuffer(frame);
    file.writePixels(ny);
  } catch (const std::exception& e) {
    return fail({.found = std::string("OpenEXR: ") + e.what(), .allowed = {}, .remedy = {}, .file = {}});
  }
  return bytes;
}

}  // namespace solgel::io
