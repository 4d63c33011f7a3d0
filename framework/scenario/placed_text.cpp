#include "framework/scenario/placed_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "framework/core/expression/expression.hpp"
#include "framework/kernel_file/formula.hpp"

namespace assay {

PlacedText placed_text(const toml::node& node, const std::string& name) {
  const auto value = scalar(node);
  if (value && !std::holds_alternative<bool>(*value)) return {to_string(*value), location(node)};
  throw usage_error(
      "{}: '{}' must be an expression such as \"ceil_div(n, block)\" or a number, not {}",
      location(node), name, kind_of(node));
}

std::vector<PlacedText> placed_texts(const TomlTable& reader, std::string_view key) {
  const auto* node = reader.raw().get(key);
  if (node == nullptr) return {};
  const auto* array = node->as_array();
  if (array == nullptr) return {placed_text(*node, std::string(key))};
  if (array->empty()) throw reader.error_at(key, "is an empty array: give at least one value");
  std::vector<PlacedText> texts;
  for (const auto& element : *array) texts.push_back(placed_text(element, std::string(key)));
  return texts;
}

std::vector<std::pair<std::string, PlacedText>> read_constants(const toml::table& defines) {
  std::vector<std::pair<std::string, PlacedText>> constants;
  for (const auto& name : keys_as_written(defines)) {
    if (!is_identifier(name)) {
      throw usage_error("{}: '{}' cannot be the name of a constant: use letters, digits and _",
                        location(*defines.get(name)), name);
    }
    constants.emplace_back(name, placed_text(*defines.get(name), name));
  }
  return constants;
}

void require_expression(const PlacedText& formula, const std::vector<std::string>* names) {
  if (names != nullptr) return check_formula(formula, *names);
  std::vector<std::string> any;
  try {
    static_cast<void>(Expression::parse_collecting(formula.text, any));
  } catch (const Error& error) {
    throw error_at(formula.place, error.what());
  }
}

bool is_identifier(std::string_view text) {
  const auto letter = [](char c) {
    return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_';
  };
  return !text.empty() && letter(text.front()) &&
         std::all_of(text.begin(), text.end(), [&](char c) {
           return letter(c) || std::isdigit(static_cast<unsigned char>(c)) != 0;
         });
}

}  // namespace assay
