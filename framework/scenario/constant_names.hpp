// Whether a kernel can have constants, which are macros, of the names that a scenario gives them.
// Internal to the scenario.
#pragma once

#include <span>
#include <string>

#include "framework/kernel_file/description.hpp"
#include "framework/kernel_file/signature.hpp"

namespace assay {

// Throws usage Error for a parameter or define whose name the kernel's language or that of
// expressions has for something else, and for one that is both a parameter and a define.
void require_free_names(const KernelDescription& kernel);

// The same for names that the kernel's own sources have for something else: its function, arguments
// and variables. `texts` are its sources; `signature` may be nullptr where reading sees none.
void require_unused_names(const KernelDescription& kernel, std::span<const SourceText> texts,
                          const KernelSignature* signature);

// Throws usage Error for the name of a problem's argument that expressions could not name.
void require_argument_name(const std::string& name, const std::string& place);

}  // namespace assay
