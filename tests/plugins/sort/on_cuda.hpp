// Sorts on the machine's first CUDA device, as the worker's host offers it.
#pragma once

#include <memory>
#include <string>

#include "framework/device/machine.hpp"
#include "framework/worker/host/context.hpp"
#include "tests/catch.hpp"
#include "tests/plugins/sort/cases.hpp"

namespace testing {

// The machine's first CUDA device; skips the test case where there is none.
inline std::unique_ptr<assay::device::Device> open_cuda_or_skip() {
  for (const auto& found : assay::device::discover()) {
    if (found.backend == "cuda") return assay::device::open(found.id, {});
  }
  assay::test::skip("no CUDA device");
}

// Requires that a variant sorts the case right, and where `is_stable` in the declared order.
template <class Payload>
void require_right_on(assay::device::Device& device, const Case<Payload>& given,
                      const std::string& name, const Configuration& configuration,
                      bool is_stable = true) {
  const assay::HostResources resources;
  assay_context context(device, resources);
  INFO(name << ", payloads of " << sizeof(Payload));
  CHECK(fault(&assay::host_table(), &context, find_variant(name), given, configuration,
              is_stable) == "");
  CHECK(context.take_message() == "");
  CHECK(context.buffer_damage() == "");
}

}  // namespace testing
