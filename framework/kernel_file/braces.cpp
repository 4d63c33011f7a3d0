#include "framework/kernel_file/braces.hpp"

#include <cctype>
#include <cstddef>

namespace assay {
namespace {

// The name in "{name}" at a brace; "" if the braces contain anything else.
std::string name_at(const std::string& text, std::size_t brace) {
  if (brace > 0 && text[brace - 1] == '$') return "";
  const auto letter = [](char c) {
    return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_';
  };
  std::size_t end = brace + 1;
  if (end == text.size() || !letter(text[end])) return "";
  while (end < text.size() &&
         (letter(text[end]) || std::isdigit(static_cast<unsigned char>(text[end])) != 0)) {
    ++end;
  }
  return end < text.size() && text[end] == '}' ? text.substr(brace + 1, end - brace - 1) : "";
}

}  // namespace

std::string with_values_in_braces(const std::string& text,
                                  const std::function<std::string(const std::string&)>& value_of) {
  std::string result;
  std::size_t copied = 0;
  for (std::size_t at = text.find('{'); at != std::string::npos; at = text.find('{', at + 1)) {
    const std::string name = name_at(text, at);
    if (name.empty()) continue;
    result.append(text, copied, at - copied);
    result += value_of(name);
    copied = at + name.size() + 2;
  }
  return result.append(text, copied);
}

std::vector<std::string> names_in_braces(const std::string& text) {
  std::vector<std::string> names;
  static_cast<void>(with_values_in_braces(text, [&](const std::string& name) {
    names.push_back(name);
    return std::string();
  }));
  return names;
}

}  // namespace assay
