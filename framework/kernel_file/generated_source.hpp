#pragma once

#include <string>
#include <vector>

#include "assay/host.hpp"
#include "framework/kernel_file/formula.hpp"
#include "framework/kernel_file/kernel.hpp"

namespace assay {

// Runs the kernel's generator by the shell in `folder`, and returns what it prints for the
// configuration. Throws sdk::Error ASSAY_COMPILE_ERROR with the end of the command's messages if it
// fails.
[[nodiscard]] std::vector<SourceFile> generated_sources(const KernelDescription& kernel,
                                                        const FormulaNames& names,
                                                        const std::string& folder);

// The kernel's sources, or what its generator prints for the configuration, run by the shell in the
// scenario's folder. Throws as generated_sources() does.
[[nodiscard]] std::vector<SourceFile> configured_sources(const KernelDescription& kernel,
                                                         const FormulaNames& names,
                                                         const sdk::Host& host);

}  // namespace assay
