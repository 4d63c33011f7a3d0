#include "forest/problem/attribute_columns.hpp"

#include <fmt/format.h>

#include <cmath>
#include <utility>

#include "assay/plugin.hpp"

namespace forest {
namespace {

constexpr std::size_t most_categories = std::size_t{1} << 12;

}  // namespace

float attribute_value(const tables::TableReader& table, std::size_t column) {
  const auto value = static_cast<float>(table.number(column));
  if (std::isfinite(value)) return value;
  throw assay::sdk::Error(
      ASSAY_DATA_ERROR,
      fmt::format("{}: {} in column '{}' exceeds the range of float: scale the column",
                  table.place(column), table.text(column), table.columns()[column]));
}

AttributeColumn::AttributeColumn(std::size_t column, std::string name, bool is_categorical)
    : column_(column),
      name_(std::move(name)),
      is_categorical_(is_categorical),
      is_decided_(is_categorical) {}

void AttributeColumn::take(const tables::TableReader& table) {
  if (!is_decided_) {
    const std::string first = table.text(column_);
    // A word for a missing number is refused as a number, with its place in the file.
    const bool is_missing = first.empty() || first == "?" || first == "NA";
    is_categorical_ = !is_missing && !tables::parse_number(first);
    is_decided_ = true;
  }
  if (!is_categorical_) {
    values_.push_back(attribute_value(table, column_));
    return;
  }
  const auto next = static_cast<std::uint32_t>(categories_.size());
  rows_.push_back(categories_.try_emplace(table.text(column_), next).first->second);
  if (categories_.size() <= most_categories) return;
  throw assay::sdk::Error(
      ASSAY_DATA_ERROR,
      fmt::format("{}: column '{}' has {} categories up to here, each of which becomes an "
                  "attribute, but at most {} are possible: leave it out",
                  table.place(column_), name_, categories_.size(), most_categories));
}

std::size_t AttributeColumn::attributes() const { return is_categorical_ ? categories_.size() : 1; }

void AttributeColumn::append_to(Dataset& data) const {
  if (!is_categorical_) {
    data.attribute_names.push_back(name_);
    data.values.insert(data.values.end(), values_.begin(), values_.end());
    return;
  }
  for (const auto& [category, number] : categories_) {
    data.attribute_names.push_back(fmt::format("{}={}", name_, category));
    for (const std::uint32_t row : rows_) data.values.push_back(row == number ? 1.0F : 0.0F);
  }
}

}  // namespace forest
