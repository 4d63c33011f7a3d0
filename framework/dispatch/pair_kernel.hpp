// The kernel of a pair whose variant is a kernel file: how it is compiled, and launched for an
// input.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "assay/plugin.h"
#include "framework/core/value.hpp"
#include "framework/decision/feature.hpp"
#include "framework/kernel_file/kernel.hpp"

namespace assay::dispatch {

// The constants that a compiler defines.
struct PairConstants {
  Bindings fixed;
  // Those that follow the input, as expressions over features.
  std::vector<std::pair<std::string, std::string>> of_input = {};
};

// All sizes are expressions over features and the indices of the loops around the launch, for whole
// numbers of at least 1.
struct PairLaunch {
  std::size_t number = 0;  // in the order of the description, in which each launch is once
  std::string function;    // as the compiled program has it; "": the only kernel in the source
  PairConstants constants;
  std::vector<std::string> block;  // work items of a group, in each dimension; none on the host
  std::vector<std::string>
      extent;  // groups, or (`in_items`) work items, rounded up to whole groups
  bool in_items = false;
  std::vector<std::string> local;  // bytes of each argument in local (shared) memory
};

// A launch, or a loop over further steps.
struct PairStep {
  std::optional<std::string> when;  // the step is left out where this is false
  std::optional<PairLaunch> launch;
  std::string repeat;           // how often the loop runs, a whole number
  std::string index;            // the name of the loop's number, from 0, in expressions; may be ""
  std::vector<PairStep> steps;  // of the loop
};

struct PairKernel {
  assay_backend backend = ASSAY_OPENCL;
  std::string source;  // the file, as the scenario names it
  PairConstants constants;
  std::string options;  // of the compiler; {NAME} stands for the value of a feature
  // Sentences about what else belongs to it: further sources, limits of the device.
  std::vector<std::string> remarks;
  std::vector<PairStep> steps;
  // Why the launches for an input cannot be told from its features; "" if they can. Then there are
  // no steps.
  std::string refusal;
};

// The kernel in a configuration. `arguments` are those of an instance; those among them that are
// features are left open in what it returns, and all other names have their values.
[[nodiscard]] PairKernel pair_kernel(const KernelDescription& kernel, const Bindings& configuration,
                                     const Bindings& arguments,
                                     const std::vector<decision::Feature>& features);

}  // namespace assay::dispatch
