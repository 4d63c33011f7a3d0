// Compares outputs with what an instance expects, as the framework does it.
#pragma once

#include "framework/worker/element_tolerances.hpp"
#include "framework/worker/verify.hpp"
#include "tests/plugins/host/fake_host.hpp"

namespace testing {

// What is found of an instance's one output. Throws where its tolerances would be refused.
inline assay::Verification compared(CreatedInstance& instance, const assay_tensor& output) {
  const auto reference = instance.reference();
  const auto tolerances = instance.element_tolerances();
  assay::check_element_tolerances("tested", reference, tolerances);
  constexpr std::uint8_t poison = 0xFF;
  return assay::compare({&output, 1}, reference, poison, {}, tolerances);
}

}  // namespace testing
