// Runs every variant of top-k/rows that can run here, and judges the results as assay does.
#include <algorithm>
#include <limits>
#include <tuple>

#include "framework/core/space/corners.hpp"
#include "tests/catch.hpp"
#include "tests/npy_file.hpp"
#include "tests/plugins/host/temporary_file.hpp"
#include "tests/plugins/host/trials.hpp"

namespace {

using namespace assay;
using testing::Method;

struct Chosen : testing::Trials {
  Chosen() : Trials("top-k/rows") { REQUIRE(methods().size() >= 2); }
  std::vector<Method> methods() { return Trials::methods({}); }
};

Bindings matrix(std::int64_t rows, std::int64_t columns, std::int64_t k, const char* precision,
                const char* values = "normal") {
  return {{"rows", Value(rows)},
          {"columns", Value(columns)},
          {"k", Value(k)},
          {"precision", Value(precision)},
          {"values", Value(values)}};
}

void check_right(const TrialResult& result) {
  INFO(result.message);
  CHECK(result.ok());
}

// Runs all variants, with one group and with several for a row, on rows that are all as given.
void check_row(Chosen& chosen, const std::vector<float>& row, std::int64_t k) {
  std::vector<float> x = row;
  x.insert(x.end(), row.begin(), row.end());
  const auto columns = static_cast<std::int64_t>(row.size());
  const testing::TemporaryFile file("rows.npy",
                                    testing::npy("<f4", "(2, " + std::to_string(columns) + ")", x));
  Bindings arguments = matrix(2, columns, k, "float");
  arguments.emplace_back("file", Value(file.path()));
  for (const Method& method : chosen.methods()) {
    INFO(method.name() << ", k = " << k);
    check_right(chosen.run_nearest(method, arguments));
    const bool has_parts = std::ranges::any_of(
        method.variant->parameters, [](const Parameter& p) { return p.name == "parts"; });
    if (!has_parts) continue;
    INFO("a row for several groups");
    check_right(chosen.run_nearest(
        method, arguments,
        {{"parts", Value(std::int64_t{4})}, {"group_size", Value(std::int64_t{64})}}));
  }
}

}  // namespace

TEST_CASE("the largest numbers of rows of any length are found, in both precisions") {
  Chosen chosen;
  for (const Method& method : chosen.methods()) {
    for (const auto& [rows, columns, k] : {std::tuple{1, 1, 1},
                                           {77, 1, 1},
                                           {5, 31, 31},
                                           {2, 64, 7},
                                           {19, 33, 1},
                                           {3, 2049, 1024},
                                           {1, 9000, 100},
                                           {64, 256, 64}}) {
      for (const char* precision : {"float", "double"}) {
        INFO(method.name() << ", " << k << " of " << rows << " x " << columns << ", " << precision);
        check_right(chosen.run_nearest(method, matrix(rows, columns, k, precision)));
      }
    }
  }
}

TEST_CASE("numbers of all magnitudes, ties and special numbers are put in order") {
  Chosen chosen;
  for (const Method& method : chosen.methods()) {
    for (const char* values : {"uniform", "wide", "few-distinct", "special"}) {
      for (const char* precision : {"float", "double"}) {
        INFO(method.name() << ", " << values << ", " << precision);
        check_right(chosen.run_nearest(method, matrix(6, 3001, 40, precision, values)));
        check_right(chosen.run_nearest(method, matrix(3, 700, 700, precision, values)));
      }
    }
  }
}

// Rising numbers fill a queue again and again, falling ones never; equal ones make every digit and
// every bound a tie.
TEST_CASE("rows that are sorted, or of one number alone, are no harder than others to get right") {
  Chosen chosen;
  std::vector<float> row(6000);
  for (std::size_t j = 0; j < row.size(); ++j) row[j] = static_cast<float>(j) - 3000;
  check_row(chosen, row, 100);
  std::reverse(row.begin(), row.end());
  check_row(chosen, row, 100);
  for (const float number :
       {0.0F, -1.5F, std::numeric_limits<float>::quiet_NaN(),
        -std::numeric_limits<float>::infinity(), std::numeric_limits<float>::lowest()}) {
    std::fill(row.begin(), row.end(), number);
    check_row(chosen, row, 128);
  }
}

TEST_CASE("the largest number is found wherever it is") {
  Chosen chosen;
  for (const float largest : {1e-45F, std::numeric_limits<float>::infinity(), -std::nanf("")}) {
    for (const std::size_t place : {0, 255, 256, 4094}) {
      std::vector<float> row(4095, -0.0F);
      row[place] = largest;
      check_row(chosen, row, 1);
    }
  }
}

TEST_CASE("every value of every parameter is right") {
  Chosen chosen;
  const Bindings arguments = matrix(3, 4100, 30, "float", "special");
  for (const Method& method : chosen.swept_methods()) {
    for (const Bindings& configuration : each_value_once(chosen.space(method, arguments))) {
      INFO(method.name() << ", " << to_string(configuration));
      check_right(chosen.run(method, arguments, configuration));
    }
  }
}
