#include "io/line_splitter.h"

namespace solgel::io {

bool LineSplitter::hand_out(std::string_view text, Sink sink) {
  Line line{.text = text, .number = ++line_, .too_long = too_long_ || text.size() > kMostBytes};
  if (line.too_long) line.text = {};
  if (line.number == 1 && line.text.starts_with("\xEF\xBB\xBF")) line.text.remove_prefix(3);
  too_long_ = false;
  return sink(line);
}

bool LineSplitter::feed(std::span<const char> bytes, Sink sink) {
  const char* p = bytes.data();
  const char* const end = p + bytes.size();
  if (after_cr_ && p != end) {
    if (*p == '\n') ++p;
    after_cr_ = false;
  }
  while (p != end) {
    const char* q = p;
    while (q != end && *q != '\n' && *q != '\r') ++q;
    const std::string_view part(p, static_cast<std::size_t>(q - p));
    const bool straddles = q == end || !carried_.empty() || too_long_;
    if (straddles && !too_long_) {
      too_long_ = carried_.size() + part.size() > kMostBytes;
      if (too_long_) {
        carried_.clear();
      } else {
        carried_ += part;
      }
    }
    if (q == end) return true;

    p = q + 1;
    if (*q == '\r') {
      if (p == end) {
        after_cr_ = true;
      } else if (*p == '\n') {
        ++p;
      }
    }
    const bool go_on = hand_out(straddles ? std::string_view(carried_) : part, sink);
    carried_.clear();
    if (!go_on) return false;
  }
  return true;
}

bool LineSplitter::finish(Sink sink) {
  if (carried_.empty() && !too_long_) return true;
  const bool go_on = hand_out(carried_, sink);
  carried_.clear();
  return go_on;
}

}  // namespace solgel::io
