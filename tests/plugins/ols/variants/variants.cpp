// Runs and judges every variant of ols/fit that can run here, as assay does.
#include <cmath>
#include <string>
#include <tuple>

#include "tests/catch.hpp"
#include "tests/plugins/host/trials.hpp"

namespace {

using namespace assay;
using testing::fact;
using testing::Method;

struct Fits : testing::Trials {
  Fits() : Trials("ols/fit") { REQUIRE(methods().size() >= 5); }
  std::vector<Method> methods() { return Trials::methods({"method", "product"}); }
};

// Whether a method works by Cholesky or by an inverse of X^T X.
bool is_normal(const Method& method) {
  return method.name().find("normal") != std::string::npos ||
         method.variant->name.starts_with("gauss");
}

Bindings shape(std::int64_t rows, std::int64_t columns, const char* precision) {
  return {{"rows", Value(rows)}, {"columns", Value(columns)}, {"precision", Value(precision)}};
}

// Checks that a method either keeps its promise or reports that it cannot make one.
void check_honest(const TrialResult& result) {
  if (result.ok()) {
    CHECK(*result.verification_error <= 1);
    CHECK(fact(result, "trusted_digits") >= 1);
    CHECK(fact(result, "forward_error") <= std::pow(10, -fact(result, "trusted_digits")) * 1.01);
  } else {
    const bool says_so = contains("itself vouches").match(result.message) ||
                         contains("not have full rank").match(result.message);
    CHECK(says_so);
  }
}

}  // namespace

TEST_CASE("every variant is right or says that it cannot be, at conditions 1 to 1e8") {
  Fits fits;
  for (const Method& method : fits.methods()) {
    for (const char* precision : {"float", "double"}) {
      const bool wide = precision == std::string("double");
      for (const double condition : {1.0, 10.0, 1e3, 1e4, 1e6, 1e8}) {
        auto arguments = shape(503, 17, precision);
        arguments.emplace_back("condition", Value(condition));
        arguments.emplace_back("residual", Value(1e-7));
        arguments.emplace_back("layout", Value(condition == 1e3 ? "columns" : "rows"));
        const auto result = fits.run_nearest(method, arguments);
        INFO(method.name() << ", condition " << condition << ", " << precision << ": "
                           << result.message);
        check_honest(result);
        const double squared = is_normal(method) ? condition * condition : condition;
        if (squared <= (wide ? 1e8 : 1e2)) CHECK(result.ok());
        if (squared >= (wide ? 1e16 : 1e8)) CHECK_FALSE(result.ok());
      }
    }
  }
}

TEST_CASE("every variant fits all shapes, layouts and splits") {
  Fits fits;
  for (const Method& method : fits.methods()) {
    for (const auto& [rows, columns] : {std::tuple{1, 1}, {5, 1}, {13, 13}, {37, 31}, {2053, 33}}) {
      for (const char* layout : {"rows", "columns"}) {
        auto arguments = shape(rows, columns, "double");
        arguments.emplace_back("layout", Value(layout));
        arguments.emplace_back("batch", Value(std::int64_t{3}));
        arguments.emplace_back("condition", Value(3.0));
        const bool splits = method.variant->name.starts_with("gauss") && rows > 1024;
        const auto result = fits.run_nearest(
            method, arguments,
            splits ? Bindings{{"rows_per_split", Value(std::int64_t{1024})}} : Bindings{});
        INFO(method.name() << ", " << rows << " x " << columns << " by " << layout << ": "
                           << result.message);
        CHECK(result.ok());
        if (splits) CHECK(fact(result, "splits") == 3);
      }
    }
  }
}

TEST_CASE("integers come out exact in the leading digits") {
  Fits fits;
  for (const Method& method : fits.methods()) {
    auto arguments = shape(211, 11, "double");
    arguments.emplace_back("data", Value("integer"));
    arguments.emplace_back("intercept", Value(true));
    const auto result = fits.run_nearest(method, arguments);
    INFO(method.name() << ": " << result.message);
    REQUIRE(result.ok());
    CHECK(fact(result, "forward_error") < 1e-13);
  }
}

TEST_CASE("NIST's sets are solved to certified digits, or refused") {
  Fits fits;
  for (const Method& method : fits.methods()) {
    for (const auto& [set, least] : {std::pair{"norris", 10},
                                     {"longley", 7},
                                     {"wampler1", 6},
                                     {"wampler2", 6},
                                     {"wampler3", 6},
                                     {"wampler4", 6},
                                     {"wampler5", 5},
                                     {"filip", 4}}) {
      const auto result = fits.run_nearest(method, {{"data", Value(set)}});
      INFO(method.name() << ", " << set << ": " << result.message);
      check_honest(result);
      if (result.ok() && !is_normal(method)) CHECK(fact(result, "certified_digits") > least);
      if (set == std::string("norris")) CHECK(result.ok());
      if (set == std::string("filip") && is_normal(method)) CHECK_FALSE(result.ok());
    }
  }
}

TEST_CASE("more columns than a work group has items") {
  Fits fits;
  for (const Method& method : fits.methods()) {
    if (!method.name().starts_with("gauss-jordan")) continue;
    auto arguments = shape(150, 65, "double");
    arguments.emplace_back("condition", Value(2.0));
    const auto result =
        fits.run_nearest(method, arguments, {{"inverse_group_size", Value(std::int64_t{32})}});
    INFO(method.name() << ": " << result.message);
    CHECK(result.ok());
  }
}
