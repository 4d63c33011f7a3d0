// Ctrl-C for commands that measure.
#pragma once

#include <atomic>

namespace assay::command {

// Installs signal handlers: the first SIGINT or SIGTERM sets the flag, which ends the command after
// its current step; the second one ends the program as usual.
[[nodiscard]] const std::atomic<bool>& stop_on_signals();

}  // namespace assay::command
