#include "io/height_map.h"

#include <algorithm>
#include <cmath>

#include "core/params.h"
#include "io/height_map_format.h"

namespace solgel::io {
namespace {

constexpr int kSmallest = 3;

struct FormatInfo {
  MapFormat format;
  std::string_view name;
  std::vector<std::string_view> extensions;
  std::vector<Sample> samples;
};
const std::vector<FormatInfo>& formats() {
  using enum Sample;
  static const std::vector<FormatInfo> all{
      {MapFormat::png, "PNG", {"png"}, {u8, u16}},
      {MapFormat::tiff, "TIFF", {"tif", "tiff", "gtiff"}, {u8, u16, i16, u32, i32, f16, f32, f64}},
      {MapFormat::exr, "OpenEXR", {"exr"}, {f16, f32}},
      {MapFormat::raw, "RAW", {"raw", "r8", "r16", "r32"}, {u8, u16, i16, u32, i32, f16, f32, f64}},
      {MapFormat::asc, "Esri ASCII", {"asc"}, {i32, f32, f64}},
      {MapFormat::npy, "NPY", {"npy"}, {u8, u16, i16, u32, i32, f16, f32, f64}},
      {MapFormat::pgm, "PGM", {"pgm", "pnm"}, {u8, u16}}};
  return all;
}
const FormatInfo& info(MapFormat format) {
  return formats()[static_cast<std::size_t>(format)];
}

std::string size_text(std::int64_t nx, std::int64_t ny) {
  return std::to_string(nx) + " x " + std::to_string(ny) + " cells";
}

std::string lower_case(std::string_view text) {
  std::string lower(text);
  for (char& c : lower) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c;
  return lower;
}

Error unknown_format(std::string found) {
  return {.found = std::move(found),
          .allowed = "allowed png, tif, exr, raw, r16, r32, asc, npy and pgm",
          .remedy = "convert it, or say the layout of raw samples"};
}

bool begins_like_asc(std::string_view text) {
  text.remove_prefix(std::min(text.find_first_not_of(" \t\r\n"), text.size()));
  const std::string word = lower_case(text.substr(0, 9));
  for (const std::string_view key : {"ncols", "nrows", "xllcorner", "xllcenter", "cellsize"}) {
    if (word.starts_with(key)) return true;
  }
  return false;
}

Result<HeightMap> read_as(MapFormat format, const MapSource& source) {
  switch (format) {
    case MapFormat::png:
      return read_png_map(source);
    case MapFormat::tiff:
      return read_tiff_map(source);
    case MapFormat::exr:
      return read_exr_map(source);
    case MapFormat::raw:
      return read_raw_map(source);
    case MapFormat::asc:
      return read_asc_map(source);
    case MapFormat::npy:
      return read_npy_map(source);
    case MapFormat::pgm:
      break;
  }
  return read_pgm_map(source);
}

Error strange_value(const HeightMap& map, int row, int column, double v) {
  return {.found = "row " + std::to_string(row + 1) + ", column " + std::to_string(column + 1) + " is " +
                   (v != v  ? "nan"
                    : v > 0 ? "inf"
                            : "-inf"),
          .allowed = "allowed finite values and the declared nodata value" +
                     (map.nodata ? " (" + map.nodata_text + ")" : std::string(", of which there is none")),
          .remedy = "fill the cell or declare it as nodata"};
}

// Values are finite or missing, and not all are missing.
Status check_values(const HeightMap& map) {
  std::int64_t present = 0;
  for (int k = 0; k < map.value.ny(); ++k) {
    const std::span<const double> row = map.value.row(grid_row(map, k));
    for (int i = 0; i < map.value.nx(); ++i) {
      const double v = row[static_cast<std::size_t>(i)];
      if (map.is_missing(v)) continue;
      if (!std::isfinite(v)) return fail(strange_value(map, k, i, v));
      ++present;
    }
  }
  if (present > 0) return {};
  return fail({.found = "all cells are missing (nodata is " + map.nodata_text + ")",
               .allowed = "allowed maps with at least one value",
               .remedy = "check the map or its nodata value"});
}

Status check_writable(const HeightMap& map) {
  const FormatInfo& format = info(map.format);
  if (map.value.nx() < 1 || map.value.ny() < 1) return fail({.found = "the map is empty"});
  if (std::find(format.samples.begin(), format.samples.end(), map.sample) == format.samples.end()) {
    std::string names;
    for (const Sample sample : format.samples) names += " " + std::string(sample_name(sample));
    return fail({.found = std::string(format.name) + " has no samples of type " + std::string(sample_name(map.sample)),
                 .allowed = "allowed" + names,
                 .remedy = "choose one of them or another format"});
  }
  const Status good = check_values(map);
  if (!good) return good;
  const bool any_missing =
      std::any_of(map.value.cells().begin(), map.value.cells().end(), [&map](double v) { return map.is_missing(v); });
  if (any_missing && !is_exact(map.sample, *map.nodata)) {
    return fail({.found = "nodata is " + number_text(*map.nodata),
                 .allowed = "allowed what a sample of type " + std::string(sample_name(map.sample)) + " can be",
                 .remedy = "choose another nodata value or sample type"});
  }
  return {};
}

}  // namespace

Status check_promise(const MapSource& source, std::int64_t nx, std::int64_t ny, double least_bytes) {
  constexpr std::int64_t kMostSide = 0x7fffffff;
  if (nx < kSmallest || ny < kSmallest) {
    return fail({.found = "the map has " + size_text(nx, ny),
                 .allowed = "allowed 3 x 3 cells and more",
                 .remedy = "take a larger map"});
  }
  if (nx > kMostSide || ny > kMostSide || nx > source.options.most_cells / ny) {
    return fail({.found = "the map has " + size_text(nx, ny),
                 .allowed = "allowed " + std::to_string(source.options.most_cells) + " cells in all",
                 .remedy = "crop it or make it coarser"});
  }
  if (least_bytes > static_cast<double>(source.bytes.size())) {
    return fail({.found = "the header promises " + size_text(nx, ny),
                 .allowed = "a file of " + std::to_string(source.bytes.size()) + " bytes cannot hold them",
                 .remedy = "it is cut off or damaged: copy it again"});
  }
  return {};
}

void take_unnamed_unit(HeightMap& map, double cell_x, double cell_y, bool within_globe, Warnings& warnings) {
  const std::string cell = number_text(cell_x) + (cell_x == cell_y ? "" : " x " + number_text(cell_y));
  if (within_globe && cell_x < 0.1) {
    warnings.add("unit", 0,
                 "a cell is " + cell + " of an unnamed unit, by the corner degrees; not used; say the cell in metres");
    return;
  }
  map.cell_x = cell_x;
  map.cell_y = cell_y;
  map.metres_per_value = 1;
  warnings.add("unit", 0, "a cell is " + cell + " of an unnamed unit; it and heights are taken as metres");
}

Result<MapFormat> map_format_of_name(std::string_view name) {
  const std::size_t dot = name.find_last_of("./");
  if (dot == std::string_view::npos || name[dot] == '/')
    return fail(unknown_format("the name has no extension that says the format"));
  const std::string extension = lower_case(name.substr(dot + 1));
  for (const FormatInfo& format : formats()) {
    for (const std::string_view known : format.extensions) {
      if (extension == known) return format.format;
    }
  }
  return fail(unknown_format("the extension '" + extension + "' is no height map's"));
}

Result<MapFormat> detect_map_format(std::span<const std::byte> bytes, std::string_view name) {
  using namespace std::string_view_literals;
  const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  if (text.starts_with("\x89PNG\r\n\x1a\n"sv)) return MapFormat::png;
  for (const std::string_view magic : {"II*\0"sv, "MM\0*"sv, "II+\0"sv, "MM\0+"sv}) {
    if (text.starts_with(magic)) return MapFormat::tiff;
  }
  if (text.starts_with("\x76\x2f\x31\x01"sv)) return MapFormat::exr;
  if (text.starts_with("\x93NUMPY"sv)) return MapFormat::npy;
  if (text.size() > 2 && (text.starts_with("P2") || text.starts_with("P5")) && " \t\r\n#"sv.find(text[2]) != text.npos)
    return MapFormat::pgm;
  if (begins_like_asc(text)) return MapFormat::asc;
  if (bytes.empty()) return fail({.found = "the file is empty"});
  return map_format_of_name(name);
}

Result<HeightMap> read_height_map(std::span<const std::byte> bytes, std::string_view name,
                                  const MapReadOptions& options, Warnings& warnings) {
  warnings.set_file(name);
  const auto read = [&]() -> Result<HeightMap> {
    const Result<MapFormat> format = options.raw ? Result<MapFormat>(MapFormat::raw) : detect_map_format(bytes, name);
    if (!format) return fail(format.error());
    Result<HeightMap> map = read_as(*format, {bytes, options, warnings});
    if (!map) return map;
    if (!map->nodata && options.nodata) {
      map->nodata = options.nodata;
      map->nodata_text = number_text(*options.nodata);
    }
    const Status good = check_values(*map);
    if (!good) return fail(good.error());
    return map;
  };
  Result<HeightMap> map = read();
  if (!map) map.error().file = name;
  return map;
}

Result<Bytes> encode_height_map(const HeightMap& map, std::span<const TextEntry> metadata, MapWriteCounts& counts) {
  const Status good = check_writable(map);
  if (!good) return fail(good.error());
  switch (map.format) {
    case MapFormat::png:
      return encode_png_map(map, metadata, counts);
    case MapFormat::tiff:
      return encode_tiff_map(map, metadata, counts);
    case MapFormat::exr:
      return encode_exr_map(map, metadata, counts);
    case MapFormat::raw:
      return encode_raw_map(map, metadata, counts);
    case MapFormat::asc:
      return encode_asc_map(map, metadata, counts);
    case MapFormat::npy:
      return encode_npy_map(map, metadata, counts);
    case MapFormat::pgm:
      break;
  }
  return encode_pgm_map(map, metadata, counts);
}

}  // namespace solgel::io
