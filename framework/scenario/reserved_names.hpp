// Names that constants of a kernel cannot have. Internal to the scenario.
#pragma once

#include <string>

#include "assay/plugin.h"

namespace assay {

// What a name belongs to already, so that a macro of that name would break kernels: "a keyword of C
// and C++", "a function of OpenCL C"; "" for a name that is free. Keywords count in every language,
// since sources are shared; functions, types and macros count in that of the backend.
[[nodiscard]] std::string owner_of_name(const std::string& name, assay_backend backend);

// The same of the language of expressions, in which such a name would mean something else: "a word
// of expressions", "a function of expressions"; "" for a name that is free.
[[nodiscard]] std::string owner_in_expressions(const std::string& name);

}  // namespace assay
