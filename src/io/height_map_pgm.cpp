// PGM (netpbm's pgm(5)): P2 and P5, grey values from 0 to a stated maximum of up to 65535; 16 bits are big-endian.
//
// Values are kept as they are. The maximum is not: the file is written with the largest of its type, 255 or 65535.
#include "io/height_map_format.h"

namespace solgel::io {
namespace {

bool is_blank(char c) {
  return c == ' ' || (c >= '\t' && c <= '\r');
}

struct Scanner {
  const char* at;
  const char* end;
  std::uint64_t line = 1;

  void skip_blanks() {
    for (; at != end && (is_blank(*at) || *at == '#'); ++at) {
      if (*at == '#') {
        while (at != end && *at != '\n') ++at;
        if (at == end) return;
      }
      line += *at == '\n';
    }
  }
  // A number of up to nine digits; -1 when there is none.
  std::int64_t number() {
    skip_blanks();
    std::int64_t value = at != end && *at >= '0' && *at <= '9' ? 0 : -1;
    for (int digits = 0; at != end && *at >= '0' && *at <= '9' && digits < 9; ++at, ++digits)
      value = 10 * value + (*at - '0');
    return value;
  }
};

Error damaged(const Scanner& scanner, std::string what) {
  return {.found = "not a whole PGM: " + std::move(what),
          .allowed = {},
          .remedy = "it is cut off or damaged: copy it again",
          .file = {},
          .line = scanner.line};
}

Error too_large(int row, int column, double value, std::int64_t most) {
  return {.found = "row " + std::to_string(row + 1) + ", column " + std::to_string(column + 1) + " is " +
                   std::to_string(static_cast<std::int64_t>(value)),
          .allowed = "allowed 0 to " + std::to_string(most) + ", the maximum of the header",
          .remedy = "correct the header"};
}

Status read_text(Scanner& scanner, HeightMap& map, std::int64_t most) {
  for (int k = 0; k < map.value.ny(); ++k) {
    for (int i = 0; i < map.value.nx(); ++i) {
      const std::int64_t value = scanner.number();
      if (value < 0) return fail(damaged(scanner, "row " + std::to_string(k + 1) + " ends too early or has no number"));
      if (value > most) return fail(too_large(k, i, static_cast<double>(value), most));
      map.value(i, grid_row(map, k)) = static_cast<double>(value);
    }
  }
  scanner.skip_blanks();
  if (scanner.at != scanner.end) return fail(damaged(scanner, "more values than the header says"));
  return {};
}

Status read_binary(const Scanner& scanner, HeightMap& map, std::int64_t most) {
  const std::size_t stride =
      static_cast<std::size_t>(map.value.nx()) * static_cast<std::size_t>(sample_bytes(map.sample));
  const std::byte* at = reinterpret_cast<const std::byte*>(scanner.at);
  for (int k = 0; k < map.value.ny(); ++k, at += stride) {
    const std::span<double> row = map.value.row(grid_row(map, k));
    decode_samples(map.sample, true, at, row);
    for (int i = 0; i < map.value.nx(); ++i) {
      const double value = row[static_cast<std::size_t>(i)];
      if (value > static_cast<double>(most)) return fail(too_large(k, i, value, most));
    }
  }
  return {};
}

}  // namespace

Result<HeightMap> read_pgm_map(const MapSource& source) {
  const std::string_view text = source.text();
  if (text.size() < 3 || text[0] != 'P' || (text[1] != '2' && text[1] != '5'))
    return fail({.found = "the file does not begin with P2 or P5", .allowed = "allowed PGM, grey", .remedy = {}});
  const bool is_binary = text[1] == '5';
  Scanner scanner{text.data() + 2, text.data() + text.size()};
  const std::int64_t nx = scanner.number(), ny = scanner.number(), most = scanner.number();
  if (nx < 0 || ny < 0 || most < 0) return fail(damaged(scanner, "its header has three numbers"));
  if (most < 1 || most > 65535) {
    return fail({.found = "the maximum is " + std::to_string(most),
                 .allowed = "allowed 1 to 65535",
                 .remedy = {},
                 .file = {},
                 .line = scanner.line});
  }
  const int bytes = most > 255 ? 2 : 1;
  const double cells = static_cast<double>(nx) * static_cast<double>(ny);
  const double header = static_cast<double>(scanner.at - text.data()) + 1;
  const Status good = check_promise(source, nx, ny, header + cells * (is_binary ? bytes : 2) - (is_binary ? 0 : 1));
  if (!good) return fail(good.error());
  if (is_binary && !is_blank(*scanner.at)) return fail(damaged(scanner, "no blank behind the maximum"));
  if (is_binary) ++scanner.at;
  HeightMap map;
  map.format = MapFormat::pgm;
  map.sample = bytes == 2 ? Sample::u16 : Sample::u8;
  map.value = Grid<double>(static_cast<int>(nx), static_cast<int>(ny));
  const Status read = is_binary ? read_binary(scanner, map, most) : read_text(scanner, map, most);
  if (!read) return fail(read.error());
  if (most != 255 && most != 65535) {
    source.warnings.add("maximum", 0,
                        "the maximum is " + std::to_string(most) + "; values are kept and written with the maximum " +
                            (bytes == 2 ? "65535" : "255"));
  }
  return map;
}

Result<Bytes> encode_pgm_map(const HeightMap& map, Entries metadata, MapWriteCounts& counts) {
  std::string header = "P5\n";
  std::string lines = metadata_text(metadata);
  if (!lines.empty()) header += "# ";
  for (std::size_t k = 0; k < lines.size(); ++k) {
    header += lines[k] == '\r' ? ' ' : lines[k];
    if (lines[k] == '\n' && k + 1 < lines.size()) header += "# ";
  }
  header += std::to_string(map.value.nx()) + " " + std::to_string(map.value.ny()) +
            (map.sample == Sample::u16 ? "\n65535\n" : "\n255\n");
  Bytes bytes;
  append(bytes, header.data(), header.size());
  append_samples(bytes, map, true, counts);
  return bytes;
}

}  // namespace solgel::io
