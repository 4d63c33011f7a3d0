#include "framework/core/strategy_spec.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "framework/core/error.hpp"

namespace assay {
namespace {

// Parses a setting such as "first_trials=12".
std::pair<std::string, double> parse_setting(const std::string& setting) {
  const std::size_t equals = std::min(setting.find('='), setting.size());
  const char* const last = setting.data() + setting.size();
  const char* const first = std::min(setting.data() + equals + 1, last);
  double value = 0;
  const auto [rest, error] = std::from_chars(first, last, value);
  if (equals == 0 || error != std::errc() || rest != last) {
    throw usage_error("'{}' is not a setting of a strategy; write NAME=NUMBER", setting);
  }
  return {setting.substr(0, equals), value};
}

}  // namespace

StrategySpec parse_strategy(const std::string& text) {
  StrategySpec spec;
  std::size_t end = text.find(':');
  spec.name = text.substr(0, end);
  while (end != std::string::npos) {
    const std::size_t begin = end + 1;
    end = text.find(':', begin);
    const auto [name, value] = parse_setting(text.substr(begin, end - begin));
    if (!spec.settings.emplace(name, value).second) {
      throw usage_error("'{}' sets {} twice", text, name);
    }
  }
  return spec;
}

std::string to_string(const StrategySpec& spec) {
  std::string text = spec.name;
  for (const auto& [name, value] : spec.settings) text += fmt::format(":{}={}", name, value);
  return text;
}

}  // namespace assay
