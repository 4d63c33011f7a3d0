// Checks that a kernel can have constants, which are macros, with the names that a scenario gives
// them. Internal to the scenario.
#pragma once

#include <span>
#include <string>

#include "framework/kernel_file/description.hpp"
#include "framework/kernel_file/signature.hpp"

namespace assay {

// Throws usage Error for a parameter or define whose name already has a meaning in the kernel's
// language or in expressions, and for a name that is both a parameter and a define.
void require_free_names(const KernelDescription& kernel);

// Throws usage Error for a parameter or define whose name is used in the kernel's own sources: for
// its function, an argument or a variable. `texts` are the sources; `signature` may be nullptr if
// it could not be read.
void require_unused_names(const KernelDescription& kernel, std::span<const SourceText> texts,
                          const KernelSignature* signature);

// Throws usage Error for an argument name that expressions could not refer to.
void require_argument_name(const std::string& name, const std::string& place);

}  // namespace assay
