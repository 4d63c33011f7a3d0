#include "framework/scenario/toml_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "framework/core/error.hpp"
#include "framework/core/names.hpp"

namespace assay {

const char* kind_of(const toml::node& node) {
  switch (node.type()) {
    case toml::node_type::table:
      return "a table";
    case toml::node_type::array:
      return "an array";
    case toml::node_type::string:
      return "a text";
    case toml::node_type::integer:
      return "an integer";
    case toml::node_type::floating_point:
      return "a number";
    case toml::node_type::boolean:
      return "a boolean";
    default:
      return "a date or time";
  }
}

std::optional<Value> scalar(const toml::node& node) {
  if (const auto* text = node.as_string()) return Value(text->get());
  if (const auto* integer = node.as_integer()) return Value(integer->get());
  if (const auto* real = node.as_floating_point()) return Value(real->get());
  if (const auto* boolean = node.as_boolean()) return Value(boolean->get());
  return std::nullopt;
}

std::vector<std::string> keys_as_written(const toml::table& table) {
  std::vector<std::string> keys;
  for (const auto& [key, node] : table) keys.emplace_back(key.str());
  const auto line_and_column = [&](const std::string& key) {
    const auto& begin = table.get(key)->source().begin;
    return std::pair(begin.line, begin.column);
  };
  std::stable_sort(keys.begin(), keys.end(), [&](const auto& a, const auto& b) {
    return line_and_column(a) < line_and_column(b);
  });
  return keys;
}

std::string location(const toml::node& node) {
  const auto& source = node.source();
  return fmt::format("{}:{}:{}", source.path ? *source.path : std::string("scenario"),
                     source.begin.line, source.begin.column);
}

TomlTable::TomlTable(const toml::table& table, std::string path,
                     std::initializer_list<std::string_view> known_keys)
    : table_(&table), path_(std::move(path)) {
  if (known_keys.size() == 0) return;
  const std::vector<std::string> known(known_keys.begin(), known_keys.end());
  for (const auto& [key, node] : table) {
    const std::string name(key.str());
    if (std::find(known.begin(), known.end(), name) != known.end()) continue;
    throw usage_error("{}: unknown key '{}'; {}", location(node), name_of(name),
                      did_you_mean(name, known));
  }
}

void TomlTable::read(std::string_view key, std::string& target) const {
  const auto* node = table_->get(key);
  if (node == nullptr) return;
  if (!node->is_string()) {
    throw error_at(key, fmt::format("must be a text, not {}", kind_of(*node)));
  }
  target = node->as_string()->get();
}

void TomlTable::read(std::string_view key, bool& target) const {
  const auto* node = table_->get(key);
  if (node == nullptr) return;
  if (!node->is_boolean()) {
    throw error_at(key, fmt::format("must be true or false, not {}", kind_of(*node)));
  }
  target = node->as_boolean()->get();
}

void TomlTable::read(std::string_view key, double& target, double least, double most) const {
  const auto* node = table_->get(key);
  if (node == nullptr) return;
  const auto value = node->value<double>();
  if (!node->is_number() || !value) {
    throw error_at(key, fmt::format("must be a number, not {}", kind_of(*node)));
  }
  if (!(*value >= least && *value <= most)) {  // negated so that NaN is refused
    throw error_at(key, fmt::format("must lie between {} and {}, not {}", least, most, *value));
  }
  target = *value;
}

std::optional<std::int64_t> TomlTable::integer(std::string_view key, std::int64_t least,
                                               std::int64_t most) const {
  const auto* node = table_->get(key);
  if (node == nullptr) return std::nullopt;
  if (!node->is_integer()) {
    throw error_at(key, fmt::format("must be an integer, not {}", kind_of(*node)));
  }
  const std::int64_t value = node->as_integer()->get();
  if (value < least || value > most) {
    throw error_at(key, fmt::format("must lie between {} and {}, not {}", least, most, value));
  }
  return value;
}

std::string TomlTable::required_text(std::string_view key) const {
  if (!has(key)) throw error_at(key, "is missing");
  std::string text;
  read(key, text);
  if (text.empty()) throw error_at(key, "must not be empty");
  return text;
}

std::vector<Value> TomlTable::values(std::string_view key) const {
  const auto* node = table_->get(key);
  if (node == nullptr) return {};
  if (const auto value = scalar(*node)) return {*value};
  const auto* array = node->as_array();
  if (array == nullptr) {
    throw error_at(key,
                   fmt::format("must be a value or an array of values, not {}", kind_of(*node)));
  }
  if (array->empty()) throw error_at(key, "is an empty array: give at least one value");
  std::vector<Value> values;
  std::set<Value> seen;
  for (const auto& element : *array) {
    const auto value = scalar(element);
    if (!value) {
      throw usage_error("{}: '{}' holds {} where a value is expected", location(element),
                        name_of(key), kind_of(element));
    }
    const bool is_ordered = *value == *value;  // NaN is not, and equals nothing
    if (is_ordered && !seen.insert(*value).second) {
      throw usage_error("{}: '{}' lists the value {} twice", location(element), name_of(key),
                        to_string(*value));
    }
    values.push_back(*value);
  }
  return values;
}

const toml::table* TomlTable::table(std::string_view key) const {
  const auto* node = table_->get(key);
  if (node == nullptr) return nullptr;
  if (!node->is_table())
    throw error_at(key, fmt::format("must be a table, not {}", kind_of(*node)));
  return node->as_table();
}

std::vector<const toml::table*> TomlTable::tables(std::string_view key) const {
  const auto* node = table_->get(key);
  if (node == nullptr) return {};
  const auto* array = node->as_array();
  if (array == nullptr || !array->is_array_of_tables()) {
    throw error_at(key, fmt::format("must be written as [[{}]], one for each", key));
  }
  std::vector<const toml::table*> tables;
  for (const auto& element : *array) tables.push_back(element.as_table());
  return tables;
}

std::vector<const toml::table*> TomlTable::one_or_more_tables(std::string_view key) const {
  const auto* node = table_->get(key);
  if (node != nullptr && node->is_table()) return {node->as_table()};
  return tables(key);
}

std::string TomlTable::place_of(std::string_view key) const {
  const auto* node = table_->get(key);
  return location(node != nullptr ? *node : *table_);
}

Error TomlTable::error_at(std::string_view key, const std::string& message) const {
  return usage_error("{}: '{}' {}", place_of(key), name_of(key), message);
}

std::string TomlTable::name_of(std::string_view key) const {
  return path_.empty() ? std::string(key) : fmt::format("{}.{}", path_, key);
}

}  // namespace assay
