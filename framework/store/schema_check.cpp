#include "framework/store/schema_check.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <chrono>

#include "framework/store/schema.hpp"

namespace assay::sqlite {
namespace {

struct Column {
  std::string name;
  std::string type;
  bool may_be_null = false;
};

std::vector<std::string> names_of(Connection& connection, std::string_view type) {
  std::vector<std::string> names;
  Statement rows(connection,
                 "SELECT name FROM sqlite_schema WHERE type = ? AND name NOT LIKE 'sqlite%'");
  rows.bind_all(type);
  while (rows.step()) names.push_back(rows.text(0));
  return names;
}

std::vector<Column> columns_of(Connection& connection, const std::string& table) {
  std::vector<Column> columns;
  Statement rows(connection, "SELECT name, type, \"notnull\" OR pk > 0 FROM pragma_table_info(?)");
  rows.bind_all(std::string_view(table));
  while (rows.step()) columns.push_back({rows.text(0), rows.text(1), rows.integer(2) == 0});
  return columns;
}

// An SQL expression that counts the values of a type that the column does not admit. A column of
// reals admits integers.
std::string misfits(const Column& column) {
  std::vector<std::string> kinds = {column.type == "REAL"      ? "'real', 'integer'"
                                    : column.type == "INTEGER" ? "'integer'"
                                                               : "'text'"};
  if (column.may_be_null) kinds.emplace_back("'null'");
  return fmt::format("coalesce(sum(typeof({}) NOT IN ({})), 0)", column.name,
                     fmt::join(kinds, ", "));
}

void add_value_faults(Connection& connection, const std::string& table,
                      const std::vector<Column>& columns, std::vector<std::string>& faults) {
  std::vector<std::string> counts;
  for (const Column& column : columns) counts.push_back(misfits(column));
  Statement row(connection, fmt::format("SELECT {} FROM {}", fmt::join(counts, ", "), table));
  row.step();
  for (std::size_t k = 0; k < columns.size(); ++k) {
    const std::int64_t count = row.integer(static_cast<int>(k));
    if (count == 0) continue;
    faults.push_back(fmt::format("{} rows of '{}' have a value in '{}' of another type than {}{}",
                                 count, table, columns[k].name, columns[k].type,
                                 columns[k].may_be_null ? " or NULL" : ""));
  }
}

}  // namespace

std::vector<std::string> schema_faults(Connection& connection) {
  Connection model(":memory:", Connection::Mode::read_write, std::chrono::milliseconds(0));
  set_up(model);
  std::vector<std::string> faults;
  const auto present = names_of(connection, "view");
  for (const std::string& view : names_of(model, "view")) {
    if (std::ranges::find(present, view) == present.end()) {
      faults.push_back(fmt::format("the view '{}' is missing", view));
    }
  }
  for (const std::string& table : names_of(model, "table")) {
    const auto columns = columns_of(model, table);
    const auto found = columns_of(connection, table);
    std::size_t missing = 0;
    for (const Column& column : columns) {
      if (std::ranges::find(found, column.name, &Column::name) != found.end()) continue;
      ++missing;
      faults.push_back(fmt::format("the table '{}' has no column '{}'", table, column.name));
    }
    if (missing == 0) add_value_faults(connection, table, columns, faults);
  }
  return faults;
}

}  // namespace assay::sqlite
