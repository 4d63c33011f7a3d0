#pragma once

#include <cstddef>
#include <map>
#include <span>
#include <string>

#include "framework/kernel_file/formula.hpp"
#include "framework/kernel_file/kernel.hpp"

namespace assay {

// A source that includes the first of the kernel's `sources` and has a function `assay_call_N(void*
// const*)` for each launch N, which calls the launch's function with arguments of its types. In C
// for C and Fortran, otherwise in C++: so the language's own compiler checks the arguments and
// finds overloads and instances of templates. Throws usage Error for arguments that host code
// cannot be given.
[[nodiscard]] std::string wrapper_text(const KernelDescription& kernel,
                                       std::span<const SourceFile> sources,
                                       const FormulaNames& names);

// The numbers of the kernel's launches, in the order of for_each_launch, by their descriptions.
[[nodiscard]] std::map<const KernelLaunch*, std::size_t> launch_numbers(
    const KernelDescription& kernel);

// The name of the function for launch number `launch`.
[[nodiscard]] std::string wrapper_name(std::size_t launch);

// Fortran alone: the name of a function without arguments that returns the address of the launch's
// procedure, null if the linked program has none of the names that it could have.
[[nodiscard]] std::string target_name(std::size_t launch);

}  // namespace assay
