// Parameters are written once: a plain aggregate with defaults, and one constexpr table of rows beneath it.
//
// A row names a member, its unit, its valid range (both ends included) and one sentence. Flags and help of the command,
// TOML keys, the C API's `describe`, sliders and docs/params/*.md all come from the table. Members are double or int.
//
//   struct Params { double cell = 0.5; int segments = 32; };
//   inline constexpr Param<Params> kParams[] = {
//       {"cell", &Params::cell, "mm", 0.05, 10, "Size of a grid cell."},
//       {"segments", &Params::segments, "", 4, 256, "Wedges of the displacement kernel."}};
//   static_assert(every_member_has_a_row<Params>(kParams) && every_default_in_range<Params>(kParams));
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/result.h"

namespace solgel {

template <class P>
struct Param {
  std::string_view name;
  double P::*real = nullptr;  // exactly one of the two is set
  int P::*whole = nullptr;
  std::string_view unit;
  double low = 0, high = 0;
  std::string_view text;

  constexpr Param(std::string_view n, double P::*m, std::string_view u, double lo, double hi, std::string_view t)
      : name(n), real(m), unit(u), low(lo), high(hi), text(t) {}
  constexpr Param(std::string_view n, int P::*m, std::string_view u, double lo, double hi, std::string_view t)
      : name(n), whole(m), unit(u), low(lo), high(hi), text(t) {}

  constexpr double get(const P& p) const { return real != nullptr ? p.*real : static_cast<double>(p.*whole); }
};

namespace detail {
struct AnyScalar {
  template <class T>
  constexpr operator T() const {
    return T{};
  }
};
template <class P, std::size_t... I>
constexpr bool takes(std::index_sequence<I...>) {
  return requires {
    P{(static_cast<void>(I), AnyScalar{})...};
  };
}
template <class P, std::size_t N = 0>
constexpr std::size_t member_count() {
  if constexpr (takes<P>(std::make_index_sequence<N + 1>{})) {
    return member_count<P, N + 1>();
  } else {
    return N;
  }
}
}  // namespace detail

template <class P>
constexpr bool every_member_has_a_row(std::span<const Param<P>> table) {
  for (std::size_t i = 0; i < table.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      if (table[i].name == table[j].name) return false;
      if (table[i].real != nullptr && table[i].real == table[j].real) return false;
      if (table[i].whole != nullptr && table[i].whole == table[j].whole) return false;
    }
  }
  return table.size() == detail::member_count<P>();
}

template <class P>
constexpr bool every_default_in_range(std::span<const Param<P>> table) {
  const P defaults{};
  for (const Param<P>& row : table) {
    if (!(row.get(defaults) >= row.low && row.get(defaults) <= row.high)) return false;
  }
  return true;
}

template <class P>
bool has_param(std::span<const Param<P>> table, std::string_view name) {
  return std::any_of(table.begin(), table.end(), [&](const Param<P>& row) { return row.name == name; });
}

// What front-ends need to know of a row, free of the model's type.
struct ParamInfo {
  std::string_view name, unit, text;
  double low = 0, high = 0, standard = 0;  // `standard` is the default
  bool is_whole = false;
};

// The row's name that is closest to `name` (edit distance), for "nearest is ..."; empty for an empty table.
std::string_view nearest_name(std::span<const ParamInfo> rows, std::string_view name);
// "deg, 20 to 45"
std::string range_text(const ParamInfo& row);
Error unknown_param(std::string_view model, std::span<const ParamInfo> rows, std::string_view name);
Error param_out_of_range(std::string_view model, const ParamInfo& row, double value);
// [{"name":...,"unit":...,"low":...,"high":...,"default":...,"whole":...,"text":...}, ...]
std::string params_json(std::span<const ParamInfo> rows);
// A Markdown page with one table.
std::string params_markdown(std::string_view model, std::span<const ParamInfo> rows);
// Shortest decimal text that reads back as the same double.
std::string number_text(double value);

template <class P>
ParamInfo param_info(const Param<P>& row) {
  static constexpr P defaults{};
  return {row.name, row.unit, row.text, row.low, row.high, row.get(defaults), row.whole != nullptr};
}

template <class P>
std::vector<ParamInfo> param_infos(std::span<const Param<P>> table) {
  std::vector<ParamInfo> rows;
  rows.reserve(table.size());
  for (const Param<P>& row : table) rows.push_back(param_info(row));
  return rows;
}

// Sets one parameter by name. An unknown name, a value out of range, not finite, or not whole where a whole number is
// wanted is an error and leaves `p` as it was.
template <class P>
Status set_param(std::string_view model, std::span<const Param<P>> table, P& p, std::string_view name, double value) {
  for (const Param<P>& row : table) {
    if (row.name != name) continue;
    if (!(value >= row.low && value <= row.high) || (row.whole != nullptr && value != std::floor(value))) {
      return fail(param_out_of_range(model, param_info(row), value));
    }
    if (row.real != nullptr) p.*row.real = value;
    if (row.whole != nullptr) p.*row.whole = static_cast<int>(value);
    return {};
  }
  return fail(unknown_param(model, param_infos(table), name));
}

}  // namespace solgel
