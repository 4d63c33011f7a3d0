// Fits of a single CUDA variant, where there is a GPU.
#pragma once

#include <string>
#include <vector>

#include "tests/catch.hpp"
#include "tests/plugins/host/trials.hpp"

namespace testing {

struct CudaFits : Trials {
  explicit CudaFits(const std::string& name) : Trials("ols/fit") {
    methods = Trials::methods({}, {"cuda"});
    std::erase_if(methods, [&](const Method& method) { return method.variant->name != name; });
  }

  std::vector<Method> methods;  // methods of the variant; empty where there is no device
};

// The arguments of an instance.
inline assay::Bindings instance_of(std::int64_t rows, std::int64_t columns, const char* precision,
                                   const char* layout, double condition) {
  using assay::Value;
  return {{"rows", Value(rows)},           {"columns", Value(columns)},
          {"precision", Value(precision)}, {"layout", Value(layout)},
          {"condition", Value(condition)}, {"residual", Value(1e-6)}};
}

// Checks that a fit is refused with a message that the method cannot be trusted.
inline void check_refused(const assay::TrialResult& result) {
  INFO(result.message);
  CHECK_FALSE(result.ok());
  const bool says_so = contains("itself vouches").match(result.message) ||
                       contains("not have full rank").match(result.message);
  CHECK(says_so);
}

}  // namespace testing
