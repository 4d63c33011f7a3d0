// What a compiler is told of a configuration.
#pragma once

#include "framework/core/value.hpp"
#include "framework/kernel_file/formula.hpp"
#include "framework/kernel_file/kernel.hpp"

namespace assay {

// The text with the values of names in braces. Throws usage Error for an unknown name.
[[nodiscard]] std::string with_values(const PlacedText& options, const FormulaNames& names);

// The constants that the compiler defines: the parameters' values, then the kernel's `defines`.
// A text of several words is no constant: it serves in options alone.
[[nodiscard]] Bindings compile_constants(const KernelDescription& kernel,
                                         const FormulaNames& names);

// The text of a constant as compilers take it: true is 1.
[[nodiscard]] std::string constant_text(const Value& value);

}  // namespace assay
