// Warnings of a run, grouped: one entry per kind with the first place where it happened and how often.
//
// A hostile file may contain any number of oddities; the list holds at most kMostKinds entries, later kinds are summed
// up in the last one, so memory stays bounded.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace solgel {

struct Warning {
  std::string kind;         // key of the group, e.g. "clamped"
  std::string message;      // of the first occurrence: "X is 312.0; allowed 0 to 300; clamped"
  std::string file;         // name as the user gave it, may be empty
  std::uint64_t line = 0;   // of the first occurrence, 1-based; 0 when there is none
  std::uint64_t count = 0;  // occurrences
};

class Warnings {
 public:
  static constexpr std::size_t kMostKinds = 64;

  // Names the file that later warnings belong to.
  void set_file(std::string_view file) { file_ = file; }

  // Counts one occurrence. True when it is the first of its kind in this file and so wants a message: then call
  // `describe` with it. Split in two so that a million repeats format nothing.
  bool count(std::string_view kind, std::uint64_t line);
  void describe(std::string message);

  // Both at once, for rare warnings.
  void add(std::string_view kind, std::uint64_t line, std::string message) {
    if (count(kind, line)) describe(std::move(message));
  }

  // Adds the groups of another list as warnings of the file named last, for readers that do not know their file.
  void adopt(const Warnings& other);

  // Adds the groups of another list (of another file, or of a later stage).
  void merge(const Warnings& other);

  const std::vector<Warning>& list() const { return list_; }
  bool empty() const { return list_.empty(); }

 private:
  std::string file_;
  std::vector<Warning> list_;
};

}  // namespace solgel
