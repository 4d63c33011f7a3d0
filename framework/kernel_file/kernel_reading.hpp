// What the body of a kernel tells of its arguments and its launch. Guesses, for `assay init`.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "framework/kernel_file/signature.hpp"

namespace assay {

struct ArrayUse {
  bool read = false;
  bool written = false;
};

// How the body uses an array: name[i] = ..., name[i] += ..., *name, or handed to somebody.
[[nodiscard]] ArrayUse use_of(const SourceText& source, const KernelSignature& kernel,
                              const std::string& array);

// Dimensions of the launch: one more than the highest that the body asks for.
[[nodiscard]] std::size_t dimensions_of(const SourceText& source, const KernelSignature& kernel);

// What reqd_work_group_size(...) or a __launch_bounds__(N) demand, without trailing ones.
[[nodiscard]] std::vector<std::string> demanded_group(const SourceText& source,
                                                      const KernelSignature& kernel);

[[nodiscard]] bool has_loop(const SourceText& source, const KernelSignature& kernel);

}  // namespace assay
