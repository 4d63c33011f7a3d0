// The constants and options with which a compiler builds a configuration.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <vector>

#include "assay/kernel.hpp"
#include "framework/core/value.hpp"
#include "framework/kernel_file/formula.hpp"
#include "framework/kernel_file/kernel.hpp"
#include "framework/kernel_file/launch_plan.hpp"

namespace assay {

// The text of a constant as compilers take it: true is 1.
[[nodiscard]] std::string constant_text(const Value& value);

// The text with the values of names in braces, each as `written` gives it. Throws usage Error for
// an unknown name.
[[nodiscard]] std::string with_values(
    const PlacedText& text, const FormulaNames& names,
    const std::function<std::string(const Value&)>& written = constant_text);

// Whether the value can be a constant. A text of several words is none: it serves in options alone.
[[nodiscard]] bool can_be_constant(const Value& value);

// The constants that the compiler defines: those among the parameters' values, then the kernel's
// `defines`. A text such as "-O3" is none where `options` names its parameter.
[[nodiscard]] Bindings compile_constants(const KernelDescription& kernel,
                                         const FormulaNames& names);
// Those for one of its launches: constants of its own replace the kernel's, or come last.
[[nodiscard]] Bindings compile_constants(const KernelDescription& kernel,
                                         const KernelLaunch& launch, const FormulaNames& names);

// Launches with the same constants, for which one compilation serves.
struct LaunchSet {
  Bindings constants;
  std::vector<const KernelLaunch*> launches;  // each once, borrowed from the kernel
};
// The launches that take place in a plan, by their constants.
[[nodiscard]] std::vector<LaunchSet> launch_sets(const KernelDescription& kernel,
                                                 const std::vector<PlannedRounds>& plan,
                                                 const FormulaNames& names);

// The options with which a device's compiler builds a configuration: these constants, then the
// kernel's options.
[[nodiscard]] sdk::CompileOptions compile_options(const KernelDescription& kernel,
                                                  const Bindings& constants,
                                                  const FormulaNames& names);
// Those functions of the launches that are found by expressions, each once.
[[nodiscard]] std::vector<std::string> function_expressions(
    std::span<const KernelLaunch* const> launches, const FormulaNames& names);

}  // namespace assay
