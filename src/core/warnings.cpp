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

void Warnings::describe(std::string message) {
  list_.back().message = std::move(message);
}

void Warnings::adopt(const Warnings& other) {
  for (const Warning& w : other.list_) {
    if (count(w.kind, w.line)) describe(w.message);
    for (Warning& mine : list_) {
      if (mine.kind == w.kind && mine.file == file_) mine.count += w.count - 1;
    }
  }
}

void Warnings::merge(const Warnings& other) {
  const std::string mine = file_;
  for (const Warning& w : other.list_) {
    Warnings one;
    one.list_.push_back(w);
    file_ = w.file;
    adopt(one);
  }
  file_ = mine;
}

}  // namespace solgel
