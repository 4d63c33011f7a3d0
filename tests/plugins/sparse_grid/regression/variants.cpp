// Every variant of sparse-grid/regression that can run here, solved and judged as assay does it.
#include <map>
#include <string>

#include "framework/core/space.hpp"
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

  // The first device of a backend, or null.
  const DeviceDescription* device(const std::string& backend) {
    for (const auto& device : client.catalog().devices) {
      if (device.backend == backend) return &device;
    }
    return nullptr;
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
    Bindings chosen = space.at(space.default_index());
    for (const auto& [name, value] : set) {
      Bindings changed = chosen;
      for (auto& [parameter, current] : changed) {
        if (parameter == name) current = value;
      }
      if (space.index_of(changed)) chosen = std::move(changed);
    }
    return chosen;
  }

  TrialResult solve(const VariantDescription& variant, const DeviceDescription& on,
                    const Bindings& arguments, const Bindings& set = {}) {
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
  for (const auto& variant : worker.client.catalog().variants) {
    if (variant.problem != problem || variant.backend == "cuda") continue;
    const auto* device = worker.device(variant.backend);
    if (device == nullptr) {
      WARN(variant.name << ": skipped, no device of " << variant.backend);
      continue;
    }
    for (const char* precision : {"float", "double"}) {
      const auto fact_of_double = device->facts.find("has_double");
      if (precision == std::string("double") && fact_of_double != device->facts.end() &&
          fact_of_double->second == 0) {
        continue;
      }
      for (const auto& [data, dimensions, level] :
           {std::tuple{"checkerboard", 2, 5}, {"friedman1", 5, 3}}) {
        const auto result =
            worker.solve(variant, *device, instance(data, dimensions, level, precision));
        INFO(variant.name << " " << data << " " << precision << ": " << result.message);
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
  Worker worker;
  auto arguments = instance("friedman1", 5, 3, "float");
  arguments.emplace_back("epsilon", Value(1e-2));
  for (const auto& variant : worker.client.catalog().variants) {
    if (variant.problem != problem || variant.backend == "cuda") continue;
    const auto* device = worker.device(variant.backend);
    if (device == nullptr) continue;
    const auto result = worker.solve(variant, *device, arguments);
    INFO(variant.name << ": " << result.message);
    REQUIRE(result.ok());
    CHECK(fact(result, "cg_iterations") > 1);
    CHECK(fact(result, "cg_iterations") < 60);
    CHECK(fact(result, "residual") < 1.1e-2);
  }
}
