// Solves and judges every variant of sparse-grid/regression that can run here, as assay does.
#include <string>
#include <tuple>

#include "tests/catch.hpp"
#include "tests/plugins/host/trials.hpp"

namespace {

using namespace assay;
using testing::fact;
using testing::Method;

struct Solutions : testing::Trials {
  Solutions() : Trials("sparse-grid/regression") {}
  std::vector<Method> methods() { return Trials::methods({"operators"}); }
};

bool has_double(const Method& method) {
  const auto found = method.device->facts.find("has_double");
  return found == method.device->facts.end() || found->second != 0;
}

Bindings instance(const std::string& data, std::int64_t dimensions, std::int64_t level,
                  const std::string& precision) {
  return {{"data", Value(data)},          {"dimensions", Value(dimensions)},
          {"level", Value(level)},        {"points", Value(std::int64_t{1200})},
          {"lambda", Value(1e-4)},        {"cg_iterations", Value(std::int64_t{60})},
          {"precision", Value(precision)}};
}

}  // namespace

TEST_CASE("every variant solves checker board and Friedman1 in both precisions", "[computes]") {
  Solutions solutions;
  std::size_t solved = 0;
  for (const Method& method : solutions.methods()) {
    for (const char* precision : {"float", "double"}) {
      if (precision == std::string("double") && !has_double(method)) continue;
      for (const auto& [data, dimensions, level] :
           {std::tuple{"checkerboard", 2, 7}, {"friedman1", 5, 3}}) {
        const auto result =
            solutions.run_nearest(method, instance(data, dimensions, level, precision));
        INFO(method.name() << ", " << data << ", " << precision << ": " << result.message);
        REQUIRE(result.ok());
        CHECK(*result.verification_error <= 1);
        CHECK(fact(result, "cg_iterations") == 60);
        CHECK(fact(result, "test_mse") == Approx(fact(result, "cpu_test_mse")).epsilon(0.01));
        CHECK(fact(result, "residual") < 1e-2);
        ++solved;
      }
    }
  }
  CHECK(solved >= 12);
}

TEST_CASE("an epsilon ends the iteration on every variant") {
  Solutions solutions;
  auto arguments = instance("friedman1", 5, 3, "float");
  arguments.emplace_back("epsilon", Value(1e-2));
  for (const Method& method : solutions.methods()) {
    const auto result = solutions.run_nearest(method, arguments);
    INFO(method.name() << ": " << result.message);
    REQUIRE(result.ok());
    CHECK(fact(result, "cg_iterations") > 1);
    CHECK(fact(result, "cg_iterations") < 60);
    CHECK(fact(result, "residual") < 1.1e-2);
  }
}

TEST_CASE("support lists are ordered by fewer dimensions than there are, or by all as 0") {
  Solutions solutions;
  std::size_t parameters = 0;
  for (const Method& method : solutions.methods()) {
    if (method.name().find("support-list") == std::string::npos) continue;
    const auto space = solutions.space(method, instance("checkerboard", 2, 3, "double"));
    for (const auto& parameter : method.variant->parameters) {
      if (!parameter.name.ends_with("order_dimensions")) continue;
      INFO(method.name() << ", " << parameter.name);
      const auto admits = [&](std::int64_t dimensions) {
        auto set = method.set;
        set.emplace_back(parameter.name, Value(dimensions));
        return space.nearest(set).has_value();
      };
      CHECK(admits(0));
      CHECK(admits(1));
      CHECK_FALSE(admits(2));
      CHECK_FALSE(admits(24));
      ++parameters;
    }
  }
  CHECK(parameters >= 1);
}
