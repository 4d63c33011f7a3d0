// Runs every variant of softmax/rows that can run here, against the reference.
#include <array>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include "framework/core/space/corners.hpp"
#include "tests/catch.hpp"
#include "tests/npy_file.hpp"
#include "tests/plugins/host/temporary_file.hpp"
#include "tests/plugins/host/trials.hpp"

namespace {

using namespace assay;
using testing::Method;

struct Softmax : testing::Trials {
  Softmax() : Trials("softmax/rows") { REQUIRE(methods().size() >= 2); }
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

TEST_CASE("rows of any length have their softmax, in both precisions") {
  Softmax softmax;
  for (const Method& method : softmax.methods()) {
    for (const auto& [rows, columns] :
         {std::pair{1, 1}, {77, 1}, {5, 31}, {2, 64}, {19, 33}, {1, 2049}}) {
      for (const char* precision : {"float", "double"}) {
        INFO(method.name() << ", " << rows << " x " << columns << ", " << precision);
        check_right(softmax.run_nearest(method, matrix(rows, columns, precision)));
      }
    }
  }
}

TEST_CASE("numbers of all magnitudes and special numbers have their softmax") {
  Softmax softmax;
  for (const Method& method : softmax.methods()) {
    for (const char* values : {"uniform", "wide", "few-distinct", "special"}) {
      for (const char* precision : {"float", "double"}) {
        INFO(method.name() << ", " << values << ", " << precision);
        check_right(softmax.run_nearest(method, matrix(40, 100, precision, values)));
        check_right(softmax.run_nearest(method, matrix(600, 7, precision, values)));
      }
    }
  }
}

// Each of them makes another place of a row the one that decides.
TEST_CASE("infinities and NaN count wherever they are in a row") {
  constexpr float infinity = std::numeric_limits<float>::infinity();
  constexpr std::size_t columns = 67;
  std::vector<float> x;
  for (const float special : {infinity, std::nanf(""), -infinity}) {
    for (const std::size_t place : std::array<std::size_t, 6>{0, 1, 16, 63, 64, 66}) {
      for (std::size_t j = 0; j < columns; ++j) {
        x.push_back(j == place ? special : 0.125F * static_cast<float>(j % 5));
      }
    }
  }
  x.insert(x.end(), columns, -infinity);                             // NaN throughout
  x.insert(x.end(), columns, std::numeric_limits<float>::lowest());  // 1 / columns throughout
  const testing::TemporaryFile file("p.npy", testing::npy("<f4", "(20, 67)", x));
  Bindings arguments = matrix(20, columns, "float");
  arguments.emplace_back("file", Value(file.path()));
  Softmax softmax;
  for (const Method& method : softmax.methods()) {
    INFO(method.name());
    check_right(softmax.run_nearest(method, arguments));
  }
}

TEST_CASE("every value of every parameter is right") {
  Softmax softmax;
  // Rows of packs that one group keeps, and rows of single elements that groups share.
  for (const Bindings& arguments : {matrix(9, 1020, "float"), matrix(2, 8193, "double")}) {
    for (const Method& method : softmax.swept_methods()) {
      for (const Bindings& configuration : each_value_once(softmax.space(method, arguments))) {
        INFO(method.name() << ", " << to_string(configuration));
        check_right(softmax.run(method, arguments, configuration));
      }
    }
  }
}
