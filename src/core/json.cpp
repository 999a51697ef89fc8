#include "core/json.h"

#include <cmath>

#include "core/params.h"

namespace solgel {

std::string json_text(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      out += '\\';
      out += c;
    } else if (byte < 0x20) {
      out += "\\u00";
      out += "0123456789abcdef"[byte >> 4];
      out += "0123456789abcdef"[byte & 15];
    } else {
      out += c;
    }
  }
  return out + "\"";
}

void JsonObject::raw(std::string_view key, std::string_view json) {
  if (!body_.empty()) body_ += ",\n";
  body_ += json_text(key) + ": " + std::string(json);
}

void JsonObject::number(std::string_view key, double value) {
  raw(key, std::isfinite(value) ? number_text(value) : "null");
}

void JsonObject::text(std::string_view key, std::string_view value) {
  raw(key, json_text(value));
}

std::string warnings_json(const Warnings& warnings) {
  std::string json = "[";
  for (const Warning& w : warnings.list()) {
    if (json.size() > 1) json += ", ";
    json += "{\"file\": " + json_text(w.file) + ", \"line\": " + std::to_string(w.line) +
            ", \"message\": " + json_text(w.message) + ", \"count\": " + std::to_string(w.count) + "}";
  }
  return json + "]";
}

}  // namespace solgel
