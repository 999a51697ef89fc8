// RAW: bare samples, row by row; everything else comes from the caller.
#include <cmath>

#include "io/height_map_format.h"

namespace solgel::io {
namespace {

struct Preset {
  std::string_view name;
  RawLayout layout;
};
// docs/formats.md says where each is from.
constexpr Preset kPresets[] = {{"r16", {.sample = Sample::u16}},
                               {"r16-big", {.sample = Sample::u16, .big_endian = true}},
                               {"r32", {.sample = Sample::f32}},
                               {"unity", {.sample = Sample::u16, .south_first = true}},
                               {"unity-mac", {.sample = Sample::u16, .big_endian = true, .south_first = true}},
                               {"unreal", {.sample = Sample::u16}},
                               {"godot", {.sample = Sample::u16}}};

std::string sizes_text(std::int64_t nx, std::int64_t ny) {
  return std::to_string(nx) + " x " + std::to_string(ny);
}

// What the file could be instead: squares of any sample size, then rows of the width asked for.
std::string sizes_that_fit(std::size_t size, const RawLayout& layout) {
  std::string text;
  for (const int bytes : {1, 2, 4, 8}) {
    const double cells = static_cast<double>(size) / bytes;
    const auto side = static_cast<std::int64_t>(std::sqrt(cells));
    if (side >= 3 && static_cast<double>(side) * static_cast<double>(side) == cells)
      text += (text.empty() ? "" : ", ") + sizes_text(side, side) + " at " + std::to_string(8 * bytes) + " bits";
  }
  const std::size_t row = static_cast<std::size_t>(layout.nx) * static_cast<std::size_t>(sample_bytes(layout.sample));
  if (layout.nx > 0 && size % row == 0 && size / row >= 3) {
    text += (text.empty() ? "" : ", ") + sizes_text(layout.nx, static_cast<std::int64_t>(size / row)) + " of type " +
            std::string(sample_name(layout.sample));
  }
  return text;
}

Error wrong_size(const MapSource& source, const RawLayout& layout) {
  const std::size_t size = source.bytes.size();
  const std::string fit = sizes_that_fit(size, layout);
  const std::string type(sample_name(layout.sample));
  return {.found = "the file has " + std::to_string(size) + " bytes",
          .allowed = layout.nx == 0
                         ? "no square of type " + type + " has so many"
                         : "a map of " + sizes_text(layout.nx, layout.ny) + " cells of type " + type + " has " +
                               std::to_string(std::int64_t{layout.nx} * layout.ny * sample_bytes(layout.sample)),
          .remedy = fit.empty() ? "say the width and height" : "what fits: " + fit};
}

}  // namespace

std::optional<RawLayout> raw_preset(std::string_view name) {
  for (const Preset& preset : kPresets) {
    if (preset.name == name) return preset.layout;
  }
  return std::nullopt;
}

std::vector<std::string_view> raw_preset_names() {
  std::vector<std::string_view> names;
  for (const Preset& preset : kPresets) names.push_back(preset.name);
  return names;
}

Result<HeightMap> read_raw_map(const MapSource& source) {
  if (!source.options.raw) {
    return fail({.found = "raw samples have no header",
                 .allowed = {},
                 .remedy = "say their size, type, byte order and first row, or a preset"});
  }
  RawLayout layout = *source.options.raw;
  const int bytes = sample_bytes(layout.sample);
  if (layout.nx < 0 || layout.ny < 0 || (layout.nx == 0) != (layout.ny == 0))
    return fail({.found = "the map is " + sizes_text(layout.nx, layout.ny) + " cells",
                 .allowed = "allowed 3 x 3 cells and more, or neither width nor height",
                 .remedy = {}});
  if (layout.nx == 0) {
    const auto side = static_cast<std::int64_t>(std::sqrt(static_cast<double>(source.bytes.size()) / bytes));
    if (static_cast<std::size_t>(side * side * bytes) != source.bytes.size() || side > 0x7fffffff)
      return fail(wrong_size(source, layout));
    layout.nx = layout.ny = static_cast<int>(side);
  }
  const Status good = check_promise(source, layout.nx, layout.ny, 0);
  if (!good) return fail(good.error());
  const std::size_t stride = static_cast<std::size_t>(layout.nx) * static_cast<std::size_t>(bytes);
  if (stride * static_cast<std::size_t>(layout.ny) != source.bytes.size()) return fail(wrong_size(source, layout));
  HeightMap map;
  map.format = MapFormat::raw;
  map.sample = layout.sample;
  map.raw = layout;
  map.value = Grid<double>(layout.nx, layout.ny);
  for (int k = 0; k < layout.ny; ++k) {
    decode_samples(layout.sample, layout.big_endian, source.bytes.data() + stride * static_cast<std::size_t>(k),
                   map.value.row(grid_row(map, k)));
  }
  return map;
}

Result<Bytes> encode_raw_map(const HeightMap& map, Entries, MapWriteCounts& counts) {
  Bytes bytes;
  append_samples(bytes, map, map.raw.big_endian, counts);
  return bytes;
}

}  // namespace solgel::io
