// One variant on the machine's CUDA device.
#pragma once

#include <string>
#include <vector>

#include "tests/catch.hpp"
#include "tests/plugins/host/trials.hpp"

namespace testing {

// The variant's methods; skips the test case where there is no CUDA device.
inline std::vector<Method> methods_on_cuda(Trials& trials, const std::string& variant) {
  auto found = trials.methods({}, {"cuda"});
  std::erase_if(found, [&](const Method& method) { return method.variant->name != variant; });
  if (found.empty()) assay::test::skip("no CUDA device");
  return found;
}

}  // namespace testing
