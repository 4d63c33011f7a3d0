// Tables of named columns: CSV, ARFF, NumPy.
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "assay/plugin.hpp"
#include "forest/problem/attribute_columns.hpp"
#include "forest/problem/file_data.hpp"
#include "forest/problem/label_map.hpp"
#include "tables/condition.hpp"
#include "tables/table.hpp"

namespace forest {
namespace {

using assay::sdk::Error;

std::set<std::size_t> find_columns(const tables::TableReader& table, const std::string& path,
                                   const std::string& names) {
  std::set<std::size_t> found;
  for (const auto& name : tables::split_list(names)) {
    found.insert(tables::find_column(table, path, name));
  }
  return found;
}

std::vector<AttributeColumn> choose_columns(const tables::TableReader& table,
                                            const std::string& path, const DataArguments& arguments,
                                            std::size_t label) {
  const auto categorical = find_columns(table, path, arguments.categories);
  const auto listed = find_columns(table, path, arguments.columns);
  std::vector<AttributeColumn> chosen;
  for (std::size_t column = 0; column < table.columns().size(); ++column) {
    if (!listed.empty() && !listed.contains(column)) continue;
    if (column == label) {
      if (listed.empty()) continue;
      throw Error(ASSAY_INVALID, fmt::format("column '{}' contains the labels, but is listed among "
                                             "the attributes' columns: leave it out there",
                                             table.columns()[label]));
    }
    chosen.emplace_back(column, table.columns()[column], categorical.contains(column));
  }
  if (chosen.empty()) {
    throw Error(ASSAY_INVALID, fmt::format("{} has no columns except that of the labels", path));
  }
  return chosen;
}

}  // namespace

Dataset read_table(const std::string& path, const DataArguments& arguments) {
  const auto table = tables::open_table(path);
  if (arguments.label.empty()) {
    throw Error(ASSAY_INVALID,
                fmt::format("which column of {} holds the labels? Give label = \"...\", of: {}",
                            path, fmt::join(table->columns(), ", ")));
  }
  const std::size_t label = tables::find_column(*table, path, arguments.label);
  auto columns = choose_columns(*table, path, arguments, label);
  std::vector<std::string> labels;
  while (table->next()) {
    labels.push_back(table->text(label));
    if (labels.back().empty()) {
      throw Error(ASSAY_DATA_ERROR, fmt::format("{}: the label is missing", table->place(label)));
    }
    for (AttributeColumn& column : columns) column.take(*table);
  }
  if (labels.empty()) throw Error(ASSAY_DATA_ERROR, fmt::format("{} has no rows", path));
  Dataset data;
  for (const AttributeColumn& column : columns) column.append_to(data);
  MappedLabels mapped = map_labels(labels);
  data.labels = std::move(mapped.labels);
  data.label_names = std::move(mapped.names);
  return data;
}

}  // namespace forest
