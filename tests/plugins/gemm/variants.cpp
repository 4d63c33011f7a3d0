// Runs every variant of gemm/batched that can run here, against the reference.
#include <array>
#include <vector>

#include "framework/core/space/corners.hpp"
#include "tests/catch.hpp"
#include "tests/plugins/host/trials.hpp"

namespace {

using namespace assay;
using testing::Method;

struct Multiplied : testing::Trials {
  Multiplied() : Trials("gemm/batched") { REQUIRE(methods().size() >= 2); }
  std::vector<Method> methods() { return Trials::methods({}); }
};

struct Extents {
  std::int64_t batch, rows, columns, inner;
};

Bindings product(const Extents& extents, const char* precision, bool transpose_a = false,
                 bool transpose_b = false, const char* values = "uniform") {
  return {{"batch", Value(extents.batch)},     {"rows", Value(extents.rows)},
          {"columns", Value(extents.columns)}, {"inner", Value(extents.inner)},
          {"transpose_a", Value(transpose_a)}, {"transpose_b", Value(transpose_b)},
          {"precision", Value(precision)},     {"values", Value(values)}};
}

void check_right(const TrialResult& result) {
  INFO(result.message);
  CHECK(result.ok());
}

}  // namespace

TEST_CASE("matrices of any sizes are multiplied") {
  Multiplied multiplied;
  for (const Method& method : multiplied.methods()) {
    for (const Extents& extents : {Extents{1, 1, 1, 1},
                                   {3, 1, 70, 33},
                                   {2, 65, 1, 64},
                                   {1, 63, 66, 17},
                                   {1, 128, 64, 16},
                                   {5, 7, 9, 0}}) {
      for (const char* precision : {"half", "float"}) {
        INFO(method.name() << ", " << extents.batch << " of " << extents.rows << " x "
                           << extents.inner << " x " << extents.columns << ", " << precision);
        check_right(multiplied.run_nearest(method, product(extents, precision)));
      }
    }
  }
}

// In lines of whole loads, and of single numbers.
TEST_CASE("transposed matrices are multiplied") {
  struct Transposed {
    bool a, b;
    Extents extents;
  };
  Multiplied multiplied;
  for (const Method& method : multiplied.methods()) {
    for (const auto& [transpose_a, transpose_b, extents] :
         {Transposed{false, true, {2, 68, 36, 24}},
          {true, false, {2, 67, 35, 21}},
          {true, true, {2, 68, 35, 25}},
          {true, true, {2, 67, 36, 24}}}) {
      INFO(method.name() << ", " << transpose_a << transpose_b << ", " << extents.rows);
      check_right(
          multiplied.run_nearest(method, product(extents, "float", transpose_a, transpose_b)));
    }
  }
}

TEST_CASE("sums are read in loads of all sizes where both matrices lie along them") {
  Multiplied multiplied;
  for (const Method& method : multiplied.swept_methods()) {
    if (!method.variant->name.starts_with("direct")) continue;
    for (const int along : {2, 8}) {
      INFO(method.name() << ", along=" << along);
      check_right(multiplied.run_nearest(method, product({2, 9, 20, 56}, "half", false, true),
                                         {{"along", Value(along)}, {"splits", Value(2)}}));
    }
  }
}

TEST_CASE("numbers of all magnitudes and special numbers are multiplied") {
  Multiplied multiplied;
  for (const Method& method : multiplied.methods()) {
    for (const char* values : {"normal", "wide", "few-distinct", "special"}) {
      for (const char* precision : {"half", "float", "double"}) {
        INFO(method.name() << ", " << values << ", " << precision);
        check_right(multiplied.run_nearest(
            method, product({1, 40, 50, 60}, precision, false, false, values)));
      }
    }
  }
}

// Lines of a and of b are whole loads of each size; no extent consists of whole tiles.
TEST_CASE("every value of every parameter is right") {
  Multiplied multiplied;
  const Bindings arguments = product({1, 40, 72, 71}, "half", true);
  for (const Method& method : multiplied.swept_methods()) {
    for (const Bindings& configuration : each_value_once(multiplied.space(method, arguments))) {
      INFO(method.name() << ", " << to_string(configuration));
      check_right(multiplied.run(method, arguments, configuration));
    }
  }
}
