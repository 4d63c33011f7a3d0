// Checks for every problem whose instances are matrices of independent rows: its variants are right
// for rows of any length, numbers of any kind and every value of their parameters.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "framework/core/space/corners.hpp"
#include "tests/catch.hpp"
#include "tests/npy_file.hpp"
#include "tests/plugins/host/temporary_file.hpp"
#include "tests/plugins/host/trials.hpp"

namespace testing {

class RowTrials : public Trials {
 public:
  // Requires a variant besides the plain one.
  explicit RowTrials(const std::string& problem) : Trials(problem) {
    REQUIRE(methods().size() >= 2);
  }
  std::vector<Method> methods() { return Trials::methods({}); }

  void check_lengths() {
    for (const auto& [rows, columns] :
         {std::pair{1, 1}, {77, 1}, {5, 31}, {2, 64}, {19, 33}, {1, 2049}}) {
      for (const char* precision : {"float", "double"}) {
        check_all(matrix(rows, columns, precision, "normal"));
      }
    }
  }
  void check_kinds_of_numbers() {
    for (const char* values : {"uniform", "wide", "few-distinct", "special"}) {
      for (const char* precision : {"float", "double"}) {
        for (const auto& [rows, columns] : {std::pair{40, 100}, {600, 7}, {600, 1}}) {
          check_all(matrix(rows, columns, precision, values));
        }
      }
    }
  }
  // Rows of packs that one group keeps, and rows of single elements that groups share.
  void check_parameters() {
    for (const assay::Bindings& arguments :
         {matrix(9, 1020, "float", "normal"), matrix(2, 8193, "double", "normal")}) {
      for (const Method& method : swept_methods()) {
        for (const assay::Bindings& configuration :
             assay::each_value_once(space(method, arguments))) {
          INFO(method.name() << ", " << assay::to_string(configuration));
          check_right(run(method, arguments, configuration));
        }
      }
    }
  }
  // Of floats, row after row.
  void check_matrix(std::int64_t rows, std::int64_t columns, const std::vector<float>& numbers) {
    const std::string shape = "(" + std::to_string(rows) + ", " + std::to_string(columns) + ")";
    const TemporaryFile file("m.npy", npy("<f4", shape, numbers));
    assay::Bindings arguments = matrix(rows, columns, "float", "normal");
    arguments.emplace_back("file", assay::Value(file.path()));
    check_all(arguments);
  }

 private:
  static assay::Bindings matrix(std::int64_t rows, std::int64_t columns, const char* precision,
                                const char* values) {
    return {{"rows", assay::Value(rows)},
            {"columns", assay::Value(columns)},
            {"precision", assay::Value(precision)},
            {"values", assay::Value(values)}};
  }
  static void check_right(const assay::TrialResult& result) {
    INFO(result.message);
    CHECK(result.ok());
  }
  void check_all(const assay::Bindings& arguments) {
    for (const Method& method : methods()) {
      INFO(method.name() << ", " << assay::to_string(arguments));
      check_right(run_nearest(method, arguments));
    }
  }
};

}  // namespace testing
