#include "core/warnings.h"

#include <utility>

namespace solgel {

bool Warnings::count(std::string_view kind, std::uint64_t line) {
  for (Warning& w : list_) {
    if (w.kind == kind && w.file == file_) {
      ++w.count;
      return false;
    }
  }
  if (list_.size() >= kMostKinds) {
    list_.back().kind = "other";
    ++list_.back().count;
    return false;
  }
  list_.push_back({.kind = std::string(kind), .message = {}, .file = file_, .line = line, .count = 1});
  return true;
}

void Warnings::describe(std::string message) { list_.back().message = std::move(message); }

void Warnings::merge(const Warnings& other) {
  const std::string mine = file_;
  for (const Warning& w : other.list_) {
    file_ = w.file;
    if (count(w.kind, w.line)) describe(w.message);
    for (Warning& m : list_) {
      if (m.kind == w.kind && m.file == w.file) m.count += w.count - 1;
    }
  }
  file_ = mine;
}

}  // namespace solgel
