#include "io/xml_scanner.h"

#include "io/track_text.h"

namespace solgel::io {
namespace {

constexpr std::size_t kMostEntity = 16;
constexpr std::string_view kOpensComment = "<!--";

bool ends_name(char c) {
  return is_blank(c) || c == '>' || c == '/' || c == '=' || c == '<' || c == '"' || c == '\'';
}

int digit_of(char c, int base) {
  const int digit = c >= '0' && c <= '9'   ? c - '0'
                    : c >= 'a' && c <= 'f' ? c - 'a' + 10
                    : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                           : 99;
  return digit < base ? digit : -1;
}

// The byte that an entity stands for; '?' for characters outside ASCII, 0 when it is unknown.
char decode(std::string_view entity) {
  if (entity == "lt") return '<';
  if (entity == "gt") return '>';
  if (entity == "amp") return '&';
  if (entity == "quot") return '"';
  if (entity == "apos") return '\'';
  if (!entity.starts_with('#')) return 0;
  entity.remove_prefix(1);
  const bool hex = entity.starts_with('x');
  if (hex) entity.remove_prefix(1);
  if (entity.empty()) return 0;
  unsigned code = 0;
  for (const char c : entity) {
    const int digit = digit_of(c, hex ? 16 : 10);
    if (digit < 0) return 0;
    code = code * (hex ? 16u : 10u) + static_cast<unsigned>(digit);
    if (code > 0x10FFFF) return 0;
  }
  if (code == '\t' || code == '\n' || code == '\r') return ' ';
  return code >= ' ' && code < 127 ? static_cast<char>(code) : '?';
}

}  // namespace

void XmlScanner::count_line(char c) {
  if (c == '\r' || (c == '\n' && !after_cr_)) ++line_;
  after_cr_ = c == '\r';
}

XmlEvent XmlScanner::broken(std::string_view why) {
  state_ = State::broken;
  return {XmlEvent::malformed, why};
}

void XmlScanner::take_name(const char*& p, const char* end) {
  for (; p != end && !ends_name(*p); ++p) {
    if (name_.size() < kMostName) name_ += *p;
  }
}

XmlEvent XmlScanner::next(const char*& p, const char* end) {
  while (p != end) {
    const XmlEvent event = state_ < State::name     ? next_outside(p, end)
                           : state_ < State::value  ? next_inside(p, end)
                           : state_ == State::value ? next_value(p, end)
                                                    : next_entity(p, end);
    if (event.kind != XmlEvent::more) return event;
  }
  return {};
}

// One step between tags, in what is passed over, or in a closing tag.
XmlEvent XmlScanner::next_outside(const char*& p, const char* end) {
  if (state_ == State::close_name) {
    take_name(p, end);
    if (p != end) state_ = State::close_rest;
    return {};
  }
  const char c = *p++;
  count_line(c);
  switch (state_) {
    case State::text:
      if (c == '<') state_ = State::less;
      break;
    case State::less:
      name_.clear();
      word_.clear();
      matched_ = 0;
      if (c == '!') {
        state_ = State::bang;
      } else if (c == '?') {
        state_ = State::instruction;
      } else if (c == '/') {
        state_ = State::close_name;
      } else if (ends_name(c)) {
        return broken("'<' without a name");
      } else {
        name_ += c;
        state_ = State::name;
      }
      break;
    case State::bang:  // "--" begins a comment, "[CDATA[" raw text, all else is a declaration
      word_ += c;
      if (word_ == "--") {
        state_ = State::comment;
      } else if (word_ == "[CDATA[") {
        state_ = State::cdata;
      } else if (!std::string_view("--").starts_with(word_) && !std::string_view("[CDATA[").starts_with(word_)) {
        brackets_ = c == '[' ? 1 : 0;
        matched_ = 0;
        state_ = c == '>' ? State::text : State::doctype;
      }
      break;
    case State::comment:
    case State::cdata:
    case State::doctype_comment: {
      const char closing = state_ == State::cdata ? ']' : '-';
      if (c == '>' && matched_ >= 2) {
        matched_ = 0;
        state_ = state_ == State::doctype_comment ? State::doctype : State::text;
      } else {
        matched_ = c == closing ? (matched_ < 2 ? matched_ + 1 : 2) : 0;
      }
      break;
    }
    case State::instruction:
      if (c == '>' && matched_ == 1) state_ = State::text;
      matched_ = c == '?' ? 1 : 0;
      break;
    case State::doctype:
      // Comments between declarations may hold quotes and brackets.
      matched_ = c == kOpensComment[matched_] ? matched_ + 1 : c == '<' ? 1 : 0;
      if (matched_ == static_cast<int>(kOpensComment.size())) {
        matched_ = 0;
        state_ = State::doctype_comment;
      } else if (c == '"' || c == '\'') {
        quote_ = c;
        state_ = State::doctype_quote;
      } else if (c == '[') {
        brackets_ = 1;
      } else if (c == ']') {
        brackets_ = 0;
      } else if (c == '>' && brackets_ == 0) {
        state_ = State::text;
      }
      break;
    case State::doctype_quote:
      if (c == quote_) state_ = State::doctype;
      break;
    case State::close_rest:
      if (c != '>') break;
      state_ = State::text;
      return {XmlEvent::close, name_};
    default:
      break;
  }
  return {};
}

// One step inside an opening tag.
XmlEvent XmlScanner::next_inside(const char*& p, const char* end) {
  if (state_ == State::name || state_ == State::attribute_name) {
    take_name(p, end);
    if (p == end) return {};
    if (state_ == State::name) {
      state_ = State::inside;
      return {XmlEvent::tag, name_};
    }
    state_ = State::equals;
    return {};
  }
  const char c = *p++;
  count_line(c);
  switch (state_) {
    case State::inside:
      if (is_blank(c)) return {};
      if (c == '>') {
        state_ = State::text;
        return {XmlEvent::tag_end, {}};
      }
      if (c == '/') {
        state_ = State::slash;
        return {};
      }
      if (ends_name(c)) return broken("tag with a value but no attribute");
      name_.assign(1, c);
      state_ = State::attribute_name;
      return {};
    case State::slash:
      if (c != '>') return broken("'/' inside a tag");
      state_ = State::text;
      return {XmlEvent::tag_end_empty, {}};
    case State::equals:
      if (c == '=') {
        state_ = State::quote;
      } else if (!is_blank(c)) {
        return broken("attribute without a value");
      }
      return {};
    case State::quote:
      if (is_blank(c)) return {};
      if (c != '"' && c != '\'') return broken("value without quotes");
      quote_ = c;
      state_ = State::value;
      return {XmlEvent::attribute, name_};
    default:
      return {};
  }
}

XmlEvent XmlScanner::next_value(const char*& p, const char* end) {
  const char* const first = p;
  while (p != end && *p != quote_ && *p != '&' && *p != '\n' && *p != '\r') ++p;
  if (p != first) {
    after_cr_ = false;
    return {XmlEvent::value, {first, static_cast<std::size_t>(p - first)}};
  }
  const char c = *p++;
  count_line(c);
  if (c == quote_) {
    state_ = State::inside;
    return {XmlEvent::attribute_end, name_};
  }
  if (c == '&') {
    word_.clear();
    state_ = State::entity;
    return {};
  }
  return {XmlEvent::value, " "};
}

XmlEvent XmlScanner::next_entity(const char*& p, const char*) {
  if (state_ == State::broken) {
    ++p;
    return {};
  }
  const char c = *p;
  if (c == quote_ || is_blank(c) || word_.size() > kMostEntity) {  // an ampersand that should have been &amp;
    state_ = State::value;
    return {XmlEvent::entity, word_};
  }
  ++p;
  if (c != ';') {
    word_ += c;
    return {};
  }
  state_ = State::value;
  decoded_ = decode(word_);
  if (decoded_ == 0) return {XmlEvent::entity, word_};
  return {XmlEvent::value, {&decoded_, 1}};
}

}  // namespace solgel::io
