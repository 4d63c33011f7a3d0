// Where the library's own files are. Internal to the tuner.
#pragma once

#include <string>

namespace assay {

// The command `assay`: $ASSAY_COMMAND, else the one installed (or built) beside this library, else
// the one along PATH.
[[nodiscard]] std::string assay_command();

// The hash of the running program: tells builds of its functions apart.
[[nodiscard]] std::string program_id();

}  // namespace assay
