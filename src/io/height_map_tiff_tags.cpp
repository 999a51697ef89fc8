// Which TIFF files are height maps, and the tags that travel with them: GeoTIFF's (OGC 19-008r4, requirements class
// TIFF) and GDAL's nodata and metadata (https://gdal.org/drivers/raster/gtiff.html).
#include <cstring>

#include "io/height_map_tiff.h"

namespace solgel::io {
namespace {

constexpr std::uint32_t kPixelScale = 33550, kTiepoints = 33922, kTransformation = 34264, kGeoKeys = 34735,
                        kGeoDoubles = 34736, kGeoAscii = 34737, kGdalMetadata = 42112, kGdalNodata = 42113;
constexpr std::uint16_t kNoCompression = 1, kLzw = 5, kDeflate = 8, kPackBits = 32773, kOldDeflate = 32946;

// Content of a tag that libtiff does not know and has therefore registered as the file has it.
template <class T>
std::span<const T> content(TIFF* tiff, std::uint32_t tag, TIFFDataType type, Warnings& warnings) {
  const TIFFField* field = TIFFFindField(tiff, tag, TIFF_ANY);
  if (field == nullptr) return {};
  void* data = nullptr;
  std::uint32_t count = 0;
  if (TIFFFieldPassCount(field) == 0 || TIFFFieldReadCount(field) != TIFF_VARIABLE2 ||
      TIFFFieldDataType(field) != type) {
    warnings.add("tag", 0, "the tag " + std::to_string(tag) + " is of an unknown type; ignored");
    return {};
  }
  if (TIFFGetField(tiff, tag, &count, &data) != 1 || data == nullptr) return {};
  return {static_cast<const T*>(data), count};
}

std::string text_of(TIFF* tiff, std::uint32_t tag, Warnings& warnings) {
  const std::span<const char> text = content<char>(tiff, tag, TIFF_ASCII, warnings);
  std::string copy(text.begin(), text.end());
  if (!copy.empty() && copy.back() == '\0') copy.pop_back();  // the tag's own end
  return copy;
}

std::vector<double> doubles_of(TIFF* tiff, std::uint32_t tag, Warnings& warnings) {
  const std::span<const double> values = content<double>(tiff, tag, TIFF_DOUBLE, warnings);
  return {values.begin(), values.end()};
}

std::string kind_of(std::uint16_t photometric) {
  switch (photometric) {
    case PHOTOMETRIC_RGB:
      return "colour (RGB)";
    case PHOTOMETRIC_PALETTE:
      return "a palette picture";
    case PHOTOMETRIC_MASK:
      return "a mask";
    default:
      return "a picture of kind " + std::to_string(photometric);
  }
}

std::string format_name(std::uint16_t bits, std::uint16_t format) {
  const std::string number = std::to_string(bits) + "-bit ";
  switch (format) {
    case SAMPLEFORMAT_UINT:
      return number + "unsigned integers";
    case SAMPLEFORMAT_INT:
      return number + "signed integers";
    case SAMPLEFORMAT_IEEEFP:
      return number + "floating point";
    case SAMPLEFORMAT_COMPLEXINT:
    case SAMPLEFORMAT_COMPLEXIEEEFP:
      return number + "complex numbers";
    default:
      return number + "samples of no stated type";
  }
}

Result<Sample> sample_of(std::uint16_t bits, std::uint16_t format) {
  using Row = std::pair<std::pair<int, int>, Sample>;
  constexpr Row kTypes[] = {{{8, SAMPLEFORMAT_UINT}, Sample::u8},     {{16, SAMPLEFORMAT_UINT}, Sample::u16},
                            {{16, SAMPLEFORMAT_INT}, Sample::i16},    {{32, SAMPLEFORMAT_UINT}, Sample::u32},
                            {{32, SAMPLEFORMAT_INT}, Sample::i32},    {{16, SAMPLEFORMAT_IEEEFP}, Sample::f16},
                            {{32, SAMPLEFORMAT_IEEEFP}, Sample::f32}, {{64, SAMPLEFORMAT_IEEEFP}, Sample::f64}};
  for (const Row& row : kTypes) {
    if (row.first == std::pair<int, int>(bits, format)) return row.second;
  }
  return fail({.found = "the samples are " + format_name(bits, format),
               .allowed = "allowed unsigned of 8, 16 and 32, signed of 16 and 32, floating point of 16, 32 and 64 bits",
               .remedy = "convert it with gdal_translate -ot Float32"});
}

template <class T>
T tag_of(TIFF* tiff, std::uint32_t tag, T fallback) {
  T value = fallback;
  return TIFFGetFieldDefaulted(tiff, tag, &value) == 1 ? value : fallback;
}

Status check_kind(TIFF* tiff, std::uint16_t photometric) {
  const auto samples = tag_of<std::uint16_t>(tiff, TIFFTAG_SAMPLESPERPIXEL, 1);
  if (photometric != PHOTOMETRIC_MINISBLACK && photometric != PHOTOMETRIC_MINISWHITE) {
    return fail({.found = "the TIFF is " + kind_of(photometric),
                 .allowed = "allowed one band of heights",
                 .remedy = "save it as greyscale"});
  }
  if (samples != 1) {
    return fail({.found = "the TIFF has " + std::to_string(samples) + " samples a cell",
                 .allowed = "allowed one band of heights",
                 .remedy = "take one with gdal_translate -b 1"});
  }
  const auto orientation = tag_of<std::uint16_t>(tiff, TIFFTAG_ORIENTATION, ORIENTATION_TOPLEFT);
  if (orientation != ORIENTATION_TOPLEFT) {
    return fail({.found = "the TIFF has orientation " + std::to_string(orientation),
                 .allowed = "allowed 1, first row on top and first column left",
                 .remedy = "turn it"});
  }
  const auto order = tag_of<std::uint16_t>(tiff, TIFFTAG_FILLORDER, FILLORDER_MSB2LSB);
  if (order != FILLORDER_MSB2LSB) {
    return fail({.found = "the TIFF has fill order " + std::to_string(order), .allowed = "allowed 1"});
  }
  return {};
}

Status check_compression(std::uint16_t compression) {
  for (const std::uint16_t known : {kNoCompression, kLzw, kDeflate, kPackBits, kOldDeflate}) {
    if (compression == known) return {};
  }
  return fail({.found = "the TIFF has compression " + std::to_string(compression),
               .allowed = "allowed none (1), LZW (5), deflate (8 and 32946) and PackBits (32773)",
               .remedy = "convert it with gdal_translate -co COMPRESS=DEFLATE"});
}

}  // namespace

MapTags read_map_tags(TIFF* tiff, Warnings& warnings) {
  MapTags tags;
  tags.geo.pixel_scale = doubles_of(tiff, kPixelScale, warnings);
  tags.geo.tiepoints = doubles_of(tiff, kTiepoints, warnings);
  tags.geo.transformation = doubles_of(tiff, kTransformation, warnings);
  tags.geo.geo_doubles = doubles_of(tiff, kGeoDoubles, warnings);
  const std::span<const std::uint16_t> keys = content<std::uint16_t>(tiff, kGeoKeys, TIFF_SHORT, warnings);
  tags.geo.geo_keys.assign(keys.begin(), keys.end());
  tags.geo.geo_ascii = text_of(tiff, kGeoAscii, warnings);
  tags.geo.gdal_metadata = text_of(tiff, kGdalMetadata, warnings);
  tags.nodata = text_of(tiff, kGdalNodata, warnings);
  return tags;
}

bool write_map_tags(TIFF* tiff, const HeightMap& map) {
  const auto field = [](std::uint32_t tag, TIFFDataType type, const char* name) {
    return TIFFFieldInfo{tag, TIFF_VARIABLE2, TIFF_VARIABLE2, type, FIELD_CUSTOM, 1, 1, const_cast<char*>(name)};
  };
  const TIFFFieldInfo fields[] = {field(kPixelScale, TIFF_DOUBLE, "ModelPixelScale"),
                                  field(kTiepoints, TIFF_DOUBLE, "ModelTiepoint"),
                                  field(kTransformation, TIFF_DOUBLE, "ModelTransformation"),
                                  field(kGeoDoubles, TIFF_DOUBLE, "GeoDoubleParams"),
                                  field(kGeoKeys, TIFF_SHORT, "GeoKeyDirectory"),
                                  field(kGeoAscii, TIFF_ASCII, "GeoAsciiParams"),
                                  field(kGdalMetadata, TIFF_ASCII, "GDALMetadata"),
                                  field(kGdalNodata, TIFF_ASCII, "GDALNoDataValue")};
  if (TIFFMergeFieldInfo(tiff, fields, static_cast<std::uint32_t>(std::size(fields))) != 0) return false;
  const auto set = [tiff](std::uint32_t tag, std::size_t count, const void* data) {
    return count == 0 || TIFFSetField(tiff, tag, static_cast<std::uint32_t>(count), data) == 1;
  };
  const auto set_text = [&set](std::uint32_t tag, const std::string& text) {
    return text.empty() || set(tag, text.size() + 1, text.c_str());
  };
  const GeoTags& geo = map.geo;
  return set(kPixelScale, geo.pixel_scale.size(), geo.pixel_scale.data()) &&
         set(kTiepoints, geo.tiepoints.size(), geo.tiepoints.data()) &&
         set(kTransformation, geo.transformation.size(), geo.transformation.data()) &&
         set(kGeoDoubles, geo.geo_doubles.size(), geo.geo_doubles.data()) &&
         set(kGeoKeys, geo.geo_keys.size(), geo.geo_keys.data()) && set_text(kGeoAscii, geo.geo_ascii) &&
         set_text(kGdalMetadata, geo.gdal_metadata) && (!map.nodata || set_text(kGdalNodata, map.nodata_text));
}

Result<TiffShape> read_shape(TIFF* tiff) {
  TiffShape shape;
  const auto photometric = tag_of<std::uint16_t>(tiff, TIFFTAG_PHOTOMETRIC, PHOTOMETRIC_MINISBLACK);
  shape.is_white_zero = photometric == PHOTOMETRIC_MINISWHITE;
  const Status kind = check_kind(tiff, photometric);
  if (!kind) return fail(kind.error());
  const Result<Sample> sample = sample_of(tag_of<std::uint16_t>(tiff, TIFFTAG_BITSPERSAMPLE, 1),
                                          tag_of<std::uint16_t>(tiff, TIFFTAG_SAMPLEFORMAT, SAMPLEFORMAT_UINT));
  if (!sample) return fail(sample.error());
  shape.sample = *sample;
  TiffLayout& layout = shape.layout;
  layout.compression = tag_of<std::uint16_t>(tiff, TIFFTAG_COMPRESSION, kNoCompression);
  const Status compression = check_compression(layout.compression);
  if (!compression) return fail(compression.error());
  if (layout.compression != kNoCompression && layout.compression != kPackBits)
    layout.predictor = tag_of<std::uint16_t>(tiff, TIFFTAG_PREDICTOR, 1);
  shape.nx = tag_of<std::uint32_t>(tiff, TIFFTAG_IMAGEWIDTH, 0);
  shape.ny = tag_of<std::uint32_t>(tiff, TIFFTAG_IMAGELENGTH, 0);
  if (TIFFIsTiled(tiff) != 0) {
    layout.tile_width = tag_of<std::uint32_t>(tiff, TIFFTAG_TILEWIDTH, 0);
    layout.tile_height = tag_of<std::uint32_t>(tiff, TIFFTAG_TILELENGTH, 0);
  } else {
    layout.rows_per_strip = tag_of<std::uint32_t>(tiff, TIFFTAG_ROWSPERSTRIP, 0);
  }
  layout.big_tiff = TIFFIsBigTIFF(tiff) != 0;
  layout.big_endian = TIFFIsBigEndian(tiff) != 0;
  return shape;
}

}  // namespace solgel::io
