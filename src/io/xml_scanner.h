// Pulls tags and attributes out of XML that arrives in pieces. Text between tags, comments, CDATA, processing
// instructions and the document type are passed over; no entity but the five of XML and numeric ones is known, so
// nothing a file says can make it grow.
//
// Values of attributes come in pieces too, decoded, none of which holds a line end inside: what a piece stands for, and
// its line, do not depend on how the file was cut if the caller takes values byte by byte. Names are cut at kMostName
// bytes; that is all that the scanner stores.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace solgel::io {

struct XmlEvent {
  enum Kind : std::uint8_t {
    more,       // the piece is used up
    tag,        // <name, its attributes follow
    attribute,  // name=
    value,      // a part of the attribute's value
    attribute_end,
    tag_end,        // >
    tag_end_empty,  // />
    close,          // </name>
    entity,         // the value held &name; which is not known; left out
    malformed,      // no way to go on; what was found is in the text
  };
  Kind kind = more;
  std::string_view text{};  // valid until the next call
};

class XmlScanner {
 public:
  static constexpr std::size_t kMostName = 128;

  // Reads from p, which moves on, to the next event.
  XmlEvent next(const char*& p, const char* end);

  std::uint64_t line() const { return line_; }
  // Whether the file may end here: not inside a tag or a comment.
  bool between_tags() const { return state_ == State::text; }

 private:
  enum class State : std::uint8_t {
    text,
    less,
    bang,
    comment,
    cdata,
    doctype,
    doctype_quote,
    doctype_comment,
    instruction,
    close_name,
    close_rest,
    name,
    inside,
    slash,
    attribute_name,
    equals,
    quote,
    value,
    entity,
    broken,
  };

  XmlEvent next_outside(const char*& p, const char* end);
  XmlEvent next_inside(const char*& p, const char* end);
  XmlEvent next_value(const char*& p, const char* end);
  XmlEvent next_entity(const char*& p, const char* end);
  XmlEvent broken(std::string_view why);
  void count_line(char c);
  void take_name(const char*& p, const char* end);

  State state_ = State::text;
  std::string name_;
  std::string word_;  // entity, or what follows "<!"
  char decoded_ = 0;
  char quote_ = 0;
  int matched_ = 0;   // of the closing "-->", "]]>", "?>", of the opening "<!--"
  int brackets_ = 0;  // of the internal subset
  bool after_cr_ = false;
  std::uint64_t line_ = 1;
};

}  // namespace solgel::io
