// The common part of the variants on devices: a launch of groups, each of which computes a part of
// the results, and another that adds up what was split.
#pragma once

#include <cstddef>
#include <functional>
#include <string>

#include "assay/accelerator.hpp"
#include "gemm/gemm.hpp"

namespace gemm {

// How a configuration shares a product among groups.
struct Plan {
  std::size_t groups = 0;  // without splits
  std::size_t group_size = 0;
  std::size_t inner_step = 1;    // a part of a split sum begins at a multiple of it
  std::size_t launch_bytes = 0;  // local memory whose size the launch gives (CUDA)
};

// The parameter "splits", which all variants have. Parts begin at multiples of `inner_step`, an
// expression over the other parameters.
assay::sdk::ParameterSet splits_parameters(const std::string& inner_step);

// An algorithm for devices.
struct Algorithm {
  const char* name;
  const char* doc;
  const char* kernel;  // the file, with the kernels "multiply" and, for split sums, "add_splits"
  assay::sdk::ParameterSet parameters;
  std::function<Plan(const assay::sdk::Task&)> plan;
  // Adds the constants of the kernel file.
  std::function<void(const assay::sdk::Task&, assay::sdk::CompileOptions&)> define;
};

// Adds its variant for a backend.
void describe_algorithm(assay::sdk::Plugin& plugin, const Algorithm& algorithm,
                        assay_backend backend);

}  // namespace gemm
