// Every variant of ols/fit that can run here, run and judged as assay does it.
#include <algorithm>
#include <map>
#include <string>
#include <tuple>

#include "framework/core/space/space.hpp"
#include "framework/worker/client.hpp"
#include "tests/catch.hpp"
#include "tests/temporary_folder.hpp"

namespace {

using namespace assay;

const std::string problem = "ols/fit";

// A variant with the values set that make it another algorithm.
struct Method {
  const VariantDescription* variant;
  const DeviceDescription* device;
  Bindings set;

  [[nodiscard]] std::string name() const {
    std::string text = variant->name;
    for (const auto& [parameter, value] : set) text += " " + to_string(value);
    return text;
  }
  // By Cholesky or an inverse of X^T X.
  [[nodiscard]] bool is_normal() const {
    return name().find("normal") != std::string::npos || variant->name.starts_with("gauss");
  }
};

struct Worker {
  Worker() : client(options()) {}

  WorkerOptions options() {
    WorkerOptions chosen;
    chosen.command = {ASSAY_TEST_WORKER};
    chosen.plugin_folders = {ASSAY_PLUGINS};
    chosen.cache_folder = folder.path() / "cache";
    return chosen;
  }

  std::vector<Method> methods() {
    std::vector<Method> found;
    for (const auto& variant : client.catalog().variants) {
      if (variant.problem != problem || variant.backend == "cuda") continue;
      const auto device =
          std::ranges::find(client.catalog().devices, variant.backend, &DeviceDescription::backend);
      if (device == client.catalog().devices.end()) {
        WARN(variant.name << ": skipped, no device of " << variant.backend);
        continue;
      }
      for (const auto& parameter : variant.parameters) {
        if (parameter.name != "method" && parameter.name != "product") continue;
        for (const Value& value : parameter.values) {
          found.push_back({&variant, &*device, {{parameter.name, value}}});
        }
      }
    }
    REQUIRE(found.size() >= 5);
    return found;
  }

  // In the configuration nearest to the defaults that has the method's values and `more`.
  TrialResult fit(const Method& method, const Bindings& arguments, const Bindings& more = {}) {
    std::map<std::string, Value> constants;
    for (const auto& [name, value] : method.device->facts) constants[name] = value;
    const InstanceRecord instance = client.open_instance({problem, arguments});
    for (const auto& [name, value] : instance.arguments) constants[name] = value;
    for (const auto& fact : instance.facts) constants[fact.name] = fact.value;
    const SearchSpace space(method.variant->parameters, method.variant->constraints,
                            std::move(constants));
    Bindings set = method.set;
    set.insert(set.end(), more.begin(), more.end());
    const auto nearest = space.nearest(set);
    REQUIRE(nearest);
    TrialRequest request;
    request.instance = {problem, arguments};
    request.variant = method.variant->name;
    request.device = method.device->id;
    request.configuration = space.at(*nearest);
    request.sampling.max_seconds = 0.01;
    request.sampling.max_samples = 1;
    return client.run_trial(request);
  }

  test::TemporaryFolder folder;
  WorkerClient client;
};

double fact(const TrialResult& result, const std::string& name) {
  for (const auto& f : result.facts) {
    if (f.name == name) return f.value;
  }
  return -1;
}

Bindings shape(std::int64_t rows, std::int64_t columns, const char* precision) {
  return {{"rows", Value(rows)}, {"columns", Value(columns)}, {"precision", Value(precision)}};
}

// A method either keeps its promise or says that it has none to make; nothing else may happen.
void check_honest(const TrialResult& result) {
  if (result.ok()) {
    CHECK(*result.verification_error <= 1);
    CHECK(fact(result, "trusted_digits") >= 1);
    CHECK(fact(result, "forward_error") <= std::pow(10, -fact(result, "trusted_digits")) * 1.01);
  } else {
    const bool says_so = contains("itself trusts").match(result.message) ||
                         contains("not full rank").match(result.message);
    CHECK(says_so);
  }
}

}  // namespace

TEST_CASE("every variant is right or says that it cannot be, at conditions 1 to 1e8") {
  Worker worker;
  for (const Method& method : worker.methods()) {
    for (const char* precision : {"float", "double"}) {
      const bool wide = precision == std::string("double");
      for (const double condition : {1.0, 10.0, 1e3, 1e4, 1e6, 1e8}) {
        auto arguments = shape(503, 17, precision);
        arguments.emplace_back("condition", Value(condition));
        arguments.emplace_back("residual", Value(1e-7));
        arguments.emplace_back("layout", Value(condition == 1e3 ? "columns" : "rows"));
        const auto result = worker.fit(method, arguments);
        INFO(method.name() << ", condition " << condition << ", " << precision << ": "
                           << result.message);
        check_honest(result);
        const double squared = method.is_normal() ? condition * condition : condition;
        if (squared <= (wide ? 1e8 : 1e2)) CHECK(result.ok());
        if (squared >= (wide ? 1e16 : 1e8)) CHECK_FALSE(result.ok());
      }
    }
  }
}

TEST_CASE("every variant fits all shapes, layouts and splits") {
  Worker worker;
  for (const Method& method : worker.methods()) {
    for (const auto& [rows, columns] : {std::tuple{1, 1}, {5, 1}, {13, 13}, {37, 31}, {2053, 33}}) {
      for (const char* layout : {"rows", "columns"}) {
        auto arguments = shape(rows, columns, "double");
        arguments.emplace_back("layout", Value(layout));
        arguments.emplace_back("batch", Value(std::int64_t{3}));
        arguments.emplace_back("condition", Value(3.0));
        const bool splits = method.variant->name.starts_with("gauss") && rows > 1024;
        const auto result = worker.fit(
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
  Worker worker;
  for (const Method& method : worker.methods()) {
    auto arguments = shape(211, 11, "double");
    arguments.emplace_back("data", Value("integer"));
    arguments.emplace_back("intercept", Value(true));
    const auto result = worker.fit(method, arguments);
    INFO(method.name() << ": " << result.message);
    REQUIRE(result.ok());
    CHECK(fact(result, "forward_error") < 1e-13);
  }
}

TEST_CASE("NIST's sets are solved to certified digits, or refused") {
  Worker worker;
  for (const Method& method : worker.methods()) {
    for (const auto& [set, least] : {std::pair{"norris", 10},
                                     {"longley", 7},
                                     {"wampler1", 6},
                                     {"wampler2", 6},
                                     {"wampler3", 6},
                                     {"wampler4", 6},
                                     {"wampler5", 5},
                                     {"filip", 4}}) {
      const auto result = worker.fit(method, {{"data", Value(set)}});
      INFO(method.name() << ", " << set << ": " << result.message);
      check_honest(result);
      if (result.ok() && !method.is_normal()) CHECK(fact(result, "certified_digits") > least);
      if (set == std::string("norris")) CHECK(result.ok());
      if (set == std::string("filip") && method.is_normal()) CHECK_FALSE(result.ok());
    }
  }
}

TEST_CASE("more columns than a work group has items") {
  Worker worker;
  for (const Method& method : worker.methods()) {
    if (!method.name().starts_with("gauss-jordan")) continue;
    auto arguments = shape(150, 65, "double");
    arguments.emplace_back("condition", Value(2.0));
    const auto result =
        worker.fit(method, arguments, {{"inverse_group_size", Value(std::int64_t{32})}});
    INFO(method.name() << ": " << result.message);
    CHECK(result.ok());
  }
}
