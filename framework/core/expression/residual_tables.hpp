#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "framework/core/number_table.hpp"

namespace assay {

// Distinct functions of variables that have few combinations of values, as tables of their results,
// numbers below 256. Functions that have the same result everywhere are one table: variables that
// make no difference are left out.
class ResidualTables {
 public:
  using Id = std::uint32_t;
  struct Function {
    bool is_constant;
    std::uint32_t value;  // the result if it is constant, otherwise the number of the table
  };

  // `sizes` are the numbers of values of all variables.
  explicit ResidualTables(std::vector<std::uint32_t> sizes) : sizes_(std::move(sizes)) {}

  // The function of the variables (ascending) with these results for all combinations of their
  // indices, the last variable varying fastest.
  Function insert(std::span<const std::size_t> variables, std::span<const std::uint8_t> results);
  // What is left of a table when a variable has its value number `index`.
  Function bind(Id table, std::size_t variable, std::uint32_t index);
  // The number of results in all tables, the measure of memory.
  [[nodiscard]] std::size_t results() const { return results_.size(); }

 private:
  struct Table {
    std::size_t first_variable;  // in variables_
    std::size_t variables;
    std::size_t first_result;  // in results_
    std::size_t results;
  };

  [[nodiscard]] std::span<const std::uint32_t> variables(const Table& table) const {
    return std::span(variables_).subspan(table.first_variable, table.variables);
  }
  [[nodiscard]] std::span<const std::uint8_t> results(const Table& table) const {
    return std::span(results_).subspan(table.first_result, table.results);
  }
  Function insert_scratch();
  void remove_idle_variables();
  void keep_first(std::size_t kept, std::size_t period);

  std::vector<std::uint32_t> sizes_;
  std::vector<Table> tables_;
  std::vector<std::uint32_t> variables_;
  std::vector<std::uint8_t> results_;
  NumberTable numbers_;
  // Scratch: the function that is inserted.
  std::vector<std::uint32_t> new_variables_;
  std::vector<std::uint8_t> new_results_;
};

}  // namespace assay
