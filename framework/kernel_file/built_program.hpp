// The programs with a configuration's functions.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "assay/host.hpp"
#include "assay/kernel.hpp"
#include "framework/kernel_file/formula.hpp"
#include "framework/kernel_file/kernel.hpp"
#include "framework/kernel_file/launch_plan.hpp"

namespace assay {

// A program of a configuration, loaded, and the launches whose functions it has.
struct BuiltProgram {
  sdk::Program program;
  std::vector<const KernelLaunch*> launches;  // borrowed from the kernel
  // The names that the program has for functions, where they differ from function_name() and the
  // device does not know them.
  std::map<std::string, std::string> symbols;

  [[nodiscard]] sdk::Kernel function(const std::string& name) const;
};

// The programs of the launches that take place. Parameters and defines become compile-time
// constants; launches with the same constants share a program. Throws usage Error for formulas
// without a value, and sdk::Error as the compiler does.
[[nodiscard]] std::vector<BuiltProgram> build_programs(const KernelDescription& kernel,
                                                       const std::vector<PlannedRounds>& plan,
                                                       const FormulaNames& names,
                                                       const sdk::Host& host);

// Compiles them into the host's cache. Nothing is loaded onto the device, which one that only
// compiles cannot do, and which others may be measured on. Checks the constraints on what is
// compiled as far as it is known from there; returns and throws what unchecked_constraints() does.
[[nodiscard]] std::vector<std::string> compile_sources(const KernelDescription& kernel,
                                                       const std::vector<PlannedRounds>& plan,
                                                       const FormulaNames& names,
                                                       const sdk::Host& host);

}  // namespace assay
