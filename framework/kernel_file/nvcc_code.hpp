// Device code of a scenario's files that nvcc compiles, where NVRTC would not do: for sources that
// need headers of the host or of the toolkit's libraries.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "assay/host.hpp"
#include "framework/kernel_file/compile_options.hpp"
#include "framework/kernel_file/compiler_command.hpp"
#include "framework/kernel_file/formula.hpp"
#include "framework/kernel_file/kernel.hpp"

namespace assay {

// Whether the scenario names a compiler for the kernel's device code, which else the driver or
// NVRTC compiles.
[[nodiscard]] bool is_for_nvcc(const KernelDescription& kernel);

// The command that compiles the kernel, with names in braces, for messages and agreements:
// "nvcc -cubin {flags} scale.cu".
[[nodiscard]] std::string nvcc_command(const KernelDescription& kernel);

// The use of nvcc that compiles a configuration's launches with the same constants out of the
// kernel's sources, for an architecture such as "sm_90" unless the kernel's options choose one. The
// last of its files is the translation unit, which names functions as naming_unit() says.
[[nodiscard]] CompilerCommand use_of_nvcc(const KernelDescription& kernel, const LaunchSet& set,
                                          const FormulaNames& names,
                                          std::vector<SourceFile> sources,
                                          const std::string& architecture);

struct NvccCode {
  std::vector<std::byte> cubin;
  std::map<std::string, std::string> symbols;  // of the functions launched, by function_name()
};

// Compiles a configuration's launches with the same constants for the host's device, or takes the
// result from the host's cache. Throws sdk::Error ASSAY_COMPILE_ERROR with the command and all that
// nvcc said, and ASSAY_UNSUPPORTED where a kernel declares more shared memory than a block may
// have; environment Error where nvcc is missing.
[[nodiscard]] NvccCode compile_by_nvcc(const KernelDescription& kernel, const LaunchSet& set,
                                       const FormulaNames& names, const sdk::Host& host);

}  // namespace assay
