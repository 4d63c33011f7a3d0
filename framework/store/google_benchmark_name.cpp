#include "framework/store/google_benchmark_name.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <vector>

#include "framework/core/split.hpp"
#include "framework/core/value_text.hpp"

namespace assay {
namespace {

bool begins_number(const std::string& text) {
  const std::size_t digit = text.starts_with('-') ? 1 : 0;
  return digit < text.size() && std::isdigit(static_cast<unsigned char>(text[digit])) != 0;
}

// Parses an argument such as "n:8" or "min_time:0.500s". An integer without a name gets an empty
// name. Returns no bindings for any other form.
Bindings named_number(const std::string& part) {
  const std::size_t colon = part.find(':');
  const std::string value = part.substr(colon == std::string::npos ? 0 : colon + 1);
  if (colon == 0 || !begins_number(value)) return {};
  const Value number = value_from_text(value);
  if (colon != std::string::npos) return {{part.substr(0, colon), number}};
  return std::holds_alternative<std::int64_t>(number) ? Bindings{{"", number}} : Bindings{};
}

// Parses a list such as "level=3 data=uniform". Returns no bindings unless every word has that
// form.
Bindings equations(const std::string& part) {
  Bindings bindings;
  for (const std::string& word : split_at(part, ' ')) {
    const std::size_t equals = word.find('=');
    if (equals == 0 || equals == std::string::npos) return {};
    bindings.emplace_back(word.substr(0, equals), value_from_text(word.substr(equals + 1)));
  }
  return bindings;
}

// The arguments that a part of the name stands for; none if the part belongs to the name itself.
Bindings arguments_of(const std::string& part) {
  for (const char* clock : {"real_time", "manual_time", "process_time"}) {
    if (part == clock) return {{part, true}};
  }
  const Bindings number = named_number(part);
  return number.empty() ? equations(part) : number;
}

// Whether no argument in `more` has a name that `taken` contains. Arguments without a name never
// clash, since they get theirs later.
bool all_new(const Bindings& more, const Bindings& taken) {
  return std::none_of(more.begin(), more.end(), [&](const auto& argument) {
    return !argument.first.empty() && find(taken, argument.first) != nullptr;
  });
}

}  // namespace

GoogleBenchmarkName parse_google_name(const std::string& text) {
  std::vector<std::string> parts = split_at(text, '/');
  Bindings arguments;
  while (parts.size() > 1) {
    const Bindings more = arguments_of(parts.back());
    if (more.empty() || !all_new(more, arguments)) break;
    arguments.insert(arguments.begin(), more.begin(), more.end());
    parts.pop_back();
  }
  std::size_t position = 0;
  for (auto& argument : arguments) {
    if (argument.first.empty()) argument.first = fmt::format("arg{}", position++);
  }
  return {fmt::format("{}", fmt::join(parts, "/")), arguments};
}

}  // namespace assay
