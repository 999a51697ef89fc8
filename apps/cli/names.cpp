#include "names.h"

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <filesystem>

#include <CLI/CLI.hpp>

namespace solgel::cli {

std::string extension(const std::string& path) {
  std::string e = std::filesystem::path(path).extension().string();
  std::transform(e.begin(), e.end(), e.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return e;
}

Status check_extension(const std::string& command, const std::string& flag, const std::string& path, bool may_be_output,
                       std::initializer_list<const char*> allowed) {
  if (path.empty() || (path == "-" && may_be_output)) return {};
  std::string list;
  for (const char* e : allowed) {
    if (extension(path) == e) return {};
    list += (list.empty() ? "" : ", ") + std::string(e);
  }
  return fail(
      {.found = "--" + flag + " " + path + " has an unknown extension", .allowed = "allowed " + list, .file = command});
}

Status check_folder(const std::string& path) {
  if (path.empty() || path == "-") return {};
  const std::filesystem::path parent = std::filesystem::path(path).parent_path();
  std::error_code code;
  if (parent.empty() || std::filesystem::is_directory(parent, code)) {
    if (!std::filesystem::is_directory(path, code)) return {};
    return fail({.found = "is a folder", .allowed = "wanted the name of a file", .file = path});
  }
  return fail({.found = "there is no folder " + parent.string(), .remedy = "make it first", .file = path});
}

Status check_distinct(const std::string& command, std::vector<std::string> names) {
  names.erase(std::remove_if(names.begin(), names.end(), [](const std::string& n) { return n.empty() || n == "-"; }),
              names.end());
  std::sort(names.begin(), names.end());
  const auto twice = std::adjacent_find(names.begin(), names.end());
  if (twice == names.end()) return {};
  return fail({.found = "two outputs are named " + *twice, .remedy = "give each its own name", .file = command});
}

Result<render::ImageSize> parse_size(const std::string& command, const std::string& text) {
  render::ImageSize size;
  const char* end = text.data() + text.size();
  const auto [middle, first] = std::from_chars(text.data(), end, size.width);
  if (first == std::errc{} && middle != end && (*middle == 'x' || *middle == 'X')) {
    const auto [last, second] = std::from_chars(middle + 1, end, size.height);
    if (second == std::errc{} && last == end && size.width >= 16 && size.height >= 16 && size.width <= 16384 &&
        size.height <= 16384)
      return size;
  }
  return fail({.found = "size is '" + text + "'",
               .allowed = "wanted WIDTHxHEIGHT, each 16 to 16384",
               .remedy = "for example --size 1920x1080",
               .file = command});
}

Result<double> parse_value(const std::string& command, const std::string& name, const std::string& text) {
  char* end = nullptr;
  const double value = std::strtod(text.c_str(), &end);
  if (text.empty() || *end != '\0') {
    return fail({.found = name + " is '" + text + "'",
                 .allowed = "wanted a number",
                 .remedy = "change --" + name,
                 .file = command});
  }
  return value;
}

Error refused(const std::string& command, const std::string& flag, const std::string& value,
              const std::string& allowed) {
  return {.found = flag + " is '" + value + "'",
          .allowed = "allowed " + allowed,
          .remedy = "change --" + flag,
          .file = command};
}

Status check_bounds(const std::string& command, std::initializer_list<Bound> bounds) {
  for (const Bound& b : bounds) {
    if (!(b.value >= b.low && b.value <= b.high)) {
      return fail(refused(command, b.flag, number_text(b.value), number_text(b.low) + " to " + number_text(b.high)));
    }
  }
  return {};
}

void add_rows(CLI::App* command, const std::vector<ParamInfo>& table, const std::string& group, Values& values) {
  for (const ParamInfo& info : table) {
    const std::string name(info.name);
    std::string dashed = name;
    std::replace(dashed.begin(), dashed.end(), '_', '-');
    const std::string names = dashed == name ? "--" + name : "--" + name + ",--" + dashed;
    command
        ->add_option_function<std::string>(
            names, [&values, name](const std::string& text) { values.emplace_back(name, text); },
            std::string(info.text) + " [" + range_text(info) + "; " + number_text(info.standard) + "]")
        ->group(group);
  }
}

}  // namespace solgel::cli
