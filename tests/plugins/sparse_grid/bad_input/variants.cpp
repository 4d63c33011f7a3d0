// Runs every shipped variant of the two operators, on each device that there is, on inputs that
// break the rules. A variant must refuse them or give the result of the formula. It must never
// crash, read or write beyond its memory, or hang.
#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "framework/core/space/space.hpp"
#include "framework/supervisor/client.hpp"
#include "tests/catch.hpp"

namespace {

using namespace assay;

struct Outcome {
  std::string variant;
  TrialResult result;
};

class Variants {
 public:
  Variants() : client_(options()) {}

  // Runs all variants that have a device here, in their default configuration.
  std::vector<Outcome> meet(const std::string& fault, const std::string& precision) {
    std::vector<Outcome> outcomes;
    const Catalog& catalog = client_.catalog();
    for (const auto& variant : catalog.variants) {
      const auto device =
          std::ranges::find(catalog.devices, variant.backend, &DeviceDescription::backend);
      if (device == catalog.devices.end() || !is_operator(variant.problem)) continue;
      TrialRequest request;
      request.instance = {variant.problem, {{"fault", fault}, {"precision", precision}}};
      request.variant = variant.name;
      request.sampling.max_samples = 1;
      request.run_limit_seconds =
          300;  // PoCL compiles at the first launch; 300 dimensions take time
      for (const auto& parameter : variant.parameters) {
        request.configuration.emplace_back(parameter.name, default_on(*device, parameter));
      }
      outcomes.push_back({variant.name + " for " + variant.problem, client_.run_trial(request)});
    }
    REQUIRE(outcomes.size() >= 6);
    return outcomes;
  }

 private:
  static bool is_operator(const std::string& problem) {
    return problem == "sparse-grid/multi-eval" || problem == "sparse-grid/multi-eval-transposed";
  }
  // The default of a parameter, except for vectors wider than the processor's, which would be
  // refused for any input.
  static Value default_on(const DeviceDescription& device, const Parameter& parameter) {
    if (parameter.name != "simd_bits") return parameter.default_value;
    return Value(static_cast<std::int64_t>(device.facts.at("vector_bits")));
  }
  // The plugins of the faulty instances come first, because the first one loaded counts for
  // problems of the same name.
  static WorkerOptions options() {
    WorkerOptions options;
    options.command = {ASSAY_TEST_WORKER};
    options.plugin_folders = {ASSAY_TEST_PLUGINS "/bad-grids", ASSAY_PLUGINS};
    return options;
  }
  WorkerClient client_;
};

bool refused(const TrialResult& result) {
  const bool says_so =
      result.status == TrialStatus::invalid || result.status == TrialStatus::unsupported;
  return says_so && !result.message.empty();
}

template <class Acceptable>
void check_all(Variants& variants, const std::string& fault, Acceptable acceptable) {
  for (const char* precision : {"double", "float"}) {
    for (const auto& [variant, result] : variants.meet(fault, precision)) {
      CAPTURE(fault, precision, variant, to_string(result.status), result.message);
      CHECK(acceptable(result));
    }
  }
}

}  // namespace

TEST_CASE("good inputs of the bad grids' plugin pass", "[bad_input]") {
  Variants variants;
  for (const char* fault : {"none", "border"}) {
    check_all(variants, fault, [](const TrialResult& result) { return result.ok(); });
  }
}

TEST_CASE("data outside of the unit cube are refused, or every basis function is 0 there",
          "[bad_input]") {
  Variants variants;
  check_all(variants, "outside",
            [](const TrialResult& result) { return result.ok() || refused(result); });
}

TEST_CASE("tensors that do not fit each other are refused with a reason", "[bad_input]") {
  Variants variants;
  for (const char* fault : {"other-dimension", "fewer-coefficients"})
    check_all(variants, fault, refused);
}

TEST_CASE("levels and indices that no grid has are refused with a reason", "[bad_input]") {
  Variants variants;
  for (const char* fault : {"level-0", "level-40", "even-index"})
    check_all(variants, fault, refused);
}

TEST_CASE("more dimensions than a variant can take are refused, or computed", "[bad_input]") {
  Variants variants;
  for (const char* fault : {"64-dimensions", "65-dimensions", "300-dimensions"}) {
    check_all(variants, fault,
              [](const TrialResult& result) { return result.ok() || refused(result); });
  }
}

// Nothing is promised of the results of such inputs: 0 times NaN may be left out or not. They must
// cost no more than the trial.
TEST_CASE("what is not finite costs a trial at most", "[bad_input]") {
  Variants variants;
  for (const char* fault : {"nan-data", "nan-coefficient", "infinite-coefficient"}) {
    check_all(variants, fault, [](const TrialResult& result) {
      return result.ok() || refused(result) || result.status == TrialStatus::not_finite ||
             result.status == TrialStatus::wrong_output;
    });
  }
}
