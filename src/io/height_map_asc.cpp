// Esri ASCII grids: lines of "keyword value" (ncols, nrows, xllcorner or xllcenter, cellsize or dx and dy,
// nodata_value; any case, any order), then the values, first row in the north.
//
// Sample type: i32 when every value is written as an integer that fits, f32 when the shortest text of its nearest f32
// is worth as much as the text of the file, else f64. So what is written reads back equal. Floating-point values are
// always written with a point or an exponent, so that the type reads back too.
#include <algorithm>
#include <charconv>
#include <cmath>

#include "core/number.h"
#include "core/params.h"
#include "io/height_map_format.h"

namespace solgel::io {
namespace {

constexpr std::size_t kLongestWord = 64;

struct Words {
  const char* at;
  const char* end;
  std::uint64_t line = 1;

  // Next word; empty at the end.
  std::string_view next() {
    for (; at != end && (*at == ' ' || *at == '\t' || *at == '\r' || *at == '\n'); ++at) line += *at == '\n';
    const char* const from = at;
    while (at != end && *at != ' ' && *at != '\t' && *at != '\r' && *at != '\n') ++at;
    return {from, static_cast<std::size_t>(at - from)};
  }
};

struct Header {
  std::string_view nx, ny, nodata;
  bool y_is_centre = false;
  AscCorner corner;
  double cell_x = 0, cell_y = 0;
};

std::string shown(std::string_view word) {
  return "'" + std::string(word.substr(0, kLongestWord)) + "'";
}

std::string lower_case(std::string_view word) {
  std::string lower(word.substr(0, kLongestWord));
  for (char& c : lower) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c;
  return lower;
}

// True when the keyword is one of the header's.
bool take_keyword(const std::string& key, std::string_view value, Header& header) {
  if (key == "ncols") {
    header.nx = value;
  } else if (key == "nrows") {
    header.ny = value;
  } else if (key == "xllcorner" || key == "xllcenter") {
    header.corner.x = value;
    header.corner.is_centre = key == "xllcenter";
  } else if (key == "yllcorner" || key == "yllcenter") {
    header.corner.y = value;
    header.y_is_centre = key == "yllcenter";
  } else if (key == "cellsize" || key == "dx") {
    header.corner.cell = value;
  } else if (key == "dy") {
    header.corner.cell_y = value;
  } else if (key == "nodata_value" || key == "nodata") {
    header.nodata = value;
  } else {
    return false;
  }
  return true;
}

bool is_printable(std::string_view word) {
  return std::all_of(word.begin(), word.end(), [](char c) { return c > ' ' && c <= '~'; });
}

bool is_word_of_letters(std::string_view word) {
  const std::string lower = lower_case(word);
  return !lower.empty() && lower[0] >= 'a' && lower[0] <= 'z' && lower != "nan" && lower != "inf";
}

Result<Header> read_header(Words& words) {
  Header header;
  for (;;) {
    const Words before = words;
    const std::string_view key = words.next();
    if (!is_word_of_letters(key)) {
      words = before;
      break;
    }
    const std::string_view value = words.next();
    if (value.size() > kLongestWord || !is_printable(value) || !take_keyword(lower_case(key), value, header)) {
      return fail({.found = shown(key) + " is no keyword of the header, or its value is no short word",
                   .allowed = "allowed ncols, nrows, xllcorner, xllcenter, yllcorner, yllcenter, cellsize, dx, dy and "
                              "nodata_value",
                   .line = words.line});
    }
  }
  if (!header.corner.x.empty() && !header.corner.y.empty() && header.corner.is_centre != header.y_is_centre) {
    return fail({.found = "the header mixes xllcorner and yllcenter, or the other way round",
                 .allowed = "allowed both corner or both center"});
  }
  for (const auto& [text, cell] :
       {std::pair(&header.corner.cell, &header.cell_x), std::pair(&header.corner.cell_y, &header.cell_y)}) {
    if (text->empty()) continue;
    const std::optional<double> value = number_of(*text);
    if (!value || !(*value > 0) || !std::isfinite(*value))
      return fail({.found = "the cell size is " + shown(*text), .allowed = "allowed numbers above 0"});
    *cell = *value;
  }
  if (header.corner.cell_y.empty()) header.cell_y = header.cell_x;
  return header;
}

// A whole number of the header.
Result<std::int64_t> side(std::string_view name, std::string_view word) {
  std::int64_t value = -1;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
  if (error == std::errc{} && end == word.data() + word.size() && value >= 0) return value;
  return fail({.found = std::string(name) + " is " + (word.empty() ? "missing" : shown(word)),
               .allowed = "allowed whole numbers from 3"});
}

// A number as the text says it, nearest f32, and whether that says as much.
bool is_kept_by_float(double v) {
  const float f = static_cast<float>(v);
  if (static_cast<double>(f) == v || !std::isfinite(v)) return true;
  if (!std::isfinite(f)) return false;
  char text[32];
  const char* at = text;
  const char* const end = std::to_chars(text, text + sizeof text, f).ptr;
  double back = 0;
  return parse_number(at, end, back, true) && back == v;
}

// Whether the text is a whole number that an i32 holds; -0 is not.
bool is_whole(std::string_view word, double v) {
  if (word.starts_with('+')) word.remove_prefix(1);
  return word.find_first_not_of("-0123456789") == word.npos && is_exact(Sample::i32, v) && !(v == 0 && word[0] == '-');
}

Status read_values(Words& words, HeightMap& map) {
  bool all_whole = true, all_float = true;
  for (int k = 0; k < map.value.ny(); ++k) {
    for (double& v : map.value.row(grid_row(map, k))) {
      const std::string_view word = words.next();
      const char* at = word.data();
      if (!parse_number(at, word.data() + word.size(), v, true) || at != word.data() + word.size()) {
        const std::optional<double> special = word.size() < 10 ? number_of(word) : std::nullopt;
        if (!special) {
          return fail(
              {.found = word.empty() ? "the file ends in row " + std::to_string(k + 1) : shown(word) + " is no number",
               .allowed = "allowed " + std::to_string(map.value.nx()) + " numbers in each of " +
                          std::to_string(map.value.ny()) + " rows",
               .remedy = word.empty() ? "it is cut off: copy it again" : "",
               .line = words.line});
        }
        v = *special;
      }
      all_whole = all_whole && is_whole(word, v);
      all_float = all_float && is_kept_by_float(v);
    }
  }
  const std::string_view more = words.next();
  if (!more.empty()) return fail({.found = "more values than ncols x nrows: " + shown(more), .line = words.line});
  map.sample = all_whole ? Sample::i32 : all_float ? Sample::f32 : Sample::f64;
  if (map.sample == Sample::f32) {
    for (double& v : map.value.cells()) v = static_cast<double>(static_cast<float>(v));
  }
  return {};
}

void take_cells(const Header& header, HeightMap& map, Warnings& warnings) {
  const std::optional<double> x = number_of(header.corner.x), y = number_of(header.corner.y);
  const bool within_globe = x && y && *x >= -360 && *y >= -90.5 && *x + header.cell_x * map.value.nx() <= 360.5 &&
                            *y + header.cell_y * map.value.ny() <= 90.5;
  take_unnamed_unit(map, header.cell_x, header.cell_y, within_globe, warnings);
}

void append_value(std::string& text, Sample sample, double v) {
  char buffer[400];
  const char* end = buffer;
  if (sample == Sample::i32) {
    end = std::to_chars(buffer, buffer + sizeof buffer, static_cast<std::int32_t>(v)).ptr;
  } else if (sample == Sample::f32) {
    end = std::to_chars(buffer, buffer + sizeof buffer, static_cast<float>(v)).ptr;
  } else {
    end = std::to_chars(buffer, buffer + sizeof buffer, v).ptr;
  }
  const std::string_view word(buffer, static_cast<std::size_t>(end - buffer));
  text += word;
  if (sample != Sample::i32 && word.find_first_of(".en") == word.npos) text += ".0";
}

// The nodata value in its own words, where these read back as the same sample type; else empty.
std::string missing_text(const HeightMap& map) {
  const bool is_word = map.nodata && is_printable(map.nodata_text);
  const std::optional<double> v = is_word ? number_of(map.nodata_text) : std::nullopt;
  if (!v || !(map.sample == Sample::i32 ? is_whole(map.nodata_text, *v) : is_kept_by_float(*v))) return {};
  return map.nodata_text;
}

std::string header_text(const HeightMap& map) {
  const std::string cell_x = map.asc.cell.empty() ? number_text(map.cell_x > 0 ? map.cell_x : 1) : map.asc.cell;
  std::string cell_y = map.asc.cell_y;
  if (map.asc.cell.empty() && map.cell_y != map.cell_x) cell_y = number_text(map.cell_y);
  const std::string where = map.asc.is_centre ? "center " : "corner ";
  const bool is_new = map.asc.cell.empty() && map.asc.x.empty() && map.asc.y.empty();
  std::string text = "ncols " + std::to_string(map.value.nx()) + "\nnrows " + std::to_string(map.value.ny()) + "\n";
  if (is_new || !map.asc.x.empty()) text += "xll" + where + (is_new ? "0" : map.asc.x) + "\n";
  if (is_new || !map.asc.y.empty()) text += "yll" + where + (is_new ? "0" : map.asc.y) + "\n";
  text += cell_y.empty() ? "cellsize " + cell_x + "\n" : "dx " + cell_x + "\ndy " + cell_y + "\n";
  // Another format's text may have blanks, or be none.
  const bool is_word = !map.nodata_text.empty() && is_printable(map.nodata_text);
  if (map.nodata) text += "NODATA_value " + (is_word ? map.nodata_text : number_text(*map.nodata)) + "\n";
  return text;
}

}  // namespace

Result<HeightMap> read_asc_map(const MapSource& source) {
  const std::string_view text = source.text();
  Words words{text.data(), text.data() + text.size()};
  Result<Header> header = read_header(words);
  if (!header) return fail(header.error());
  const Result<std::int64_t> nx = side("ncols", header->nx), ny = side("nrows", header->ny);
  if (!nx) return fail(nx.error());
  if (!ny) return fail(ny.error());
  // A digit and a blank for each cell, but the last.
  const Status good = check_promise(source, *nx, *ny, 2.0 * static_cast<double>(*nx) * static_cast<double>(*ny) - 1);
  if (!good) return fail(good.error());
  if (header->corner.cell.empty()) return fail({.found = "cellsize is missing", .allowed = "allowed numbers above 0"});
  HeightMap map;
  map.format = MapFormat::asc;
  map.asc = header->corner;
  map.value = Grid<double>(static_cast<int>(*nx), static_cast<int>(*ny));
  const Status read = read_values(words, map);
  if (!read) return fail(read.error());
  if (!header->nodata.empty()) take_nodata(map, header->nodata, source.warnings);
  take_cells(*header, map, source.warnings);
  return map;
}

Result<Bytes> encode_asc_map(const HeightMap& map, Entries, MapWriteCounts& counts) {
  std::string text = header_text(map);
  const SampleRounding rounding(map, counts);
  const std::string missing = missing_text(map);
  std::vector<double> row(static_cast<std::size_t>(map.value.nx()));
  Bytes bytes;
  for (int k = 0; k < map.value.ny(); ++k) {
    rounding.row(k, row);
    for (const double v : row) {
      if (!missing.empty() && map.is_missing(v) && std::signbit(v) == std::signbit(*map.nodata)) {
        text += missing;
      } else {
        append_value(text, map.sample, v);
      }
      text += ' ';
    }
    text.back() = '\n';
    append(bytes, text.data(), text.size());
    text.clear();
  }
  return bytes;
}

}  // namespace solgel::io
