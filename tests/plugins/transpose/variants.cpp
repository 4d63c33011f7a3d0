// Runs every variant of transpose/matrix that can run here; results are verified to the last bit.
#include <algorithm>
#include <random>

#include "tests/catch.hpp"
#include "tests/npy_file.hpp"
#include "tests/plugins/host/temporary_file.hpp"
#include "tests/plugins/host/trials.hpp"

namespace {

using namespace assay;
using testing::Method;

struct Transposed : testing::Trials {
  Transposed() : Trials("transpose/matrix") { REQUIRE(methods().size() >= 2); }
  std::vector<Method> methods() { return Trials::methods({}); }
};

Bindings matrix(std::int64_t rows, std::int64_t columns, const char* precision) {
  return {{"rows", Value(rows)}, {"columns", Value(columns)}, {"precision", Value(precision)}};
}

void check_right(const TrialResult& result) {
  INFO(result.message);
  REQUIRE(result.ok());
  CHECK(result.verification_error == 0);
}

}  // namespace

TEST_CASE("a matrix of any shape is transposed, in both precisions") {
  Transposed transposed;
  for (const Method& method : transposed.methods()) {
    for (const auto& [rows, columns] :
         {std::pair{1, 1}, {1, 77}, {77, 1}, {31, 33}, {64, 64}, {130, 257}}) {
      for (const char* precision : {"float", "double"}) {
        INFO(method.name() << ", " << rows << " x " << columns << ", " << precision);
        check_right(transposed.run_nearest(method, matrix(rows, columns, precision)));
      }
    }
  }
}

TEST_CASE("numbers of a file, and such as are none, arrive where they belong") {
  Transposed transposed;
  const testing::TemporaryFile file(
      "m.npy", testing::npy("<f4", "(2, 3)", std::vector<float>{1, 2, 3, 4, 5, 6}));
  Bindings from_file = matrix(2, 3, "double");
  from_file.emplace_back("file", Value(file.path()));
  Bindings special = matrix(67, 130, "float");
  special.emplace_back("values", Value("special"));
  for (const Method& method : transposed.methods()) {
    INFO(method.name());
    check_right(transposed.run_nearest(method, from_file));
    check_right(transposed.run_nearest(method, special));
  }
}

TEST_CASE("every value of every parameter transposes") {
  Transposed transposed;
  const auto arguments = matrix(68, 132, "float");
  for (const Method& method : transposed.swept_methods()) {
    for (const Parameter& parameter : method.variant->parameters) {
      if (parameter.name == "threads") continue;  // most machines have fewer than some values
      for (const Value& value : parameter.values) {
        INFO(method.name() << ", " << parameter.name << "=" << to_string(value));
        check_right(transposed.run_nearest(method, arguments, {{parameter.name, value}}));
      }
    }
  }
}

TEST_CASE("a matrix without elements, and one that is too large, are refused by name") {
  Transposed transposed;
  const Method method = transposed.methods().front();
  for (const auto& [rows, columns] : {std::pair{0, 3}, {3, -1}, {1 << 30, 1 << 30}}) {
    CHECK_THROWS_WITH(transposed.run_nearest(method, matrix(rows, columns, "float")),
                      contains("rows and columns are at least 1"));
  }
}
