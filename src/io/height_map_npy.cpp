// NPY 1.0 to 3.0 (NumPy enhancement proposal 1): a two-dimensional array whose first row is the north edge.
//
// The header is the text of a Python dictionary with the keys 'descr', 'fortran_order' and 'shape'. Byte order is kept;
// arrays in Fortran order are written in C order.
#include <algorithm>
#include <bit>

#include "io/height_map_format.h"

namespace solgel::io {
namespace {

constexpr std::size_t kLongestHeader = 1 << 16;

struct Header {
  Sample sample = Sample::f32;
  bool big_endian = false, fortran_order = false;
  std::int64_t nx = 0, ny = 0;
  std::size_t size = 0;  // of all in front of the samples
};

Error damaged(std::string what) {
  return {.found = "not a whole NPY file: " + std::move(what), .remedy = "it is cut off or damaged: copy it again"};
}

// What follows a key, without blanks in front; empty when the key is missing.
std::string_view value_of(std::string_view text, std::string_view key) {
  for (const char quote : {'\'', '"'}) {
    const std::string quoted = quote + std::string(key) + quote;
    std::size_t at = text.find(quoted);
    if (at == text.npos) continue;
    at = text.find_first_not_of(" \t", at + quoted.size());
    if (at == text.npos || text[at] != ':') continue;
    at = text.find_first_not_of(" \t", at + 1);
    if (at != text.npos) return text.substr(at);
  }
  return {};
}

std::string_view quoted_word(std::string_view text) {
  if (text.empty() || (text[0] != '\'' && text[0] != '"')) return {};
  return text.substr(1, text.substr(1).find(text[0]));
}

Status take_type(std::string_view descr, Header& header) {
  const std::string_view word = quoted_word(descr);
  constexpr std::pair<std::string_view, Sample> kTypes[] = {
      {"u1", Sample::u8},  {"u2", Sample::u16}, {"i2", Sample::i16}, {"u4", Sample::u32},
      {"i4", Sample::i32}, {"f2", Sample::f16}, {"f4", Sample::f32}, {"f8", Sample::f64}};
  if (word.size() == 3 && std::string_view("<>|=").find(word[0]) != std::string_view::npos) {
    for (const auto& [name, sample] : kTypes) {
      if (word.substr(1) != name || (word[0] == '|' && sample != Sample::u8)) continue;
      header.sample = sample;
      header.big_endian = word[0] == '>' || (word[0] == '=' && std::endian::native == std::endian::big);
      return {};
    }
  }
  return fail({.found = "the type of the array is " + (word.empty() ? std::string("structured or missing")
                                                                    : "'" + std::string(word.substr(0, 20)) + "'"),
               .allowed = "allowed u1, u2, i2, u4, i4, f2, f4 and f8",
               .remedy = "convert it with a.astype(numpy.float32)"});
}

// "(rows, columns)"
Status take_shape(std::string_view text, Header& header) {
  const std::string_view shape = text.substr(0, std::min(text.find(')'), text.size()));
  std::vector<std::int64_t> sides;
  bool is_good = shape.starts_with('(') && shape.size() < text.size();
  for (std::size_t at = 1; is_good && at < shape.size();) {
    if (std::string_view(" ,L").find(shape[at]) != std::string_view::npos) {
      ++at;
      continue;
    }
    std::int64_t side = 0;
    const std::size_t from = at;
    for (; at < shape.size() && shape[at] >= '0' && shape[at] <= '9' && at - from < 18; ++at)
      side = 10 * side + (shape[at] - '0');
    is_good = at > from;
    sides.push_back(side);
  }
  if (!is_good) return fail(damaged("its shape cannot be read"));
  if (sides.size() != 2) {
    return fail({.found = "the array has " + std::to_string(sides.size()) + (sides.size() == 1 ? " axis" : " axes"),
                 .allowed = "allowed 2: rows and columns",
                 .remedy = "save one layer, a[..., 0]"});
  }
  header.ny = sides[0];
  header.nx = sides[1];
  return {};
}

Result<Header> read_header(const MapSource& source) {
  const std::string_view text = source.text();
  const std::size_t preamble = text.size() > 6 && text[6] == 1 ? 10 : 12;
  if (text.size() < preamble || !text.starts_with("\x93NUMPY")) return fail(damaged("its header is not there"));
  if (text[6] < 1 || text[6] > 3) {
    return fail({.found = "the NPY file has version " + std::to_string(int{static_cast<unsigned char>(text[6])}),
                 .allowed = "allowed 1, 2 and 3"});
  }
  double length[1] = {};
  decode_samples(preamble == 10 ? Sample::u16 : Sample::u32, false, source.bytes.data() + 8, length);
  if (length[0] > kLongestHeader || length[0] > static_cast<double>(text.size() - preamble))
    return fail(damaged("its header is longer than the file or 65536 bytes"));
  const std::string_view dictionary = text.substr(preamble, static_cast<std::size_t>(length[0]));
  Header header{.size = preamble + dictionary.size()};
  Status good = take_type(value_of(dictionary, "descr"), header);
  if (good) good = take_shape(value_of(dictionary, "shape"), header);
  if (!good) return fail(good.error());
  const std::string_view order = value_of(dictionary, "fortran_order");
  if (!order.starts_with("True") && !order.starts_with("False")) return fail(damaged("its order cannot be read"));
  header.fortran_order = order.starts_with("True");
  return header;
}

std::string type_text(Sample sample, bool big_endian) {
  const std::string_view name = sample_name(sample);
  const char order = sample_bytes(sample) == 1 ? '|' : big_endian ? '>' : '<';
  return std::string{order, name[0]} + std::to_string(sample_bytes(sample));
}

}  // namespace

Result<HeightMap> read_npy_map(const MapSource& source) {
  const Result<Header> header = read_header(source);
  if (!header) return fail(header.error());
  const auto bytes = static_cast<std::size_t>(sample_bytes(header->sample));
  const double size = static_cast<double>(bytes) * static_cast<double>(header->nx) * static_cast<double>(header->ny);
  const Status good = check_promise(source, header->nx, header->ny, size + static_cast<double>(header->size));
  if (!good) return fail(good.error());
  HeightMap map;
  map.format = MapFormat::npy;
  map.sample = header->sample;
  map.raw.big_endian = header->big_endian;
  const int nx = static_cast<int>(header->nx), ny = static_cast<int>(header->ny);
  map.value = Grid<double>(nx, ny);
  const std::byte* at = source.bytes.data() + header->size;
  if (!header->fortran_order) {
    for (int k = 0; k < ny; ++k, at += bytes * static_cast<std::size_t>(nx))
      decode_samples(map.sample, header->big_endian, at, map.value.row(grid_row(map, k)));
    return map;
  }
  std::vector<double> column(static_cast<std::size_t>(ny));
  for (int i = 0; i < nx; ++i, at += bytes * static_cast<std::size_t>(ny)) {
    decode_samples(map.sample, header->big_endian, at, column);
    for (int k = 0; k < ny; ++k) map.value(i, grid_row(map, k)) = column[static_cast<std::size_t>(k)];
  }
  return map;
}

Result<Bytes> encode_npy_map(const HeightMap& map, Entries, MapWriteCounts& counts) {
  constexpr std::size_t kPreamble = 10, kAlignment = 64;  // magic, version, length of the header
  std::string header = "{'descr': '" + type_text(map.sample, map.raw.big_endian) +
                       "', 'fortran_order': False, 'shape': (" + std::to_string(map.value.ny()) + ", " +
                       std::to_string(map.value.nx()) + "), }";
  header.append(kAlignment - (kPreamble + header.size() + 1) % kAlignment, ' ');
  header += '\n';
  Bytes bytes;
  append(bytes, "\x93NUMPY\x01\x00", 8);
  const unsigned char length[2] = {static_cast<unsigned char>(header.size() & 255u),
                                   static_cast<unsigned char>(header.size() >> 8)};
  append(bytes, length, sizeof length);
  append(bytes, header.data(), header.size());
  append_samples(bytes, map, map.raw.big_endian, counts);
  return bytes;
}

}  // namespace solgel::io
