// Runs every variant of layer-norm/rows that can run here, against the reference.
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include "assay/random.hpp"
#include "framework/core/space/corners.hpp"
#include "tests/catch.hpp"
#include "tests/npy_file.hpp"
#include "tests/plugins/host/temporary_file.hpp"
#include "tests/plugins/host/trials.hpp"

namespace {

using namespace assay;
using testing::Method;

struct LayerNorm : testing::Trials {
  LayerNorm() : Trials("layer-norm/rows") { REQUIRE(methods().size() >= 2); }
  std::vector<Method> methods() { return Trials::methods({}); }
};

Bindings matrix(std::int64_t rows, std::int64_t columns, const char* precision,
                const char* values = "normal") {
  return {{"rows", Value(rows)},
          {"columns", Value(columns)},
          {"precision", Value(precision)},
          {"values", Value(values)}};
}

void check_right(const TrialResult& result) {
  INFO(result.message);
  CHECK(result.ok());
}

}  // namespace

TEST_CASE("rows of any length are normalised, in both precisions") {
  LayerNorm norm;
  for (const Method& method : norm.methods()) {
    for (const auto& [rows, columns] :
         {std::pair{1, 1}, {77, 1}, {5, 31}, {2, 64}, {19, 33}, {1, 2049}}) {
      for (const char* precision : {"float", "double"}) {
        INFO(method.name() << ", " << rows << " x " << columns << ", " << precision);
        check_right(norm.run_nearest(method, matrix(rows, columns, precision)));
      }
    }
  }
}

TEST_CASE("rows of all magnitudes and with special numbers are normalised") {
  LayerNorm norm;
  for (const Method& method : norm.methods()) {
    for (const char* values : {"uniform", "wide", "few-distinct", "special"}) {
      for (const char* precision : {"float", "double"}) {
        INFO(method.name() << ", " << values << ", " << precision);
        check_right(norm.run_nearest(method, matrix(40, 100, precision, values)));
        check_right(norm.run_nearest(method, matrix(600, 7, precision, values)));
        check_right(norm.run_nearest(method, matrix(600, 1, precision, values)));
      }
    }
  }
}

// The squares of these numbers have no digits left for their variance: the difference of the mean
// of squares and the square of the mean would be wrong by several times the tolerance.
TEST_CASE("a mean that is a thousand times the standard deviation costs no digit of the variance") {
  std::vector<float> x(30 * 65);
  for (std::size_t k = 0; k < x.size(); ++k) {
    x[k] = 4096 + static_cast<float>(sdk::split_mix(k) >> 40U) * 0x1p-24F;
  }
  const testing::TemporaryFile file("m.npy", testing::npy("<f4", "(30, 65)", x));
  Bindings arguments = matrix(30, 65, "float");
  arguments.emplace_back("file", Value(file.path()));
  LayerNorm norm;
  for (const Method& method : norm.methods()) {
    INFO(method.name());
    check_right(norm.run_nearest(method, arguments));
  }
}

TEST_CASE("every value of every parameter is right") {
  LayerNorm norm;
  // Rows of packs that one group keeps, and rows of single elements that groups share.
  for (const Bindings& arguments : {matrix(9, 1020, "float"), matrix(2, 8193, "double")}) {
    for (const Method& method : norm.swept_methods()) {
      for (const Bindings& configuration : each_value_once(norm.space(method, arguments))) {
        INFO(method.name() << ", " << to_string(configuration));
        check_right(norm.run(method, arguments, configuration));
      }
    }
  }
}
