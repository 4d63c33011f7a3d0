// Constraints on what the compiler says of a kernel, such as "registers <= 64". Only compiling a
// configuration shows whether they hold.
#pragma once

#include <string>
#include <vector>

#include "assay/kernel.hpp"
#include "framework/kernel_file/formula.hpp"
#include "framework/kernel_file/kernel.hpp"

namespace assay {

// The facts of a compiled kernel that an expression names, in order of appearance. A name in
// `others`, those of parameters and arguments, is no fact. Throws usage Error for bad syntax.
[[nodiscard]] std::vector<std::string> compiled_facts_in(const std::string& expression,
                                                         const std::vector<std::string>& others);

// Throws sdk::Error ASSAY_UNSUPPORTED, with the place of the constraint and the facts, if one of
// the kernel's constraints does not hold for a function of that name, and if the backend does not
// know a fact.
void require_compiled(const KernelDescription& kernel, const FormulaNames& names,
                      const sdk::Kernel& function, const std::string& name);

}  // namespace assay
