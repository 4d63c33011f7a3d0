// Ctrl-C for commands that measure.
#pragma once

#include <atomic>

namespace assay::command {

// From now on the first SIGINT or SIGTERM sets the flag, which ends the command after what it has
// in hand; the second one ends the program as usual.
[[nodiscard]] const std::atomic<bool>& stop_on_signals();

}  // namespace assay::command
