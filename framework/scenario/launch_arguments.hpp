// Checks the arguments of launches against the signatures of their functions.
#pragma once

#include <fmt/format.h>

#include <string>
#include <vector>

#include "framework/kernel_file/array.hpp"
#include "framework/kernel_file/kernel.hpp"
#include "framework/kernel_file/signature.hpp"
#include "framework/kernel_file/source_tokens.hpp"

namespace assay {

// A signature and the file that contains it.
struct Located {
  KernelSignature signature;
  std::string file;
  std::size_t text = 0;  // number of the file among the kernel's
  [[nodiscard]] std::string place() const { return fmt::format("{}:{}", file, signature.line); }
};

// A launch and what its arguments are checked against.
struct CheckedLaunch {
  const KernelLaunch& launch;
  const Located& found;
  const std::vector<ArrayDescription>& arrays;  // of the problem and of the kernel
  const std::vector<SourceText>& texts;
  const SourceText& text;  // of the launch's function
  assay_backend backend;
};

// Throws usage Error at the place of the first argument that the function does not take so. Checks
// nothing of functions whose parameters are in doubt: the compiler and the launch report mistakes.
void require_arguments(const KernelDescription& kernel, const CheckedLaunch& checked);

}  // namespace assay
