#include "core/result.h"

namespace solgel {

std::string Error::message() const {
  std::string text;
  if (!file.empty()) text += file + ":";
  if (line != 0) text += std::to_string(line) + ":";
  if (!text.empty()) text += " ";
  text += found;
  if (!allowed.empty()) text += "; " + allowed;
  if (!remedy.empty()) text += "; " + remedy;
  return text;
}

}  // namespace solgel
