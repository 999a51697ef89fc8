// Names of files and numbers as flags give them, checked before anything runs.
#pragma once

#include <cstddef>
#include <initializer_list>
#include <string>
#include <utility>
#include <vector>

#include "core/params.h"
#include "core/result.h"
#include "render/image.h"

namespace CLI {
class App;
}

namespace solgel::cli {

// Parameters by name, as the command line has them.
using Values = std::vector<std::pair<std::string, std::string>>;

// Lower case, with its dot.
std::string extension(const std::string& path);
// An empty name passes, and "-" where `may_be_output`.
Status check_extension(const std::string& command, const std::string& flag, const std::string& path, bool may_be_output,
                       std::initializer_list<const char*> allowed);
// The folder must be there before a long run, not after it.
Status check_folder(const std::string& path);
// No two outputs may have one name; empty ones and "-" do not count.
Status check_distinct(const std::string& command, std::vector<std::string> names);

Result<render::ImageSize> parse_size(const std::string& command, const std::string& text);
// Parses the text of a flag's value; the whole text must be a number.
Result<double> parse_value(const std::string& command, const std::string& name, const std::string& text);
Error refused(const std::string& command, const std::string& flag, const std::string& value,
              const std::string& allowed);

// Numbers of flags with their ranges, both ends included.
struct Bound {
  const char* flag;
  double value, low, high;
};
Status check_bounds(const std::string& command, std::initializer_list<Bound> bounds);

// A value that a flag's word stands for.
template <class E>
struct Word {
  const char* text;
  E value;
};
template <class E, std::size_t N>
Status choose(const std::string& command, const std::string& flag, const std::string& text, const Word<E> (&words)[N],
              E& to) {
  std::string allowed;
  for (const Word<E>& word : words) {
    if (text == word.text) {
      to = word.value;
      return {};
    }
    allowed += (allowed.empty() ? "" : ", ") + std::string(word.text);
  }
  return fail(refused(command, flag, text, allowed));
}

// One flag for each row; values are kept as text, so that one place checks them all.
void add_rows(CLI::App* command, const std::vector<ParamInfo>& table, const std::string& group, Values& values);

}  // namespace solgel::cli
