// Guesses, for `assay init`, about the launch of a kernel from its body.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "framework/kernel_file/signature.hpp"

namespace assay {

// The number of dimensions of the launch: one more than the highest index that the body uses.
[[nodiscard]] std::size_t dimensions_of(const SourceText& source, const KernelSignature& kernel);

// The group sizes that reqd_work_group_size(...) or __launch_bounds__(N) demand, without trailing
// ones.
[[nodiscard]] std::vector<std::string> demanded_group(const SourceText& source,
                                                      const KernelSignature& kernel);

// Whether the body names the word.
[[nodiscard]] bool mentions(const SourceText& source, const KernelSignature& kernel,
                            const std::string& word);

[[nodiscard]] std::size_t loops_of(const SourceText& source, const KernelSignature& kernel);

// Whether a loop advances by the size of the whole launch, so that any number of groups does all
// the work: `i += blockDim.x * gridDim.x`, `i += get_global_size(0)`, or a variable of that value.
[[nodiscard]] bool strides_over_launch(const SourceText& source, const KernelSignature& kernel);

}  // namespace assay
