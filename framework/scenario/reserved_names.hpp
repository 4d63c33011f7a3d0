// Names that constants of a kernel cannot have. Internal to the scenario.
#pragma once

#include <string>

#include "assay/plugin.h"

namespace assay {

// What a name already belongs to, so that a macro of this name would break kernels: "a keyword of C
// or C++", "a function of OpenCL C"; "" for a free name. Keywords are reserved in every language,
// because sources are shared; functions, types and macros only in the language of the backend.
[[nodiscard]] std::string owner_of_name(const std::string& name, assay_backend backend);

// What a name already means in the language of expressions: "a word of expressions", "a function of
// expressions"; "" for a free name.
[[nodiscard]] std::string owner_in_expressions(const std::string& name);

}  // namespace assay
