// The names of a kernel's `defines` in its other expressions.
#pragma once

#include <string>
#include <vector>

#include "framework/kernel_file/kernel.hpp"

namespace assay {

// Replaces the names of `defines` by their expressions in what the kernel launches, in its scratch
// arrays and in its constraints, where a size that the source needs as a constant is often needed
// again. Names in `taken`, which are parameters and arguments, keep their meaning. What is no
// expression stays as it is. Throws usage Error with its place for the index of a loop that has the
// name of a define.
void expand_defines(KernelDescription& kernel, const std::vector<std::string>& taken);

}  // namespace assay
