// Every variant of sparse-grid/regression that can run here, solved and judged as assay does it.
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

const std::string problem = "sparse-grid/regression";

struct Worker {
  Worker() : client(options()) {}

  WorkerOptions options() {
    WorkerOptions chosen;
    chosen.command = {ASSAY_TEST_WORKER};
    chosen.plugin_folders = {ASSAY_PLUGINS};
    chosen.cache_folder = folder.path() / "cache";
    return chosen;
  }

  // The first device of a backend, or null.
  const DeviceDescription* device(const std::string& backend) {
    for (const auto& device : client.catalog().devices) {
      if (device.backend == backend) return &device;
    }
    return nullptr;
  }

  // Calls use(variant, device, name, set) for all variants of the problem that can run here, for
  // each value of the parameter "operators" where there is one, which is in `set` then.
  void for_each_variant(const auto& use) {
    for (const auto& variant : client.catalog().variants) {
      if (variant.problem != problem || variant.backend == "cuda") continue;
      const auto* on = device(variant.backend);
      if (on == nullptr) {
        WARN(variant.name << ": skipped, no device of " << variant.backend);
        continue;
      }
      const auto operators = std::ranges::find(variant.parameters, "operators", &Parameter::name);
      if (operators == variant.parameters.end()) {
        use(variant, *on, variant.name, Bindings{});
        continue;
      }
      for (const Value& value : operators->values) {
        use(variant, *on, variant.name + " with " + to_string(value),
            Bindings{{"operators", value}});
      }
    }
  }

  // The configuration nearest to the defaults that has the values set.
  Bindings configuration(const VariantDescription& variant, const DeviceDescription& on,
                         const Bindings& arguments, const Bindings& set) {
    std::map<std::string, Value> constants;
    for (const auto& [name, value] : on.facts) constants[name] = value;
    const InstanceRecord instance = client.open_instance({problem, arguments});
    for (const auto& [name, value] : instance.arguments) constants[name] = value;
    for (const auto& fact : instance.facts) constants[fact.name] = fact.value;
    const SearchSpace space(variant.parameters, variant.constraints, std::move(constants));
    const auto nearest = space.nearest(set);
    REQUIRE(nearest);
    return space.at(*nearest);
  }

  TrialResult solve(const VariantDescription& variant, const DeviceDescription& on,
                    const Bindings& arguments, const Bindings& set) {
    TrialRequest request;
    request.instance = {problem, arguments};
    request.variant = variant.name;
    request.device = on.id;
    request.configuration = configuration(variant, on, arguments, set);
    request.sampling.max_seconds = 0.01;
    request.sampling.max_samples = 2;
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

Bindings instance(const std::string& data, std::int64_t dimensions, std::int64_t level,
                  const std::string& precision) {
  return {{"data", Value(data)},          {"dimensions", Value(dimensions)},
          {"level", Value(level)},        {"points", Value(std::int64_t{1200})},
          {"lambda", Value(1e-4)},        {"cg_iterations", Value(std::int64_t{60})},
          {"precision", Value(precision)}};
}

}  // namespace

TEST_CASE("every variant solves checker board and Friedman1 in both precisions") {
  Worker worker;
  std::size_t solved = 0;
  worker.for_each_variant([&](const VariantDescription& variant, const DeviceDescription& on,
                              const std::string& name, const Bindings& set) {
    for (const char* precision : {"float", "double"}) {
      const auto has_double = on.facts.find("has_double");
      const bool wide = precision == std::string("double");
      if (wide && has_double != on.facts.end() && has_double->second == 0) continue;
      for (const auto& [data, dimensions, level] :
           {std::tuple{"checkerboard", 2, 7}, {"friedman1", 5, 3}}) {
        const auto result =
            worker.solve(variant, on, instance(data, dimensions, level, precision), set);
        INFO(name << ", " << data << ", " << precision << ": " << result.message);
        REQUIRE(result.ok());
        CHECK(*result.verification_error <= 1);
        CHECK(fact(result, "cg_iterations") == 60);
        CHECK(fact(result, "test_mse") == Approx(fact(result, "cpu_test_mse")).epsilon(0.01));
        CHECK(fact(result, "residual") < 1e-2);
        ++solved;
      }
    }
  });
  CHECK(solved >= 12);
}

TEST_CASE("an epsilon ends the iteration on every variant") {
  Worker worker;
  auto arguments = instance("friedman1", 5, 3, "float");
  arguments.emplace_back("epsilon", Value(1e-2));
  worker.for_each_variant([&](const VariantDescription& variant, const DeviceDescription& on,
                              const std::string& name, const Bindings& set) {
    const auto result = worker.solve(variant, on, arguments, set);
    INFO(name << ": " << result.message);
    REQUIRE(result.ok());
    CHECK(fact(result, "cg_iterations") > 1);
    CHECK(fact(result, "cg_iterations") < 60);
    CHECK(fact(result, "residual") < 1.1e-2);
  });
}
