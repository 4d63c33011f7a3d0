// Constraints on what the compiler says of a kernel, such as "registers * block_size_x <=
// registers_per_block". Only compiling a configuration shows whether they hold.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "assay/host.hpp"
#include "framework/kernel_file/formula.hpp"
#include "framework/kernel_file/kernel.hpp"

namespace assay {

// The facts of a compiled kernel that an expression names, in order of appearance. A name in
// `others`, those of parameters and arguments, is no fact. Throws usage Error for bad syntax.
[[nodiscard]] std::vector<std::string> compiled_facts_in(const std::string& expression,
                                                         const std::vector<std::string>& others);

// The value of one of a function's compiled facts; nothing where it is not known.
using CompiledFact = std::function<std::optional<double>(const std::string& fact)>;

// Evaluates the kernel's constraints for a function of that name; `names` are parameters and
// arguments, and other names are compiled facts or facts of the host's device. Returns, for each
// constraint that names a fact which is not known, a sentence that says so, with its place. Throws
// sdk::Error ASSAY_UNSUPPORTED, with place and facts, if one does not hold.
[[nodiscard]] std::vector<std::string> unchecked_constraints(const KernelDescription& kernel,
                                                             const FormulaNames& names,
                                                             const sdk::Host& host,
                                                             const std::string& function,
                                                             const CompiledFact& compiled);

// The facts of a compilation whose names begin so tell of constraints that it could not check: the
// sentence of unchecked_constraints() follows.
inline constexpr std::string_view unchecked_fact = "not checked: ";

}  // namespace assay
