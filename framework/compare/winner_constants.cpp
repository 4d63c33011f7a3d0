#include "framework/compare/winner_constants.hpp"

#include <fmt/format.h>

#include <cctype>
#include <cmath>
#include <limits>

#include "framework/compare/text.hpp"
#include "framework/core/error.hpp"

namespace assay {
namespace {

struct Literal {
  std::string operator()(bool value) const { return value ? "1" : "0"; }
  std::string operator()(std::int64_t value) const {
    if (value == std::numeric_limits<std::int64_t>::min()) return "(-9223372036854775807LL - 1)";
    const bool small = value >= -2147483647 && value <= 2147483647;
    const std::string text = fmt::format("{}{}", value, small ? "" : "LL");
    return value < 0 ? "(" + text + ")" : text;
  }
  std::string operator()(double value) const {
    if (!std::isfinite(value)) {
      throw environment_error("the value {} cannot be written in C; use --format json", value);
    }
    std::string text = fmt::format("{}", value);
    if (text.find_first_of(".e") == std::string::npos) text += ".0";
    return value < 0 ? "(" + text + ")" : text;
  }
  std::string operator()(const std::string& value) const { return c_string(value); }
};

}  // namespace

std::string c_name(const std::string& text) {
  std::string name;
  for (const char c : text) {
    const auto u = static_cast<unsigned char>(c);
    name += u < 128 && std::isalnum(u) != 0 ? c : '_';
  }
  if (name.empty() || std::isdigit(static_cast<unsigned char>(name[0])) != 0) name = '_' + name;
  return name;
}

std::string c_comment(const std::string& text) {
  std::string line = one_line(text);
  for (std::size_t at = line.find("*/"); at != std::string::npos; at = line.find("*/", at)) {
    line.replace(at, 2, "* /");
  }
  return line;
}

std::string c_string(const std::string& text) {
  std::string literal = "\"";
  for (const char c : text) {
    const auto u = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\' || c == '?') {
      literal += {'\\', c};
    } else if (u < 32 || u >= 127) {
      literal += fmt::format("\\{:03o}", u);
    } else {
      literal += c;
    }
  }
  return literal + '"';
}

std::string c_literal(const Value& value) { return std::visit(Literal(), value); }

std::string token_of(const Value& value) {
  const auto* text = std::get_if<std::string>(&value);
  return text == nullptr ? c_literal(value) : one_line(*text);
}

std::vector<std::pair<Parameter, Value>> settings_of(const Winner& winner,
                                                     const WinnerLayout& layout) {
  std::vector<std::pair<Parameter, Value>> settings;
  Bindings rest = winner.entry->best->configuration;
  for (const auto& parameter : layout.parameters) {
    if (const Value* value = find(rest, parameter.name)) settings.emplace_back(parameter, *value);
    std::erase_if(rest, [&](const auto& binding) { return binding.first == parameter.name; });
  }
  for (const auto& [name, value] : rest) settings.push_back({{name, "", {}, value, ""}, value});
  return settings;
}

}  // namespace assay
