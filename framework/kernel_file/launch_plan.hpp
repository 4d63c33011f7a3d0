// What a configuration of a kernel launches: the steps of its description with every formula
// evaluated and every loop unrolled.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "framework/kernel_file/formula.hpp"
#include "framework/kernel_file/kernel.hpp"

namespace assay {

struct PlannedArgument {
  KernelArgument::Kind kind = KernelArgument::Kind::array;
  std::string array;
  std::vector<std::byte> bytes;  // of a value
  std::size_t local_bytes = 0;
  assay_sampler sampler = {};                   // of a sampler or a texture
  const KernelArgument* description = nullptr;  // borrowed
};

struct PlannedLaunch {
  const KernelLaunch* description = nullptr;  // borrowed
  std::vector<std::size_t> local;
  std::vector<std::size_t> global;  // work items, multiples of `local`
  std::vector<PlannedArgument> arguments;
};

// Rounds of launches, one after another. They end early once the first element of the array `until`
// is not 0 after a round; "" if they always run to their end.
struct PlannedRounds {
  std::vector<std::vector<PlannedLaunch>> rounds;
  std::string until;
};

// The names of a configuration's formulas: its values, the defaults of parameters that it lacks
// since they are inactive, and the instance's arguments.
[[nodiscard]] FormulaNames formula_names(const KernelDescription& kernel,
                                         const Bindings& configuration, const Bindings& arguments);

// Plans the launches of a configuration; `names` are its parameters and the instance's arguments.
// Throws usage Error with the place of a formula that has no value, of numbers that their type
// cannot hold, of loops that launch more than a million times, and of arrays that are not shown in
// one way alone: as they are, or by one image.
[[nodiscard]] std::vector<PlannedRounds> plan_launches(const KernelDescription& kernel,
                                                       const FormulaNames& names);

// The function's name as the program has it: in an expression, names of parameters and arguments
// become their values, as macros would, the launch's own constants included.
[[nodiscard]] std::string function_name(const KernelLaunch& launch, const FormulaNames& names);

}  // namespace assay
