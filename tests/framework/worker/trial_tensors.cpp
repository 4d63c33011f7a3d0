#include "framework/worker/trial_tensors.hpp"

#include <array>
#include <cstddef>

#include "assay/tensor.hpp"
#include "framework/device/machine.hpp"
#include "framework/worker/trial_failure.hpp"
#include "tests/catch.hpp"

namespace {

using namespace assay;

template <assay_element Input, assay_element Output>
assay_status name_types(const assay_variant*, const assay_host*, assay_context*, const assay_task*,
                        assay_types* types) {
  types->inputs[0] = Input;
  types->outputs[0] = Output;
  types->precision = Input;
  return ASSAY_OK;
}

struct Asked {
  Asked() : cpu(device::open("cpu", {})), context(*cpu, resources) {
    variant.size = sizeof variant;
  }
  [[nodiscard]] ConfiguredTypes types() {
    const assay_task task{sizeof(assay_task), &x, 1, &y, 1, nullptr, 0, nullptr, 0};
    return configured_types(variant, context, task);
  }
  HostResources resources;
  std::unique_ptr<device::Device> cpu;
  assay_context context;
  std::array<double, 2> memory{};
  assay_tensor x = sdk::dense_tensor<double>("x", {2}, memory.data());
  assay_tensor y = sdk::dense_tensor<float>("y", {2}, nullptr);
  assay_variant variant{};
};

}  // namespace

TEST_CASE("without a function for types, tensors are of the problem's") {
  Asked asked;
  CHECK(asked.types().are_of({&asked.x, 1}, {&asked.y, 1}));
  // A variant of a plugin that was built before there were types.
  asked.variant.types = name_types<ASSAY_F16, ASSAY_F16>;
  asked.variant.size = offsetof(assay_variant, types);
  CHECK(asked.types().are_of({&asked.x, 1}, {&asked.y, 1}));
}

TEST_CASE("a variant names types whose numbers the problem's types hold") {
  Asked asked;
  asked.variant.types = name_types<ASSAY_F16, ASSAY_F32>;
  const ConfiguredTypes types = asked.types();
  CHECK(types.inputs.front() == ASSAY_F16);
  CHECK(types.outputs.front() == ASSAY_F32);
  CHECK(types.precision == ASSAY_F16);
  CHECK_FALSE(types.are_of({&asked.x, 1}, {&asked.y, 1}));
}

TEST_CASE("types that lose numbers, and failures of the variant, end the trial") {
  Asked asked;
  const auto failure = [&]() -> TrialFailure {
    try {
      static_cast<void>(asked.types());
    } catch (const TrialFailure& caught) {
      return caught;
    }
    return {TrialStatus::ok, ""};
  };
  asked.variant.types = name_types<ASSAY_F32, ASSAY_F64>;
  CHECK(failure().status == TrialStatus::invalid);
  CHECK_THAT(failure().message, contains("'y' as f64") && contains("widest type"));
  asked.variant.types = name_types<ASSAY_I32, ASSAY_F32>;
  CHECK_THAT(failure().message, contains("'x' as i32"));
  asked.variant.types = [](const assay_variant*, const assay_host* host, assay_context* context,
                           const assay_task*, assay_types*) {
    return host->fail(context, ASSAY_UNSUPPORTED, "no such type here");
  };
  CHECK(failure().status == TrialStatus::unsupported);
  CHECK(failure().message == "no such type here");
}
