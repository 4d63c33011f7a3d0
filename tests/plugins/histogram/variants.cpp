// Runs every variant of histogram/bins that can run here; counts are verified to the last one.
#include <string>

#include "tests/catch.hpp"
#include "tests/plugins/host/trials.hpp"

namespace {

using namespace assay;
using testing::Method;

struct Histograms : testing::Trials {
  Histograms() : Trials("histogram/bins") { REQUIRE(methods().size() >= 2); }
  std::vector<Method> methods() { return Trials::methods({}); }

  void check_right(const Method& method, const Bindings& arguments, const Bindings& set = {}) {
    std::string named;
    for (const auto& [name, value] : arguments) named += " " + name + "=" + to_string(value);
    for (const auto& [name, value] : set) named += " " + name + "=" + to_string(value);
    const TrialResult result = run_nearest(method, arguments, set);
    INFO(method.name() << named << ": " << result.message);
    CHECK(result.ok());
    CHECK(result.verification_error == 0);
  }
};

Bindings numbers_in(std::int64_t length, std::int64_t bins, const char* precision,
                    const char* values = "uniform") {
  return {{"length", Value(length)},
          {"bins", Value(bins)},
          {"precision", Value(std::string(precision))},
          {"values", Value(std::string(values))}};
}

}  // namespace

TEST_CASE("any number of numbers, none included, is counted in both precisions") {
  Histograms histograms;
  for (const Method& method : histograms.methods()) {
    for (const char* precision : {"float", "double"}) {
      for (const std::int64_t length : {0, 1, 2, 511, 512, 513, 4095, 8192, 100'003}) {
        histograms.check_right(method, numbers_in(length, 77, precision));
      }
    }
  }
}

TEST_CASE("one bin, few, and more than local memory holds") {
  Histograms histograms;
  for (const Method& method : histograms.methods()) {
    for (const std::int64_t bins : {1, 12'288, 12'289, 30'000}) {
      histograms.check_right(method, numbers_in(12'011, bins, "float"));
    }
  }
}

TEST_CASE("numbers beyond the bins, not finite, and all in few bins") {
  Histograms histograms;
  for (const Method& method : histograms.methods()) {
    for (const char* values : {"normal", "wide", "few-distinct", "special"}) {
      for (const char* precision : {"float", "double"}) {
        auto arguments = numbers_in(20'001, 77, precision, values);
        histograms.check_right(method, arguments);
        arguments.emplace_back("low", Value(-0.3));
        arguments.emplace_back("high", Value(15.1));
        histograms.check_right(method, arguments);
      }
    }
  }
}

TEST_CASE("every value of every parameter counts") {
  Histograms histograms;
  for (const Method& method : histograms.swept_methods()) {
    for (const Parameter& parameter : method.variant->parameters) {
      if (parameter.name == "threads") continue;  // most machines have fewer than some values
      for (const Value& value : parameter.values) {
        histograms.check_right(method, numbers_in(40'007, 77, "float"), {{parameter.name, value}});
      }
    }
  }
}
