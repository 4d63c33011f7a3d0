#pragma once

#include <vector>

namespace assay {

// Numbers of the hardware threads that the calling thread, and those it starts, may run on, in
// ascending order; never empty. They are what `taskset` and the like left to it, of all that the
// machine has.
[[nodiscard]] std::vector<int> usable_cpus();

}  // namespace assay
