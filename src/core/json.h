// Writes small JSON objects; reading is left to a library.
#pragma once

#include <string>
#include <string_view>

#include "core/warnings.h"

namespace solgel {

// Text in quotes, escaped; invalid UTF-8 passes as it is.
std::string json_text(std::string_view text);

// One object, members in the order given. A number that is not finite becomes null.
class JsonObject {
 public:
  void number(std::string_view key, double value);
  void text(std::string_view key, std::string_view value);
  void raw(std::string_view key, std::string_view json);
  std::string str() const { return body_.empty() ? "{}" : "{\n" + body_ + "\n}"; }

 private:
  std::string body_;
};

// [{"file":...,"line":...,"message":...,"count":...}, ...]
std::string warnings_json(const Warnings& warnings);

}  // namespace solgel
