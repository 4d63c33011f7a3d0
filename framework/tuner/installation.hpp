// Finds the library's own files. Internal to the tuner.
#pragma once

#include <string>

namespace assay {

// The command `assay`: $ASSAY_COMMAND, otherwise the one installed (or built) alongside this
// library, otherwise the one in PATH.
[[nodiscard]] std::string assay_command();

// The hash of the running program, which tells builds of its functions apart.
[[nodiscard]] std::string program_id();

}  // namespace assay
