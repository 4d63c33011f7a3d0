// Runs every variant of spmv/csr that can run here, against the reference.
#include <string>
#include <tuple>

#include "tests/catch.hpp"
#include "tests/plugins/host/temporary_file.hpp"
#include "tests/plugins/host/trials.hpp"

namespace {

using namespace assay;
using testing::Method;

struct Products : testing::Trials {
  Products() : Trials("spmv/csr") { REQUIRE(methods().size() >= 2); }
  std::vector<Method> methods() { return Trials::methods({}); }
};

Bindings matrix(std::int64_t rows, std::int64_t columns, double mean, const char* lengths,
                const char* precision, const char* values = "few-distinct") {
  return {{"rows", Value(rows)},       {"columns", Value(columns)},     {"mean", Value(mean)},
          {"lengths", Value(lengths)}, {"precision", Value(precision)}, {"values", Value(values)}};
}

void check_right(const TrialResult& result) {
  INFO(result.message);
  CHECK(result.ok());
}

}  // namespace

// Integers have no tolerance: an entry that is left out or taken twice shows, unless it is 0.
TEST_CASE("matrices of any shape are multiplied, in both precisions") {
  Products products;
  for (const Method& method : products.methods()) {
    for (const auto& [rows, columns, mean] : {std::tuple{1, 1, 1.0},
                                              {1, 5000, 5000.0},
                                              {3, 1, 0.7},
                                              {257, 31, 2.0},
                                              {1000, 1000, 0.1},
                                              {128, 129, 129.0},
                                              {2049, 700, 9.3}}) {
      for (const char* lengths : {"uniform", "power-law", "one-long-row"}) {
        for (const char* precision : {"float", "double"}) {
          INFO(method.name() << ", " << rows << " x " << columns << ", " << mean << " of "
                             << lengths << ", " << precision);
          const TrialResult result =
              products.run_nearest(method, matrix(rows, columns, mean, lengths, precision));
          check_right(result);
          CHECK(result.verification_error == 0);
        }
      }
    }
  }
}

TEST_CASE("matrices without rows, columns or entries are multiplied") {
  Products products;
  for (const Method& method : products.methods()) {
    for (const auto& [rows, columns] : {std::tuple{0, 0}, {0, 5}, {5, 0}, {700, 5}}) {
      INFO(method.name() << ", " << rows << " x " << columns);
      check_right(products.run_nearest(method, matrix(rows, columns, 0, "power-law", "float")));
    }
  }
}

TEST_CASE("numbers of all kinds are multiplied within the tolerance") {
  Products products;
  for (const Method& method : products.methods()) {
    for (const char* values : {"uniform", "normal", "wide", "special"}) {
      for (const char* precision : {"float", "double"}) {
        INFO(method.name() << ", " << values << ", " << precision);
        check_right(
            products.run_nearest(method, matrix(700, 900, 11, "power-law", precision, values)));
        check_right(products.run_nearest(
            method, matrix(30, 30'000, 3000, "one-long-row", precision, values)));
      }
    }
  }
}

TEST_CASE(
    "the matrix of a file is multiplied, with rows out of order, empty ones and repetitions") {
  std::string lines = "%%MatrixMarket matrix coordinate integer general\n70 90 400\n";
  for (int k = 0; k < 400; ++k) {
    const int row = k * 37 % 70 / 3 * 3 + 1;
    lines += std::to_string(row) + " " + std::to_string(k * k % 90 + 1) + " " +
             std::to_string(k % 9) + "\n";
  }
  const testing::TemporaryFile file("m.mtx", lines);
  Products products;
  for (const Method& method : products.methods()) {
    INFO(method.name());
    const TrialResult result = products.run_nearest(
        method, {{"file", Value(file.path())}, {"values", Value("few-distinct")}});
    check_right(result);
    CHECK(result.verification_error == 0);
  }
}

TEST_CASE("every value of every parameter multiplies") {
  Products products;
  // Rows that groups share, and many short ones.
  for (const auto& arguments : {matrix(33, 9000, 1500, "one-long-row", "float"),
                                matrix(5003, 700, 1.3, "power-law", "double")}) {
    for (const Method& method : products.swept_methods()) {
      for (const Parameter& parameter : method.variant->parameters) {
        for (const Value& value : parameter.values) {
          const Bindings set = {{parameter.name, value}};
          if (parameter.name == "threads" && !products.space(method, arguments).nearest(set)) {
            continue;  // the machine has fewer
          }
          INFO(method.name() << ", " << parameter.name << "=" << to_string(value));
          check_right(products.run_nearest(method, arguments, set));
        }
      }
    }
  }
}
