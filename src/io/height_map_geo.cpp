// What the tags of a GeoTIFF (OGC 19-008r4) say of a map: the size of its cells and the worth of its heights in metres.
//
// Raster to model space is affine, x = a i + b j + x0, y = d i + e j + y0, from ModelTransformation or from
// ModelPixelScale and the first tiepoint (a = scale x, e = -scale y). A cell is |(a, d)| wide and |(b, e)| high:
//   projected   in the CRS's linear unit, metres through its factor;
//   geographic  in its angular unit. On the ellipsoid (axes A, B, e^2 = 1 - B^2/A^2) at latitude phi of the map's
//   middle
//               a radian of latitude is M = A (1 - e^2) / w^3 and one of longitude N cos(phi) with N = A / w,
//               w = sqrt(1 - e^2 sin^2 phi)    (Snyder, Map Projections - A Working Manual, USGS PP 1395, chapter 4);
//               exact in the middle; a degree further north or south the width is off by tan(phi) / 57.
// Heights: the unit of VerticalUnitsGeoKey, else of the vertical CRS of VerticalGeoKey, else metres.
// Units, ellipsoids and names come from PROJ's database. What it does not know is a warning, and the size stays open.
#include <cmath>
#include <memory>
#include <optional>

#include <geo_normalize.h>
#include <geo_simpletags.h>
#include <geo_tiffp.h>
#include <geotiff.h>
#include <geovalues.h>
#include <proj.h>

#include "core/math.h"
#include "core/number.h"
#include "core/params.h"
#include "io/height_map_format.h"

namespace solgel::io {
namespace {

constexpr double kPi = 3.14159265358979323846;
constexpr int kUndefined = 32767;  // KvUserDefined: also what libgeotiff leaves where it knows nothing
constexpr double kWgs84Major = 6378137, kWgs84Minor = 6356752.314245179;

struct Affine {
  double a = 0, b = 0, d = 0, e = 0, y0 = 0;
};

std::optional<Affine> affine_of(const GeoTags& geo) {
  Affine t;
  if (geo.transformation.size() == 16) {
    const std::vector<double>& m = geo.transformation;
    t = {.a = m[0], .b = m[1], .d = m[4], .e = m[5], .y0 = m[7]};
  } else if (geo.pixel_scale.size() >= 2) {
    t = {.a = geo.pixel_scale[0], .e = -geo.pixel_scale[1]};
    if (geo.tiepoints.size() >= 6) t.y0 = geo.tiepoints[4] - geo.tiepoints[1] * t.e;
  } else {
    return std::nullopt;
  }
  const bool is_finite = std::isfinite(t.a) && std::isfinite(t.b) && std::isfinite(t.d) && std::isfinite(t.e);
  const bool has_area = is_finite && t.a * t.e - t.b * t.d != 0;
  return has_area ? std::optional<Affine>(t) : std::nullopt;
}

// A directory whose keys stay inside their tags; libgeotiff then reads nothing else.
bool is_sound(const GeoTags& geo) {
  const std::vector<std::uint16_t>& keys = geo.geo_keys;
  if (keys.size() < 4 || keys[0] != 1 || keys.size() < 4 + 4 * std::size_t{keys[3]}) return false;
  for (std::size_t k = 4; k < 4 + 4 * std::size_t{keys[3]}; k += 4) {
    const std::uint16_t tag = keys[k + 1];
    const std::size_t count = keys[k + 2], from = keys[k + 3];
    const std::size_t size = tag == 34735   ? keys.size()
                             : tag == 34736 ? geo.geo_doubles.size()
                                            : geo.geo_ascii.size() + 1;
    if (tag == 0 ? count != 1 : (tag < 34735 || tag > 34737 || count == 0 || from + count > size)) return false;
    if (k > 4 && keys[k] <= keys[k - 4]) return false;  // ascending, each once
  }
  return true;
}

struct FreeProj {
  void operator()(PJ_CONTEXT* context) const { proj_context_destroy(context); }
  void operator()(PJ* object) const { proj_destroy(object); }
};
struct FreeGeo {
  void operator()(ST_TIFF* tags) const { ST_Destroy(tags); }
  void operator()(GTIF* gtif) const { GTIFFree(gtif); }
};

void print_nothing(GTIF*, int, const char*, ...) {}  // without it libgeotiff writes to standard error

// The keys in libgeotiff, and PROJ's database; both silent.
class Keys {
 public:
  explicit Keys(const GeoTags& geo) : context_(proj_context_create()), tags_(ST_Create()) {
    proj_log_level(context_.get(), PJ_LOG_NONE);
    proj_context_set_enable_network(context_.get(), 0);
    has_database_ = proj_context_get_database_path(context_.get()) != nullptr;
    GeoTags copy = geo;  // libgeotiff wants it mutable
    set(34735, copy.geo_keys.size(), STT_SHORT, copy.geo_keys.data());
    set(34736, copy.geo_doubles.size(), STT_DOUBLE, copy.geo_doubles.data());
    if (!copy.geo_ascii.empty()) set(34737, copy.geo_ascii.size() + 1, STT_ASCII, copy.geo_ascii.data());
    TIFFMethod methods{};
    GTIFSetSimpleTagsMethods(&methods);
    gtif_.reset(GTIFNewWithMethodsEx(tags_.get(), &methods, print_nothing, nullptr));
    if (gtif_) GTIFAttachPROJContext(gtif_.get(), context_.get());
  }

  bool has_database() const { return has_database_; }
  std::optional<GTIFDefn> definition() const {
    GTIFDefn defn{};
    return gtif_ && GTIFGetDefn(gtif_.get(), &defn) != 0 ? std::optional<GTIFDefn>(defn) : std::nullopt;
  }
  // Code of a key of one short; 0 without.
  int code(geokey_t key) const {
    unsigned short value = 0;
    return gtif_ && GTIFKeyGetSHORT(gtif_.get(), key, &value, 0, 1) == 1 ? value : 0;
  }
  bool has(geokey_t key) const {
    int size = 0;
    tagtype_t type = TYPE_UNKNOWN;
    return gtif_ && GTIFKeyInfo(gtif_.get(), key, &size, &type) > 0;
  }
  std::string text(geokey_t key) const {
    char buffer[256] = {};
    if (!gtif_ || GTIFKeyGetASCII(gtif_.get(), key, buffer, sizeof buffer) == 0) return {};
    std::string line(buffer);
    for (char& c : line) c = c < ' ' ? ' ' : c;
    return line;
  }
  // Metres of a linear unit's EPSG code.
  std::optional<double> metres_of_unit(int code) const {
    if (code == 9001) return 1;
    const char *name = nullptr, *category = nullptr;
    double metres = 0;
    if (proj_uom_get_info_from_database(context_.get(), "EPSG", std::to_string(code).c_str(), &name, &metres,
                                        &category) == 0)
      return std::nullopt;
    if (category == nullptr || std::string_view(category) != "linear" || !(metres > 0)) return std::nullopt;
    return metres;
  }
  // Name and unit of a CRS of EPSG; the unit is in metres or radians.
  using Object = std::unique_ptr<PJ, FreeProj>;
  struct Crs {
    std::string name;
    double unit = 0;
  };
  std::optional<Crs> crs_of(int code) const {
    const std::unique_ptr<PJ, FreeProj> crs(
        proj_create_from_database(context_.get(), "EPSG", std::to_string(code).c_str(), PJ_CATEGORY_CRS, 0, nullptr));
    if (!crs) return std::nullopt;
    Crs found{.name = proj_get_name(crs.get())};
    // Of a compound CRS the horizontal part comes first.
    const bool is_compound = proj_get_type(crs.get()) == PJ_TYPE_COMPOUND_CRS;
    const Object part(is_compound ? proj_crs_get_sub_crs(context_.get(), crs.get(), 0) : nullptr);
    const Object system(proj_crs_get_coordinate_system(context_.get(), part ? part.get() : crs.get()));
    if (!system || proj_cs_get_axis_info(context_.get(), system.get(), 0, nullptr, nullptr, nullptr, &found.unit,
                                         nullptr, nullptr, nullptr) == 0)
      found.unit = 0;
    return found;
  }

 private:
  void set(int tag, std::size_t count, int type, void* data) {
    if (count > 0) ST_SetKey(tags_.get(), tag, static_cast<int>(count), type, data);
  }
  std::unique_ptr<PJ_CONTEXT, FreeProj> context_;
  std::unique_ptr<ST_TIFF, FreeGeo> tags_;
  std::unique_ptr<GTIF, FreeGeo> gtif_;
  bool has_database_ = false;
};

std::string crs_text(const Keys& keys, int code) {
  if (code == 0 || code == kUndefined) {
    for (const geokey_t key : {PCSCitationGeoKey, GTCitationGeoKey, GeogCitationGeoKey}) {
      const std::string text = keys.text(key);
      if (!text.empty()) return text;
    }
    return "a CRS without a name";
  }
  const std::optional<Keys::Crs> crs = keys.crs_of(code);
  return "EPSG:" + std::to_string(code) + (crs ? " " + crs->name : "");
}

std::string remedy(const Keys& keys, const std::string& otherwise) {
  return keys.has_database() ? "; " + otherwise
                             : ": PROJ's database proj.db is missing; install proj-data, set PROJ_LIB or " + otherwise;
}

void warn_unknown(const HeightMap& map, const Keys& keys, const std::string& what, Warnings& warnings) {
  warnings.add("crs", 0, what + " of " + map.crs + " is unknown" + remedy(keys, "say the cell in metres"));
}

// Metres or radians of the CRS's unit: from its own keys, else from the CRS's code; libgeotiff takes metres where it
// finds neither. 0 when it is unknown.
struct UnitKeys {
  geokey_t code, size, crs;
  int found;     // what libgeotiff found for the code
  double value;  // and what that is worth
};
double unit_of(const Keys& keys, const UnitKeys& unit) {
  double value = 0;
  if (keys.has(unit.size) || (keys.has(unit.code) && unit.found != kUndefined)) {
    value = unit.value;
  } else if (!keys.has(unit.code)) {
    const std::optional<Keys::Crs> crs = keys.crs_of(keys.code(unit.crs));
    value = crs ? crs->unit : 0;
  }
  return value > 0 && std::isfinite(value) ? value : 0;
}

void measure_projected(HeightMap& map, const Affine& t, const Keys& keys, const GTIFDefn& defn, Warnings& warnings) {
  const double metres = unit_of(keys, {ProjLinearUnitsGeoKey, ProjLinearUnitSizeGeoKey, ProjectedCSTypeGeoKey,
                                       defn.UOMLength, defn.UOMLengthInMeters});
  if (metres == 0) return warn_unknown(map, keys, "the linear unit", warnings);
  map.cell_x = hypot(t.a, t.d) * metres;
  map.cell_y = hypot(t.b, t.e) * metres;
}

void measure_geographic(HeightMap& map, const Affine& t, const Keys& keys, const GTIFDefn& defn, Warnings& warnings) {
  const double radian = unit_of(keys, {GeogAngularUnitsGeoKey, GeogAngularUnitSizeGeoKey, GeographicTypeGeoKey,
                                       defn.UOMAngle, defn.UOMAngleInDegrees * kPi / 180});
  if (radian == 0) return warn_unknown(map, keys, "the angular unit", warnings);
  const double phi = (t.y0 + 0.5 * (t.d * map.value.nx() + t.e * map.value.ny())) * radian;
  if (!(std::fabs(phi) < 0.5 * kPi)) {
    warnings.add("crs", 0, "the map's middle is at no latitude between -90 and 90 degrees; say the cell in metres");
    return;
  }
  double major = defn.SemiMajor, minor = defn.SemiMinor;
  if (!(major > 0) || !(minor > 0) || minor > major) {
    warnings.add("ellipsoid", 0, "the ellipsoid of " + map.crs + " is unknown; WGS 84's is taken");
    major = kWgs84Major;
    minor = kWgs84Minor;
  }
  const double e2 = 1 - minor * minor / (major * major), s = sin(phi), w = std::sqrt(1 - e2 * s * s);
  const double north = major * (1 - e2) / (w * w * w) * radian, east = major / w * cos(phi) * radian;
  map.cell_x = hypot(t.a * east, t.d * north);
  map.cell_y = hypot(t.b * east, t.e * north);
}

// Metres of a unit of heights.
double metres_of_heights(const Keys& keys, Warnings& warnings) {
  const int unit = keys.code(VerticalUnitsGeoKey), crs = keys.code(VerticalCSTypeGeoKey);
  if (unit != 0 && unit != kUndefined) {
    const std::optional<double> metres = keys.metres_of_unit(unit);
    if (metres) return *metres;
    warnings.add("vertical", 0,
                 "the vertical unit EPSG:" + std::to_string(unit) + " is unknown" +
                     remedy(keys, "say what a value is worth; taken as 1 m"));
  } else if (crs != 0 && crs != kUndefined) {
    const std::optional<Keys::Crs> found = keys.crs_of(crs);
    if (found && found->unit > 0) return found->unit;
    warnings.add("vertical", 0,
                 "the vertical CRS EPSG:" + std::to_string(crs) + " is unknown" +
                     remedy(keys, "say what a value is worth; taken as 1 m"));
  }
  return 1;
}

// <Item name="SCALE" sample="0" role="scale">0.1</Item>: what GDAL multiplies values with.
double gdal_scale(const std::string& metadata, Warnings& warnings) {
  const std::size_t role = metadata.find("role=\"scale\"");
  if (role == metadata.npos) return 1;
  const std::size_t from = metadata.find('>', role), to = metadata.find('<', role);
  if (from != metadata.npos && to != metadata.npos && from < to) {
    const std::optional<double> scale = number_of(std::string_view(metadata).substr(from + 1, to - from - 1));
    if (scale && *scale > 0 && std::isfinite(*scale)) return *scale;
  }
  warnings.add("scale", 0, "the scale of the GDAL metadata is no number above 0; ignored");
  return 1;
}

void describe_crs(HeightMap& map, const Affine& t, Warnings& warnings) {
  const Keys keys(map.geo);
  const std::optional<GTIFDefn> defn = keys.definition();
  if (!defn) {
    warnings.add("crs", 0, "the keys of the coordinate system cannot be read; kept, not used");
    return;
  }
  const bool is_projected = defn->Model == ModelTypeProjected, is_geographic = defn->Model == ModelTypeGeographic;
  map.crs = crs_text(keys, is_projected ? keys.code(ProjectedCSTypeGeoKey) : keys.code(GeographicTypeGeoKey));
  map.metres_per_value = metres_of_heights(keys, warnings);
  if (is_projected) {
    measure_projected(map, t, keys, *defn, warnings);
  } else if (is_geographic) {
    measure_geographic(map, t, keys, *defn, warnings);
  } else {
    warnings.add("crs", 0, "the coordinate system is neither projected nor geographic; say the cell in metres");
  }
}

}  // namespace

bool is_south_first(const GeoTags& geo) {
  const std::optional<Affine> t = affine_of(geo);
  return t && t->e > 0 && std::fabs(t->e) >= std::fabs(t->b);
}

void describe_georeference(HeightMap& map, Warnings& warnings) {
  const std::optional<Affine> t = affine_of(map.geo);
  if (t && map.geo.geo_keys.empty()) {
    const double cell_x = hypot(t->a, t->d), cell_y = hypot(t->b, t->e);
    take_unnamed_unit(map, cell_x, cell_y, false, warnings);
  } else if (t && is_sound(map.geo)) {
    describe_crs(map, *t, warnings);
  } else if (!map.geo.geo_keys.empty()) {
    warnings.add("crs", 0,
                 t ? "the directory of keys of the coordinate system is damaged; kept, not used"
                   : "no tag says the size of a cell; say it in metres");
  }
  if (!map.geo.gdal_metadata.empty()) {
    const double scale = gdal_scale(map.geo.gdal_metadata, warnings);
    if (scale != 1) map.metres_per_value = (map.metres_per_value > 0 ? map.metres_per_value : 1) * scale;
  }
}

}  // namespace solgel::io
