// Guesses, for `assay init`, how a kernel uses its arrays.
#pragma once

#include <string>

#include "framework/kernel_file/signature.hpp"

namespace assay {

struct ArrayUse {
  bool read = false;
  bool written = false;
};

// How the body uses an array: name[i] = ..., name[i] += ..., *name, or passed on. What a macro does
// with it shows in the macro's text, and a function only reads what it takes as pointer to const.
// Other functions may do both.
[[nodiscard]] ArrayUse use_of(const SourceText& source, const KernelSignature& kernel,
                              const std::string& array);

}  // namespace assay
